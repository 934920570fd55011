// Which rank of a grid each process gets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

extern "C" {
#include "mpich/reorder/grid_blocks.h"
#include "mpich/reorder/rank_file.h"
}

namespace {

class Grid {
  public:
    Grid(std::vector<int> extents, std::vector<int> periods)
        : extents_(std::move(extents)), periods_(std::move(periods)) {}

    mpimon_grid get() const {
        const int size = std::accumulate(extents_.begin(), extents_.end(), 1, std::multiplies<>());
        return {static_cast<int>(extents_.size()), extents_.data(), periods_.data(), size};
    }

    // The rank that each process gets.
    std::vector<int> order(const std::vector<int> &node_of) const {
        const mpimon_grid grid = get();
        std::vector<int> ranks;
        for (int rank = 0; rank < grid.size; ++rank)
            ranks.push_back(mpimon_grid_rank(&grid, node_of.data(), rank));
        return ranks;
    }

    // Neighbours on different nodes when the processes have these ranks.
    long pairs(const std::vector<int> &node_of, const std::vector<int> &ranks) const {
        const mpimon_grid grid = get();
        std::vector<int> node_of_rank(ranks.size());
        for (size_t process = 0; process < ranks.size(); ++process)
            node_of_rank[static_cast<size_t>(ranks[process])] = node_of[process];
        return mpimon_grid_pairs_between_nodes(&grid, node_of_rank.data());
    }

  private:
    std::vector<int> extents_;
    std::vector<int> periods_;
};

std::vector<int> in_order(size_t size) {
    std::vector<int> ranks(size);
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
}

// Nodes of `each` processes that follow each other.
std::vector<int> blocked(int nodes, int each) {
    std::vector<int> node_of;
    for (int node = 0; node < nodes; ++node)
        node_of.insert(node_of.end(), static_cast<size_t>(each), node);
    return node_of;
}

void expect_permutation(std::vector<int> ranks) {
    std::sort(ranks.begin(), ranks.end());
    EXPECT_EQ(ranks, in_order(ranks.size()));
}

TEST(GridBlocks, SquaresInsteadOfRows) {
    // 4 x 4 on 4 nodes: rows have 12 neighbours on other nodes, squares of 2 x 2 have 8.
    const Grid grid({4, 4}, {0, 0});
    const std::vector<int> node_of = blocked(4, 4);
    EXPECT_EQ(grid.pairs(node_of, in_order(16)), 12);
    const std::vector<int> ranks = grid.order(node_of);
    expect_permutation(ranks);
    EXPECT_EQ(grid.pairs(node_of, ranks), 8);
    EXPECT_EQ(std::vector<int>(ranks.begin(), ranks.begin() + 6), (std::vector<int>{0, 1, 4, 5, 2, 3}));
}

TEST(GridBlocks, NodesInTurn) {
    // Processes dealt out to the nodes one by one.
    const Grid grid({2, 2, 4}, {0, 0, 0});
    std::vector<int> node_of;
    for (int process = 0; process < 16; ++process)
        node_of.push_back(7 - process % 2);
    const std::vector<int> ranks = grid.order(node_of);
    expect_permutation(ranks);
    EXPECT_EQ(grid.pairs(node_of, ranks), 4);  // two cubes of 2 x 2 x 2
}

TEST(GridBlocks, StayInOrderWhereNothingIsGained) {
    const Grid rows({4, 4}, {0, 0});
    EXPECT_EQ(rows.order(blocked(1, 16)), in_order(16));  // one node
    EXPECT_EQ(rows.order(blocked(16, 1)), in_order(16));  // a node for each
    EXPECT_EQ(rows.order(blocked(2, 8)), in_order(16));   // two rows each are best
    std::vector<int> uneven = blocked(4, 4);
    uneven[3] = 1;
    EXPECT_EQ(rows.order(uneven), in_order(16));
    // A column for each node has 10 neighbours on different nodes, five in a row 8.
    EXPECT_EQ(Grid({5, 3}, {0, 0}).order(blocked(3, 5)), in_order(15));
}

TEST(GridBlocks, PeriodicNeighbours) {
    const Grid ring({6}, {1});
    EXPECT_EQ(ring.pairs(blocked(3, 2), in_order(6)), 3);
    const Grid torus({4, 4}, {1, 1});
    EXPECT_EQ(torus.pairs(blocked(4, 4), torus.order(blocked(4, 4))), 16);
}

TEST(GridBlocks, NeverWorse) {
    std::mt19937 random(1);
    const auto draw = [&](int most) { return std::uniform_int_distribution<int>(1, most)(random); };
    for (int round = 0; round < 300; ++round) {
        std::vector<int> extents, periods;
        for (int dimension = draw(4); dimension > 0; --dimension) {
            extents.push_back(draw(6));
            periods.push_back(draw(2) - 1);
        }
        const Grid grid(extents, periods);
        const int size = grid.get().size;
        std::vector<int> node_of;
        const int each = draw(8);
        for (int process = 0; process < size; ++process)
            node_of.push_back(process / each);
        if (draw(2) == 1)
            std::shuffle(node_of.begin(), node_of.end(), random);
        const std::vector<int> ranks = grid.order(node_of);
        expect_permutation(ranks);
        EXPECT_LE(grid.pairs(node_of, ranks), grid.pairs(node_of, in_order(ranks.size())));
    }
}

class RankFile : public testing::Test {
  protected:
    ~RankFile() override { std::remove(path_.c_str()); }

    int rank_in(const std::string &text, int rank, int size) {
        std::ofstream(path_) << text;
        return mpimon_rank_in_file(path_.c_str(), rank, size, fault_, sizeof fault_);
    }

    std::string path_ =
        testing::TempDir() + "ranks." + std::to_string(::testing::UnitTest::GetInstance()->random_seed());
    char fault_[128] = "";
};

TEST_F(RankFile, HasTheSlotOfEachRank) {
    // Rank 0 is to be on slot 2: the process there, which is number 2, gets rank 0.
    const std::string slots = "2\n0\n1\n";
    EXPECT_EQ(rank_in(slots, 2, 3), 0);
    EXPECT_EQ(rank_in(slots, 0, 3), 1);
    EXPECT_EQ(rank_in(slots, 1, 3), 2);
}

TEST_F(RankFile, MustFit) {
    EXPECT_EQ(rank_in("0\n1\n", 0, 3), -1);
    EXPECT_STREQ(fault_, "line 3: not 3 lines with the slot of a rank each");
    EXPECT_EQ(rank_in("0\n1\n2\n", 0, 2), -1);
    EXPECT_STREQ(fault_, "line 3: slots 0 to 1 are to be there once each");
    EXPECT_EQ(rank_in("0\n0\n", 0, 2), -1);
    EXPECT_STREQ(fault_, "line 2: slots 0 to 1 are to be there once each");
    EXPECT_EQ(rank_in("0\nx\n", 0, 2), -1);
    EXPECT_STREQ(fault_, "line 2: not 2 lines with the slot of a rank each");
    EXPECT_EQ(mpimon_rank_in_file("/nowhere/ranks", 0, 2, fault_, sizeof fault_), -1);
    EXPECT_STREQ(fault_, "No such file or directory");
}

}  // namespace
