// Numbers of the profile's fields. Made by maint/profile-fields from monitoring.proto: change that.
#ifndef MPIMON_PROFILE_FIELDS_H
#define MPIMON_PROFILE_FIELDS_H

#include <stdint.h>

namespace mpimon::field {

namespace Profile {
constexpr uint32_t record = 1;
}  // namespace Profile

namespace Record {
constexpr uint32_t marker = 1;
constexpr uint32_t checksum = 2;
constexpr uint32_t job = 3;
constexpr uint32_t process = 4;
constexpr uint32_t end = 5;
}  // namespace Record

namespace Job {
constexpr uint32_t format_major = 1;
constexpr uint32_t format_minor = 2;
constexpr uint32_t project_version = 3;
constexpr uint32_t mpich_version = 4;
constexpr uint32_t device = 5;
constexpr uint32_t job_id = 6;
constexpr uint32_t user = 7;
constexpr uint32_t executable = 8;
constexpr uint32_t world_size = 9;
constexpr uint32_t enable = 10;
constexpr uint32_t detail = 11;
constexpr uint32_t spawned = 12;
constexpr uint32_t cvar = 13;
constexpr uint32_t key = 14;
constexpr uint32_t step = 15;
constexpr uint32_t array_index = 16;
constexpr uint32_t account = 17;
constexpr uint32_t nodes = 18;
constexpr uint32_t launcher = 19;
constexpr uint32_t command = 20;
constexpr uint32_t folder = 21;
constexpr uint32_t network = 22;
constexpr uint32_t build_id = 23;
}  // namespace Job

namespace Cvar {
constexpr uint32_t name = 1;
constexpr uint32_t value = 2;
}  // namespace Cvar

namespace Process {
constexpr uint32_t world_rank = 1;
constexpr uint32_t pid = 2;
constexpr uint32_t host = 3;
constexpr uint32_t start_time_ns = 4;
constexpr uint32_t end_time_ns = 5;
constexpr uint32_t complete = 6;
constexpr uint32_t name = 7;
constexpr uint32_t communicator = 8;
constexpr uint32_t flows = 9;
constexpr uint32_t histogram = 10;
constexpr uint32_t collective = 11;
constexpr uint32_t foreign_peer = 12;
constexpr uint32_t function = 13;
constexpr uint32_t skipped = 14;
constexpr uint32_t context = 15;
constexpr uint32_t region = 16;
constexpr uint32_t gauge = 17;
constexpr uint32_t settings = 18;
constexpr uint32_t asked = 19;
constexpr uint32_t sizes = 20;
constexpr uint32_t place = 21;
constexpr uint32_t transports = 22;
constexpr uint32_t topology = 23;
constexpr uint32_t wait = 24;
constexpr uint32_t collective_size = 25;
constexpr uint32_t file = 26;
constexpr uint32_t timeline = 27;
constexpr uint32_t ending = 28;
constexpr uint32_t exit_code = 29;
constexpr uint32_t trial = 30;
constexpr uint32_t change = 31;
constexpr uint32_t plugin = 32;
constexpr uint32_t overlap_site = 33;
constexpr uint32_t noncontiguous = 34;
}  // namespace Process

namespace Settings {
constexpr uint32_t executable = 1;
constexpr uint32_t enable = 2;
constexpr uint32_t detail = 3;
constexpr uint32_t command = 4;
constexpr uint32_t folder = 5;
constexpr uint32_t build_id = 6;
}  // namespace Settings

namespace Place {
constexpr uint32_t node = 1;
constexpr uint32_t node_index = 2;
constexpr uint32_t by_name = 3;
constexpr uint32_t cpuset = 4;
constexpr uint32_t bound = 5;
constexpr uint32_t package = 6;
constexpr uint32_t numa_node = 7;
constexpr uint32_t l3 = 8;
constexpr uint32_t core = 9;
constexpr uint32_t topology = 10;
constexpr uint32_t seen = 11;
constexpr uint32_t alone = 12;
}  // namespace Place

namespace Transports {
constexpr uint32_t peer_delta = 1;
constexpr uint32_t name = 2;
}  // namespace Transports

namespace Context {
constexpr uint32_t region = 1;
constexpr uint32_t function = 2;
}  // namespace Context

namespace Region {
constexpr uint32_t name = 1;
constexpr uint32_t parent = 2;
constexpr uint32_t entries = 3;
constexpr uint32_t time_ns = 4;
}  // namespace Region

namespace Communicator {
constexpr uint32_t context_id = 1;
constexpr uint32_t occurrence = 2;
constexpr uint32_t group_hash = 3;
constexpr uint32_t name = 4;
constexpr uint32_t size = 5;
constexpr uint32_t remote_size = 6;
constexpr uint32_t rank = 7;
constexpr uint32_t inter = 8;
constexpr uint32_t internal = 9;
constexpr uint32_t world_order = 10;
constexpr uint32_t member = 11;
constexpr uint32_t freed = 12;
constexpr uint32_t owner = 13;
constexpr uint32_t origin = 14;
}  // namespace Communicator

namespace Origin {
constexpr uint32_t function = 1;
constexpr uint32_t parent = 2;
constexpr uint32_t region = 3;
constexpr uint32_t has_color = 4;
constexpr uint32_t color = 5;
constexpr uint32_t topology = 6;
constexpr uint32_t dimensions = 7;
constexpr uint32_t size = 8;
constexpr uint32_t periodic = 9;
constexpr uint32_t sources = 10;
constexpr uint32_t destinations = 11;
}  // namespace Origin

namespace Flows {
constexpr uint32_t communicator = 1;
constexpr uint32_t peer_delta = 2;
constexpr uint32_t kind = 3;
constexpr uint32_t messages = 4;
constexpr uint32_t bytes = 5;
constexpr uint32_t context = 6;
}  // namespace Flows

namespace Histogram {
constexpr uint32_t traffic_class = 1;
constexpr uint32_t bin = 2;
}  // namespace Histogram

namespace Sizes {
constexpr uint32_t peer_delta = 1;
constexpr uint32_t kind = 2;
constexpr uint32_t messages = 3;
}  // namespace Sizes

namespace Timeline {
constexpr uint32_t interval_ns = 1;
constexpr uint32_t thread_error = 2;
constexpr uint32_t end_delta = 3;
constexpr uint32_t gap = 4;
constexpr uint32_t collective_calls = 5;
constexpr uint32_t collective_time_ns = 6;
constexpr uint32_t wait_time_ns = 7;
constexpr uint32_t memory_delta = 8;
constexpr uint32_t traffic = 9;
constexpr uint32_t gauge = 10;
}  // namespace Timeline

namespace TimelineTraffic {
constexpr uint32_t traffic_class = 1;
constexpr uint32_t direction = 2;
constexpr uint32_t messages = 3;
constexpr uint32_t bytes = 4;
}  // namespace TimelineTraffic

namespace TimelineGauge {
constexpr uint32_t name = 1;
constexpr uint32_t value_delta = 2;
}  // namespace TimelineGauge

namespace Collective {
constexpr uint32_t communicator = 1;
constexpr uint32_t operation = 2;
constexpr uint32_t algorithm = 3;
constexpr uint32_t mode = 4;
constexpr uint32_t role = 5;
constexpr uint32_t shared_memory = 6;
constexpr uint32_t calls = 7;
constexpr uint32_t bytes = 8;
constexpr uint32_t time_ns = 9;
constexpr uint32_t root_calls = 10;
constexpr uint32_t root_bytes = 11;
constexpr uint32_t context = 12;
constexpr uint32_t parent = 13;
}  // namespace Collective

namespace Asked {
constexpr uint32_t communicator = 1;
constexpr uint32_t operation = 2;
constexpr uint32_t peer = 3;
constexpr uint32_t calls = 4;
constexpr uint32_t bytes = 5;
}  // namespace Asked

namespace CollectiveSize {
constexpr uint32_t communicator = 1;
constexpr uint32_t operation = 2;
constexpr uint32_t algorithm = 3;
constexpr uint32_t mode = 4;
constexpr uint32_t shared_memory = 5;
constexpr uint32_t root = 6;
constexpr uint32_t bin = 7;
constexpr uint32_t calls = 8;
constexpr uint32_t bytes = 9;
constexpr uint32_t time_ns = 10;
}  // namespace CollectiveSize

namespace Trial {
constexpr uint32_t communicator = 1;
constexpr uint32_t operation = 2;
constexpr uint32_t algorithm = 3;
constexpr uint32_t candidate = 4;
constexpr uint32_t bin = 5;
constexpr uint32_t calls = 6;
constexpr uint32_t mean_ns = 7;
constexpr uint32_t squares_ns2 = 8;
}  // namespace Trial

namespace Change {
constexpr uint32_t name = 1;
constexpr uint32_t value = 2;
constexpr uint32_t time_ns = 3;
constexpr uint32_t collective = 4;
constexpr uint32_t uid = 5;
constexpr uint32_t pid = 6;
constexpr uint32_t plugin = 7;
}  // namespace Change

namespace Plugin {
constexpr uint32_t name = 1;
constexpr uint32_t version = 2;
constexpr uint32_t file = 3;
constexpr uint32_t state = 4;
constexpr uint32_t reason = 5;
constexpr uint32_t time_ns = 6;
constexpr uint32_t calls = 7;
constexpr uint32_t advice = 8;
}  // namespace Plugin

namespace OverlapSite {
constexpr uint32_t object = 1;
constexpr uint32_t build_id = 2;
constexpr uint32_t offset = 3;
constexpr uint32_t function = 4;
constexpr uint32_t calls = 5;
constexpr uint32_t asynchronous = 6;
constexpr uint32_t in_calls_ns = 7;
constexpr uint32_t waited_ns = 8;
constexpr uint32_t meanwhile_ns = 9;
constexpr uint32_t broken = 10;
constexpr uint32_t synchronous = 11;
}  // namespace OverlapSite

namespace Wait {
constexpr uint32_t communicator = 1;
constexpr uint32_t peer = 2;
constexpr uint32_t traffic_class = 3;
constexpr uint32_t kind = 4;
constexpr uint32_t operation = 5;
constexpr uint32_t context = 6;
constexpr uint32_t waits = 7;
constexpr uint32_t time_ns = 8;
constexpr uint32_t longest_ns = 9;
}  // namespace Wait

namespace ForeignPeer {
constexpr uint32_t table = 1;
constexpr uint32_t index = 2;
}  // namespace ForeignPeer

namespace Function {
constexpr uint32_t name = 1;
constexpr uint32_t calls = 2;
constexpr uint32_t time_ns = 3;
constexpr uint32_t shortest_ns = 4;
constexpr uint32_t longest_ns = 5;
constexpr uint32_t context = 6;
}  // namespace Function

namespace Noncontiguous {
constexpr uint32_t traffic_class = 1;
constexpr uint32_t context = 2;
constexpr uint32_t messages = 3;
constexpr uint32_t bytes = 4;
constexpr uint32_t blocks = 5;
}  // namespace Noncontiguous

namespace Gauge {
constexpr uint32_t name = 1;
constexpr uint32_t rises = 2;
constexpr uint32_t falls = 3;
constexpr uint32_t highest = 4;
constexpr uint32_t context = 5;
}  // namespace Gauge

namespace File {
constexpr uint32_t name = 1;
constexpr uint32_t rest = 2;
constexpr uint32_t calls = 3;
constexpr uint32_t access = 4;
}  // namespace File

namespace FileCalls {
constexpr uint32_t operation = 1;
constexpr uint32_t calls = 2;
constexpr uint32_t failed = 3;
constexpr uint32_t time_ns = 4;
}  // namespace FileCalls

namespace FileAccess {
constexpr uint32_t family = 1;
constexpr uint32_t write = 2;
constexpr uint32_t calls = 3;
constexpr uint32_t failed = 4;
constexpr uint32_t bytes = 5;
constexpr uint32_t time_ns = 6;
constexpr uint32_t bin = 7;
}  // namespace FileAccess

namespace End {
constexpr uint32_t processes = 1;
}  // namespace End

}  // namespace mpimon::field

#endif
