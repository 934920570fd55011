#include "objects.h"

#include <link.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <initializer_list>

namespace mpimon::overlap {

namespace {

struct Search {
    std::uintptr_t code;
    Object *found;
};

bool has(const dl_phdr_info &object, std::uintptr_t code) {
    for (int i = 0; i < object.dlpi_phnum; i++) {
        const ElfW(Phdr) &header = object.dlpi_phdr[i];
        const std::uintptr_t begin = object.dlpi_addr + header.p_vaddr;
        if (header.p_type == PT_LOAD && code >= begin && code < begin + header.p_memsz)
            return true;
    }
    return false;
}

void read_notes(const dl_phdr_info &object, const ElfW(Phdr) & header, char *build_id) {
    for (std::size_t at = 0; at + sizeof(ElfW(Nhdr)) < header.p_memsz;) {
        const auto *note = reinterpret_cast<const ElfW(Nhdr) *>(object.dlpi_addr + header.p_vaddr + at);
        const auto *name = reinterpret_cast<const char *>(note + 1);
        const auto *id = reinterpret_cast<const unsigned char *>(name + ((note->n_namesz + 3) & ~3u));
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0)
            for (unsigned byte = 0; byte < note->n_descsz && byte < 20; byte++)
                std::snprintf(build_id + 2 * byte, 3, "%02x", id[byte]);
        at += sizeof *note + ((note->n_namesz + 3) & ~3u) + ((note->n_descsz + 3) & ~3u);
    }
}

void describe(const dl_phdr_info &object, Object *found) {
    *found = {};
    found->base = object.dlpi_addr;
    if (*object.dlpi_name)
        std::snprintf(found->path, sizeof found->path, "%s", object.dlpi_name);
    else if (readlink("/proc/self/exe", found->path, sizeof found->path - 1) < 0)
        *found->path = 0;
    for (int i = 0; i < object.dlpi_phnum; i++)
        if (object.dlpi_phdr[i].p_type == PT_NOTE)
            read_notes(object, object.dlpi_phdr[i], found->build_id);
}

// The first object is the program.
int visit(dl_phdr_info *object, std::size_t, void *argument) {
    const auto &search = *static_cast<const Search *>(argument);
    if (search.code && !has(*object, search.code))
        return 0;
    describe(*object, search.found);
    return 1;
}

}  // namespace

void find_object(const void *code, Object *object) {
    *object = {};
    Search search = {reinterpret_cast<std::uintptr_t>(code), object};
    dl_iterate_phdr(visit, &search);
}

bool is_of_transport(const void *code) {
    Object object;
    find_object(code, &object);
    const char *name = std::strrchr(object.path, '/');
    name = name ? name + 1 : object.path;
    for (const char *beginning : {"libmpi", "libuc", "libfabric"})
        if (std::strncmp(name, beginning, std::strlen(beginning)) == 0)
            return true;
    return false;
}

}  // namespace mpimon::overlap
