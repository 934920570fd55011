// MPI_Wait, MPI_Test and their like: who has waited for all of its own operations may have its calls made asynchronous
// again.
#include "own_operations.h"

#include "../chains/chains.h"
#include "../flight/flight.h"
#include "../library.h"
#include "../signals/section.h"
#include "../start.h"
#include "../threads/threads.h"

namespace mpimon::overlap {

namespace {

int under_way;
bool is_endless;
bool may_call_back;  // with those under way, or for ever

int count_of(int count, const Request *requests) {
    int used = 0;
    for (int i = 0; i < count; i++)
        used += requests[i] != kRequestNull;
    return used;
}

// A function completes some of these requests, within the block. Requests that end are null afterwards.
class Completion {
  public:
    Completion(const void *caller, int count, const Request *requests)
        : is_ours_(is_on() && !in_section() && !is_of_library(caller)), count_(count), requests_(requests) {
        if (is_other_thread())
            note_call_of_other_thread();
        if (!is_ours_)
            return;
        if (is_anything_protected()) {
            begin_to_wait();
            complete_protected();
        }
        before_ = count_of(count_, requests_);
    }
    ~Completion() {
        if (!is_ours_)
            return;
        under_way -= before_ - count_of(count_, requests_);
        if (under_way < 0)
            under_way = 0;  // one began before MPI_Init, by a session
        may_call_back = may_call_back && has_own_operations();
    }
    Completion(const Completion &) = delete;
    Completion &operator=(const Completion &) = delete;

  private:
    bool is_ours_;
    int count_;
    const Request *requests_;
    int before_ = 0;
};

}  // namespace

bool has_own_operations() {
    return is_endless || under_way > 0;
}

void begin_own_operation() {
    under_way++;
}

void begin_endless_operation() {
    is_endless = true;
}

bool may_call_program() {
    return may_call_back;
}

void begin_to_call_back() {
    complete_all();
    may_call_back = true;
}

MPIMON_EXPORT int MPI_Wait(Request *request, Status *status) {
    const Completion completion(__builtin_return_address(0), 1, request);
    return library.wait(request, status);
}

MPIMON_EXPORT int MPI_Waitall(int count, Request *requests, Status *statuses) {
    const Completion completion(__builtin_return_address(0), count, requests);
    return library.waitall(count, requests, statuses);
}

MPIMON_EXPORT int MPI_Waitany(int count, Request *requests, int *index, Status *status) {
    const Completion completion(__builtin_return_address(0), count, requests);
    return library.waitany(count, requests, index, status);
}

MPIMON_EXPORT int MPI_Waitsome(int count, Request *requests, int *ended, int *indices, Status *statuses) {
    const Completion completion(__builtin_return_address(0), count, requests);
    return library.waitsome(count, requests, ended, indices, statuses);
}

MPIMON_EXPORT int MPI_Test(Request *request, int *flag, Status *status) {
    const Completion completion(__builtin_return_address(0), 1, request);
    return library.test(request, flag, status);
}

MPIMON_EXPORT int MPI_Testall(int count, Request *requests, int *flag, Status *statuses) {
    const Completion completion(__builtin_return_address(0), count, requests);
    return library.testall(count, requests, flag, statuses);
}

MPIMON_EXPORT int MPI_Testany(int count, Request *requests, int *index, int *flag, Status *status) {
    const Completion completion(__builtin_return_address(0), count, requests);
    return library.testany(count, requests, index, flag, status);
}

MPIMON_EXPORT int MPI_Testsome(int count, Request *requests, int *ended, int *indices, Status *statuses) {
    const Completion completion(__builtin_return_address(0), count, requests);
    return library.testsome(count, requests, ended, indices, statuses);
}

MPIMON_ALSO(MPI_Wait) int PMPI_Wait(Request *, Status *);
MPIMON_ALSO(MPI_Waitall) int PMPI_Waitall(int, Request *, Status *);
MPIMON_ALSO(MPI_Waitany) int PMPI_Waitany(int, Request *, int *, Status *);
MPIMON_ALSO(MPI_Waitsome) int PMPI_Waitsome(int, Request *, int *, int *, Status *);
MPIMON_ALSO(MPI_Test) int PMPI_Test(Request *, int *, Status *);
MPIMON_ALSO(MPI_Testall) int PMPI_Testall(int, Request *, int *, Status *);
MPIMON_ALSO(MPI_Testany) int PMPI_Testany(int, Request *, int *, int *, Status *);
MPIMON_ALSO(MPI_Testsome) int PMPI_Testsome(int, Request *, int *, int *, Status *);

}  // namespace mpimon::overlap
