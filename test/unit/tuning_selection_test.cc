// What the timed calls of a job say, and the tuning files made of it; a small model of how MPICH goes through a file is
// what the files are held against.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <tuple>

#include "analysis/failure.h"
#include "analysis/tuning/check.h"
#include "analysis/tuning/selection.h"
#include "analysis/tuning/tuned_files.h"
#include "tuning/names.h"
#include "tuning_files.h"

namespace mpimon::test {

namespace {

using namespace tuning;  // NOLINT: all of it is under test

// The estimate of these times, by the textbook's formulas.
Estimate estimate_of(const std::vector<double> &times) {
    double sum = 0;
    for (const double time : times)
        sum += time;
    Estimate estimate;
    estimate.calls = times.size();
    estimate.mean = sum / static_cast<double>(times.size());
    for (const double time : times)
        estimate.squares += (time - estimate.mean) * (time - estimate.mean);
    return estimate;
}

std::vector<double> times_around(double mean, double spread, size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> distribution(mean, spread);
    std::vector<double> times;
    while (times.size() < count)
        times.push_back(distribution(random));
    return times;
}

// A job of two processes that call MPI_Bcast on their world, with the trials that a test adds.
Profile job_of_two() {
    Profile profile;
    profile.job.world_size = 2;
    profile.processes.resize(2);
    profile.names = {"Bcast", "MPIR_Bcast_intra_binomial", kDefault, "fast", "slow", "Scan"};
    Communicator world;
    world.size = 2;
    profile.communicators = {world};
    return profile;
}

void add_trial(Profile &profile, uint32_t process, uint32_t candidate, const Estimate &estimate, uint8_t bin = 11) {
    Trial trial;
    trial.process = process;
    trial.algorithm = 1;
    trial.candidate = candidate;
    trial.bin = bin;
    trial.calls = estimate.calls;
    trial.mean_ns = estimate.mean;
    trial.squares_ns2 = estimate.squares;
    profile.trials.push_back(trial);
}

TEST(Estimate, OfPartsIsThatOfTheWhole) {
    const std::vector<double> times = times_around(100, 30, 50, 1);
    for (size_t cut = 0; cut <= times.size(); cut += 10) {
        Estimate sum;
        const auto middle = times.begin() + static_cast<std::ptrdiff_t>(cut);
        if (cut > 0)
            sum.add(estimate_of({times.begin(), middle}));
        if (cut < times.size())
            sum.add(estimate_of({middle, times.end()}));
        const Estimate whole = estimate_of(times);
        EXPECT_EQ(sum.calls, whole.calls);
        EXPECT_NEAR(sum.mean, whole.mean, 1e-9);
        EXPECT_NEAR(sum.squares, whole.squares, 1e-6);
    }
}

// Welch's test by hand: 1, 2, 3 and 2, 4, 6 have variances 1 and 4, the means' 1/3 and 4/3, so 2.94 degrees of freedom,
// of which 2 count, with t = 4.3027 at 5 %.
TEST(Difference, IsWelchsTest) {
    const Difference found = difference(estimate_of({2, 4, 6}), estimate_of({1, 2, 3}), 0.05);
    EXPECT_DOUBLE_EQ(found.ns, 2);
    EXPECT_NEAR(found.noise_ns, 4.30265 * std::sqrt(5.0 / 3), 1e-4);
    EXPECT_FALSE(found.is_proven());
}

TEST(Difference, OfOneCallIsNeverProven) {
    EXPECT_FALSE(difference(estimate_of({1000}), estimate_of({1, 1, 1}), 0.05).is_proven());
    EXPECT_FALSE(difference(estimate_of({1000, 1000}), estimate_of({1}), 0.05).is_proven());
}

TEST(Trials, TheSlowestProcessCounts) {
    Profile profile = job_of_two();
    add_trial(profile, 0, 3, estimate_of({10, 12}));
    add_trial(profile, 1, 3, estimate_of({20, 24, 28}));
    const auto points = summarize_trials(profile);
    ASSERT_EQ(points.size(), 1U);
    EXPECT_EQ(points.begin()->first.bin, 11);
    EXPECT_EQ(points.begin()->first.processes, 2U);
    EXPECT_EQ(points.begin()->second.candidates.at("fast").calls, 3U);
    EXPECT_DOUBLE_EQ(points.begin()->second.candidates.at("fast").mean, 24);
}

TEST(Trials, SizesThatNoKeyTellsAreOnePoint) {
    Profile profile = job_of_two();
    add_trial(profile, 0, 3, estimate_of({10, 12}), 5);
    add_trial(profile, 0, 3, estimate_of({20, 22}), 9);
    for (Trial &trial : profile.trials)
        trial.operation = 5;
    const auto points = summarize_trials(profile);
    ASSERT_EQ(points.size(), 1U);
    EXPECT_EQ(points.begin()->first.bin, kAnyBin);
    EXPECT_EQ(points.begin()->second.candidates.at("fast").calls, 4U);
}

TEST(Trials, InterCommunicatorsAndPartsAreNotTuned) {
    for (const int which : {0, 1, 2}) {
        Profile profile = job_of_two();
        profile.communicators[0].inter = which == 0;
        profile.communicators[0].internal = which == 1;
        profile.communicators[0].size = which == 2 ? 1 : 2;
        add_trial(profile, 0, 3, estimate_of({10, 12}));
        EXPECT_TRUE(summarize_trials(profile).empty());
    }
}

// Four processes, two on each of two nodes.
TEST(Trials, CommunicatorsAreToldApartByTheirNodes) {
    Profile profile = job_of_two();
    profile.job.world_size = 4;
    profile.processes.resize(4);
    for (uint32_t rank = 0; rank < 4; ++rank) {
        profile.processes[rank].world_rank = rank;
        profile.processes[rank].place.node = rank / 2;
    }
    const std::vector<std::vector<uint32_t>> members = {{0, 1, 2, 3}, {2, 3}, {3, 1}, {0, 1, 2}, {0, 9}};
    profile.communicators.clear();
    for (const std::vector<uint32_t> &list : members) {
        Communicator communicator;
        communicator.size = static_cast<uint32_t>(list.size());
        communicator.members = list;
        profile.communicators.push_back(communicator);
        CollectiveSize row;
        row.communicator = static_cast<uint32_t>(profile.communicators.size() - 1);
        row.bin = 11;
        row.calls = row.time_ns = 12;
        profile.collective_sizes.push_back(row);
    }
    profile.communicators[0].members.clear();
    profile.communicators[0].world_order = true;
    std::vector<std::tuple<uint32_t, Spread, std::vector<uint32_t>>> found;
    for (const auto &[point, trials] : summarize_trials(profile))
        found.emplace_back(point.processes, point.spread, trials.members);
    EXPECT_EQ(found, (decltype(found){{2, Spread::kOneNode, {2, 3}},
                                      {2, Spread::kOneEach, {3, 1}},
                                      {3, Spread::kSeveral, {0, 1, 2}},
                                      {4, Spread::kSeveral, {}}}));
    profile.processes[3].place.node = MPIMON_NONE;
    EXPECT_EQ(spreads_of(profile), (std::vector<Spread>{Spread::kUnknown, Spread::kUnknown, Spread::kUnknown,
                                                        Spread::kSeveral, Spread::kUnknown}));
    // An MPICH without shared memory of its own chooses as on nodes of one process each.
    for (Process &process : profile.processes)
        process.place.alone = process.place.is_known();
    EXPECT_EQ(spreads_of(profile), (std::vector<Spread>{Spread::kUnknown, Spread::kUnknown, Spread::kUnknown,
                                                        Spread::kOneEach, Spread::kUnknown}));
}

Selected selected_of(const std::vector<double> &standard, const std::vector<double> &fast) {
    Profile profile = job_of_two();
    add_trial(profile, 0, 2, estimate_of(standard));
    add_trial(profile, 0, 3, estimate_of(fast));
    return select(summarize_trials(profile)).front();
}

TEST(Selection, TakesWhatIsFasterBeyondNoise) {
    const Selected selected = selected_of(times_around(100, 5, 20, 1), times_around(80, 5, 20, 2));
    EXPECT_EQ(selected.best, "fast");
    EXPECT_EQ(selected.chosen, "fast");
    EXPECT_NEAR(selected.gain.ns, 20, 5);
}

TEST(Selection, LeavesTheDefaultWithinNoise) {
    const Selected selected = selected_of({80, 100, 120, 140}, {79, 99, 119, 139});
    EXPECT_EQ(selected.best, "fast");
    EXPECT_EQ(selected.chosen, "");
}

TEST(Selection, NeverTakesWhatIsSlower) {
    const Selected selected = selected_of(times_around(100, 1, 50, 1), times_around(200, 1, 50, 2));
    EXPECT_EQ(selected.best, "");
    EXPECT_EQ(selected.chosen, "");
}

// Of many points at which nothing is better, as good as none gets a choice: 5 % of them by the test's own doubt, which
// is of both sides, so half of these.
TEST(Selection, IsSeldomFooled) {
    int fooled = 0;
    for (unsigned seed = 0; seed < 400; ++seed)
        fooled +=
            selected_of(times_around(100, 20, 10, 2 * seed), times_around(100, 20, 10, 2 * seed + 1)).chosen != "";
    EXPECT_LE(fooled, 20);
}

// Broadcasts on the world, for which something was tried, take 60 of 100 ns; the others are scans, for which nothing
// was, and broadcasts on an inter-communicator. Nonblocking calls have no time that would count.
TEST(Selection, CoversAShareOfAllBlockingCalls) {
    Profile profile = job_of_two();
    Communicator other;
    other.size = 2;
    other.inter = true;
    profile.communicators.push_back(other);
    const auto add_calls = [&](uint32_t operation, uint32_t communicator, uint8_t mode, uint64_t time_ns) {
        CollectiveSize row;
        row.operation = operation;
        row.communicator = communicator;
        row.mode = mode;
        row.bin = 11;
        row.calls = 2;
        row.time_ns = time_ns;
        profile.collective_sizes.push_back(row);
    };
    add_calls(0, 0, MPIMON_BLOCKING, 60);
    add_calls(5, 0, MPIMON_BLOCKING, 10);
    add_calls(0, 1, MPIMON_BLOCKING, 30);
    add_calls(0, 0, MPIMON_NONBLOCKING, 1000);
    EXPECT_EQ(covered(summarize_trials(profile), profile).tried_ns, 0U);
    add_trial(profile, 0, 2, estimate_of({10, 12}));
    EXPECT_EQ(covered(summarize_trials(profile), profile).tried_ns, 0U);  // the default alone
    add_trial(profile, 0, 3, estimate_of({10, 12}));
    const Covered found = covered(summarize_trials(profile), profile);
    EXPECT_EQ(found.tried_ns, 60U);
    EXPECT_EQ(found.all_ns, 100U);
}

TEST(Selection, IsProvenByTheOtherOrder) {
    Profile profile = job_of_two();
    add_trial(profile, 0, 2, estimate_of({10, 11, 12, 11}));  // the tuned one is the default now
    add_trial(profile, 0, 4, estimate_of({20, 21, 22, 21}));
    const auto points = summarize_trials(profile);
    EXPECT_TRUE(proof(points, points.begin()->first, "slow").is_proven());
    EXPECT_FALSE(proof(points, points.begin()->first, "never tried").is_proven());
}

// A call, and the way of MPICH through a tree of those keys that the files here have.
struct Call {
    int64_t processes, bytes, count;
    bool commutative, built_in, in_place;
    Spread spread;

    bool has_parts() const { return spread != Spread::kOneEach; }
};

bool holds(const std::string &key, const Call &call) {
    const auto number = [&](size_t from) { return std::stoll(key.substr(from)); };
    const auto begins = [&](const std::string &start) { return key.rfind(start, 0) == 0; };
    if (key.size() > 4 && key.substr(key.size() - 4) == "=any")
        return true;
    if (key == "comm_size=pow2")
        return (call.processes & (call.processes - 1)) == 0;
    if (key == "comm_size=node_comm_size")
        return call.spread == Spread::kOneNode;
    if (key == "count<pow2") {
        int64_t power = 1;
        while (2 * power <= call.processes)
            power *= 2;
        return call.count < power;
    }
    if (begins("comm_size<="))
        return call.processes <= number(11);
    if (begins("avg_msg_size<="))
        return call.bytes <= number(14);
    if (begins("total_msg_size<="))
        return call.bytes <= number(16);
    if (begins("is_commutative="))
        return call.commutative == (key == "is_commutative=yes");
    if (begins("is_op_built_in="))
        return call.built_in == (key == "is_op_built_in=yes");
    if (begins("is_sendbuf_inplace="))
        return call.in_place == (key == "is_sendbuf_inplace=yes");
    if (begins("comm_hierarchy="))
        return call.has_parts();
    return key == "comm_type=intra" || key == "is_block_regular=yes" || key == "is_node_consecutive=yes" ||
           key == "is_multi_threaded=no";
}

// What is chosen; empty if nothing is.
std::string choice_in(const Json &tree, const Call &call) {
    for (const auto &[key, below] : tree.items()) {
        if (key.rfind("algorithm=", 0) == 0 || key.rfind("composition=", 0) == 0)
            return key.substr(key.find('=') + 1);
        if (holds(key, call))
            return choice_in(below, call);
    }
    return {};
}

constexpr Spread kKnownSpreads[] = {Spread::kOneNode, Spread::kSeveral, Spread::kOneEach};

const std::vector<Call> &calls() {
    static const std::vector<Call> kCalls = [] {
        std::vector<Call> list;
        for (const int64_t processes : {3, 4, 8})
            for (const int64_t bytes : {0, 1023, 1024, 2047, 2048})
                for (int flags = 0; flags < 8; ++flags)
                    for (const Spread spread : kKnownSpreads)
                        list.push_back({processes, bytes, bytes / 4, (flags & 1) != 0, (flags & 2) != 0,
                                        (flags & 4) != 0, spread});
        return list;
    }();
    return kCalls;
}

bool is_legal(const Candidate &candidate, const Call &call) {
    const std::string words = " " + candidate.leaf.restrictions + " ";
    const auto asks = [&](const std::string &word) { return words.find(" " + word + " ") != std::string::npos; };
    int64_t power = 1;
    while (2 * power <= call.processes)
        power *= 2;
    return (!asks("commutative") || call.commutative) && (!asks("builtin-op") || call.built_in) &&
           (!(asks("parent-comm") || asks("parent-comm-or-empty")) || call.has_parts()) &&
           (!asks("one-node") || call.spread == Spread::kOneNode) && (!asks("noinplace") || !call.in_place) &&
           (!asks("inplace") || call.in_place) && (!asks("power-of-two") || power == call.processes) &&
           (!asks("size-ge-pof2") || call.count >= power);
}

class EachSeries : public testing::TestWithParam<Series> {};
INSTANTIATE_TEST_SUITE_P(Tuning, EachSeries, testing::ValuesIn(kSeries));

TEST_P(EachSeries, CandidatesAreOfAllCollectivesWithAlternatives) {
    std::map<std::string, size_t> count;
    for (const Candidate &candidate : candidates(GetParam()))
        ++count[candidate.collective];
    EXPECT_EQ(count.size(), 22U);
    for (const auto &[collective, number] : count) {
        EXPECT_LE(number, kMostCandidates) << collective;
        EXPECT_GE(number, 2U) << collective;
    }
    // Blocking collectives of neighbours choose among their nonblocking forms' algorithms; no other does.
    for (const std::string kind : {"allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw"}) {
        EXPECT_EQ(count["ineighbor_" + kind], 2U);
        count.erase("ineighbor_" + kind);
    }
    for (const auto &[collective, number] : count)
        EXPECT_TRUE(collective.front() != 'i' && collective.rfind("neighbor", 0) != 0) << collective;
}

void add_choices(const Json &tree, std::set<std::string> &names) {
    for (const auto &[key, below] : tree.items()) {
        if (key.rfind("algorithm=", 0) == 0 || key.rfind("composition=", 0) == 0)
            names.insert(key.substr(key.find('=') + 1));
        add_choices(below, names);
    }
}

// Where a candidate is out, the library reads a tree all the same: MPICH aborts at names that it does not know.
TEST_P(EachSeries, CandidatesWithoutSpotsHaveKnownNames) {
    const std::vector<Candidate> known = candidates(GetParam());
    std::map<std::string, std::vector<Spot>> spots;
    for (const Candidate &candidate : known)
        spots[candidate.name];
    const Json file = Json::parse(candidates_file(known, spots));
    ASSERT_EQ(file.size(), known.size());
    for (size_t i = 0; i < known.size(); ++i) {
        std::set<std::string> names;
        const Json &tree = file[i][known[i].level == Level::kMpir ? "mpir" : "ch4"];
        add_choices(tree["collective=" + known[i].collective], names);
        ASSERT_EQ(names.size(), 1U) << known[i].name;
        const auto *const choice = std::find_if(kChoices.begin(), kChoices.end(), [&](const Choice &one) {
            return one.name == *names.begin() && one.first <= GetParam() && GetParam() <= one.last;
        });
        ASSERT_NE(choice, kChoices.end()) << *names.begin();
        EXPECT_EQ(choice->collective, known[i].collective);
    }
}

// Trees are tried with types and radices, with names of types or their numbers, as the series has them.
TEST_P(EachSeries, CandidatesHaveAllParameters) {
    std::map<std::string, std::set<std::string>> found;
    for (const Candidate &candidate : candidates(GetParam()))
        if (const std::string name = candidate.leaf.key.substr(candidate.leaf.key.find('=') + 1);
            name.size() > 5 && name.substr(name.size() - 5) == "_tree")
            found[name].insert(candidate.leaf.parameters.dump());
    if (GetParam() == 40) {
        EXPECT_TRUE(found.empty());
        return;
    }
    const bool named = GetParam() >= kNamedTrees;
    const std::string kary = named ? "kary" : "0";
    const std::string knomial = named ? "knomial_1" : "1";
    std::map<std::string, std::set<std::string>> expected;
    for (const std::string k : {"2", "4", "8"}) {
        for (const std::string &type : {kary, knomial})
            expected["MPIR_Bcast_intra_tree"].insert("{\"tree_type=" + type + "\":{},\"k=" + k +
                                                     "\":{},\"is_non_blocking=1\":{}}");
        expected["MPIR_Bcast_intra_pipelined_tree"].insert("{\"tree_type=" + kary + "\":{},\"k=" + k +
                                                           "\":{},\"is_non_blocking=1\":{},\"chunk_size=8192\":{},"
                                                           "\"recv_pre_posted=0\":{}}");
        expected["MPIR_Allreduce_intra_tree"].insert("{\"tree_type=" + knomial + "\":{},\"k=" + k +
                                                     "\":{},\"chunk_size=0\":{},\"buffer_per_child=0\":{}}");
    }
    EXPECT_EQ(found, expected);
}

// Each candidate for just those calls that it is legal for.
TEST_P(EachSeries, CandidatesAreTriedWhereTheyAreLegal) {
    const std::vector<Candidate> known = candidates(GetParam());
    const Json file = Json::parse(candidates_file(known));
    ASSERT_EQ(file.size(), known.size());
    for (size_t i = 0; i < known.size(); ++i) {
        const Candidate &candidate = known[i];
        const Json &tree =
            file[i][candidate.level == Level::kMpir ? "mpir" : "ch4"]["collective=" + candidate.collective];
        for (const Call &call : calls())
            EXPECT_EQ(!choice_in(tree, call).empty(), is_legal(candidate, call)) << candidate.name;
    }
}

Files files_before(Series series) {
    Files files;
    files.mpir = complete_file(series);
    files.ch4 = Json::object();
    return files;
}

// A file with the candidate for calls of four processes that are spread so: MPICH takes it, what it chooses there is
// the candidate where that is legal, and everywhere else what was chosen before.
void expect_choice(const Candidate &candidate, const std::vector<Candidate> &known, Spread spread, Series series) {
    const Files before = files_before(series);
    std::string operation = candidate.collective;
    operation.front() = static_cast<char>(std::toupper(operation.front()));
    const Point point = {operation, 4, size_key(candidate.collective).empty() ? kAnyBin : 11, spread};
    const Files after = with_choices(before, {{point, candidate.name}}, known, series);
    EXPECT_TRUE(check(parse_tuning_file(file_text(after.mpir)), series, Level::kMpir).is_sound()) << candidate.name;
    EXPECT_TRUE(after.ch4.empty() || check(parse_tuning_file(file_text(after.ch4)), series, Level::kCh4).is_sound())
        << candidate.name;
    const std::string key = "collective=" + candidate.collective;
    const bool is_mpir = candidate.level == Level::kMpir;
    for (const Call &call : calls()) {
        // What is exchanged in place has no size for MPICH.
        const bool is_of_size = point.bin == kAnyBin || (call.bytes > 1023 && call.bytes < 2048 &&
                                                         (candidate.collective != "alltoall" || !call.in_place));
        const bool is_there =
            call.processes == 4 && is_of_size && (spread == Spread::kUnknown || spread == call.spread);
        const bool is_chosen = is_there && is_legal(candidate, call);
        const std::string name = candidate.leaf.key.substr(candidate.leaf.key.find('=') + 1);
        const std::string mpir = choice_in(after.mpir[key], call);
        EXPECT_EQ(mpir, is_chosen && is_mpir ? name : choice_in(before.mpir[key], call)) << candidate.name;
        if (after.ch4.empty())
            continue;
        const std::string wanted = is_mpir ? flat_composition(candidate.collective, series) : name;
        EXPECT_EQ(choice_in(after.ch4[key], call), is_chosen ? wanted : "") << candidate.name;
    }
}

TEST_P(EachSeries, FilesChooseTheSameElsewhere) {
    const std::vector<Candidate> known = candidates(GetParam());
    for (const Candidate &candidate : known) {
        expect_choice(candidate, known, Spread::kUnknown, GetParam());
        for (const Spread spread : kKnownSpreads)
            expect_choice(candidate, known, spread, GetParam());
    }
}

// The blocking operation is what was called, and the file's key that of the form by which it is done.
TEST_P(EachSeries, NeighboursHaveTheChoiceOfTheirNonblockingForm) {
    const std::vector<Candidate> known = candidates(GetParam());
    const Files before = files_before(GetParam());
    const Choosing choice = {{"Neighbor_alltoallw", 4, kAnyBin}, "MPIR_Ineighbor_alltoallw_allcomm_tsp_linear"};
    const Files after = with_choices(before, {choice}, known, GetParam());
    Json expected = before.mpir;
    const Json linear = before.mpir["collective=ineighbor_alltoallw"];
    expected["collective=ineighbor_alltoallw"] = {{"comm_type=intra",
                                                   {{"comm_size<=3", linear},
                                                    {"comm_size<=4", lone("algorithm=" + choice.candidate)},
                                                    {"comm_size=any", linear}}},
                                                  {"comm_type=inter", linear}};
    EXPECT_EQ(after.mpir, expected);
    EXPECT_TRUE(after.ch4.empty());
    EXPECT_EQ(only(before, {choice}, known).mpir, Json({{"collective=ineighbor_alltoallw", linear}}));
}

TEST(TunedFiles, NeighbouringSizesWithOneChoiceHaveOneKey) {
    const std::vector<Candidate> known = candidates(40);
    const std::string ring = "MPIR_Allgather_intra_ring";
    const Files files =
        with_choices(files_before(40), {{{"Allgather", 4, 7}, ring}, {{"Allgather", 4, 8}, ring}}, known, 40);
    std::vector<std::string> keys;
    for (const auto &[key, below] : files.mpir["collective=allgather"]["comm_type=intra"]["comm_size<=4"].items())
        keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"total_msg_size<=63", "total_msg_size<=255", "total_msg_size=any"}));
}

TEST(TunedFiles, RefuseAFileThatBeginsOtherwise) {
    Files before;
    before.mpir = Json{{"comm_type=intra", Json::object()}};
    before.ch4 = Json::object();
    EXPECT_THROW(with_choices(before, {{{"Scan", 4, kAnyBin}, "MPIR_Scan_allcomm_nb"}}, candidates(40), 40),
                 AnalysisError);
    EXPECT_THROW(parse_files("[]", "{}"), AnalysisError);
}

}  // namespace

}  // namespace mpimon::test
