#include "chooser.h"

#include <cctype>
#include <cstdio>
#include <cstring>

#include "arguments.h"
#include "memory.h"

namespace policies {

namespace {

int size_class(std::uint64_t bytes) {
    return bytes == 0 ? 0 : 64 - __builtin_clzll(bytes);
}

// "MPIR_CVAR_REDUCE_SCATTER_INTRA_ALGORITHM"
void name_variable(char (&variable)[96], const char *operation, const char *end) {
    std::snprintf(variable, sizeof variable, "MPIR_CVAR_%s_%s", operation, end);
    for (char *letter = variable; *letter != '\0'; ++letter)
        *letter = static_cast<char>(std::toupper(static_cast<unsigned char>(*letter)));
}

}  // namespace

void read_settings(const char *arguments, ChooserSettings &settings) {
    settings.share = number_argument(arguments, "share", settings.share);
    settings.calls =
        static_cast<std::uint64_t>(number_argument(arguments, "calls", static_cast<double>(settings.calls)));
    settings.most_bytes = number_argument(arguments, "bytes", settings.most_bytes);
    settings.gain = number_argument(arguments, "gain", settings.gain);
    settings.only_advice = has_word(arguments, "only-advice");
}

void Chooser::begin(const mpimon_plugin_library *library, const ChooserSettings &settings) {
    *this = Chooser{};
    library_ = library;
    settings_ = settings;
    begun_ns_ = now_ns();
    if (library->rank != 0)
        library->retire();
}

Chooser::Operation *Chooser::find(const char *name) {
    for (int i = 0; i < operations_; ++i)
        if (std::strcmp(operation_[i].name, name) == 0)
            return &operation_[i];
    if (operations_ == kOperations)
        return nullptr;
    Operation &added = operation_[operations_++];
    std::snprintf(added.name, sizeof added.name, "%s", name);
    name_variable(added.variables[0], name, "COMPOSITION");
    name_variable(added.variables[1], name, "POSIX_INTRA_ALGORITHM");
    name_variable(added.variables[2], name, "INTRA_ALGORITHM");
    return &added;
}

void Chooser::count(Operation &operation, const mpimon_plugin_collective *call) {
    operation.calls++;
    operation.ns += call->ns;
    const int size = size_class(call->size);
    if (call->communicator < kCommunicators && size < kSizes) {
        Taken &taken = operation.by_calls[call->communicator][size];
        taken.calls++;
        taken.ns += call->ns;
    }
}

// Whether the operation takes enough of the time; looks at every 64th call only, since that takes a look at the clock.
bool Chooser::takes_enough(const Operation &operation) const {
    if (operation.is_tried || operation.calls < settings_.calls || operation.calls % 64 != 0)
        return false;
    if (settings_.must_dominate && 2 * operation.ns < all_ns_)
        return false;
    return static_cast<double>(operation.ns) * 100 >= settings_.share * static_cast<double>(now_ns() - begun_ns_);
}

// Whether watching has cost enough; looks at every 8192nd call, which is each 0.4 ms. A program that calls nothing but
// what has been tried loses no more than this.
bool Chooser::has_watched_enough() {
    if (++watched_ % 8192 != 0)
        return false;
    return static_cast<double>(watched_) * kWatchingNs > kMostWatching * static_cast<double>(now_ns() - begun_ns_);
}

std::uint64_t Chooser::choose_calls(const Operation &operation) {
    Taken most{};
    for (std::uint32_t communicator = 0; communicator < kCommunicators; ++communicator)
        for (int size = 0; size < kSizes; ++size)
            if (operation.by_calls[communicator][size].ns > most.ns) {
                most = operation.by_calls[communicator][size];
                communicator_ = communicator;
                size_ = size;
            }
    return most.calls > 0 ? most.ns / most.calls : 0;
}

void Chooser::try_algorithms(Operation &operation) {
    const std::uint64_t before_ns = choose_calls(operation);
    part_ = static_cast<double>(operation.ns) / static_cast<double>(now_ns() - begun_ns_);
    operation.is_tried = true;
    subjects_++;
    is_judged_ = false;
    trials_ = Trials{};
    trials_.add_numbers(library_, operation.variables[0], 3);
    trials_.add_words(library_, operation.variables[1]);
    trials_.add_words(library_, operation.variables[2]);
    if (trials_.is_empty())
        return;
    subject_ = &operation;
    trials_.begin(settings_.gain / 100, before_ns);
}

bool Chooser::is_subject(const mpimon_plugin_collective *call) const {
    return call->communicator == communicator_ && size_class(call->size) == size_ &&
           std::strcmp(call->operation, subject_->name) == 0;
}

void Chooser::called(const mpimon_plugin_collective *call) {
    if (call->mode != MPIMON_PLUGIN_BLOCKING || call->members < 2)
        return;
    all_ns_ += call->ns;
    if (subject_ != nullptr) {
        if (is_subject(call))
            trials_.called(call->ns, now_ns());
        go_on();
        return;
    }
    if (has_watched_enough()) {
        library_->retire();
        return;
    }
    if (static_cast<double>(call->size) > settings_.most_bytes ||
        (settings_.only != nullptr && std::strcmp(call->operation, settings_.only) != 0))
        return;
    Operation *operation = find(call->operation);
    if (operation == nullptr)
        return;
    count(*operation, call);
    if (takes_enough(*operation)) {
        try_algorithms(*operation);
        go_on();
    }
}

void Chooser::changed(const mpimon_plugin_change *change) {
    trials_.changed(change);
    go_on();
}

// All that was tried is in the profile, and so is why nothing was kept.
void Chooser::advise() const {
    char tried[380];
    char text[512];
    const Candidate &best = trials_.best();
    const auto before = static_cast<double>(trials_.before().median_ns);
    const auto after = static_cast<double>(best.median_ns);
    if (trials_.is_gain()) {
        std::snprintf(
            text, sizeof text,
            "%s=%s: %ss of %s%llu bytes take %.2f us instead of %.2f us (medians of %d calls of rank 0), %.0f %% less; "
            "before, %ss took %.0f %% of the time%s",
            trials_.name_of(best), best.value, subject_->name, size_ > 1 ? "about " : "",
            size_ > 0 ? 1ULL << (size_ - 1) : 0ULL, after / 1e3, before / 1e3, last_calls, 100 * (1 - after / before),
            subject_->name, 100 * part_, settings_.only_advice ? "; not kept, as wished" : "");
        library_->advise(text);
    }
    trials_.describe(tried, sizeof tried);
    if (trials_.is_gain())
        std::snprintf(text, sizeof text, "%ss: the trials lost %.1f ms: %s", subject_->name, trials_.lost_ms(), tried);
    else
        std::snprintf(text, sizeof text, "%ss: nothing gains %g %%, so all is as it was; the trials lost %.1f ms: %s",
                      subject_->name, settings_.gain, trials_.lost_ms(), tried);
    library_->advise(text);
}

void Chooser::go_on() {
    if (subject_ != nullptr && trials_.is_done() && !is_judged_) {
        is_judged_ = true;
        advise();
        if (settings_.only_advice && trials_.is_gain())
            trials_.undo();
    }
    if (trials_.is_running())
        return;
    subject_ = nullptr;
    if (subjects_ == (settings_.only != nullptr ? 1 : kSubjects))
        library_->retire();
}

}  // namespace policies
