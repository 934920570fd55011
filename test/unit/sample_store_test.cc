// Samples in a segment: which of them are kept, that sums stay exact whatever is forgotten, and that a reader who looks
// meanwhile sees each sample whole or not at all.
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "engine/tables/iterator.h"
#include "engine/timeline/sample_store.h"
#include "engine/timeline/sums.h"

namespace {

using mpimon::SampleStore;
using mpimon::Segment;

constexpr uint64_t kInterval = 10;

// A sample whose every number follows from its time.
mpimon_sample sample_at(uint64_t end) {
    mpimon_sample sample = {};
    sample.end = end;
    sample.recorded = end;
    sample.memory = 3 * end;
    for (int i = 0; i < MPIMON_SUMS; ++i)
        mpimon_sums_array(&sample.sums)[i] = end * (100 + static_cast<uint64_t>(i));
    return sample;
}

bool is_whole(const mpimon_sample &sample) {
    mpimon_sample expected = sample_at(sample.end);
    bool whole = sample.recorded == expected.recorded && sample.memory == expected.memory;
    for (int i = 0; i < MPIMON_SUMS; ++i)
        whole = whole && mpimon_sums_array_of(&sample.sums)[i] == mpimon_sums_array(&expected.sums)[i];
    return whole;
}

// As layout.h says: the serial number, the sample, and the serial number again.
bool read_sample(const mpimon_sample *item, mpimon_sample *copy) {
    const auto *words = reinterpret_cast<const uint64_t *>(item);
    const uint64_t serial = __atomic_load_n(&item->serial, __ATOMIC_ACQUIRE);
    for (size_t i = 1; i < sizeof *item / sizeof *words; ++i)
        reinterpret_cast<uint64_t *>(copy)[i] = __atomic_load_n(&words[i], __ATOMIC_ACQUIRE);
    copy->serial = serial;
    return serial != 0 && __atomic_load_n(&item->serial, __ATOMIC_RELAXED) == serial;
}

// The samples in the order of their serial numbers; `items`: of how many items.
std::vector<mpimon_sample> samples_of(const Segment &segment, size_t *items = nullptr) {
    std::vector<mpimon_sample> samples;
    mpimon_cursor cursor = {};
    size_t count = 0;
    while (const void *item = mpimon_next_item(segment.header(), MPIMON_BLOCK_SAMPLES, &cursor)) {
        mpimon_sample copy = {};
        if (read_sample(static_cast<const mpimon_sample *>(item), &copy))
            samples.push_back(copy);
        ++count;
    }
    if (items)
        *items = count;
    std::sort(samples.begin(), samples.end(), [](const auto &a, const auto &b) { return a.serial < b.serial; });
    return samples;
}

class Samples : public testing::Test {
  protected:
    void SetUp() override { ASSERT_EQ(segment.open(nullptr), 0); }
    void TearDown() override { segment.close(); }

    // As the sampler does it: one interval after the other, each as long as they are then.
    void add(int count) {
        for (int i = 0; i < count; ++i)
            ASSERT_TRUE(store.add(segment, sample_at(time += kInterval << store.doublings())));
    }

    Segment segment;
    SampleStore store{};
    uint64_t time = 0;
};

struct Kept {
    int added;
    size_t kept;
    unsigned doublings;
};

class AnyNumberOfSamples : public Samples, public testing::WithParamInterface<Kept> {};

// 4,096 intervals become 2,048; from there on it takes 2,048 more.
INSTANTIATE_TEST_SUITE_P(Added, AnyNumberOfSamples,
                         testing::Values(Kept{1, 1, 0}, Kept{2, 2, 0}, Kept{4095, 4095, 0}, Kept{4096, 2048, 1},
                                         Kept{4097, 2049, 1}, Kept{6143, 4095, 1}, Kept{6144, 2048, 2},
                                         Kept{8191, 4095, 2}, Kept{8192, 2048, 3}, Kept{30000, 3376, 13}),
                         [](const auto &parameter) { return std::to_string(parameter.param.added); });

// The difference of any two is what was counted between them, so the sums are exact; all intervals are alike.
TEST_P(AnyNumberOfSamples, AreKeptAtEqualDistancesUpToTheLastOne) {
    add(GetParam().added);
    size_t items = 0;
    const std::vector<mpimon_sample> samples = samples_of(segment, &items);
    EXPECT_EQ(samples.size(), GetParam().kept);
    EXPECT_EQ(store.doublings(), GetParam().doublings);
    EXPECT_EQ(items, std::min(static_cast<size_t>(GetParam().added), size_t{MPIMON_INTERVALS}));
    for (size_t i = 0; i < samples.size(); ++i) {
        ASSERT_EQ(samples[i].end, (i + 1) * (kInterval << store.doublings())) << i;
        ASSERT_TRUE(is_whole(samples[i])) << i;
    }
    EXPECT_EQ(samples.back().end, time);
    EXPECT_EQ(store.last()->end, time);
    EXPECT_EQ(samples.back().serial, static_cast<uint64_t>(GetParam().added));
}

// Where intervals are not alike, since the detail was switched, pairs are merged all the same.
TEST_F(Samples, OfAnyLengthAreMergedInPairs) {
    std::vector<uint64_t> ends;
    for (uint64_t i = 1, end = 0; i <= MPIMON_INTERVALS; ++i) {
        ASSERT_TRUE(store.add(segment, sample_at(end += i * i % 97)));
        ends.push_back(end);
    }
    const std::vector<mpimon_sample> samples = samples_of(segment);
    ASSERT_EQ(samples.size(), ends.size() / 2);
    for (size_t i = 0; i < samples.size(); ++i)
        ASSERT_EQ(samples[i].end, ends[2 * i + 1]) << i;
}

TEST_F(Samples, BeginAnewAfterTheyWereForgotten) {
    add(5000);
    segment.close();
    store.clear();
    ASSERT_EQ(segment.open(nullptr), 0);
    time = 0;
    add(3);
    const std::vector<mpimon_sample> samples = samples_of(segment);
    ASSERT_EQ(samples.size(), 3U);
    EXPECT_EQ(samples[0].serial, 1U);
    EXPECT_EQ(samples[2].end, 3 * kInterval);
}

// Each sample that a reader takes is whole and of a time of its own.
TEST_F(Samples, AreReadWhileTheyAreWritten) {
    constexpr int kScans = 200;
    std::atomic<int> reading{2};
    std::vector<std::thread> readers;
    add(1);
    for (int i = reading; i > 0; --i)
        readers.emplace_back([&] {
            bool sound = true;
            for (int scan = 0; scan < kScans; ++scan) {
                const std::vector<mpimon_sample> samples = samples_of(segment);
                for (size_t k = 0; k < samples.size(); ++k)
                    sound = sound && is_whole(samples[k]) && (k == 0 || samples[k - 1].end < samples[k].end);
            }
            EXPECT_TRUE(sound);
            --reading;
        });
    while (reading > 0)
        EXPECT_TRUE(store.add(segment, sample_at(time += kInterval)));
    for (std::thread &reader : readers)
        reader.join();
    EXPECT_EQ(samples_of(segment).back().end, time);
}

}  // namespace
