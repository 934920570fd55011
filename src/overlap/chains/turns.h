// Whether something is to be asynchronous, found out by doing both, by turns.
#ifndef MPIMON_OVERLAP_TURNS_H
#define MPIMON_OVERLAP_TURNS_H

#include <cstdint>

namespace mpimon::overlap {

enum class Choice { kUnknown, kSynchronous, kAsynchronous };

// Rounds, which are calls or chains of them, make windows of `kLength`, asynchronous or not together. The first
// `kSettling` of each still feel the window before, and are not timed.
template <int kSettling, int kLength>
class Turns {
  public:
    // A round begins at `now`, in nanoseconds: whether it is to be asynchronous. As long as `is_learning`, what is
    // asynchronous is not yet as it will be, and the first window goes on, for some lengths at most.
    bool next(std::int64_t now, bool is_learning = false) {
        if (rounds_ == kSettling)
            begun_ = now;
        if (is_window_over(is_learning))
            end_window(now - begun_);
        rounds_++;
        return choice_ == Choice::kUnknown ? is_asynchronous() : choice_ == Choice::kAsynchronous;
    }

    Choice choice() const { return choice_; }

    // Whether the choice was made so many rounds ago.
    bool is_old(int rounds) const { return choice_ != Choice::kUnknown && rounds_ >= rounds; }

  private:
    static constexpr int kMostLearning = 8;

    // The first one goes on by whole pairs, so that processes which make the same calls are asynchronous together: one
    // that is so alone waits for the others, and would find that nothing is gained.
    bool is_window_over(bool is_learning) const {
        if (window_ > 0)
            return rounds_ >= kLength;
        return rounds_ % (2 * kLength) == kLength && (!is_learning || rounds_ > kMostLearning * kLength);
    }

    // An asynchronous window and the synchronous one after it are a pair, which counts twice where they clearly differ.
    // So many more pairs have to be for a choice than against it, which chance alone seldom brings about: the first
    // iterations of a program are no steady ones, least of all where processes are more than cores. Where windows of
    // one kind differ by 5 %, a gain of 5 % is found in 96 of 100 cases, and one of 10 % always. Where as many are for
    // it as against it, either choice will do.
    static constexpr int kLead = 5;
    static constexpr int kMostPairs = 25;
    static constexpr double kClearly = 1.1;
    static constexpr double kWorthIt = 0.985;  // of the time without

    // The first window is asynchronous, too, and is in no pair: chains are not known yet.
    bool is_asynchronous() const { return window_ == 0 || window_ % 2 == 1; }

    void end_window(std::int64_t elapsed) {
        if (choice_ != Choice::kUnknown)
            return;
        if (is_asynchronous())
            elapsed_asynchronous_ = elapsed;
        else
            end_pair(elapsed);
        window_++;
        rounds_ = 0;
    }

    // The program's time is what counts, so that of its computation is a part of it, too.
    void end_pair(std::int64_t elapsed_synchronous) {
        const double worth_it = kWorthIt * elapsed_synchronous;
        if (elapsed_asynchronous_ < worth_it)
            lead_ += elapsed_asynchronous_ * kClearly < worth_it ? 2 : 1;
        else
            lead_ -= elapsed_asynchronous_ > worth_it * kClearly ? 2 : 1;
        if (lead_ >= kLead || lead_ <= -kLead || window_ == 2 * kMostPairs)
            choice_ = lead_ > 0 ? Choice::kAsynchronous : Choice::kSynchronous;
    }

    int rounds_ = 0;  // of the window; after the choice all of them
    int window_ = 0;
    int lead_ = 0;                           // pairs in which being asynchronous was worth it, less the others
    std::int64_t begun_ = 0;                 // when the window had settled
    std::int64_t elapsed_asynchronous_ = 0;  // of the pair's first window
    Choice choice_ = Choice::kUnknown;
};

}  // namespace mpimon::overlap

#endif
