#include "mpimon/commands/set/change_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr std::chrono::milliseconds kPause(1);
constexpr std::chrono::milliseconds kGrace(100);

std::vector<OrphanedSegment> segments_of(const OrphanedJob &job, const std::vector<uint32_t> &ranks) {
    if (ranks.empty())
        return job.segments;
    std::vector<OrphanedSegment> segments;
    for (const uint32_t rank : ranks) {
        const auto found = std::find_if(job.segments.begin(), job.segments.end(), [&](const OrphanedSegment &segment) {
            return segment.header.world_rank == rank;
        });
        if (found == job.segments.end())
            throw Failure(fmt::format("rank {} is not on this node", rank));
        segments.push_back(*found);
    }
    return segments;
}

}  // namespace

ChangeRequest::ChangeRequest(const OrphanedJob &job, const std::vector<uint32_t> &ranks, Clock::duration patience)
    : first_(job.segments.front().path), patience_(patience) {
    for (const OrphanedSegment &segment : segments_of(job, ranks)) {
        asked_.push_back({segment.header.world_rank, ControlBlock(segment.path)});
        if (!asked_.back().block.open())
            throw Failure(
                fmt::format("rank {} takes no requests: it began to count when it ran already, or it is ending",
                            segment.header.world_rank));
    }
    if (asked_.size() == job.header().world_size)
        shared_ = std::filesystem::path(job.segments.front().path).filename().string();
    if (!wait_until([this] { return first_.lock(); }, Clock::now() + patience))
        throw Failure("another mpimon set is at work with this job");
}

// Whether processes have agreed on an earlier change, and not all of them have come to it.
bool ChangeRequest::waits_for_call() const {
    return mpimon_state_of_vote(first_.vote()) == MPIMON_VOTE_CLOSED && any(MPIMON_ANSWER_AGREED);
}

// Returns false if it is not so in time.
template <class Done>
bool ChangeRequest::wait_until(Done done, Clock::time_point end) const {
    while (!done()) {
        if (Clock::now() > end)
            return false;
        std::this_thread::sleep_for(kPause);
    }
    return true;
}

bool ChangeRequest::any(mpimon_answer answer) const {
    return std::any_of(asked_.begin(), asked_.end(),
                       [&](const Asked &asked) { return asked.block.answer() == answer; });
}

bool ChangeRequest::all_answered() const {
    return !any(MPIMON_ANSWER_NONE);
}

std::vector<RankAnswer> ChangeRequest::ask(const std::string &name, const std::string &value) {
    const Clock::time_point end = Clock::now() + patience_;
    if (!wait_until([this] { return !waits_for_call(); }, end))
        throw Failure(
            fmt::format("an earlier change comes at collective call {} over MPI_COMM_WORLD, which was not made yet",
                        mpimon_voted_calls(first_.vote()) + 1));
    if (!shared_.empty())
        first_.begin_vote();
    for (Asked &asked : asked_)
        asked.block.ask(name, value, shared_);
    wait_until([this] { return all_answered() || any(MPIMON_ANSWER_REFUSED); }, end);
    if (any(MPIMON_ANSWER_REFUSED))  // the others may have more to say
        wait_until([this] { return all_answered(); }, std::min(end, Clock::now() + kGrace));
    if (!all_answered() || any(MPIMON_ANSWER_REFUSED))
        give_up();
    wait_until([this] { return !waits_for_call(); }, end);
    return answers();
}

// Nobody changes anything any more, unless all have agreed on it.
void ChangeRequest::give_up() {
    if (!shared_.empty() && !first_.cancel_vote())
        return;
    for (Asked &asked : asked_)
        asked.block.take_back();
    std::this_thread::sleep_for(kPause);  // for an answer that is being written
}

std::vector<RankAnswer> ChangeRequest::answers() const {
    const uint64_t vote = first_.vote();
    std::vector<RankAnswer> answers;
    for (const Asked &asked : asked_) {
        RankAnswer answer = {asked.rank, asked.block.answer(), {}, 0};
        if (answer.answer == MPIMON_ANSWER_REFUSED)
            answer.reason = asked.block.reason();
        else if (answer.answer == MPIMON_ANSWER_CHANGED)
            answer.collective = asked.block.collective();
        else if (answer.answer == MPIMON_ANSWER_AGREED && mpimon_state_of_vote(vote) == MPIMON_VOTE_CLOSED)
            answer.collective = mpimon_voted_calls(vote) + 1;
        answers.push_back(std::move(answer));
    }
    return answers;
}

}  // namespace mpimon
