// When a path that was found ahead is taken to be that of the program again.
#include "overlap/ahead/path.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <array>
#include <cstdlib>
#include <functional>

#include "overlap/ahead/known_code.h"
#include "overlap/ahead/read.h"
#include "said_under_way.h"

namespace mpimon::overlap {
namespace {

constexpr std::size_t kFar = 512;  // bytes: farther apart than accesses that are taken together

std::uintptr_t address_of(const void *memory) {
    return reinterpret_cast<std::uintptr_t>(memory);
}

// A path that reads a number and writes to another place.
class Paths : public testing::Test {
  protected:
    void SetUp() override {
        open_receive = open_send = of_others = {0, 0};
        path_.begin(entry_);
        path_.add_access(read_);
        path_.add_read(read_.begin, 4, static_cast<std::uint64_t>(number_));
        path_.add_access(written_);
        path_.end_at_call();
    }
    void TearDown() override { open_receive = open_send = of_others = {0, 0}; }

    Ahead ahead(const Expected &expected = {{0, 0}, {0, 0}}) {
        PrivateMemory memory;
        return path_.leads_to(entry_, UnderWay(expected), &memory);
    }
    bool is_taken(const Expected &expected = {{0, 0}, {0, 0}}) { return ahead(expected) == Ahead::kCall; }

    int number_ = 7;
    std::array<char, 2 *kFar> memory_ = {};
    const Range read_ = {address_of(&number_), address_of(&number_ + 1)};
    const Range written_ = {address_of(memory_.data() + kFar), address_of(memory_.data() + kFar + 8)};
    Entry entry_ = {{1, 2, 3, 4, 5, 6, 7}, 8};
    Path path_ = {};
};

TEST_F(Paths, AreTakenAgainWhereAllIsAsItWas) {
    EXPECT_TRUE(is_taken());
    memory_.fill(1);  // which is not read
    EXPECT_TRUE(is_taken());
}

TEST_F(Paths, AreNotTakenWithOtherNumbers) {
    number_++;
    EXPECT_FALSE(is_taken());
    number_--;
    EXPECT_TRUE(is_taken());
}

TEST_F(Paths, AreNotTakenFromElsewhere) {
    for (const auto &change : {std::function<void(Entry *)>([](Entry *entry) { entry->code++; }),
                               std::function<void(Entry *)>([](Entry *entry) { entry->registers.rbx++; }),
                               std::function<void(Entry *)>([](Entry *entry) { entry->registers.rsp--; })}) {
        const Entry before = entry_;
        change(&entry_);
        EXPECT_FALSE(is_taken());
        entry_ = before;
    }
    EXPECT_TRUE(is_taken());
}

TEST_F(Paths, AreNotTakenOnceCodeMayHaveChanged) {
    forget_code();
    EXPECT_FALSE(is_taken());
}

TEST_F(Paths, DoNotLeadToWhatIsUnderWay) {
    for (const Range &accessed : {read_, written_}) {
        open_receive = accessed;
        EXPECT_FALSE(is_taken());
        open_receive = {0, 0};
        EXPECT_FALSE(is_taken({accessed, {0, 0}}));
        EXPECT_FALSE(is_taken({{0, 0}, accessed}));
    }
    open_send = written_;
    EXPECT_FALSE(is_taken());
    open_send = {0, 0};
    open_receive = {written_.end, written_.end + 1};
    EXPECT_TRUE(is_taken());
    EXPECT_TRUE(is_taken({{address_of(memory_.data()), address_of(memory_.data() + 8)}, {0, 0}}));
}

TEST_F(Paths, LeadToAnAccessWhileItIsToWhatIsUnderWay) {
    const Range touched = {written_.end + kFar, written_.end + kFar + 8};
    for (const bool write : {false, true}) {
        path_.begin(entry_);
        path_.add_access(read_);
        path_.end_at_touch(touched, write);
        EXPECT_EQ(ahead(), Ahead::kUnknown);
        open_receive = touched;
        EXPECT_EQ(ahead(), Ahead::kTouch);
        open_receive = {0, 0};
        open_send = touched;
        EXPECT_EQ(ahead(), write ? Ahead::kTouch : Ahead::kUnknown);
        open_send = read_;  // which is not written to for all that is known
        open_receive = touched;
        EXPECT_EQ(ahead(), Ahead::kUnknown);
        open_receive = open_send = {0, 0};
    }
}

TEST_F(Paths, RememberOnceWhatTheyReadAgainAndAgain) {
    path_.begin(entry_);
    for (int i = 0; i < 1000; i++)
        path_.add_read(read_.begin, 4, static_cast<std::uint64_t>(number_));
    path_.end_at_call();
    EXPECT_TRUE(is_taken());
    number_++;
    EXPECT_FALSE(is_taken());
}

TEST_F(Paths, CompareNumbersOfEachSize) {
    std::uint64_t number = 0x1122334455667788;
    for (const unsigned bytes : {1u, 2u, 4u, 8u}) {
        path_.begin(entry_);
        path_.add_read(address_of(&number), bytes,
                       bytes == 8 ? number : number & ((std::uint64_t{1} << 8 * bytes) - 1));
        path_.add_read(read_.begin, 4, static_cast<std::uint64_t>(number_));
        path_.end_at_call();
        EXPECT_TRUE(is_taken());
        const std::uint64_t before = number;
        number ^= std::uint64_t{1} << (8 * bytes - 1);
        EXPECT_FALSE(is_taken());
        number = before;
        if (bytes < 8)
            number ^= std::uint64_t{1} << 8 * bytes;  // beyond
        EXPECT_TRUE(is_taken());
        number = before;
    }
}

TEST_F(Paths, AreNotTakenWhereMemoryIsGone) {
    struct sigaction of_reads = {}, before;
    of_reads.sa_flags = SA_SIGINFO;
    of_reads.sa_sigaction = [](int, siginfo_t *, void *context) {
        if (!fail_to_read(context))
            std::abort();
    };
    sigaction(SIGSEGV, &of_reads, &before);
    for (const unsigned bytes : {1u, 2u, 4u, 8u}) {
        path_.begin(entry_);
        path_.add_read(bytes, bytes, 0);
        path_.end_at_call();
        EXPECT_FALSE(is_taken());
    }
    sigaction(SIGSEGV, &before, nullptr);
}

TEST_F(Paths, DoNotLeadThroughWhatOthersHave) {
    of_others = written_;
    EXPECT_FALSE(is_taken());
}

TEST_F(Paths, ThatHaveNotEndedAreNotTaken) {
    path_.begin(entry_);
    EXPECT_FALSE(is_taken());
    path_.end_at_call();
    EXPECT_TRUE(is_taken());
}

TEST_F(Paths, ThatAreTooLongAreNotTaken) {
    path_.begin(entry_);
    for (std::uintptr_t i = 0; i < 1000; i++)
        path_.add_read(read_.begin + i, 4, 7);
    path_.end_at_call();
    EXPECT_FALSE(is_taken());
    path_.begin(entry_);
    for (std::uintptr_t i = 0; i < 1000; i++)
        path_.add_access({i * kFar, i * kFar + 1});
    path_.end_at_call();
    EXPECT_FALSE(is_taken());
}

}  // namespace
}  // namespace mpimon::overlap
