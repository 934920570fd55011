// What a key of a tuning file asks for, and what is known of a call where a choice is reached.
#ifndef MPIMON_TUNING_CONDITIONS_H
#define MPIMON_TUNING_CONDITIONS_H

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tuning/series.h"
#include "tuning/text.h"

namespace mpimon::tuning {

enum class Operator {
    kCollective,
    kCommType,
    kHierarchy,
    kSize,    // comm_size<N, <=N
    kSizeIs,  // comm_size=pow2, =node_comm_size
    kPpn,
    kAverage,  // avg_msg_size
    kTotal,
    kCount,
    kCountBelowPow2,
    kFlag,  // is_X=yes, =no
    kAny,
    kChoice,     // algorithm=, composition=
    kParameter,  // anything in a choice
};

// What is so of a call, or of its communicator, or is not.
enum Flag : uint32_t {
    kThreaded,
    kCommutative,
    kBuiltIn,
    kInplace,
    kRegular,
    kConsecutive,
    kPowerOfTwo,
    kOneNode,
    kCountBelowSize,  // count<pow2
    kFlags
};

enum Hierarchy : uint32_t { kParent = 1, kNodeRoots = 2, kNode = 4, kFlat = 8, kAnyHierarchy = 15 };

struct Condition {
    Operator what = Operator::kAny;
    std::string_view name;      // of the collective or the choice; a part of the key
    Flag flag = kFlags;         // of kFlag, kSizeIs, kCountBelowPow2
    bool yes = true;            // of kFlag
    uint32_t set = 0;           // of kCommType and kHierarchy: those that are meant
    int64_t most = 0;           // of sizes and counts: up to this much
    bool unsure = false;        // MPICH takes < for <= in some places; averages are fractions
    bool is_typed_any = false;  // X=any

    // Whether MPICH wants another key behind it, for what it is not true of.
    bool needs_other() const;
    // Whether nothing may follow it.
    bool is_last() const { return what == Operator::kAny; }
    // Whether it is of the communicator alone, so that it may stand before the collective.
    bool is_of_communicator() const;
};

// The meaning of a key, or nothing, and then a text that says what is wrong with it.
std::optional<Condition> condition_of(std::string_view key, Series series, std::string_view &wrong);

// What is known of the calls that come to a node of the tree.
class Calls {
  public:
    // Those of which the condition is true, or is not; nothing if there are none.
    std::optional<Calls> with(const Condition &condition, bool is_true) const;

    uint32_t kinds = kAnyKind;
    uint32_t hierarchies = kAnyHierarchy;
    struct Range {
        int64_t least = 0;
        int64_t most = INT64_MAX;
    };
    Range size = {1, INT32_MAX};
    Range ppn = {1, INT32_MAX};
    Range average, total, count;
    std::array<std::optional<bool>, kFlags> flags;

    // The first of the words of Choice::restrictions that not all of these calls satisfy: what it asks for, in words;
    // empty if there is none.
    std::string_view violated(std::string_view restrictions) const;

    // "inter-communicators, avg_msg_size above 100": in which way they are not all calls.
    Text text() const;

  private:
    bool satisfy(std::string_view restriction) const;
    bool set_flag(Flag flag, bool value);
};

}  // namespace mpimon::tuning

#endif
