// Facts on files of MPI-IO.
#include "analysis/advice/subjects.h"
#include "analysis/summary/files.h"

namespace mpimon::advice {

namespace {

struct FileFacts {
    double calls = 0;  // of one family and direction, over all ranks
    double bytes = 0;
    double mean_bytes = 0;
    double seconds = 0;
    double ranks = 0;
    double opens = 0;
    double syncs = 0;
    double sync_seconds = 0;
    std::string name;
    std::string family;
    std::string direction;
};

const Columns<FileFacts> kFileColumns = {
    {{"file.calls", &FileFacts::calls},
     {"file.bytes", &FileFacts::bytes},
     {"file.mean_bytes", &FileFacts::mean_bytes},
     {"file.seconds", &FileFacts::seconds},
     {"file.ranks", &FileFacts::ranks},
     {"file.opens", &FileFacts::opens},
     {"file.syncs", &FileFacts::syncs},
     {"file.sync_seconds", &FileFacts::sync_seconds}},
    {{"file.name", &FileFacts::name}, {"file.family", &FileFacts::family}, {"file.direction", &FileFacts::direction}}};

// What is the same for all accesses to a file.
FileFacts common_facts(const Profile &profile, const FileTotals &file) {
    FileFacts facts;
    facts.name = file_name(profile, file.file);
    for (const FileOperationTotals &operation : file.operations) {
        if (operation.operation == MPIMON_FILE_OPEN)
            facts.opens = static_cast<double>(operation.calls);
        if (operation.operation == MPIMON_FILE_SYNC) {
            facts.syncs = static_cast<double>(operation.calls);
            facts.sync_seconds = operation.seconds;
        }
    }
    return facts;
}

}  // namespace

Table file_table(const Profile &profile) {
    std::vector<FileFacts> rows;
    for (const FileTotals &file : summarize_files(profile)) {
        const FileFacts common = common_facts(profile, file);
        for (const FileAccessTotals &access : file.accesses) {
            FileFacts row = common;
            row.calls = static_cast<double>(access.sound_calls());
            row.bytes = static_cast<double>(access.bytes);
            row.mean_bytes = row.calls > 0 ? row.bytes / row.calls : 0;
            row.seconds = access.seconds;
            row.ranks = access.ranks;
            row.family = file_family_name(access.family);
            row.direction = access.is_write ? "written" : "read";
            rows.push_back(row);
        }
    }
    return make_table(kFileColumns, rows);
}

}  // namespace mpimon::advice
