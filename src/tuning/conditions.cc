#include "tuning/conditions.h"

#include <algorithm>
#include <charconv>

namespace mpimon::tuning {

namespace {

struct FlagKey {
    std::string_view key;
    Flag flag;
};
constexpr std::array<FlagKey, 6> kFlagKeys = {{{"is_multi_threaded", kThreaded},
                                               {"is_commutative", kCommutative},
                                               {"is_op_built_in", kBuiltIn},
                                               {"is_sendbuf_inplace", kInplace},
                                               {"is_block_regular", kRegular},
                                               {"is_node_consecutive", kConsecutive}}};

struct BoundKey {
    std::string_view key;
    Operator what;
    bool below;    // also with <
    Series since;  // of <
};
constexpr std::array<BoundKey, 5> kBoundKeys = {{{"comm_size", Operator::kSize, true, 40},
                                                 {"comm_avg_ppn", Operator::kPpn, true, kGenericAny},
                                                 {"avg_msg_size", Operator::kAverage, true, 40},
                                                 {"total_msg_size", Operator::kTotal, true, 40},
                                                 {"count", Operator::kCount, false, 0}}};

struct SetKey {
    std::string_view key;
    Operator what;
    uint32_t set;
};
constexpr std::array<SetKey, 6> kSetKeys = {{{"comm_type=intra", Operator::kCommType, kIntra},
                                             {"comm_type=inter", Operator::kCommType, kInter},
                                             {"comm_hierarchy=parent", Operator::kHierarchy, kParent},
                                             {"comm_hierarchy=node_roots", Operator::kHierarchy, kNodeRoots},
                                             {"comm_hierarchy=node", Operator::kHierarchy, kNode},
                                             {"comm_hierarchy=flat", Operator::kHierarchy, kFlat}}};

constexpr std::array<std::string_view, 3> kNamedKeys = {"algorithm=", "composition=", "collective="};

// Series have these keys from before there was a generic one.
constexpr std::array<std::string_view, 4> kTypedAnys = {"comm_size=any", "count=any", "avg_msg_size=any",
                                                        "total_msg_size=any"};

std::optional<int64_t> number(std::string_view digits) {
    int64_t value = 0;
    const char *end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, value);
    const bool whole = error == std::errc() && rest == end && value >= 0 && value <= INT32_MAX;
    return whole ? std::optional(value) : std::nullopt;
}

// comm_size<8
std::optional<Condition> bound(std::string_view key, Series series, std::string_view &wrong) {
    for (const BoundKey &known : kBoundKeys) {
        if (!starts_with(key, known.key) || !starts_with(without(key, known.key.size()), "<"))
            continue;
        std::string_view digits = without(key, known.key.size() + 1);
        const bool equal = starts_with(digits, "=");
        if (!equal && (!known.below || series < known.since))
            return std::nullopt;
        digits.remove_prefix(equal ? 1 : 0);
        const std::optional<int64_t> most = number(digits);
        if (!most) {
            wrong = "what follows is no number from 0 to 2147483647";
            return std::nullopt;
        }
        Condition condition;
        condition.what = known.what;
        condition.most = equal ? *most : *most - 1;
        condition.unsure = !equal && (known.what == Operator::kSize || known.what == Operator::kPpn);
        return condition;
    }
    return std::nullopt;
}

std::optional<Condition> flag(std::string_view key) {
    for (const FlagKey &known : kFlagKeys) {
        const std::string_view rest = starts_with(key, known.key) ? without(key, known.key.size()) : std::string_view();
        if (rest != "=yes" && rest != "=no")
            continue;
        Condition condition;
        condition.what = Operator::kFlag;
        condition.flag = known.flag;
        condition.yes = rest == "=yes";
        return condition;
    }
    return std::nullopt;
}

std::optional<Condition> of_set(std::string_view key, Series series) {
    const auto *const found =
        std::find_if(kSetKeys.begin(), kSetKeys.end(), [&](const SetKey &known) { return known.key == key; });
    if (found == kSetKeys.end())
        return std::nullopt;
    Condition condition;
    condition.what = found->what;
    condition.set = found->set;
    if (found->what == Operator::kHierarchy && series >= kTwoHierarchies && found->set != kParent)
        condition.set = kAnyHierarchy & ~kParent;
    return condition;
}

std::optional<Condition> named(std::string_view key) {
    Condition condition;
    if (key == "comm_size=pow2" || key == "comm_size=node_comm_size" || key == "count<pow2") {
        condition.what = key[2] == 'u' ? Operator::kCountBelowPow2 : Operator::kSizeIs;
        condition.flag = key == "comm_size=pow2" ? kPowerOfTwo : key == "count<pow2" ? kCountBelowSize : kOneNode;
        return condition;
    }
    for (const std::string_view start : kNamedKeys) {
        if (!starts_with(key, start))
            continue;
        condition.what = start == "collective=" ? Operator::kCollective : Operator::kChoice;
        condition.name = without(key, start.size());
        return condition;
    }
    return std::nullopt;
}

std::optional<Condition> any(std::string_view key, Series series) {
    Condition condition;
    condition.is_typed_any = key != "any";
    if (std::find(kTypedAnys.begin(), kTypedAnys.end(), key) != kTypedAnys.end())
        return condition;
    if (series >= kGenericAny && (key == "any" || (key.size() > 4 && without(key, key.size() - 4) == "=any")))
        return condition;
    if (key != "comm_hierarchy=any")
        return std::nullopt;
    condition.what = Operator::kHierarchy;
    condition.set = kAnyHierarchy;
    return condition;
}

struct Restriction {
    std::string_view word;
    std::string_view asks_for;
};
constexpr std::array<Restriction, 16> kRestrictions = {
    {{"parent-comm", "a communicator with others for its nodes (comm_hierarchy=parent)"},
     {"parent-comm-or-empty", "a communicator with others for its nodes (comm_hierarchy=parent)"},
     {"power-of-two", "a power of two of processes (comm_size=pow2)"},
     {"block-regular", "the same count for all processes (is_block_regular=yes)"},
     {"inplace", "MPI_IN_PLACE (is_sendbuf_inplace=yes)"},
     {"noinplace", "a send buffer, not MPI_IN_PLACE (is_sendbuf_inplace=no)"},
     {"commutative", "a commutative operation (is_commutative=yes)"},
     {"builtin-op", "an operation of MPI's own (is_op_built_in=yes)"},
     {"size-ge-pof2", "as many elements as processes (what follows count<pow2)"},
     {"node-consecutive", "ranks that follow each other on each node (is_node_consecutive=yes)"},
     {"one-node", "a communicator within one node (comm_size=node_comm_size)"},
     {"single-threaded", "a program without MPI_THREAD_MULTIPLE (is_multi_threaded=no)"},
     {"displs-ordered", "displacements that rise from rank to rank, which no key can ask for"},
     {"room-of-leaders", "messages that fit into what leaders of a node share, which no key can ask for"},
     {"gpu-memory", "buffers in the memory of a GPU, which no key can ask for"},
     {"ccl", "an MPICH with NCCL or RCCL, which no key can ask for"}}};

bool narrow(Calls::Range &range, const Condition &condition, bool is_true) {
    if (is_true)
        range.most = std::min(range.most, condition.most + (condition.unsure ? 1 : 0));
    else
        range.least = std::max(range.least, condition.most + 1);
    return range.least <= range.most;
}

void add_range(Text &text, std::string_view what, const Calls::Range &range, const Calls::Range &all) {
    if (range.least == all.least && range.most == all.most)
        return;
    text.separate(", ").add(what).add(" from ").add(range.least);
    if (range.most == all.most)
        text.add(" on");
    else
        text.add(" to ").add(range.most);
}

constexpr Calls kAllCalls;

}  // namespace

bool Condition::needs_other() const {
    switch (what) {
        case Operator::kSize:
        case Operator::kSizeIs:
        case Operator::kPpn:
        case Operator::kAverage:
        case Operator::kTotal:
        case Operator::kCount:
        case Operator::kCountBelowPow2:
            return true;
        default:
            return false;
    }
}

bool Condition::is_of_communicator() const {
    switch (what) {
        case Operator::kCommType:
        case Operator::kHierarchy:
        case Operator::kSize:
        case Operator::kSizeIs:
        case Operator::kPpn:
        case Operator::kAny:
            return true;
        case Operator::kFlag:
            return flag == kConsecutive;
        default:
            return false;
    }
}

std::optional<Condition> condition_of(std::string_view key, Series series, std::string_view &wrong) {
    wrong = "MPICH does not know this key";
    for (const auto &found : {named(key), any(key, series), of_set(key, series), flag(key), bound(key, series, wrong)})
        if (found)
            return found;
    return std::nullopt;
}

// What is set follows from others, too: MPI's own operations commute, and on one node, or in the order of nodes, there
// are nodes.
bool Calls::set_flag(Flag flag, bool value) {
    if (flags[flag].value_or(value) != value)
        return false;
    flags[flag] = value;
    if (flag == kBuiltIn && value)
        return set_flag(kCommutative, true);
    if (flag == kCommutative && !value && !set_flag(kBuiltIn, false))
        return false;
    if ((flag == kOneNode || flag == kConsecutive) && value) {
        hierarchies &= kParent;
        return hierarchies != 0;
    }
    return true;
}

std::optional<Calls> Calls::with(const Condition &condition, bool is_true) const {
    Calls calls = *this;
    bool any = true;
    switch (condition.what) {
        case Operator::kCommType:
            calls.kinds &= is_true ? condition.set : kAnyKind & ~condition.set;
            any = calls.kinds != 0;
            break;
        case Operator::kHierarchy:
            calls.hierarchies &= is_true ? condition.set : kAnyHierarchy & ~condition.set;
            any = calls.hierarchies != 0;
            break;
        case Operator::kSize:
            any = narrow(calls.size, condition, is_true);
            break;
        case Operator::kPpn:
            any = narrow(calls.ppn, condition, is_true);
            break;
        case Operator::kAverage:
            any = narrow(calls.average, condition, is_true);
            break;
        case Operator::kTotal:
            any = narrow(calls.total, condition, is_true);
            break;
        case Operator::kCount:
            any = narrow(calls.count, condition, is_true);
            break;
        case Operator::kSizeIs:
        case Operator::kCountBelowPow2:
        case Operator::kFlag:
            any = calls.set_flag(condition.flag, condition.yes == is_true);
            break;
        case Operator::kAny:
            any = is_true;
            break;
        case Operator::kCollective:
        case Operator::kChoice:
        case Operator::kParameter:
            break;
    }
    return any ? std::optional(calls) : std::nullopt;
}

bool Calls::satisfy(std::string_view restriction) const {
    const auto is = [&](Flag flag, bool value) { return flags[flag] == std::optional(value); };
    if (restriction == "parent-comm")
        return hierarchies == kParent;
    if (restriction == "parent-comm-or-empty")
        return hierarchies == kParent || average.most == 0 || count.most == 0;
    if (restriction == "power-of-two")
        return is(kPowerOfTwo, true) || size.most <= 2;
    if (restriction == "inplace" || restriction == "noinplace")
        return is(kInplace, restriction == "inplace");
    if (restriction == "block-regular")
        return is(kRegular, true);
    if (restriction == "commutative")
        return is(kCommutative, true);
    if (restriction == "builtin-op")
        return is(kBuiltIn, true);
    if (restriction == "size-ge-pof2")
        return is(kCountBelowSize, false) || count.least >= size.most;
    if (restriction == "node-consecutive")
        return is(kConsecutive, true);
    if (restriction == "one-node")
        return is(kOneNode, true);
    return restriction == "single-threaded" && is(kThreaded, false);
}

std::string_view Calls::violated(std::string_view restrictions) const {
    while (!restrictions.empty()) {
        const std::string_view word = next_word(restrictions);
        const auto *const known = std::find_if(kRestrictions.begin(), kRestrictions.end(),
                                               [&](const Restriction &one) { return one.word == word; });
        if (!satisfy(word))
            return known != kRestrictions.end() ? known->asks_for : word;
    }
    return {};
}

Text Calls::text() const {
    Text text;
    if (kinds != kAnyKind)
        text.add(kinds == kIntra ? "intra-communicators" : "inter-communicators");
    if (hierarchies != kAnyHierarchy)
        text.separate(", ").add(hierarchies == kParent ? "comm_hierarchy=parent" : "not every comm_hierarchy");
    add_range(text, "comm_size", size, kAllCalls.size);
    add_range(text, "comm_avg_ppn", ppn, kAllCalls.ppn);
    add_range(text, "avg_msg_size", average, kAllCalls.average);
    add_range(text, "total_msg_size", total, kAllCalls.total);
    add_range(text, "count", count, kAllCalls.count);
    for (const FlagKey &known : kFlagKeys)
        if (flags[known.flag])
            text.separate(", ").add(known.key).add(*flags[known.flag] ? "=yes" : "=no");
    if (flags[kPowerOfTwo])
        text.separate(", ").add(*flags[kPowerOfTwo] ? "comm_size=pow2" : "comm_size no power of two");
    return text;
}

}  // namespace mpimon::tuning
