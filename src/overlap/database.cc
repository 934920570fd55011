#include "database.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "chains/choice.h"
#include "hash.h"
#include "library.h"
#include "objects.h"
#include "say.h"
#include "signals/section.h"

namespace mpimon::overlap {

namespace {

constexpr char kFirstLine[] = "mpich-monitoring overlap 1\n";
constexpr int kMostCalls = 1024;
constexpr const char *kRoles[] = {"", "goes-on", "ends", "fast"};
constexpr const char *kChoices[] = {"", "synchronous", "asynchronous"};

struct Known {
    std::uint64_t key;
    Role role;
};

Object executable;
Known known[kMostCalls];
int known_count;
Choice known_choice = Choice::kUnknown;

bool has_build_id() {
    if (!*executable.path)
        find_object(nullptr, &executable);
    return *executable.build_id;
}

template <typename Value, std::size_t count>
Value value_of(const char *name, const char *const (&names)[count]) {
    for (std::size_t i = 1; i < count; i++)
        if (std::strcmp(name, names[i]) == 0)
            return static_cast<Value>(i);
    return Value::kUnknown;
}

Known *find(std::uint64_t key) {
    for (int i = 0; i < known_count; i++)
        if (known[i].key == key)
            return &known[i];
    return nullptr;
}

// False where there is no room.
bool note(std::uint64_t key, Role role) {
    if (Known *before = find(key))
        before->role = role;
    else if (known_count < kMostCalls)
        known[known_count++] = {key, role};
    else
        return false;
    return true;
}

// The last line about a call is the one that holds.
void read_line(const char *line) {
    char id[sizeof executable.build_id], what[16];
    std::uint64_t key, rank = own_rank();
    if (std::sscanf(line, "%40s %" SCNx64 " %15s %" SCNu64, id, &key, what, &rank) < 3 ||
        std::strcmp(id, executable.build_id) != 0 || rank != own_rank())
        return;
    const Choice choice = value_of<Choice>(what, kChoices);
    if (choice != Choice::kUnknown && key == own_rank())
        known_choice = choice;
    const Role role = value_of<Role>(what, kRoles);
    if (role != Role::kUnknown)
        note(key, role);
}

// False where the file is of another kind.
bool read_lines(std::FILE *file) {
    char line[128];
    if (!std::fgets(line, sizeof line, file))
        return true;  // empty: it is about to be written
    if (std::strcmp(line, kFirstLine) != 0)
        return false;
    known_count = 0;
    while (std::fgets(line, sizeof line, file))
        read_line(line);
    return true;
}

// What is fast is so for one rank, and no other needs to know.
void write_line(std::FILE *file, std::uint64_t key, Role role) {
    std::fprintf(file, "%s %" PRIx64 " %s", executable.build_id, key, kRoles[static_cast<int>(role)]);
    if (role == Role::kFast)
        std::fprintf(file, " %" PRIu64, own_rank());
    std::fputc('\n', file);
}

void say_of(const char *path, const char *what) {
    say("MPIR_CVAR_OVERLAP_DATABASE=%s: %s", path, what);
}

}  // namespace

void read_database(const char *path) {
    if (!has_build_id())
        return say_of(path, "not used: the program has no build id; link it with -Wl,--build-id");
    std::FILE *file = std::fopen(path, "re");
    if (!file)
        return;
    flock(fileno(file), LOCK_SH);  // another job may be writing
    if (!read_lines(file))
        say_of(path, "not used: no database of overlap");
    std::fclose(file);
    if (known_choice != Choice::kUnknown)
        begin_with(known_choice);
}

std::uint64_t own_rank() {
    static int rank = -1;
    if (rank < 0) {
        const Section section;
        library.comm_rank(kCommWorld, &rank);
    }
    return static_cast<std::uint64_t>(rank);
}

std::uint64_t offset_in_program(const void *code) {
    const auto address = reinterpret_cast<std::uintptr_t>(code);
    Object object;
    find_object(code, &object);
    if (object.base == executable.base)
        return address - executable.base;
    return mix({hash(object.path), address - object.base});
}

Role known_role(std::uint64_t key) {
    const Known *call = find(key);
    return call ? call->role : Role::kUnknown;
}

void write_database(const char *path, bool (*role_of)(int, std::uint64_t *, Role *)) {
    if (!has_build_id())
        return;
    std::FILE *file = std::fopen(path, "a+e");
    if (!file)
        return say_of(path, std::strerror(errno));
    flock(fileno(file), LOCK_EX);
    std::rewind(file);
    if (read_lines(file)) {
        std::fseek(file, 0, SEEK_END);
        if (std::ftell(file) == 0)
            std::fputs(kFirstLine, file);
        std::uint64_t key;
        Role role;
        for (int i = 0; role_of(i, &key, &role); i++)
            if (role != Role::kUnknown && known_role(key) != role && note(key, role))
                write_line(file, key, role);
        if (last_choice() != Choice::kUnknown && last_choice() != known_choice)
            std::fprintf(file, "%s %" PRIx64 " %s\n", executable.build_id, own_rank(),
                         kChoices[static_cast<int>(last_choice())]);
    }
    std::fclose(file);
}

}  // namespace mpimon::overlap
