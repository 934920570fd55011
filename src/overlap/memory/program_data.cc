#include "program_data.h"

#include <link.h>

#include "areas.h"

namespace mpimon::overlap {

namespace {

constexpr int kMost = 256;

// Ranges of whole pages, from which others are taken away.
class Ranges {
  public:
    void add(const Range &range) {
        if (count_ < kMost && range.begin < range.end)
            ranges_[count_++] = range;
    }
    void take_away(const Range &gone) {
        for (int i = count_ - 1; i >= 0; i--)
            if (ranges_[i].meets(gone)) {
                const Range old = ranges_[i];
                ranges_[i] = ranges_[--count_];
                add({old.begin, gone.begin});
                add({gone.end, old.end});
            }
    }
    const Range *begin() const { return ranges_; }
    const Range *end() const { return ranges_ + count_; }
    bool is_full() const { return count_ == kMost; }

  private:
    Range ranges_[kMost] = {};
    int count_ = 0;
};

// Variables of libraries that the program refers to, such as stdout, live among the program's: the libraries use them
// there.
void take_away_copies(const dl_phdr_info *program, const ElfW(Dyn) * dynamic, Ranges *ranges) {
    ElfW(Addr) table = 0, symbols = 0;
    std::size_t bytes = 0;
    for (; dynamic->d_tag != DT_NULL; dynamic++) {
        if (dynamic->d_tag == DT_RELA)
            table = dynamic->d_un.d_ptr;
        else if (dynamic->d_tag == DT_RELASZ)
            bytes = dynamic->d_un.d_val;
        else if (dynamic->d_tag == DT_SYMTAB)
            symbols = dynamic->d_un.d_ptr;
    }
    const auto *relocations = reinterpret_cast<const ElfW(Rela) *>(table);
    const auto *symbol_of = reinterpret_cast<const ElfW(Sym) *>(symbols);
    for (std::size_t i = 0; table && symbols && i < bytes / sizeof(ElfW(Rela)); i++)
        if (ELF64_R_TYPE(relocations[i].r_info) == R_X86_64_COPY) {
            const std::uintptr_t begin = program->dlpi_addr + relocations[i].r_offset;
            const std::size_t size = symbol_of[ELF64_R_SYM(relocations[i].r_info)].st_size;
            ranges->take_away(Range{begin, begin + (size ? size : 1)}.pages());
        }
}

// The first object is the program.
int add_segments(dl_phdr_info *program, std::size_t, void *) {
    Ranges ranges;
    const ElfW(Dyn) *dynamic = nullptr;
    for (int i = 0; i < program->dlpi_phnum; i++) {
        const ElfW(Phdr) &header = program->dlpi_phdr[i];
        const std::uintptr_t begin = program->dlpi_addr + header.p_vaddr;
        if (header.p_type == PT_LOAD && (header.p_flags & (PF_W | PF_X)) == PF_W)
            ranges.add(Range{begin, begin + header.p_memsz}.pages());
        if (header.p_type == PT_DYNAMIC)
            dynamic = reinterpret_cast<const ElfW(Dyn) *>(begin);
    }
    for (int i = 0; i < program->dlpi_phnum; i++) {
        const ElfW(Phdr) &header = program->dlpi_phdr[i];
        const std::uintptr_t begin = program->dlpi_addr + header.p_vaddr;
        if (header.p_type == PT_GNU_RELRO)
            ranges.take_away(Range{begin, begin + header.p_memsz}.pages());
    }
    if (!dynamic)  // without the dynamic section it is not known what libraries use
        return 1;
    take_away_copies(program, dynamic, &ranges);
    if (!ranges.is_full())
        for (const Range &range : ranges)
            add_area(range);
    return 1;
}

}  // namespace

void add_program_data() {
    dl_iterate_phdr(add_segments, nullptr);
}

}  // namespace mpimon::overlap
