#include "mpimon/commands/run/elf_file.h"

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstring>

namespace mpimon {

namespace {

using Header = ElfW(Ehdr);
using Part = ElfW(Phdr);
using Entry = ElfW(Dyn);

// Reads structures out of a file that may be of any content.
class Reader {
  public:
    explicit Reader(std::string_view content) : content_(content) {}

    template <class Item>
    std::optional<Item> at(uint64_t offset) const {
        Item item;
        if (offset > content_.size() || content_.size() - offset < sizeof item)
            return std::nullopt;
        std::memcpy(&item, content_.data() + offset, sizeof item);
        return item;
    }

    // A text with a closing zero; empty if it is not within the file.
    std::string text(uint64_t offset) const {
        if (offset >= content_.size())
            return {};
        const std::string_view rest = content_.substr(offset);
        const size_t end = rest.find('\0');
        return std::string(end == std::string_view::npos ? std::string_view() : rest.substr(0, end));
    }

  private:
    std::string_view content_;
};

std::vector<Part> parts_of(const Reader &reader, const Header &header) {
    std::vector<Part> parts;
    for (uint64_t i = 0; i < header.e_phnum; ++i)
        if (const auto part = reader.at<Part>(header.e_phoff + i * header.e_phentsize))
            parts.push_back(*part);
    return parts;
}

// Where in the file an address is that the loader uses; UINT64_MAX if nowhere.
uint64_t offset_of(const std::vector<Part> &parts, uint64_t address) {
    for (const Part &part : parts)
        if (part.p_type == PT_LOAD && address >= part.p_vaddr && address - part.p_vaddr < part.p_filesz)
            return part.p_offset + (address - part.p_vaddr);
    return UINT64_MAX;
}

std::vector<std::string> needed_by(const Reader &reader, const std::vector<Part> &parts, const Part &dynamic) {
    uint64_t names = UINT64_MAX;
    std::vector<uint64_t> offsets;
    for (uint64_t at = 0; at < dynamic.p_filesz; at += sizeof(Entry)) {
        const auto entry = reader.at<Entry>(dynamic.p_offset + at);
        if (!entry || entry->d_tag == DT_NULL)
            break;
        if (entry->d_tag == DT_STRTAB)
            names = offset_of(parts, entry->d_un.d_ptr);
        else if (entry->d_tag == DT_NEEDED)
            offsets.push_back(entry->d_un.d_val);
    }
    std::vector<std::string> needed;
    for (const uint64_t offset : offsets)
        if (names != UINT64_MAX && offset < UINT64_MAX - names)
            needed.push_back(reader.text(names + offset));
    return needed;
}

}  // namespace

std::optional<ElfFile> read_elf(std::string_view content) {
    const Reader reader(content);
    const auto header = reader.at<Header>(0);
    constexpr unsigned char kClass = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != kClass)
        return std::nullopt;
    ElfFile file = {true, {}};
    const std::vector<Part> parts = parts_of(reader, *header);
    for (const Part &part : parts) {
        if (part.p_type == PT_INTERP)
            file.is_static = false;
        else if (part.p_type == PT_DYNAMIC)
            file.needed = needed_by(reader, parts, part);
    }
    return file;
}

}  // namespace mpimon
