#include "buffers.h"

#include <malloc.h>

#include <algorithm>
#include <cstdio>

#include "arguments.h"
#include "memory.h"

namespace policies {

namespace {

constexpr double kMiB = 1 << 20;
constexpr std::uint64_t kWorthwhile = 1 << 18;  // fewer bytes are neither a gain nor a loss
constexpr std::uint64_t kLongestWait = 64;
constexpr int kMostRegrets = 4;

}  // namespace

void Buffers::begin(const mpimon_plugin_library *library, const char *arguments) {
    *this = Buffers{};
    library_ = library;
    floor_ = static_cast<std::uint64_t>(number_argument(arguments, "floor", 1) * kMiB);
    most_cost_ = number_argument(arguments, "cost", 0.1);
    is_heap_left_ = has_word(arguments, "no-heap");
    fault_ns_ = fault_ns_per_byte();
    begun_ns_ = now_ns();
    wait_ = 1;
}

// The bytes of the heap that went are seen by the system alone.
std::uint64_t Buffers::give_back() {
    const std::uint64_t cells = library_->free_buffers(floor_);
    cells_ += cells;
    if (is_heap_left_)
        return cells;
    const std::uint64_t before = resident_bytes();
    malloc_trim(floor_);
    const std::uint64_t after = resident_bytes();
    const std::uint64_t heap = before > after ? before - after : 0;
    heap_ += heap;
    return cells + heap;
}

// Reckons as if all that was given back had to come back.
bool Buffers::costs_too_much() const {
    const double cost = static_cast<double>(spent_ns_) + static_cast<double>(cells_ + heap_) * fault_ns_;
    return cost * 100 > most_cost_ * static_cast<double>(now_ns() - begun_ns_);
}

// What is given back now, and was given back the last time, too, was needed in between.
void Buffers::judge(std::uint64_t given) {
    const bool is_regret = last_ >= kWorthwhile && given >= kWorthwhile;
    regrets_ = is_regret ? regrets_ + 1 : 0;
    last_ = given;
    if (is_regret || costs_too_much())
        wait_ = std::min(2 * wait_, kLongestWait);
    if (regrets_ == kMostRegrets)
        stop("what was given back was needed again each time");
}

void Buffers::stop(const char *why) {
    stopped_ = why;
    library_->retire();
}

// While cells hold messages, a burst may be under way.
bool Buffers::is_quiet() const {
    double cells = 0;
    return library_->read("monitoring_cells", &cells, 1) != 1 || cells == 0;
}

void Buffers::sample(std::uint64_t number) {
    if (number < next_ || !is_quiet())
        return;
    const std::uint64_t start = now_ns(), before = resident_bytes();
    const std::uint64_t given = give_back();
    if (times_ == 0 && given >= kWorthwhile) {
        before_ = before;
        after_ = resident_bytes();
    }
    times_ += given >= kWorthwhile ? 1 : 0;
    spent_ns_ += now_ns() - start;
    judge(given);
    next_ = number + wait_;
}

void Buffers::finish() {
    char text[512];
    const std::uint64_t all = cells_ + heap_;
    if (times_ == 0)
        return;
    std::snprintf(
        text, sizeof text,
        "given back: %.2f MiB of cells and %.2f MiB of the heap, in %d goes; the first time, the process had "
        "%.1f MiB in memory before and %.1f MiB after it; it took %.2f ms, and page faults at most %.2f ms%s%s",
        static_cast<double>(cells_) / kMiB, static_cast<double>(heap_) / kMiB, times_,
        static_cast<double>(before_) / kMiB, static_cast<double>(after_) / kMiB, static_cast<double>(spent_ns_) / 1e6,
        static_cast<double>(all) * fault_ns_ / 1e6, stopped_ != nullptr ? "; stopped: " : "",
        stopped_ != nullptr ? stopped_ : "");
    library_->advise(text);
}

namespace {

Buffers buffers;

int init(const mpimon_plugin_library *library, const char *arguments, void **) {
    if (library->abi < 2)
        return 1;
    buffers.begin(library, arguments);
    return 0;
}

void sample(void *, std::uint64_t number) {
    buffers.sample(number);
}

void finalize(void *) {
    buffers.finish();
}

}  // namespace

}  // namespace policies

const mpimon_plugin mpich_monitoring_plugin = {
    MPIMON_PLUGIN_ABI, 0,       "buffers", "1.0",   policies::init, policies::sample,   nullptr,
    nullptr,           nullptr, nullptr,   nullptr, nullptr,        policies::finalize,
};
