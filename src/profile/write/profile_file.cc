#include "profile/write/profile_file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "engine/storage/write_all.h"
#include "engine/tables/fnv.h"
#include "profile/write/encode/encode.h"

namespace mpimon {

namespace {

mpimon_record record_by(size_t (*encoder)(const void *, uint8_t *, size_t), const void *segment) {
    mpimon_record record = {nullptr, encoder(segment, nullptr, 0)};
    if (record.size > 0)
        record.bytes = static_cast<uint8_t *>(malloc(record.size));
    const size_t written = record.bytes != nullptr ? encoder(segment, record.bytes, record.size) : 0;
    record.size = written <= record.size ? written : 0;
    return record;
}

// Both halves of the hash go into it.
uint32_t fingerprint(const uint8_t *bytes, size_t size) {
    uint64_t hash = MPIMON_FNV_START;
    for (size_t i = 0; i < size; ++i)
        hash = mpimon_fnv_byte(hash, bytes[i]);
    return static_cast<uint32_t>(hash ^ hash >> 32);
}

// Whether it is a regular file of this user's.
bool is_own(int file) {
    struct stat status;
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid();
}

// A client of NFS may write the whole of a page that it has read, and with it what others have written there meanwhile.
// While it holds a lock on a part of the file, it reads the page anew and writes what was written to it, no more.
class PartLock {
  public:
    PartLock(int file, uint64_t offset, size_t size) : file_(file) {
        struct statfs system;
        part_.l_whence = SEEK_SET;
        part_.l_start = static_cast<off_t>(offset);
        part_.l_len = static_cast<off_t>(size);
        part_.l_type = F_WRLCK;
        locked_ = fstatfs(file, &system) == 0 && system.f_type == NFS_SUPER_MAGIC && fcntl(file, F_SETLKW, &part_) == 0;
    }
    PartLock(const PartLock &) = delete;
    PartLock &operator=(const PartLock &) = delete;

    // Returns 0, or an errno value: NFS says only now that something could not be written.
    int unlock() {
        part_.l_type = F_UNLCK;
        return locked_ && (fsync(file_) != 0 || fcntl(file_, F_SETLK, &part_) != 0) ? errno : 0;
    }

  private:
    int file_;
    struct flock part_ = {};
    bool locked_;
};

}  // namespace

}  // namespace mpimon

mpimon_record mpimon_process_record(const void *segment, int with_settings) {
    return mpimon::record_by(with_settings != 0 ? mpimon_encode_process_apart : mpimon_encode_process, segment);
}

int mpimon_create_file(const char *path) {
    unlink(path);
    return open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

int mpimon_file_create(const void *segment, const char *path, mpimon_file_start *start) {
    const mpimon_record job = mpimon::record_by(mpimon_encode_job, segment);
    start->error = job.size > 0 ? 0 : ENOMEM;
    int file = start->error != 0 ? -1 : mpimon_create_file(path);
    if (file < 0 && start->error == 0)
        start->error = errno;
    if (file >= 0)
        start->error = mpimon_file_write(file, job.bytes, job.size, 0);
    if (file >= 0 && start->error != 0) {
        close(file);
        unlink(path);
        file = -1;
    }
    start->job_size = job.size;
    start->fingerprint = mpimon::fingerprint(job.bytes, job.size);
    free(job.bytes);
    return file;
}

int mpimon_file_open(const char *path, const mpimon_file_start *start) {
    int file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    auto *bytes = static_cast<uint8_t *>(file < 0 ? nullptr : malloc(start->job_size));
    const bool same = bytes != nullptr && mpimon::is_own(file) &&
                      pread(file, bytes, start->job_size, 0) == static_cast<ssize_t>(start->job_size) &&
                      mpimon::fingerprint(bytes, start->job_size) == start->fingerprint;
    free(bytes);
    if (file >= 0 && !same) {
        close(file);
        file = -1;
    }
    return file;
}

int mpimon_file_write(int file, const uint8_t *bytes, size_t size, uint64_t offset) {
    mpimon::PartLock lock(file, offset, size);
    const int error = mpimon::write_all(file, bytes, size, offset);
    const int unlock_error = lock.unlock();
    return error != 0 ? error : unlock_error;
}

int mpimon_file_complete(int file, uint32_t processes, uint64_t end) {
    uint8_t bytes[64];
    const size_t size = mpimon_encode_end(processes, bytes, sizeof bytes);
    return mpimon_file_write(file, bytes, size, end);
}
