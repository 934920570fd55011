#include "tuning/check.h"

#include <algorithm>
#include <charconv>

#include "tuning/collectives.h"
#include "tuning/conditions.h"
#include "tuning/names.h"
#include "tuning/seen_texts.h"
#include "tuning/text.h"

namespace mpimon::tuning {

namespace {

// A choice that this series and level know by this name.
const Choice *choice_named(std::string_view name, Series series, std::optional<Level> level) {
    const auto *const found = std::find_if(kChoices.begin(), kChoices.end(), [&](const Choice &choice) {
        return choice.name == name && series >= choice.first && series <= choice.last &&
               (!level || choice.level == *level);
    });
    return found != kChoices.end() ? found : nullptr;
}

std::string_view level_name(Level level) {
    return level == Level::kMpir ? "mpir" : level == Level::kCh4 ? "ch4" : "posix";
}

using Key = mpimon_tuning_key;

bool has_one(const Key &node) {
    return node.first != nullptr && node.first->next == nullptr;
}

// Sets of collectives, by their number.
using Collectives = uint64_t;
static_assert(kCollectiveCount <= 64);

class Checker {
  public:
    Checker(Series series, Level level, mpimon_tuning_report *report, void *context)
        : series_(series), level_(level), report_(report), context_(context) {}

    size_t run(const Key &root) {
        if (check_keys(root, false))
            before_collective(root.first, Calls());
        return choices_;
    }

  private:
    // The keys around what is being looked at, as long as it is.
    class Within {
      public:
        Within(Checker *checker, const Key &node) : checker_(checker) {
            if (checker_->depth_ < MPIMON_TUNING_DEPTH)
                checker_->path_[checker_->depth_] = node.text;
            ++checker_->depth_;
        }
        ~Within() { --checker_->depth_; }
        Within(const Within &) = delete;
        Within &operator=(const Within &) = delete;

      private:
        Checker *checker_;
    };

    // Problems of a key itself, wherever it leads. Returns whether the tree below can be gone through.
    bool check_keys(const Key &node, bool in_choice) {
        if (depth_ > MPIMON_TUNING_DEPTH)
            return problem(node, Text().add("more levels than MPICH reads"));
        bool sound = true;
        SeenTexts seen(count(node.first));
        for (const Key *child = node.first; child; child = child->next) {
            const Within within(this, *child);
            if (!seen.is_new(child->text))
                sound = problem(*child, Text().add("this key is here twice"));
            sound = (in_choice || check_key(node, *child)) && sound;
            if (child->is_object)
                sound = check_keys(*child, in_choice || is_choice(*child)) && sound;
        }
        return sound;
    }

    static size_t count(const Key *first) {
        size_t keys = 0;
        for (; first; first = first->next)
            ++keys;
        return keys;
    }

    bool check_key(const Key &parent, const Key &node) {
        std::string_view wrong;
        const std::optional<Condition> condition = condition_of(node.text, series_, wrong);
        if (!condition)
            return problem(node, wrong);
        if (!node.is_object)
            return problem(node, "its value is no object");
        if (condition->what == Operator::kChoice)
            return has_one(parent) || problem(node, "a choice stands alone, without other keys beside it");
        if (condition->what == Operator::kCollective && !is_collective(condition->name))
            return problem(node, "MPICH does not know this collective");
        if (!node.first)
            return problem(node, "nothing is in it");
        const bool is_last = node.next == nullptr;
        if (condition->is_last() && !is_last)
            return problem(node, "it is true of all calls, and so has to be the last one");
        if (condition->needs_other() && is_last)
            return problem(node, "MPICH wants another key behind it, such as ", other_key(*condition));
        return true;
    }

    static bool is_choice(const Key &node) {
        std::string_view wrong;
        const std::optional<Condition> condition = condition_of(node.text, kSeries[0], wrong);
        return condition && condition->what == Operator::kChoice;
    }

    static bool is_collective(std::string_view name) { return collective_number(name) < kCollectiveCount; }

    static std::string_view other_key(const Condition &condition) {
        switch (condition.what) {
            case Operator::kAverage:
                return "avg_msg_size=any";
            case Operator::kTotal:
                return "total_msg_size=any";
            case Operator::kCount:
            case Operator::kCountBelowPow2:
                return "count=any";
            default:
                return "comm_size=any";
        }
    }

    Condition condition_of_key(const Key &node) const {
        std::string_view wrong;
        return *condition_of(node.text, series_, wrong);
    }

    // Calls visit(key, calls) for each key that calls come to. Returns the calls that come to none.
    template <class Visit>
    std::optional<Calls> each_key(const Key *first, Calls calls, Visit visit) {
        for (const Key *node = first; node; node = node->next) {
            const Condition condition = condition_of_key(*node);
            const Within within(this, *node);
            if (const std::optional<Calls> these = calls.with(condition, true))
                visit(*node, *these);
            const std::optional<Calls> others = calls.with(condition, false);
            if (!others)
                return std::nullopt;
            calls = *others;
        }
        return calls;
    }

    // MPICH prunes the tree for each communicator: up to here only keys of the communicator, then collectives.
    void before_collective(const Key *first, const Calls &calls) {
        if (first && condition_of_key(*first).what == Operator::kCollective) {
            by_collective(first, calls);
            return;
        }
        for (const Key *node = first; node; node = node->next)
            if (!condition_of_key(*node).is_of_communicator()) {
                problem(*node, "MPICH aborts where this stands before the collective (collective=NAME)");
                return;
            }
        const auto rest =
            each_key(first, calls, [&](const Key &node, const Calls &these) { before_collective(node.first, these); });
        if (!rest || !first)
            return;
        if (level_ == Level::kMpir)
            missing(0, *rest);
        else
            problem(Key(),
                    "MPICH aborts where a communicator is made for which nothing stands here: ", text_of(*rest).view());
    }

    void by_collective(const Key *first, const Calls &calls) {
        Collectives chosen = 0;
        for (const Key *node = first; node; node = node->next) {
            const Condition condition = condition_of_key(*node);
            if (condition.what != Operator::kCollective) {
                problem(*node, "beside collectives MPICH takes it for one");
                return;
            }
            const size_t number = collective_number(condition.name);
            collective_ = collectives()[number];
            chosen |= Collectives{1} << number;
            Calls these = calls;
            if (!has_inter(collective_))
                these.kinds &= kIntra;
            const Within within(this, *node);
            if (these.kinds != 0)
                below_collective(*node, these);
        }
        missing(chosen, calls);
    }

    // At the level mpir there must be a choice for each call; at the others MPICH goes on to mpir.
    void missing(Collectives chosen, const Calls &calls) {
        Text names;
        for (size_t number = 0; number < kCollectiveCount; ++number) {
            const std::string_view name = collectives()[number];
            if ((chosen >> number & 1) == 0 && (has_inter(name) || (calls.kinds & kIntra) != 0))
                names.separate(", ").add(name);
        }
        if (level_ != Level::kMpir || names.view().empty())
            return;
        Text text;
        text.add("MPICH aborts in these, for which nothing is chosen: ").add(names.view());
        if (const Text which = calls.text(); !which.view().empty())
            text.add(" (").add(which.view()).add(")");
        add(Key(), text, true);
    }

    void below_collective(const Key &parent, const Calls &calls) {
        if (parent.first && condition_of_key(*parent.first).what == Operator::kChoice) {
            const Within within(this, *parent.first);
            chosen(*parent.first, calls);
            return;
        }
        for (const Key *node = parent.first; node; node = node->next) {
            const Condition condition = condition_of_key(*node);
            if (condition.what == Operator::kCollective || !is_known_of(condition, collective_)) {
                problem(*node,
                        condition.what == Operator::kCollective ? "a collective within another"
                                                                : "MPICH aborts when it is to tell this of ",
                        condition.what == Operator::kCollective ? "" : collective_);
                return;
            }
            if (may_differ(condition, collective_, calls)) {
                problem(*node, "processes of one call may differ in it, take different algorithms and wait for ever");
                return;
            }
        }
        const auto rest =
            each_key(parent.first, calls, [&](const Key &node, const Calls &these) { below_collective(node, these); });
        if (rest && level_ == Level::kMpir)
            problem(parent, "MPICH aborts in calls for which nothing is chosen: ", text_of(*rest).view());
    }

    static Text text_of(const Calls &calls) {
        const Text text = calls.text();
        return text.view().empty() ? Text().add("all") : text;
    }

    void chosen(const Key &node, const Calls &calls) {
        ++choices_;
        const std::string_view name = condition_of_key(node).name;
        const Choice *choice = choice_named(name, series_, level_);
        if (choice == nullptr) {
            unknown(node, name);
            return;
        }
        const bool is_composition = node.text[0] == 'c';
        const std::string_view violated = calls.violated(choice->restrictions);
        if (is_composition != (choice->level == Level::kCh4))
            problem(
                node,
                is_composition ? "MPICH knows this name as algorithm=" : "MPICH knows this name as composition=", name);
        else if (choice->collective.empty())
            problem(node, "MPICH accepts this name, and aborts where it is chosen");
        else if (choice->collective != collective_)
            problem(node, Text().add("it is of ").add(choice->collective).add(", not of ").add(collective_));
        else if ((calls.kinds & ~choice->kinds) != 0)
            problem(node, choice->kinds == kIntra ? "it is for intra-communicators (comm_type=intra) only"
                                                  : "it is for inter-communicators (comm_type=inter) only");
        else if (!violated.empty())
            problem(node, "it needs ", violated);
        else
            parameters(node, *choice);
    }

    void unknown(const Key &node, std::string_view name) {
        Text text;
        if (const Choice *other = choice_named(name, series_, std::nullopt))
            text.add("it is of the level ")
                .add(level_name(other->level))
                .add(", and this file of ")
                .add(level_name(level_));
        else
            text.add("MPICH ").add(series_ / 10).add(".").add(series_ % 10).add(" does not know this name");
        problem(node, text);
    }

    void parameters(const Key &node, const Choice &choice) {
        for (const Key *child = node.first; child; child = child->next) {
            const Within within(this, *child);
            const std::string_view key = child->text, name = up_to(key, '=');
            if (name.size() == key.size() || !has_word(choice.reads, name))
                add(*child, Text().add("MPICH reads no such parameter of this algorithm"), false);
            else if (given(node, name) == child)
                value(*child, name, without(key, name.size() + 1));
            else
                problem(*child, "this parameter is here twice");
        }
        std::string_view needs = choice.needs;
        while (!needs.empty()) {
            const std::string_view need = next_word(needs);
            if (given(node, need) == nullptr || !has_word(choice.reads, need))
                problem(node, Text()
                                  .add("its parameter ")
                                  .add(need)
                                  .add(has_word(choice.reads, need)
                                           ? " is missing, and MPICH would take whatever is in memory"
                                           : " cannot be set by a file, and MPICH takes whatever is in memory"));
        }
    }

    // The first key that sets the parameter.
    static const Key *given(const Key &node, std::string_view name) {
        const Key *child = node.first;
        while (child && (up_to(child->text, '=') != name || name.size() == std::string_view(child->text).size()))
            child = child->next;
        return child;
    }

    // Sizes of pieces may be 0, which stands for none; a tree or an exchange of less than two makes no sense.
    void value(const Key &node, std::string_view name, std::string_view text) {
        constexpr std::string_view kTrees = "kary knomial_1 knomial_2";
        constexpr int kLargestDegree = INT16_MAX;  // MPICH multiplies it by the number of processes
        const bool is_degree = name == "k" || (name.size() > 2 && without(name, name.size() - 2) == "_k");
        if (name == "tree_type" && series_ >= kNamedTrees) {
            if (!has_word(kTrees, text))
                problem(node, "a type of trees is one of kary, knomial_1, knomial_2");
            return;
        }
        int value = 0;
        const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || rest != text.data() + text.size() || value < 0)
            problem(node, "its value is no number from 0 to 2147483647");
        else if (is_degree && (value < 2 || value > kLargestDegree))
            problem(node, "its value is to be 2 to 32767");
        else if (name == "tree_type" && value > 2)
            problem(node, "a type of trees is one of 0 (k-ary), 1 and 2 (k-nomial)");
    }

    bool problem(const Key &node, const Text &text) { return add(node, text, true); }
    bool problem(const Key &node, std::string_view text, std::string_view end = {}) {
        return add(node, Text().add(text).add(end), true);
    }

    bool add(const Key &node, const Text &text, bool is_error) {
        Text where;
        const size_t depth = std::min<size_t>(depth_, MPIMON_TUNING_DEPTH);
        for (size_t i = 0; i < depth; ++i)
            where.separate(", ").add(path_[i]);
        if (node.text && node.text[0] != '\0' && (depth == 0 || path_[depth - 1] != std::string_view(node.text)))
            where.separate(", ").add(node.text);
        const mpimon_tuning_problem problem = {node.line, where.c_str(), text.c_str(), is_error};
        report_(context_, &problem);
        return false;
    }

    Series series_;
    Level level_;
    mpimon_tuning_report *report_;
    void *context_;
    size_t choices_ = 0;
    const char *path_[MPIMON_TUNING_DEPTH] = {};
    size_t depth_ = 0;
    std::string_view collective_;
};

}  // namespace

}  // namespace mpimon::tuning

size_t mpimon_tuning_check(const mpimon_tuning_key *root, uint32_t series, mpimon_tuning_level level,
                           mpimon_tuning_report *report, void *context) {
    return mpimon::tuning::Checker(series, static_cast<mpimon::tuning::Level>(level), report, context).run(*root);
}
