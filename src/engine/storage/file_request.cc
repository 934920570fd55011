#include "file_request.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <linux/magic.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "background_thread.h"

namespace mpimon {

namespace {

constexpr std::int64_t patience_ns = 1'000'000'000;

// A request is shared by the thread that asks and the one that makes the file; the last of them frees it.
struct Request {
    std::uint64_t size;
    FileAnswer answer;
    bool answered, abandoned;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    char path[1];  // as long as it takes
};

std::uint64_t file_size_limit() {
    rlimit limit{};
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : UINT64_MAX;
}

bool is_in_memory(int file) {
    struct statfs system {};
    return fstatfs(file, &system) == 0 && (system.f_type == TMPFS_MAGIC || system.f_type == RAMFS_MAGIC);
}

// Removes the file, which nobody wants any more.
void discard(Request *request) {
    if (request->answer.file < 0)
        return;
    close(request->answer.file);
    unlink(request->path);
    request->answer.file = -1;
}

void fulfil(Request *request) {
    FileAnswer &answer = request->answer;
    answer.file = open(request->path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (answer.file < 0) {
        answer.error = errno;
        return;
    }
    answer.locked = flock(answer.file, LOCK_EX | LOCK_NB) == 0;
    answer.in_memory = is_in_memory(answer.file);
    answer.error = extend_file(answer.file, request->size);
    if (answer.error)
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

// Waits for the answer; returns whether it came in time.
bool wait(Request *request) {
    const timespec deadline = deadline_in(patience_ns);
    pthread_mutex_lock(&request->mutex);
    while (!request->answered && pthread_cond_timedwait(&request->changed, &request->mutex, &deadline) != ETIMEDOUT) {
    }
    const bool answered = request->answered;
    request->abandoned = !answered;
    pthread_mutex_unlock(&request->mutex);
    return answered;
}

Request *new_request(const char *path, std::uint64_t size) {
    const std::size_t length = std::strlen(path);
    auto *request = static_cast<Request *>(std::calloc(1, sizeof(Request) + length));
    if (!request)
        return nullptr;
    std::memcpy(request->path, path, length + 1);
    request->size = size;
    request->answer.file = -1;
    begin_condition(&request->changed);
    pthread_mutex_init(&request->mutex, nullptr);
    return request;
}

}  // namespace

FileAnswer create_file(const char *path, std::uint64_t size) {
    Request *request = new_request(path, size);
    if (!request)
        return {ENOMEM, -1, false, false};
    pthread_t thread;
    const int error = start_background_thread(&thread, Joining::kDetached, fulfil_in_thread, request);
    if (error != 0) {
        destroy(request);
        return {error, -1, false, false};
    }
    if (!wait(request))
        return {ETIMEDOUT, -1, false, false};
    const FileAnswer answer = request->answer;
    destroy(request);
    return answer;
}

// Touching a byte without room would raise SIGBUS; a file beyond its limit would raise SIGXFSZ.
int extend_file(int file, std::uint64_t size) {
    if (size > file_size_limit())
        return EFBIG;
    int error = 0;
    do
        error = posix_fallocate(file, 0, static_cast<off_t>(size));
    while (error == EINTR);
    return error;
}

}  // namespace mpimon
