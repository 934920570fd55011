// Which bytes messages have in common, for datatypes whose bytes are written here.
#include "overlap/messages/footprint.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>

#include "overlap/library.h"

namespace mpimon::overlap {

Library library;

namespace {

constexpr Address kItem = 8;

// A column of a matrix: this many items, a row apart.
struct Column {
    int rows;
    Address row;

    Address extent() const { return (rows - 1) * row + kItem; }
};

Column made;  // that of the datatype the library is asked of

int pack_column_size(int, Datatype, Comm, int *bytes) {
    *bytes = static_cast<int>(made.rows * kItem);
    return kSuccess;
}

int unpack_column(const void *packed, int, int *, void *element, int, Datatype, Comm) {
    for (int i = 0; i < made.rows; i++)
        std::memcpy(static_cast<char *>(element) + i * made.row, static_cast<const char *>(packed) + i * kItem, kItem);
    return kSuccess;
}

class Columns : public testing::Test {
  protected:
    Columns() {
        library.pack_size = pack_column_size;
        library.unpack = unpack_column;
    }
    ~Columns() override { drop_layouts(); }

    void make(const Column &column) {
        made = column;
        layout_ = make_layout(Datatype{}, 0, column.extent());
    }

    // So many columns, of the last one that was made, side by side from this address.
    Footprint columns(std::uintptr_t begin, int count = 1) const {
        const auto bytes = static_cast<std::uintptr_t>(made.extent() + (count - 1) * kItem);
        return {{begin, begin + bytes}, layout_, begin, count, kItem};
    }

  private:
    const Layout *layout_ = nullptr;
};

Footprint whole(std::uintptr_t begin, std::uintptr_t end) {
    return {{begin, end}, nullptr, begin, 1, static_cast<Address>(end - begin)};
}

TEST_F(Columns, OverlapWhereTheyShareAByte) {
    make({4, 64});
    EXPECT_FALSE(overlap(columns(1000), columns(1008)));
    EXPECT_TRUE(overlap(columns(1000), columns(1007)));
    EXPECT_TRUE(overlap(columns(1000), columns(1000 + 3 * 64)));
    EXPECT_FALSE(overlap(columns(1000), columns(1000 + 4 * 64)));
}

TEST_F(Columns, OverlapWholeRangesWhereTheyHaveBytes) {
    make({4, 64});
    EXPECT_FALSE(overlap(columns(1000), whole(1008, 1064)));
    EXPECT_TRUE(overlap(columns(1000), whole(1008, 1065)));
    EXPECT_TRUE(overlap(whole(1007, 1064), columns(1000)));
}

TEST_F(Columns, AreComparedAnewWhenTheirDatatypeIsAnotherOne) {
    make({4, 64});
    EXPECT_FALSE(overlap(columns(1000), columns(1032)));
    make({7, 32});  // as long
    EXPECT_TRUE(overlap(columns(1000), columns(1032)));
    drop_layouts();
    make({4, 64});  // its layout is where the first one was
    EXPECT_FALSE(overlap(columns(1000), columns(1032)));
    drop_layouts();
    make({7, 32});
    EXPECT_TRUE(overlap(columns(1000), columns(1032)));
}

// More than answers are kept of.
TEST_F(Columns, AreNotTakenForOthers) {
    constexpr Address kRow = 64;
    make({4, kRow});
    for (int times = 0; times < 2; times++)
        for (int distance = 0; distance < 4 * kRow; distance++)
            for (int count = 1; count < 8; count++) {
                const Address in_row = distance % kRow;
                const bool meets_next = in_row + count * kItem > kRow && distance / kRow < 3;
                const bool meets = distance < 3 * kRow + kItem && (in_row < kItem || meets_next);
                ASSERT_EQ(overlap(columns(1000), columns(1000 + distance, count)), meets) << distance << ' ' << count;
            }
}

TEST_F(Columns, AreComparedOnceForAllCallsOfAChain) {
    using Clock = std::chrono::steady_clock;
    constexpr int kAgain = 100;
    make({100'000, 64});
    const auto begin = Clock::now();
    EXPECT_FALSE(overlap(columns(1000), columns(1008)));
    const auto once = Clock::now();
    for (int times = 0; times < kAgain; times++)
        EXPECT_FALSE(overlap(columns(1000), columns(1008)));
    EXPECT_LT(Clock::now() - once, once - begin);
}

}  // namespace
}  // namespace mpimon::overlap
