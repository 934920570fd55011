// Gives memory back to the system that MPICH's buffers and the heap hold and nothing uses, in each process for itself.
//
// What is given back and needed again costs page faults. So each time that happens, twice as many samples pass before
// more is given back; likewise if all of it costs more than its part of the time; and in the end the policy stops.
#ifndef MPIMON_POLICIES_BUFFERS_H
#define MPIMON_POLICIES_BUFFERS_H

#include <mpich_monitoring_plugin.h>

#include <cstdint>

namespace policies {

class Buffers {
  public:
    void begin(const mpimon_plugin_library *library, const char *arguments);
    void sample(std::uint64_t number);
    void finish();

  private:
    bool is_quiet() const;
    std::uint64_t give_back();
    bool costs_too_much() const;
    void judge(std::uint64_t given);
    void stop(const char *why);

    const mpimon_plugin_library *library_;
    std::uint64_t floor_;     // bytes that stay
    double most_cost_;        // percent of the time
    bool is_heap_left_;       // only MPICH's buffers are given back
    double fault_ns_;         // for each byte that comes back
    std::uint64_t begun_ns_;  // when the policy began
    std::uint64_t next_;      // the first sample at which something is done
    std::uint64_t wait_;      // samples from there to the next one
    std::uint64_t before_;    // in memory before the first time, and after it
    std::uint64_t after_;
    std::uint64_t last_;  // bytes that were given back the last time
    std::uint64_t cells_;
    std::uint64_t heap_;
    std::uint64_t spent_ns_;
    int times_;
    int regrets_;  // one after the other
    const char *stopped_;
};

}  // namespace policies

#endif
