// Waits, sizes of collectives, and timed calls of these.
#include <algorithm>
#include <cmath>

#include "profile/format/fields.h"
#include "profile/format/tags.h"
#include "profile/read/messages/profile_builder.h"

namespace mpimon {

namespace {

// A number that is compared with a limit far below 255.
uint8_t small(pbf_reader &message) {
    return static_cast<uint8_t>(std::min<uint32_t>(message.get_uint32(), UINT8_MAX));
}

}  // namespace

void ProfileBuilder::read_wait(pbf_reader message) {
    Wait wait;
    wait.communicator = wait.operation = wait.peer = 0;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::Wait::communicator):
                wait.communicator = message.get_uint32();
                break;
            case varint(field::Wait::peer):
                wait.peer = message.get_uint32();
                break;
            case varint(field::Wait::traffic_class):
                wait.traffic_class = small(message);
                break;
            case varint(field::Wait::kind):
                wait.kind = small(message);
                break;
            case varint(field::Wait::operation):
                wait.operation = message.get_uint32();
                break;
            case varint(field::Wait::context):
                wait.context = message.get_uint32();
                break;
            case varint(field::Wait::waits):
                wait.waits = message.get_uint64();
                break;
            case varint(field::Wait::time_ns):
                wait.time_ns = message.get_uint64();
                break;
            case varint(field::Wait::longest_ns):
                wait.longest_ns = message.get_uint64();
                break;
            default:
                message.skip();
        }
    }
    message_.waits.push_back(wait);
}

void ProfileBuilder::merge_waits(uint32_t process, uint64_t offset) {
    size_t bad = 0;
    for (Wait &wait : message_.waits) {
        if (wait.communicator > communicator_map_.size() || wait.operation > name_map_.size() ||
            wait.context >= context_map_.size() || wait.traffic_class >= MPIMON_CLASSES ||
            wait.kind >= MPIMON_WAIT_KINDS || !translate_peer(wait.peer, wait.peer)) {
            ++bad;
            continue;
        }
        wait.process = process;
        wait.communicator = wait.communicator > 0 ? communicator_map_[wait.communicator - 1] : kNoCommunicator;
        wait.operation = wait.operation > 0 ? name_map_[wait.operation - 1] : kNoOperation;
        wait.context = context_map_[wait.context];
        profile_.waits.push_back(wait);
    }
    diagnose_rank(offset, bad, "waiting times");
}

void ProfileBuilder::read_collective_size(pbf_reader message) {
    CollectiveSize size;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::CollectiveSize::communicator):
                size.communicator = message.get_uint32();
                break;
            case varint(field::CollectiveSize::operation):
                size.operation = message.get_uint32();
                break;
            case varint(field::CollectiveSize::algorithm):
                size.algorithm = message.get_uint32();
                break;
            case varint(field::CollectiveSize::mode):
                size.mode = small(message);
                break;
            case varint(field::CollectiveSize::shared_memory):
                size.shared_memory = message.get_bool();
                break;
            case varint(field::CollectiveSize::root):
                size.root = message.get_bool();
                break;
            case varint(field::CollectiveSize::bin):
                size.bin = small(message);
                break;
            case varint(field::CollectiveSize::calls):
                size.calls = message.get_uint64();
                break;
            case varint(field::CollectiveSize::bytes):
                size.bytes = message.get_uint64();
                break;
            case varint(field::CollectiveSize::time_ns):
                size.time_ns = message.get_uint64();
                break;
            default:
                message.skip();
        }
    }
    message_.collective_sizes.push_back(size);
}

void ProfileBuilder::merge_collective_sizes(uint32_t process, uint64_t offset) {
    size_t bad = 0;
    for (CollectiveSize &size : message_.collective_sizes) {
        if (size.communicator >= communicator_map_.size() || size.operation >= name_map_.size() ||
            size.algorithm >= name_map_.size() || size.mode > MPIMON_PERSISTENT || size.bin >= MPIMON_BINS) {
            ++bad;
            continue;
        }
        size.process = process;
        size.communicator = communicator_map_[size.communicator];
        size.operation = name_map_[size.operation];
        size.algorithm = name_map_[size.algorithm];
        profile_.collective_sizes.push_back(size);
    }
    diagnose_rank(offset, bad, "sizes of collectives");
}

void ProfileBuilder::read_trial(pbf_reader message) {
    Trial trial;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::Trial::communicator):
                trial.communicator = message.get_uint32();
                break;
            case varint(field::Trial::operation):
                trial.operation = message.get_uint32();
                break;
            case varint(field::Trial::algorithm):
                trial.algorithm = message.get_uint32();
                break;
            case varint(field::Trial::candidate):
                trial.candidate = message.get_uint32();
                break;
            case varint(field::Trial::bin):
                trial.bin = small(message);
                break;
            case varint(field::Trial::calls):
                trial.calls = message.get_uint64();
                break;
            case fixed64(field::Trial::mean_ns):
                trial.mean_ns = message.get_double();
                break;
            case fixed64(field::Trial::squares_ns2):
                trial.squares_ns2 = message.get_double();
                break;
            default:
                message.skip();
        }
    }
    message_.trials.push_back(trial);
}

void ProfileBuilder::merge_trials(uint32_t process, uint64_t offset) {
    size_t bad = 0;
    for (Trial &trial : message_.trials) {
        const bool is_time = trial.mean_ns >= 0 && trial.squares_ns2 >= 0 && std::isfinite(trial.mean_ns) &&
                             std::isfinite(trial.squares_ns2);
        if (trial.communicator >= communicator_map_.size() || trial.operation >= name_map_.size() ||
            trial.algorithm >= name_map_.size() || trial.candidate >= name_map_.size() || trial.bin >= MPIMON_BINS ||
            trial.calls == 0 || !is_time) {
            ++bad;
            continue;
        }
        trial.process = process;
        trial.communicator = communicator_map_[trial.communicator];
        trial.operation = name_map_[trial.operation];
        trial.algorithm = name_map_[trial.algorithm];
        trial.candidate = name_map_[trial.candidate];
        profile_.trials.push_back(trial);
    }
    diagnose_rank(offset, bad, "timed calls of collectives");
}

}  // namespace mpimon
