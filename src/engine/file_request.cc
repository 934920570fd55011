#include "file_request.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mpimon {

namespace {

constexpr time_t patience_s = 1;
constexpr std::size_t stack_size = 256 * 1024;

// Shared by the one who asks and the thread that does it; the last of them frees it.
struct Request {
    std::uint64_t start, end;
    int file, error;
    bool locked, answered, abandoned;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    char path[1];  // as long as it takes; empty if `file` is open
};

std::uint64_t file_size_limit() {
    rlimit limit{};
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : UINT64_MAX;
}

// Touching a byte without room would raise SIGBUS; a file beyond its limit would raise SIGXFSZ.
int allocate(int file, std::uint64_t start, std::uint64_t end) {
    if (end > file_size_limit())
        return EFBIG;
    int error = 0;
    do
        error = posix_fallocate(file, static_cast<off_t>(start), static_cast<off_t>(end - start));
    while (error == EINTR);
    return error;
}

// Leaves nothing of a file that nobody wants.
void discard(Request *request) {
    if (request->file >= 0)
        close(request->file);
    if (*request->path && request->file >= 0)
        unlink(request->path);
    request->file = -1;
}

void fulfil(Request *request) {
    if (*request->path) {
        request->file = open(request->path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
        if (request->file < 0) {
            request->error = errno;
            return;
        }
        request->locked = flock(request->file, LOCK_EX | LOCK_NB) == 0;
    }
    request->error = allocate(request->file, request->start, request->end);
    if (request->error)
        discard(request);
}

void destroy(Request *request) {
    pthread_cond_destroy(&request->changed);
    pthread_mutex_destroy(&request->mutex);
    std::free(request);
}

void *fulfil_in_thread(void *argument) {
    auto *request = static_cast<Request *>(argument);
    fulfil(request);
    pthread_mutex_lock(&request->mutex);
    const bool abandoned = request->abandoned;
    request->answered = true;
    pthread_cond_signal(&request->changed);
    pthread_mutex_unlock(&request->mutex);
    if (abandoned) {
        discard(request);
        destroy(request);
    }
    return nullptr;
}

// The application's signals are not for this thread.
bool start_thread(Request *request) {
    sigset_t all, before;
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, stack_size);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(&thread, &attributes, fulfil_in_thread, request) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_attr_destroy(&attributes);
    return started;
}

// Whether there is an answer in time.
bool wait(Request *request) {
    timespec deadline{};
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += patience_s;
    pthread_mutex_lock(&request->mutex);
    while (!request->answered && pthread_cond_timedwait(&request->changed, &request->mutex, &deadline) != ETIMEDOUT) {
    }
    const bool answered = request->answered;
    request->abandoned = !answered;
    pthread_mutex_unlock(&request->mutex);
    return answered;
}

Request *new_request(const char *path, int file, std::uint64_t start, std::uint64_t end) {
    const std::size_t length = std::strlen(path);
    auto *request = static_cast<Request *>(std::calloc(1, sizeof(Request) + length));
    if (!request)
        return nullptr;
    std::memcpy(request->path, path, length + 1);
    request->file = file;
    request->start = start;
    request->end = end;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&request->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&request->mutex, nullptr);
    return request;
}

// Takes the request. Without a thread, where no more of them are allowed, there is no other way than to wait.
FileAnswer ask(Request *request) {
    if (!request)
        return {ENOMEM, -1, false};
    if (!start_thread(request))
        fulfil(request);
    else if (!wait(request))
        return {ETIMEDOUT, -1, false};
    const FileAnswer answer = {request->error, request->file, request->locked};
    destroy(request);
    return answer;
}

}  // namespace

FileAnswer create_file(const char *path, std::uint64_t size) {
    return ask(new_request(path, -1, 0, size));
}

// The thread has a descriptor of its own, since the caller's may be closed, and its number another file's, before the
// file system answers.
int extend_file(int file, std::uint64_t start, std::uint64_t end) {
    const int own = fcntl(file, F_DUPFD_CLOEXEC, 0);
    if (own < 0)
        return errno;
    Request *request = new_request("", own, start, end);
    if (!request)
        close(own);
    const FileAnswer answer = ask(request);
    if (answer.file >= 0)
        close(answer.file);
    return answer.error;
}

}  // namespace mpimon
