#include "mpimon/commands/set/outcome.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/names/labels.h"
#include "analysis/names/text.h"
#include "mpimon/failure.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

std::string_view answer_name(mpimon_answer answer) {
    switch (answer) {
        case MPIMON_ANSWER_CHANGED:
            return "changed";
        case MPIMON_ANSWER_AGREED:
            return "agreed";
        case MPIMON_ANSWER_REFUSED:
            return "refused";
        default:
            return "silent";
    }
}

bool is_success(const RankAnswer &answer) {
    return answer.answer == MPIMON_ANSWER_CHANGED || (answer.answer == MPIMON_ANSWER_AGREED && answer.collective > 0);
}

std::string ranks_text(const std::vector<uint32_t> &ranks) {
    return fmt::format("{} {}", ranks.size() == 1 ? "rank" : "ranks", ranks_label(ranks));
}

// Ranks that have answered alike.
struct AnswerGroup {
    RankAnswer answer;
    std::vector<uint32_t> ranks;
};

std::vector<AnswerGroup> groups_of(const std::vector<RankAnswer> &answers) {
    std::vector<AnswerGroup> groups;
    for (const RankAnswer &answer : answers) {
        auto group = groups.begin();
        while (group != groups.end() &&
               (group->answer.answer != answer.answer || group->answer.reason != answer.reason))
            ++group;
        if (group == groups.end())
            group = groups.insert(group, {answer, {}});
        group->ranks.push_back(answer.rank);
    }
    return groups;
}

std::string success_text(const AnswerGroup &group) {
    const RankAnswer &answer = group.answer;
    if (answer.collective == 0)
        return fmt::format("changed at once in {}", ranks_text(group.ranks));
    return fmt::format("{} in {} from collective call {} over MPI_COMM_WORLD on{}",
                       answer.answer == MPIMON_ANSWER_CHANGED ? "changed" : "changes", ranks_text(group.ranks),
                       with_commas(answer.collective),
                       answer.answer == MPIMON_ANSWER_CHANGED ? "" : ", which was not made yet");
}

// `any`: others have changed it.
std::string failure_text(const AnswerGroup &group, bool all, bool any) {
    if (group.answer.answer == MPIMON_ANSWER_REFUSED)
        return fmt::format("refused{}: {}", all ? "" : " by " + ranks_text(group.ranks),
                           printable(group.answer.reason));
    return fmt::format(
        "no answer in time from {}, {} nothing is changed; ranks look in collective calls, and where MPICH makes "
        "progress",
        ranks_text(group.ranks), any ? "where" : "so");
}

}  // namespace

void check_assignment(const Assignment &assignment) {
    if (assignment.name.empty())
        throw WrongArgument(fmt::format("{}={}: not of the form NAME=VALUE", assignment.name, assignment.value));
    if (assignment.name.size() >= MPIMON_NAME || assignment.value.size() >= MPIMON_TEXT)
        throw WrongArgument(
            fmt::format("a name has less than {} bytes, and a value less than {}", int{MPIMON_NAME}, int{MPIMON_TEXT}));
}

mpimon_answer answer_named(std::string_view name) {
    for (const mpimon_answer answer : {MPIMON_ANSWER_CHANGED, MPIMON_ANSWER_AGREED, MPIMON_ANSWER_REFUSED})
        if (answer_name(answer) == name)
            return answer;
    return MPIMON_ANSWER_NONE;
}

bool Outcome::is_success() const {
    return std::all_of(answers.begin(), answers.end(),
                       [](const RankAnswer &answer) { return mpimon::is_success(answer); });
}

Json outcome_json(const Outcome &outcome) {
    Json json = {{"name", outcome.assignment.name}, {"value", outcome.assignment.value}, {"ranks", Json::array()}};
    for (const RankAnswer &answer : outcome.answers) {
        Json row = {{"rank", answer.rank}, {"answer", answer_name(answer.answer)}};
        if (answer.collective > 0)
            row["collective"] = answer.collective;
        if (!answer.reason.empty())
            row["reason"] = answer.reason;
        json["ranks"].push_back(std::move(row));
    }
    return json;
}

OutcomeText outcome_text(const Outcome &outcome) {
    const std::vector<AnswerGroup> groups = groups_of(outcome.answers);
    OutcomeText text;
    text.what = printable(outcome.assignment.name) + "=" + printable(outcome.assignment.value);
    const bool any = std::any_of(outcome.answers.begin(), outcome.answers.end(),
                                 [](const RankAnswer &answer) { return is_success(answer); });
    for (const AnswerGroup &group : groups) {
        const bool in_vain = group.answer.answer == MPIMON_ANSWER_AGREED;  // unless it is a success
        if (is_success(group.answer))
            text.changed.push_back(success_text(group));
        else if (!in_vain && (text.failure.empty() || group.answer.answer == MPIMON_ANSWER_REFUSED))
            text.failure = failure_text(group, groups.size() == 1, any);
    }
    return text;
}

}  // namespace mpimon
