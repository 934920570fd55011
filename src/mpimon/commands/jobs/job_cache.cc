#include "mpimon/commands/jobs/job_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <protozero/pbf_builder.hpp>
#include <protozero/pbf_message.hpp>
#include <stdexcept>

#include "engine/tables/fnv.h"
#include "mpimon/failure.h"
#include "mpimon/render/replace_file.h"
#include "profile/format/crc32c.h"
#include "profile/read/decode.h"
#include "profile/read/mapped_file.h"

namespace mpimon {

namespace {

// The file is one line of text, the checksum of what follows, and a message with a File for each file.
enum class CacheField : protozero::pbf_tag_type { kFile = 1 };
enum class FileField : protozero::pbf_tag_type { kName = 1, kSize, kChanged, kComplaint, kRow };
enum class RowField : protozero::pbf_tag_type {
    kJobId = 1,
    kUser,
    kExecutable,
    kNodes,
    kStart,
    kSeconds,
    kRanks,
    kHosts,
    kIncomplete,
    kMerged,
    kMpiShare,
    kMpiShareIsLeast,
    kMessages,
    kBytes,
    kStep,
    kArrayIndex,
    kAccount
};

std::string first_line() {
    return fmt::format("mpimon jobs, of " PACKAGE_VERSION " with {} classes\n", int{MPIMON_CLASSES});
}

std::string environment(const char *name) {
    const char *value = std::getenv(name);
    return value != nullptr ? value : "";
}

std::string home() {
    const std::string variable = environment("HOME");
    const passwd *entry = variable.empty() ? getpwuid(geteuid()) : nullptr;
    return entry != nullptr ? entry->pw_dir : variable;
}

std::filesystem::path cache_folder() {
    if (const std::string own = environment("MPICH_MONITORING_CACHE"); !own.empty())
        return std::filesystem::path(own) / "jobs";
    const std::string shared = environment("XDG_CACHE_HOME");
    return std::filesystem::path(shared.empty() ? home() + "/.cache" : shared) / "mpich-monitoring" / "jobs";
}

// Each folder, by whatever name it is called, has a file.
std::filesystem::path cache_file(const std::string &folder) {
    std::error_code error;
    const std::string path = std::filesystem::canonical(folder, error);
    return cache_folder() / fmt::format("{:016x}", mpimon_fnv_text(MPIMON_FNV_START, path.c_str(), path.size()));
}

bool is_own(const std::string &path) {
    struct stat status = {};
    return lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid();
}

uint32_t checksum(std::string_view bytes) {
    return mpimon_crc32c(bytes.data(), bytes.size());
}

std::string bytes_of(uint32_t number) {
    return {reinterpret_cast<const char *>(&number), sizeof number};
}

std::string row_message(const JobRow &row) {
    std::string message;
    protozero::pbf_builder<RowField> builder(message);
    builder.add_string(RowField::kJobId, row.job_id);
    builder.add_string(RowField::kStep, row.step);
    builder.add_string(RowField::kArrayIndex, row.array_index);
    builder.add_string(RowField::kAccount, row.account);
    builder.add_string(RowField::kUser, row.user);
    builder.add_string(RowField::kExecutable, row.executable);
    builder.add_string(RowField::kNodes, row.nodes);
    builder.add_int64(RowField::kStart, row.start_time_ns);
    builder.add_double(RowField::kSeconds, row.seconds);
    builder.add_uint32(RowField::kRanks, row.ranks);
    builder.add_uint32(RowField::kHosts, row.hosts);
    builder.add_uint32(RowField::kIncomplete, row.incomplete);
    builder.add_bool(RowField::kMerged, row.merged);
    if (row.mpi_share)
        builder.add_double(RowField::kMpiShare, *row.mpi_share);
    builder.add_bool(RowField::kMpiShareIsLeast, row.mpi_share_is_least);
    for (const Totals &totals : row.classes) {
        builder.add_uint64(RowField::kMessages, totals.messages);
        builder.add_uint64(RowField::kBytes, totals.bytes);
    }
    return message;
}

// Throws if that is no row.
JobRow row_of(protozero::pbf_message<RowField> message) {
    JobRow row;
    size_t messages = 0;
    size_t bytes = 0;
    while (message.next()) {
        switch (message.tag()) {
            case RowField::kJobId:
                row.job_id = message.get_string();
                break;
            case RowField::kStep:
                row.step = message.get_string();
                break;
            case RowField::kArrayIndex:
                row.array_index = message.get_string();
                break;
            case RowField::kAccount:
                row.account = message.get_string();
                break;
            case RowField::kUser:
                row.user = message.get_string();
                break;
            case RowField::kExecutable:
                row.executable = message.get_string();
                break;
            case RowField::kNodes:
                row.nodes = message.get_string();
                break;
            case RowField::kStart:
                row.start_time_ns = message.get_int64();
                break;
            case RowField::kSeconds:
                row.seconds = message.get_double();
                break;
            case RowField::kRanks:
                row.ranks = message.get_uint32();
                break;
            case RowField::kHosts:
                row.hosts = message.get_uint32();
                break;
            case RowField::kIncomplete:
                row.incomplete = message.get_uint32();
                break;
            case RowField::kMerged:
                row.merged = message.get_bool();
                break;
            case RowField::kMpiShare:
                row.mpi_share = message.get_double();
                break;
            case RowField::kMpiShareIsLeast:
                row.mpi_share_is_least = message.get_bool();
                break;
            case RowField::kMessages:
                row.classes.at(messages++).messages = message.get_uint64();
                break;
            case RowField::kBytes:
                row.classes.at(bytes++).bytes = message.get_uint64();
                break;
        }
    }
    if (!std::isfinite(row.seconds) || !std::isfinite(row.mpi_share.value_or(0)))
        throw std::range_error("no number");
    return row;
}

std::string file_message(const CachedFile &cached) {
    std::string message;
    protozero::pbf_builder<FileField> builder(message);
    builder.add_string(FileField::kName, cached.file.name);
    builder.add_uint64(FileField::kSize, cached.file.size);
    builder.add_int64(FileField::kChanged, cached.file.changed_ns);
    builder.add_string(FileField::kComplaint, cached.content.complaint);
    if (cached.content.row)
        builder.add_message(FileField::kRow, row_message(*cached.content.row));
    return message;
}

CachedFile file_of(protozero::pbf_message<FileField> message) {
    CachedFile cached;
    while (message.next()) {
        switch (message.tag()) {
            case FileField::kName:
                cached.file.name = message.get_string();
                break;
            case FileField::kSize:
                cached.file.size = message.get_uint64();
                break;
            case FileField::kChanged:
                cached.file.changed_ns = message.get_int64();
                break;
            case FileField::kComplaint:
                cached.content.complaint = message.get_string();
                break;
            case FileField::kRow:
                cached.content.row = row_of(message.get_message());
                break;
        }
    }
    return cached;
}

}  // namespace

JobCache::JobCache(const std::string &folder) {
    const std::string path = cache_file(folder);
    if (!is_own(path))
        return;
    try {
        take(MappedFile(path).content());
    } catch (const std::exception &) {
        files_.clear();  // damaged, or gone meanwhile: it is made anew
    }
}

void JobCache::take(std::string_view bytes) {
    const std::string line = first_line();
    if (bytes.substr(0, line.size()) != line)
        return;
    bytes.remove_prefix(line.size());
    const std::string_view content = bytes.substr(std::min(bytes.size(), sizeof(uint32_t)));
    if (bytes.substr(0, sizeof(uint32_t)) != bytes_of(checksum(content)))
        return;
    protozero::pbf_message<CacheField> message(content.data(), content.size());
    while (message.next(CacheField::kFile)) {
        CachedFile cached = file_of(message.get_message());
        files_.insert_or_assign(cached.file.name, std::move(cached));
    }
}

const Content *JobCache::find(const FoundFile &file) const {
    const auto found = files_.find(file.name);
    const bool same = found != files_.end() && found->second.file.size == file.size &&
                      found->second.file.changed_ns == file.changed_ns;
    return same ? &found->second.content : nullptr;
}

void JobCache::keep(const std::string &folder, const std::vector<const CachedFile *> &files) {
    std::string content;
    protozero::pbf_builder<CacheField> builder(content);
    for (const CachedFile *file : files)
        builder.add_message(CacheField::kFile, file_message(*file));
    const std::filesystem::path path = cache_file(folder);
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    try {
        replace_file(path, first_line() + bytes_of(checksum(content)) + content, 0600);
    } catch (const Failure &) {
        return;  // a full disk, or a home that cannot be written to
    }
}

}  // namespace mpimon
