#include "truth.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <tuple>

namespace mpimon_truth {
namespace {

constexpr int foreign = -1;
constexpr int nobody = -2;

struct Flow {
    std::uint64_t sent_messages, sent_bytes, received_messages, received_bytes;
};

struct Calls {
    std::uint64_t calls, bytes, root_calls;
};

// What a persistent request does when started.
struct Message {
    Class traffic_class;
    int peer;
    std::uint64_t bytes;
};

struct Call {
    std::string operation;
    std::uint64_t bytes;
    bool root;
};

bool spawned;  // asked when MPI starts: a process that disconnects from its parent has none any more

std::mutex mutex;  // guards all of the following
std::map<std::tuple<int, int, Class>, Flow> flows;
std::map<std::tuple<int, int, Class, int>, std::uint64_t> sizes;
std::map<std::tuple<std::string, Mode>, Calls> collectives;
std::map<MPI_Request, Message> persistent_messages;
std::map<MPI_Request, Call> persistent_calls;

int own_rank() {
    int rank;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

// The world rank of `rank` in `group`, or `foreign`, or `nobody`. Frees the group.
int world_rank(MPI_Group group, int rank) {
    int result = nobody;
    if (rank != MPI_PROC_NULL) {
        MPI_Group world;
        PMPI_Comm_group(MPI_COMM_WORLD, &world);
        PMPI_Group_translate_ranks(group, 1, &rank, world, &result);
        PMPI_Group_free(&world);
        if (result == MPI_UNDEFINED) {
            result = foreign;
        }
    }
    PMPI_Group_free(&group);
    return result;
}

int comm_peer(MPI_Comm comm, int rank) {
    int inter;
    MPI_Group group;
    PMPI_Comm_test_inter(comm, &inter);
    if (inter) {
        PMPI_Comm_remote_group(comm, &group);
    } else {
        PMPI_Comm_group(comm, &group);
    }
    return world_rank(group, rank);
}

int win_peer(MPI_Win win, int rank) {
    MPI_Group group;
    PMPI_Win_get_group(win, &group);
    return world_rank(group, rank);
}

// The bin of a size: 0 for nothing, i for 2^(i-1) to 2^i - 1 bytes.
int bin_of(std::uint64_t bytes) {
    int bin = 0;
    while (bin < 64 && bytes >= std::uint64_t{1} << bin) {
        bin++;
    }
    return bin;
}

void count_sent(Class traffic_class, int peer, std::uint64_t bytes) {
    if (peer != nobody) {
        int self = own_rank();
        std::lock_guard<std::mutex> lock(mutex);
        Flow &flow = flows[{self, peer, traffic_class}];
        flow.sent_messages++;
        flow.sent_bytes += bytes;
        sizes[{self, peer, traffic_class, bin_of(bytes)}]++;
    }
}

void count_call(const std::string &operation, Mode mode, std::uint64_t bytes, bool root) {
    std::lock_guard<std::mutex> lock(mutex);
    Calls &calls = collectives[{operation, mode}];
    calls.calls++;
    calls.bytes += bytes;
    calls.root_calls += root;
}

template <typename Value>
bool look_up(const std::map<MPI_Request, Value> &table, MPI_Request request, Value *value) {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = table.find(request);
    if (found == table.end()) {
        return false;
    }
    *value = found->second;
    return true;
}

void started(MPI_Request request) {
    Message message;
    Call call;
    if (look_up(persistent_messages, request, &message)) {
        count_sent(message.traffic_class, message.peer, message.bytes);
    } else if (look_up(persistent_calls, request, &call)) {
        count_call(call.operation, Mode::persistent, call.bytes, call.root);
    }
}

void write_rows(std::FILE *file) {
    static const char *const classes[] = {"p2p", "part", "rma"};
    static const char *const modes[] = {"blocking", "nonblocking", "persistent"};
    for (const auto &[key, flow] : flows) {
        const auto [src, dst, traffic_class] = key;
        std::fprintf(file, "flow,%d,%d,%s,%llu,%llu,%llu,%llu\n", src, dst, classes[static_cast<int>(traffic_class)],
                     static_cast<unsigned long long>(flow.sent_messages),
                     static_cast<unsigned long long>(flow.sent_bytes),
                     static_cast<unsigned long long>(flow.received_messages),
                     static_cast<unsigned long long>(flow.received_bytes));
    }
    for (const auto &[key, messages] : sizes) {
        const auto [src, dst, traffic_class, bin] = key;
        std::fprintf(file, "sizes,%d,%d,%s,%d,%llu\n", src, dst, classes[static_cast<int>(traffic_class)], bin,
                     static_cast<unsigned long long>(messages));
    }
    for (const auto &[key, calls] : collectives) {
        const auto &[operation, mode] = key;
        std::fprintf(file, "collective,%s,%s,%llu,%llu,%llu\n", operation.c_str(), modes[static_cast<int>(mode)],
                     static_cast<unsigned long long>(calls.calls), static_cast<unsigned long long>(calls.bytes),
                     static_cast<unsigned long long>(calls.root_calls));
    }
}

void write_file() {
    const char *folder = std::getenv("TRUTH_DIR");
    if (!folder) {
        return;
    }
    const std::string path =
        std::string(folder) + (spawned ? "/spawned." : "/world.") + std::to_string(own_rank()) + ".csv";
    std::FILE *file = std::fopen(path.c_str(), "w");
    if (!file) {
        std::perror(path.c_str());
        PMPI_Abort(MPI_COMM_WORLD, 3);
        return;
    }
    write_rows(file);
    std::fclose(file);
}

void ask_for_parent() {
    MPI_Comm parent;
    PMPI_Comm_get_parent(&parent);
    spawned = parent != MPI_COMM_NULL;
}

}  // namespace

void sent(Class traffic_class, MPI_Comm comm, int rank, std::uint64_t bytes) {
    count_sent(traffic_class, comm_peer(comm, rank), bytes);
}

void put(MPI_Win win, int rank, std::uint64_t bytes) {
    count_sent(Class::rma, win_peer(win, rank), bytes);
}

void fetched(MPI_Win win, int rank, std::uint64_t bytes) {
    int peer = win_peer(win, rank), self = own_rank();
    if (peer != nobody) {
        std::lock_guard<std::mutex> lock(mutex);
        Flow &flow = flows[{peer, self, Class::rma}];
        flow.received_messages++;
        flow.received_bytes += bytes;
    }
}

void will_send(MPI_Request request, Class traffic_class, MPI_Comm comm, int rank, std::uint64_t bytes) {
    int peer = comm_peer(comm, rank);
    std::lock_guard<std::mutex> lock(mutex);
    persistent_messages[request] = {traffic_class, peer, bytes};
}

void called(const char *operation, Mode mode, std::uint64_t bytes, bool root) {
    count_call(operation, mode, bytes, root);
}

void will_call(MPI_Request request, const char *operation, std::uint64_t bytes, bool root) {
    std::lock_guard<std::mutex> lock(mutex);
    persistent_calls[request] = {operation, bytes, root};
}

std::uint64_t size_of(MPI_Count count, MPI_Datatype type) {
    MPI_Count size;
    PMPI_Type_size_x(type, &size);
    return static_cast<std::uint64_t>(count * size);
}

}  // namespace mpimon_truth

extern "C" {

int MPI_Init(int *argc, char ***argv) {
    int error = PMPI_Init(argc, argv);
    mpimon_truth::ask_for_parent();
    return error;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    int error = PMPI_Init_thread(argc, argv, required, provided);
    mpimon_truth::ask_for_parent();
    return error;
}

int MPI_Start(MPI_Request *request) {
    mpimon_truth::started(*request);
    return PMPI_Start(request);
}

int MPI_Startall(int count, MPI_Request requests[]) {
    for (int i = 0; i < count; i++) {
        mpimon_truth::started(requests[i]);
    }
    return PMPI_Startall(count, requests);
}

int MPI_Request_free(MPI_Request *request) {
    {
        std::lock_guard<std::mutex> lock(mpimon_truth::mutex);
        mpimon_truth::persistent_messages.erase(*request);
        mpimon_truth::persistent_calls.erase(*request);
    }
    return PMPI_Request_free(request);
}

int MPI_Finalize() {
    mpimon_truth::write_file();
    return PMPI_Finalize();
}
}
