#include "sampler.h"

#include <ctime>

#include <unistd.h>

#include "../clock.h"
#include "../state.h"
#include "../storage/background_thread.h"
#include "sums.h"

namespace mpimon {

Sampler sampler;

namespace {

// A process with a million flows takes milliseconds to add them up. So many times as long as a sample took, there is no
// other one: samples take at most 1 % of a core, and intervals are longer instead.
constexpr std::int64_t kRestPerWork = 100;

std::int64_t since_start() {
    return mpimon_clock_ns() - engine.segment.header()->start_clock_ns;
}

// How long the calling thread has run on a processor.
std::int64_t own_time() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

// Threads go on counting meanwhile: what is missed now is in the next sample. Blocks are read without the lock, since
// they never move.
mpimon_sums sums_now() {
    mpimon_sums sums = {};
    const mpimon_header *segment = engine.segment.header();
    mpimon_cursor cursor = {};
    while (const void *flow = mpimon_next_item(segment, MPIMON_BLOCK_FLOWS, &cursor))
        mpimon_sums_add_flow(&sums, static_cast<const mpimon_flow *>(flow));
    cursor = {};
    while (const void *collective = mpimon_next_item(segment, MPIMON_BLOCK_COLLECTIVES, &cursor))
        mpimon_sums_add_collective(&sums, static_cast<const mpimon_collective *>(collective));
    cursor = {};
    while (const void *wait = mpimon_next_item(segment, MPIMON_BLOCK_WAITS, &cursor))
        mpimon_sums_add_wait(&sums, static_cast<const mpimon_wait *>(wait));
    return sums;
}

}  // namespace

bool Sampler::make_item() {
    Locked locked;
    if (item_)
        return true;
    item_ = items_.add(engine.segment);
    if (!item_)
        return engine.lost = 1, false;
    items_.publish();
    return true;
}

// Time and counts since the last sample were not recorded. They are put where no reader looks, and then shown at once.
void Sampler::skip_gap() {
    mpimon_unrecorded gap = {static_cast<std::uint64_t>(since_start()), sums_now()};
    if (const mpimon_sample *last = samples_.last()) {
        gap.time -= last->recorded;
        mpimon_sums_subtract(&gap.sums, &last->sums);
    }
    Locked locked;
    const std::uint32_t next = item_->current + 1;
    item_->unrecorded[next % 2] = gap;
    __atomic_store_n(&item_->current, next, __ATOMIC_RELEASE);
}

void Sampler::set_interval() {
    __atomic_store_n(&item_->interval, settings_.interval << samples_.doublings(), __ATOMIC_RELAXED);
}

// When the next sample is due, if the last one took so long.
std::int64_t Sampler::next_due(std::int64_t took) const {
    const auto interval = static_cast<std::int64_t>(item_->interval);
    const std::int64_t earliest = since_start() + took * kRestPerWork;
    return (earliest / interval + 1) * interval;
}

void Sampler::take() {
    mpimon_sample sample = {};
    sample.end = static_cast<std::uint64_t>(since_start());
    sample.sums = sums_now();
    sample.memory = memory_.read();
    if (settings_.read_gauges)
        settings_.read_gauges(sample.gauges);
    Locked locked;
    const mpimon_unrecorded &unrecorded = item_->unrecorded[item_->current % 2];
    sample.recorded = sample.end - unrecorded.time;
    mpimon_sums_subtract(&sample.sums, &unrecorded.sums);
    if (!samples_.add(engine.segment, sample))
        engine.lost = 1;
    set_interval();
    mpimon_clock_look(engine.segment.header());
}

void Sampler::run() {
    pthread_mutex_lock(&mutex_);
    while (!stopping_) {
        const std::int64_t wait = due_ - since_start();
        if (wait > 0) {
            const timespec deadline = deadline_in(wait);
            pthread_cond_timedwait(&changed_, &mutex_, &deadline);
            continue;
        }
        const std::int64_t before = own_time();
        take();
        due_ = next_due(own_time() - before);
    }
    pthread_mutex_unlock(&mutex_);
}

void *Sampler::run_in_thread(void *self) {
    static_cast<Sampler *>(self)->run();
    return nullptr;
}

void Sampler::start_thread() {
    stopping_ = false;
    due_ = next_due(0);
    begin_condition(&changed_);
    pthread_mutex_init(&mutex_, nullptr);
    const int error = start_background_thread(&thread_, Joining::kJoined, run_in_thread, this);
    has_thread_ = error == 0;
    __atomic_store_n(&item_->thread_error, error, __ATOMIC_RELAXED);
}

// Gauges whose detail is off now keep their names, for the time that it was on.
void Sampler::set(const mpimon_timeline_settings &settings) {
    Locked locked;
    settings_ = settings;
    set_interval();
    for (int i = 0; i < MPIMON_TIMELINE_GAUGES; ++i)
        if (settings.gauges[i] != 0)
            item_->gauges[i] = settings.gauges[i];
}

void Sampler::change(const mpimon_timeline_settings &settings) {
    if (!has_thread_) {
        set(settings);
        return;
    }
    pthread_mutex_lock(&mutex_);
    set(settings);
    due_ = next_due(0);
    pthread_cond_signal(&changed_);
    pthread_mutex_unlock(&mutex_);
}

void Sampler::on(const mpimon_timeline_settings &settings) {
    if (is_in_a_child() || !make_item())
        return;
    if (on_) {
        change(settings);
        return;
    }
    on_ = true;
    owner_ = getpid();
    memory_.open();
    set(settings);
    skip_gap();
    __atomic_store_n(&item_->state, MPIMON_TIMELINE_ON, __ATOMIC_RELEASE);
    start_thread();
}

// A process that was forked has the memory of the one that samples, perhaps the same, but not its thread.
bool Sampler::is_in_a_child() const {
    return on_ && owner_ != getpid();
}

void Sampler::end_thread() {
    if (has_thread_ && !is_in_a_child()) {
        pthread_mutex_lock(&mutex_);
        stopping_ = true;
        pthread_cond_signal(&changed_);
        pthread_mutex_unlock(&mutex_);
        pthread_join(thread_, nullptr);
        pthread_cond_destroy(&changed_);
        pthread_mutex_destroy(&mutex_);
    }
    has_thread_ = false;
}

void Sampler::off(mpimon_timeline_state state) {
    if (!on_ || is_in_a_child())
        return;
    end_thread();
    take();
    memory_.close();
    __atomic_store_n(&item_->state, state, __ATOMIC_RELEASE);
    on_ = false;
}

void Sampler::stop() {
    end_thread();
    memory_.close();
}

void Sampler::forget() {
    item_ = nullptr;
    items_ = {};
    samples_.clear();
    on_ = false;
}

}  // namespace mpimon

using namespace mpimon;

extern "C" {

void mpimon_timeline_on(const mpimon_timeline_settings *settings) {
    sampler.on(*settings);
}

void mpimon_timeline_off(void) {
    sampler.off(MPIMON_TIMELINE_OFF);
}

void mpimon_timeline_finish(void) {
    sampler.off(MPIMON_TIMELINE_FINISHED);
}
}
