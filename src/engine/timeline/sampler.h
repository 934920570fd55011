// Takes samples, in a thread of its own. That costs those who count nothing: whoever else knew that a sample is due
// would have to look at a clock, or at a flag, for each message.
#ifndef MPIMON_ENGINE_SAMPLER_H
#define MPIMON_ENGINE_SAMPLER_H

#include <cstdint>

#include <pthread.h>
#include <sys/types.h>

#include "resident_memory.h"
#include "sample_store.h"
#include "timeline.h"

namespace mpimon {

class Sampler {
  public:
    void on(const mpimon_timeline_settings &settings);
    void off(mpimon_timeline_state state);

    // Ends the thread, if there is one. The caller has the segment still, and does not hold the engine's lock.
    void stop();

    // Forgets the segment, which is gone.
    void forget();

  private:
    bool make_item();
    bool is_in_a_child() const;
    void end_thread();
    void skip_gap();
    void set(const mpimon_timeline_settings &settings);
    void change(const mpimon_timeline_settings &settings);
    void start_thread();
    static void *run_in_thread(void *self);
    void run();
    void take();
    void set_interval();
    std::int64_t next_due(std::int64_t took) const;

    mpimon_timeline *item_ = nullptr;
    Items<mpimon_timeline, MPIMON_BLOCK_TIMELINE> items_;
    SampleStore samples_{};
    ResidentMemory memory_;
    mpimon_timeline_settings settings_{};
    pid_t owner_ = 0;  // the process that the thread is of: one that it forks has none
    bool on_ = false, has_thread_ = false;
    pthread_t thread_{};
    pthread_mutex_t mutex_{};  // guards what follows, and the settings while there is a thread
    pthread_cond_t changed_{};
    bool stopping_ = false;
    std::int64_t due_ = 0;  // in nanoseconds since the process's start
};

extern MPIMON_HIDDEN Sampler sampler;

}  // namespace mpimon

#endif
