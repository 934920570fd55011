// Which process gets which rank by what ranks have sent each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

extern "C" {
#include "mpich/reorder/traffic_order.h"
}

namespace {

struct Job {
    std::vector<int> node;
    std::vector<int> package;
    std::vector<mpimon_traffic> traffic;

    int size() const { return static_cast<int>(node.size()); }

    // Bytes times distance, said once more: 100 between nodes, 10 within one, 1 within a package.
    double cost(const std::vector<int> &process_of) const {
        double sum = 0;
        for (const mpimon_traffic &one : traffic) {
            const auto from = static_cast<size_t>(process_of[static_cast<size_t>(one.from)]);
            const auto to = static_cast<size_t>(process_of[static_cast<size_t>(one.to)]);
            const double distance = node[from] != node[to] ? 100 : package[from] != package[to] ? 10 : 1;
            sum += distance * static_cast<double>(one.bytes);
        }
        return sum;
    }

    std::vector<int> in_order() const {
        std::vector<int> order(node.size());
        std::iota(order.begin(), order.end(), 0);
        return order;
    }

    std::vector<int> order() const {
        std::vector<int> process_of(node.size(), -1);
        const mpimon_seats seats = {size(), node.data(), package.data()};
        const int changed = mpimon_order_by_traffic(&seats, traffic.data(), traffic.size(), process_of.data());
        std::vector<int> sorted = process_of;
        std::sort(sorted.begin(), sorted.end());
        EXPECT_EQ(sorted, in_order());
        EXPECT_EQ(changed != 0, process_of != in_order());
        return process_of;
    }

    // Of all orders.
    double least() const {
        std::vector<int> order = in_order();
        double least = cost(order);
        while (std::next_permutation(order.begin(), order.end()))
            least = std::min(least, cost(order));
        return least;
    }
};

// Processes that are dealt out to the nodes in blocks.
Job on_nodes(int nodes, int each, int packages = 1) {
    Job job;
    for (int process = 0; process < nodes * each; ++process) {
        job.node.push_back(7 * (process / each) % 5 + 5 * (process / each));  // any numbers
        job.package.push_back(process % each * packages / each);
    }
    return job;
}

void exchange(Job &job, int one, int other, uint64_t bytes) {
    job.traffic.push_back({one, other, bytes});
    job.traffic.push_back({other, one, bytes});
}

TEST(TrafficOrder, PairsThatAreApartComeTogether) {
    // Rank i talks to i + 8: all pairs are on different nodes, and can all be on one.
    Job job = on_nodes(4, 4);
    for (int rank = 0; rank < 8; ++rank)
        exchange(job, rank, rank + 8, 1000);
    EXPECT_EQ(job.cost(job.in_order()), 16 * 1000 * 100);
    EXPECT_EQ(job.cost(job.order()), 16 * 1000);
}

TEST(TrafficOrder, PackagesCount) {
    // One node: ranks of the same parity talk to each other, and those of one package are a parity each at best.
    Job job = on_nodes(1, 8, 2);
    for (int rank = 0; rank < 8; ++rank)
        for (int other = rank + 2; other < 8; other += 2)
            exchange(job, rank, other, 10);
    EXPECT_EQ(job.cost(job.order()), 24 * 10);
    EXPECT_GT(job.cost(job.in_order()), 24 * 10);
}

TEST(TrafficOrder, NothingToGainKeepsTheOrder) {
    Job job = on_nodes(3, 3);
    EXPECT_EQ(job.order(), job.in_order());  // no traffic
    for (int rank = 0; rank + 1 < 9; ++rank)
        if (rank % 3 != 2)
            exchange(job, rank, rank + 1, 5);
    EXPECT_EQ(job.order(), job.in_order());  // all within nodes
    Job alone = on_nodes(1, 1);
    EXPECT_EQ(alone.order(), alone.in_order());
}

TEST(TrafficOrder, TheBestOfSevenOrClose) {
    // Unequal nodes; at most a tenth above the best of all orders, and the best in nine of ten jobs.
    std::mt19937 random(7);
    int best = 0;
    for (int round = 0; round < 50; ++round) {
        Job job;
        for (int process = 0; process < 7; ++process) {
            job.node.push_back(static_cast<int>(random() % 3));
            job.package.push_back(static_cast<int>(random() % 2));
        }
        for (int one = 0; one < 7; ++one)
            for (int other = 0; other < 7; ++other)
                if (one != other && random() % 3 == 0)
                    job.traffic.push_back({one, other, random() % 1000});
        const double found = job.cost(job.order()), least = job.least();
        EXPECT_LE(found, job.cost(job.in_order()));
        EXPECT_LE(found, 1.1 * least + 1e-9);
        best += found == least;
    }
    EXPECT_GE(best, 45);
}

TEST(TrafficOrder, NeverWorseAndTheSameEachTime) {
    std::mt19937 random(3);
    for (int round = 0; round < 20; ++round) {
        Job job = on_nodes(1 + static_cast<int>(random() % 8), 1 + static_cast<int>(random() % 9), 2);
        std::shuffle(job.node.begin(), job.node.end(), random);
        std::uniform_int_distribution<int> any(0, job.size() - 1);
        for (int i = 0; i < 4 * job.size(); ++i)
            job.traffic.push_back({any(random), any(random), random() % 4096});
        const std::vector<int> order = job.order();
        EXPECT_LE(job.cost(order), job.cost(job.in_order()));
        EXPECT_EQ(job.order(), order);
    }
}

TEST(TrafficOrder, AShuffledGridIsFoundAgain) {
    // 32 x 32 on 16 nodes of 64: squares of 8 x 8 have 384 pairs on different nodes, a shuffled order nearly all 1,984.
    constexpr int side = 32;
    Job job = on_nodes(16, 64);
    std::vector<int> rank_at = job.in_order();
    std::shuffle(rank_at.begin(), rank_at.end(), std::mt19937(5));
    for (int at = 0; at < side * side; ++at) {
        if (at % side + 1 < side)
            exchange(job, rank_at[static_cast<size_t>(at)], rank_at[static_cast<size_t>(at + 1)], 1);
        if (at + side < side * side)
            exchange(job, rank_at[static_cast<size_t>(at)], rank_at[static_cast<size_t>(at + side)], 1);
    }
    const double squares = 2 * (384 * 100 + (1984 - 384));
    EXPECT_GT(job.cost(job.in_order()), 4 * squares);
    EXPECT_LT(job.cost(job.order()), 1.5 * squares);
}

}  // namespace
