// Files of MPI-IO: what the engine counts, and that it arrives by way of a profile.
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "encoded.h"
#include "engine/engine.h"
#include "profile/read/decode.h"
#include "profile/write/encode/encode.h"
#include "segment_builder.h"

using namespace mpimon;
using namespace mpimon::test;

namespace {

// Of a file: name, and what is counted of an operation or of a family, as text.
using Counted = std::multimap<std::string, std::string>;

std::string name_in(const Profile &profile, uint32_t file) {
    return file == kOtherFiles ? "(other files)" : profile.file_names[file];
}

std::string bins_of(const Profile &profile, const FileAccess &access) {
    std::string text;
    for (unsigned bin = 0; bin < access.bins; ++bin)
        if (const uint64_t number = profile.histogram_bins[access.first + bin])
            text += " " + std::to_string(bin) + ":" + std::to_string(number);
    return text;
}

Counted counted_in(const Profile &profile) {
    Counted counted;
    for (const FileCalls &calls : profile.file_calls)
        counted.emplace(name_in(profile, calls.file),
                        "operation " + std::to_string(calls.operation) + ": " + std::to_string(calls.calls) +
                            " calls, " + std::to_string(calls.failed) + " failed, " + std::to_string(calls.time_ns));
    for (const FileAccess &access : profile.file_accesses)
        counted.emplace(name_in(profile, access.file),
                        (access.is_write ? "write " : "read ") + std::to_string(access.family) + ": " +
                            std::to_string(access.calls) + " calls, " + std::to_string(access.failed) + " failed, " +
                            std::to_string(access.bytes) + " bytes, " + std::to_string(access.time_ns) +
                            bins_of(profile, access));
    return counted;
}

class Files : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_EQ(mpimon_engine_start(nullptr), 0);
        mpimon_segment()->world_size = 1;
        mpimon_segment()->run_ticks = mpimon_segment()->run_ns = 1;
    }
    void TearDown() override { mpimon_engine_stop(); }

    static Profile profile() {
        const auto encode = [](auto function, auto... arguments) {
            std::string record(function(arguments..., nullptr, 0), '\0');
            function(arguments..., reinterpret_cast<uint8_t *>(record.data()), record.size());
            return record;
        };
        const void *segment = mpimon_segment();
        return decoded(encode(mpimon_encode_job, segment) + encode(mpimon_encode_process, segment) +
                       encode(mpimon_encode_end, 1U));
    }
};

TEST_F(Files, AreCountedByNameAndFamily) {
    const uint32_t data = mpimon_file_index("data");
    const uint32_t other = mpimon_file_index("other");
    EXPECT_EQ(mpimon_file_index("data"), data);
    EXPECT_NE(other, data);
    mpimon_file_count(data, MPIMON_FILE_OPEN, 7, 0);
    mpimon_file_count(data, MPIMON_FILE_OPEN, 1, 1);
    mpimon_file_count(data, MPIMON_FILE_OTHER, 2, 0);
    mpimon_file_count_access(data, MPIMON_FILE_COLLECTIVE, 1, 1024, 20, 0);
    mpimon_file_count_access(data, MPIMON_FILE_COLLECTIVE, 1, 0, 1, 0);
    mpimon_file_count_access(data, MPIMON_FILE_COLLECTIVE, 1, 4096, 4, 1);
    mpimon_file_count_access(data, MPIMON_FILE_COLLECTIVE, 0, 3, 5, 0);
    std::thread([&] { mpimon_file_count_access(data, MPIMON_FILE_COLLECTIVE, 0, 2, 5, 0); }).join();
    mpimon_file_count_access(other, MPIMON_FILE_SPLIT, 0, 1, 2, 0);
    mpimon_file_count_end(other, 0, 40);
    const Counted expected = {{"data", "operation 0: 2 calls, 1 failed, 8"},
                              {"data", "operation 5: 1 calls, 0 failed, 2"},
                              {"data", "read 1: 2 calls, 0 failed, 5 bytes, 10 2:2"},
                              {"data", "write 1: 3 calls, 1 failed, 1024 bytes, 25 0:1 11:1"},
                              {"other", "read 4: 1 calls, 0 failed, 1 bytes, 42 1:1"}};
    EXPECT_EQ(counted_in(profile()), expected);
}

TEST_F(Files, BeyondTheMostAreTogether) {
    for (int i = 0; i < 1200; ++i)
        mpimon_file_count(mpimon_file_index(("file " + std::to_string(i)).c_str()), MPIMON_FILE_OPEN, 0, 0);
    mpimon_file_count(mpimon_file_index("file 999"), MPIMON_FILE_CLOSE, 0, 0);
    mpimon_file_count(mpimon_file_index("file 1000"), MPIMON_FILE_CLOSE, 0, 0);
    const Counted counted = counted_in(profile());
    EXPECT_EQ(counted.size(), 1003U);
    EXPECT_EQ(counted.count("file 999"), 2U);
    EXPECT_EQ(counted.count("file 1000"), 0U);
    EXPECT_EQ(counted.find("(other files)")->second, "operation 0: 200 calls, 0 failed, 0");
}

TEST_F(Files, LongNamesLoseTheirMiddle) {
    const std::string head(200, 'h');
    const std::string tail(200, 't');
    mpimon_file_count(mpimon_file_index((head + "1" + tail).c_str()), MPIMON_FILE_OPEN, 0, 0);
    mpimon_file_count(mpimon_file_index((head + "2" + tail).c_str()), MPIMON_FILE_CLOSE, 0, 0);
    mpimon_file_count(mpimon_file_index(std::string(MPIMON_TEXT - 1, 'f').c_str()), MPIMON_FILE_SYNC, 0, 0);
    const std::string shortened = std::string(84, 'h') + "..." + std::string(168, 't');
    EXPECT_EQ(shortened.size(), MPIMON_TEXT - 1U);
    const Counted expected = {{shortened, "operation 0: 1 calls, 0 failed, 0"},
                              {shortened, "operation 1: 1 calls, 0 failed, 0"},
                              {std::string(MPIMON_TEXT - 1, 'f'), "operation 2: 1 calls, 0 failed, 0"}};
    EXPECT_EQ(counted_in(profile()), expected);
}

TEST_F(Files, ThereAreNoneThatNobodyKnows) {
    mpimon_file_count(0, MPIMON_FILE_OPEN, 1, 0);
    mpimon_file_count_access(3, MPIMON_FILE_SHARED, 0, 1, 1, 0);
    mpimon_file_count_end(UINT32_MAX, 1, 1);
    EXPECT_TRUE(counted_in(profile()).empty());
}

// Of a damaged segment, what makes no sense is left out and counted.
TEST(FilesOfADamagedSegment, AreLeftOut) {
    SegmentBuilder segment(0, 1);
    mpimon_file file = {};
    set_text(file.name, "sound");
    file.calls[MPIMON_FILE_CLOSE] = 1;
    std::vector<mpimon_file_access> accesses(4);
    accesses[0].calls = 1;
    accesses[1].file = 1;
    accesses[2].family = MPIMON_FILE_FAMILIES;
    accesses[3].is_write = 2;
    segment.add(MPIMON_BLOCK_FILES, std::vector{file});
    segment.add(MPIMON_BLOCK_FILE_ACCESSES, accesses);
    const Profile profile = decoded(segment);
    const Counted expected = {{"sound", "operation 1: 1 calls, 0 failed, 0"},
                              {"sound", "read 0: 1 calls, 0 failed, 0 bytes, 0"}};
    EXPECT_EQ(counted_in(profile), expected);
    ASSERT_EQ(profile.diagnostics.size(), 1U);
    EXPECT_EQ(profile.diagnostics[0].text, "rank 0: 3 blocks or items of its memory make no sense and are left out");
}

TEST(FilesOfADamagedSegment, AreNoMoreThanThereCanBe) {
    SegmentBuilder segment(0, 1);
    mpimon_file file = {};
    file.calls[MPIMON_FILE_OPEN] = 1;
    segment.add(MPIMON_BLOCK_FILES, std::vector<mpimon_file>(1100, file));
    const Profile profile = decoded(segment);
    EXPECT_EQ(profile.file_calls.size(), 1001U);
    EXPECT_EQ(profile.diagnostics.size(), 1U);
}

// A segment from before class `io` has a class less, and its histograms are read.
TEST(HistogramsOfAnOlderSegment, AreRead) {
    struct Older {
        uint64_t bins[MPIMON_FIRST_CLASSES][MPIMON_BINS];
    };
    Older older = {};
    older.bins[MPIMON_CLASS_P2P][4] = 11;
    older.bins[MPIMON_CLASS_CTRL][64] = 12;
    SegmentBuilder segment(0, 1);
    segment.add(MPIMON_BLOCK_HISTOGRAMS, std::vector{older, older});
    const Profile profile = decoded(segment);
    ASSERT_EQ(profile.histograms.size(), 2U);
    EXPECT_EQ(profile.histogram_bins[profile.histograms[0].first + 4], 22U);
    EXPECT_EQ(profile.histograms[1].traffic_class, MPIMON_CLASS_CTRL);
    EXPECT_EQ(profile.histogram_bins[profile.histograms[1].first + 64], 24U);
    EXPECT_TRUE(profile.diagnostics.empty());
}

}  // namespace
