// What calls of MPI-IO do, by file. Beside them the lock costs nothing, so all threads share the items, and hold it as
// they add.
#include <cstring>

#include "../state.h"
#include "../tables/fnv.h"

namespace mpimon {

namespace {

// Names that differ have different hashes, as good as always. Never 0: that is a free slot of the table.
std::uint64_t key_of(const char *name) {
    return mpimon_fnv_text(MPIMON_FNV_START, name, SIZE_MAX) | 1;
}

// Copies a name; one that is too long loses its middle, since folders that many have are at its beginning.
void copy_name(char (&target)[MPIMON_TEXT], const char *name) {
    constexpr char gap[] = "...";
    constexpr std::size_t kept = MPIMON_TEXT - sizeof gap;
    const std::size_t length = std::strlen(name);
    if (length < MPIMON_TEXT) {
        std::memcpy(target, name, length + 1);
        return;
    }
    const std::size_t begin = kept / 3;
    std::memcpy(target, name, begin);
    std::memcpy(target + begin, gap, sizeof gap - 1);
    std::memcpy(target + begin + sizeof gap - 1, name + length - (kept - begin), kept - begin + 1);
}

// Room for all files and the rest, which has the last index; null without memory.
FileState *states() {
    if (!engine.file_states)
        engine.file_states = static_cast<FileState *>(std::calloc(MPIMON_FILES + 1, sizeof(FileState)));
    return engine.file_states;
}

std::uint32_t add_file(const char *name) {
    const std::uint32_t index = engine.file_count;
    FileState *state = states();
    mpimon_file *added = state ? engine.file_items.add(engine.segment) : nullptr;
    if (!added)
        return engine.lost = 1, UINT32_MAX;
    state[index].item = added;
    if (name)
        copy_name(added->name, name);
    added->is_rest = name == nullptr;
    engine.file_items.publish();
    return engine.file_count++;
}

// Index of the item of all files for which there is no other one.
std::uint32_t rest() {
    constexpr std::uint32_t index = MPIMON_FILES;
    return engine.file_count > index ? index : add_file(nullptr);
}

std::uint32_t file_index(const char *name) {
    const std::uint64_t key = key_of(name);
    const std::uint32_t known = engine.files.find(key);
    if (known != KeyTable::none)
        return known;
    if (engine.file_count >= MPIMON_FILES)
        return rest();
    const std::uint32_t added = add_file(name);
    if (added != UINT32_MAX && !engine.files.insert(key, added))
        engine.lost = 1;
    return added;
}

FileState *state_of(std::uint32_t file) {
    return file < engine.file_count ? &engine.file_states[file] : nullptr;
}

// Null without memory, or where there is no such file.
mpimon_file_access *access_of(std::uint32_t file, mpimon_file_family family, bool is_write) {
    FileState *state = state_of(file);
    if (!state)
        return nullptr;
    mpimon_file_access *&access = state->accesses[family][is_write];
    if (access)
        return access;
    mpimon_file_access *added = engine.file_access_items.add(engine.segment);
    if (!added)
        return lose(added);
    added->file = file;
    added->family = static_cast<std::uint8_t>(family);
    added->is_write = is_write;
    engine.file_access_items.publish();
    return access = added;
}

}  // namespace

}  // namespace mpimon

using namespace mpimon;

extern "C" {

uint32_t mpimon_file_index(const char *name) {
    Locked locked;
    return engine.segment.header() ? file_index(name) : UINT32_MAX;
}

void mpimon_file_count(uint32_t file, mpimon_file_operation operation, uint64_t ticks, int failed) {
    Locked locked;
    const FileState *state = state_of(file);
    if (!state)
        return;
    mpimon_increase(&state->item->calls[operation], 1);
    mpimon_increase(&state->item->failed[operation], failed != 0);
    mpimon_increase(&state->item->time[operation], ticks);
}

void mpimon_file_count_access(uint32_t file, mpimon_file_family family, int is_write, uint64_t bytes, uint64_t ticks,
                              int failed) {
    Locked locked;
    mpimon_file_access *access = access_of(file, family, is_write != 0);
    if (!access)
        return;
    mpimon_increase(&access->calls, 1);
    mpimon_increase(&access->time, ticks);
    if (failed) {
        mpimon_increase(&access->failed, 1);
        return;
    }
    mpimon_increase(&access->bytes, bytes);
    mpimon_increase(&access->bins[mpimon_bin(bytes)], 1);
}

void mpimon_file_count_end(uint32_t file, int is_write, uint64_t ticks) {
    Locked locked;
    mpimon_file_access *access = access_of(file, MPIMON_FILE_SPLIT, is_write != 0);
    if (access)
        mpimon_increase(&access->time, ticks);
}
}
