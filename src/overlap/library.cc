#include "library.h"

#include <dlfcn.h>
#include <link.h>

#include <cstdlib>

#include "counters.h"
#include "say.h"

namespace mpimon::overlap {

Library library;
const mpimon_overlap_library *monitoring;

namespace {

// A library that was loaded in the course of the program is none of the next ones.
void *find_function(const char *name) {
    if (void *function = dlsym(RTLD_NEXT, name))
        return function;
    static void *loaded;
    if (!loaded)
        loaded = dlopen("libmpi.so.12", RTLD_LAZY | RTLD_NOLOAD);
    return loaded ? dlsym(loaded, name) : nullptr;
}

struct Code {
    std::uintptr_t begin;
    std::uintptr_t end;
};

struct Search {
    std::uintptr_t wanted;
    Code found;
};

// Where objects are mapped: the library, and others whose data may change in any call of it.
Code code_of_library, code_of_c_library, own_code;

bool holds(const Code &code, std::uintptr_t address) {
    return address >= code.begin && address < code.end;
}

int compare_object(dl_phdr_info *object, std::size_t, void *data) {
    auto *const search = static_cast<Search *>(data);
    Code code = {UINTPTR_MAX, 0};
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) &header = object->dlpi_phdr[i];
        if (header.p_type != PT_LOAD)
            continue;
        const std::uintptr_t begin = object->dlpi_addr + header.p_vaddr;
        if (begin < code.begin)
            code.begin = begin;
        if (begin + header.p_memsz > code.end)
            code.end = begin + header.p_memsz;
    }
    if (!holds(code, search->wanted))
        return 0;
    search->found = code;
    return 1;
}

template <typename Function>
Code code_of(Function *function) {
    Search search = {reinterpret_cast<std::uintptr_t>(function), {0, 0}};
    dl_iterate_phdr(compare_object, &search);
    return search.found;
}

template <typename Function>
void find(Function **function, const char *name, const char **missing) {
    *function = reinterpret_cast<Function *>(find_function(name));
    if (!*function)
        *missing = name;
}

}  // namespace

const char *find_library() {
    const char *missing = nullptr;
    find(&library.init_thread, "PMPI_Init_thread", &missing);
    find(&library.finalize, "PMPI_Finalize", &missing);
    find(&library.query_thread, "PMPI_Query_thread", &missing);
    find(&library.send, "PMPI_Send", &missing);
    find(&library.recv, "PMPI_Recv", &missing);
    find(&library.sendrecv, "PMPI_Sendrecv", &missing);
    find(&library.isend, "PMPI_Isend", &missing);
    find(&library.irecv, "PMPI_Irecv", &missing);
    find(&library.wait, "PMPI_Wait", &missing);
    find(&library.waitall, "PMPI_Waitall", &missing);
    find(&library.waitany, "PMPI_Waitany", &missing);
    find(&library.waitsome, "PMPI_Waitsome", &missing);
    find(&library.test, "PMPI_Test", &missing);
    find(&library.testall, "PMPI_Testall", &missing);
    find(&library.testany, "PMPI_Testany", &missing);
    find(&library.testsome, "PMPI_Testsome", &missing);
    find(&library.iprobe, "PMPI_Iprobe", &missing);
    find(&library.pack, "PMPI_Pack", &missing);
    find(&library.unpack, "PMPI_Unpack", &missing);
    find(&library.pack_size, "PMPI_Pack_size", &missing);
    find(&library.comm_rank, "PMPI_Comm_rank", &missing);
    find(&library.comm_size, "PMPI_Comm_size", &missing);
    find(&library.comm_test_inter, "PMPI_Comm_test_inter", &missing);
    find(&library.comm_get_errhandler, "PMPI_Comm_get_errhandler", &missing);
    find(&library.errhandler_free, "PMPI_Errhandler_free", &missing);
    find(&library.type_size, "PMPI_Type_size", &missing);
    find(&library.type_get_extent, "PMPI_Type_get_extent", &missing);
    find(&library.type_get_true_extent, "PMPI_Type_get_true_extent", &missing);
    if (!missing) {
        code_of_library = code_of(library.isend);
        code_of_c_library = code_of(&std::abort);
        own_code = code_of(&find_library);
    }
    return missing;
}

bool is_of_library(const void *code) {
    return holds(code_of_library, reinterpret_cast<std::uintptr_t>(code));
}

bool is_of_system(const void *code) {
    const auto address = reinterpret_cast<std::uintptr_t>(code);
    return holds(code_of_library, address) || holds(code_of_c_library, address) || holds(own_code, address);
}

void *next_function(const char *name) {
    void *function = find_function(name);
    if (!function) {
        say("libmpimon_overlap: no library has %s; preload this one into programs of MPICH only", name);
        std::abort();
    }
    return function;
}

MPIMON_EXPORT const std::uint64_t *mpimon_overlap_connect_4(const mpimon_overlap_library *of_monitoring) {
    monitoring = of_monitoring;
    return counters;
}

}  // namespace mpimon::overlap
