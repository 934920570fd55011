// Profiles that were cut short or had bits flipped: never a crash, and never silently other than what was written.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iterator>
#include <random>

#include "profile/read/decode.h"
#include "segment_builder.h"

namespace mpimon::test {

namespace {

// All that a model says, as text, but for its diagnostics.
std::string contents(const Profile &profile) {
    std::string text;
    const auto add = [&](const auto &...values) {
        (fmt::format_to(std::back_inserter(text), "{} ", values), ...);
        text += '\n';
    };
    const Job &job = profile.job;
    add(job.format_major, job.format_minor, job.project_version, job.mpich_version, job.device, job.job_id, job.user,
        job.executable, job.world_size, job.enable, job.detail, job.spawned);
    for (const Cvar &cvar : job.cvars)
        add(cvar.name, cvar.value);
    for (const Process &process : profile.processes)
        add(process.world_rank, process.pid, profile.hosts[process.host], process.start_time_ns, process.end_time_ns,
            process.complete);
    for (const Node &node : profile.nodes)
        add(node.name, node.index, node.topology);
    for (const Process &process : profile.processes)
        if (const Place &place = process.place; place.is_known())
            add(place.node, profile.names[place.cpuset], place.bound, place.package, place.numa_node, place.l3,
                place.core);
    for (const Transport &row : profile.transports)
        add(row.process, row.peer, profile.names[row.name]);
    for (const std::string &topology : profile.topologies)
        add(topology);
    for (const Communicator &communicator : profile.communicators) {
        add(communicator.context_id, communicator.occurrence, communicator.group_hash, communicator.name,
            communicator.size, communicator.remote_size, communicator.inter, communicator.internal,
            communicator.world_order, communicator.processes);
        for (const uint32_t member : communicator.members)
            add(member);
    }
    for (const mpimon_foreign &foreign : profile.foreign)
        add(foreign.table, foreign.index);
    const Flows flows = profile.flows.all();
    for (size_t i = 0; i < flows.size(); ++i)
        add(flows.process[i], flows.communicator[i], flows.peer[i], flows.kind[i], flows.messages[i], flows.bytes[i],
            flows.context[i]);
    for (const Histogram &histogram : profile.histograms)
        add(histogram.process, histogram.traffic_class, histogram.bins, histogram.first);
    for (const uint64_t bin : profile.histogram_bins)
        add(bin);
    for (const PeerSize &row : profile.peer_sizes)
        add(row.process, row.peer, row.traffic_class, row.bin, row.messages);
    for (const Collective &row : profile.collectives)
        add(row.process, row.communicator, profile.names[row.operation], profile.names[row.algorithm], row.rank,
            row.mode, row.role, row.shared_memory, row.calls, row.bytes, row.time_ns, row.root_calls, row.root_bytes,
            row.context);
    for (const CollectiveSize &row : profile.collective_sizes)
        add(row.process, row.communicator, profile.names[row.operation], profile.names[row.algorithm], row.mode,
            row.shared_memory, row.root, row.bin, row.calls, row.bytes, row.time_ns);
    for (const Wait &row : profile.waits)
        add(row.process, row.communicator, row.peer, row.traffic_class, row.kind,
            row.operation == kNoOperation ? "" : profile.names[row.operation], row.context, row.waits, row.time_ns,
            row.longest_ns);
    for (const Function &row : profile.functions)
        add(row.process, profile.names[row.name], row.calls, row.time_ns, row.shortest_ns, row.longest_ns, row.context);
    for (const Gauge &row : profile.gauges)
        add(row.process, profile.names[row.name], row.rises, row.falls, row.highest, row.context);
    for (const Context &context : profile.contexts)
        add(context.region, context.function == kNoFunction ? "" : profile.names[context.function]);
    for (const Region &region : profile.regions)
        add(profile.names[region.name], region.parent);
    for (const RegionTime &time : profile.region_times)
        add(time.process, time.region, time.entries, time.time_ns);
    for (const std::string &name : profile.file_names)
        add(name);
    for (const FileCalls &row : profile.file_calls)
        add(row.process, row.file, row.operation, row.calls, row.failed, row.time_ns);
    for (const FileAccess &row : profile.file_accesses)
        add(row.process, row.file, row.family, row.is_write, row.bins, row.first, row.calls, row.failed, row.bytes,
            row.time_ns);
    return text;
}

class Damage : public ::testing::Test {
  protected:
    Damage() : file_(profile()), whole_(contents(decode_profile(file_.data(), file_.size(), "whole"))) {}

    static std::vector<SegmentBuilder> job_of_all() {
        std::vector<SegmentBuilder> segments = placed_job();
        add_files(segments[0], 0);
        add_files(segments[1], 1);
        add_waits(segments);
        return segments;
    }

    static std::string profile() {
        std::vector<SegmentBuilder> segments = job_of_all();
        return profile_of(segments);
    }

    // True if the reader noticed something, and false if it read what was written; anything else is a failure.
    bool noticed(const std::string &file) {
        try {
            const Profile profile = decode_profile(file.data(), file.size(), "damaged");
            if (!profile.diagnostics.empty())
                return true;
            EXPECT_EQ(contents(profile), whole_);
            return false;
        } catch (const ProfileError &error) {
            EXPECT_NE(std::string(error.what()), "");
            return true;
        }
    }

    std::string file_;
    std::string whole_;
    std::mt19937 random_{20240229};  // always the same sequence
};

TEST_F(Damage, TheWholeFileIsSound) {
    EXPECT_FALSE(noticed(file_));
}

TEST_F(Damage, CutAtEveryByteOfTheFirstKilobyte) {
    ASSERT_GT(file_.size(), 1024U);
    for (size_t size = 0; size <= 1024; ++size)
        EXPECT_TRUE(noticed(file_.substr(0, size))) << size;
}

TEST_F(Damage, CutAtRandomLengths) {
    std::uniform_int_distribution<size_t> length(0, file_.size() - 1);
    for (int i = 0; i < 200; ++i) {
        const size_t size = length(random_);
        EXPECT_TRUE(noticed(file_.substr(0, size))) << size;
    }
}

TEST_F(Damage, RandomBitFlips) {
    std::uniform_int_distribution<size_t> bit(0, 8 * file_.size() - 1);
    for (int i = 0; i < 2000; ++i) {
        const size_t flipped = bit(random_);
        std::string file = file_;
        file[flipped / 8] = static_cast<char>(file[flipped / 8] ^ (1 << flipped % 8));
        EXPECT_TRUE(noticed(file)) << flipped;
    }
}

TEST_F(Damage, SeveralBytesOverwritten) {
    std::uniform_int_distribution<size_t> offset(0, file_.size() - 1);
    std::uniform_int_distribution<int> byte(0, 255);
    for (int i = 0; i < 500; ++i) {
        std::string file = file_;
        for (int j = 0; j < 20; ++j)
            file[offset(random_)] = static_cast<char>(byte(random_));
        noticed(file);
    }
}

TEST_F(Damage, RandomBytesAreNoProfile) {
    std::uniform_int_distribution<int> byte(0, 255);
    for (int i = 0; i < 200; ++i) {
        std::string file(2000, '\0');
        for (char &c : file)
            c = static_cast<char>(byte(random_));
        EXPECT_TRUE(noticed(file));
    }
}

TEST_F(Damage, OtherRecordsSurvive) {
    std::vector<SegmentBuilder> segments = job_of_all();
    const std::string job = job_record(segments[0]);
    const std::string first = process_record(segments[0]);
    std::string file = file_;
    file[job.size() + first.size() / 2] ^= 1;
    const Profile profile = decode_profile(file.data(), file.size(), "damaged");
    ASSERT_EQ(profile.processes.size(), 3U);
    EXPECT_EQ(profile.processes[0].world_rank, 1U);
    ASSERT_EQ(profile.diagnostics.size(), 3U);
    EXPECT_EQ(profile.diagnostics[0].offset, job.size());
    EXPECT_EQ(profile.diagnostics[0].text,
              fmt::format("{} bytes cannot be read: a record's checksum differs", first.size()));
    EXPECT_EQ(profile.diagnostics[1].text, "only 3 of the job's 4 processes are in it");
    EXPECT_EQ(profile.diagnostics[2].text, "4 processes were written and 3 could be read");
}

TEST_F(Damage, HolesOfZerosAreSkipped) {
    std::vector<SegmentBuilder> segments = job_of_all();
    const std::string job = job_record(segments[0]);
    const std::string file = job + std::string(1 << 20, '\0') + file_.substr(job.size());
    const Profile profile = decode_profile(file.data(), file.size(), "hole");
    EXPECT_EQ(contents(profile), whole_);
    ASSERT_EQ(profile.diagnostics.size(), 1U);
    EXPECT_EQ(profile.diagnostics[0].text, "1048576 bytes cannot be read: no record begins here");
}

// Each marker asks for the checksum of all that follows it: the reader gives up before that costs a file's size
// squared.
TEST_F(Damage, AFileFullOfMarkersEndsSoon) {
    std::string file;
    while (file.size() < 4U << 20U)
        file += std::string(
            "\x0A\x80\x80\x08\x0D"
            "PMON\x15",
            10);
    EXPECT_TRUE(noticed(file));
}

}  // namespace

}  // namespace mpimon::test
