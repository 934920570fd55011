#include "mpimon/commands/report/source_lines.h"

#include <elfutils/libdwfl.h>
#include <fmt/format.h>

#include <filesystem>

namespace mpimon {

namespace {

const Dwfl_Callbacks kCallbacks = {dwfl_build_id_find_elf, dwfl_standard_find_debuginfo, dwfl_offline_section_address,
                                   nullptr};

void end_session(Dwfl *session) {
    if (session != nullptr)
        dwfl_end(session);
}

std::string build_id_of(Dwfl_Module *module) {
    const unsigned char *bytes = nullptr;
    GElf_Addr address = 0;
    const int count = dwfl_module_build_id(module, &bytes, &address);
    std::string text;
    for (int i = 0; i < count; ++i)
        text += fmt::format("{:02x}", bytes[i]);
    return text;
}

std::string without_folder(const char *path) {
    return std::filesystem::path(path).filename().string();
}

}  // namespace

SourceLines::SourceLines() = default;
SourceLines::~SourceLines() = default;

// A profile may name any file: what is no regular one is not opened.
const SourceLines::Object &SourceLines::open(const std::string &path, const std::string &build_id) {
    const auto [entry, is_new] = objects_.try_emplace({path, build_id}, Object{{nullptr, end_session}, nullptr});
    Object &object = entry->second;
    std::error_code error;
    if (!is_new || !std::filesystem::is_regular_file(path, error))
        return object;
    object.session.reset(dwfl_begin(&kCallbacks));
    if (!object.session)
        return object;
    Dwfl_Module *module = dwfl_report_offline(object.session.get(), "", path.c_str(), -1);
    dwfl_report_end(object.session.get(), nullptr, nullptr);
    if (module != nullptr && build_id_of(module) == build_id)
        object.module = module;
    return object;
}

std::optional<SourceLine> SourceLines::find(const std::string &path, const std::string &build_id, uint64_t offset) {
    const Object &object = open(path, build_id);
    GElf_Addr bias = 0;
    if (object.module == nullptr || dwfl_module_getelf(object.module, &bias) == nullptr || offset == 0)
        return std::nullopt;
    const GElf_Addr call = bias + offset - 1;
    SourceLine found;
    if (const char *name = dwfl_module_addrname(object.module, call))
        found.function = name;
    if (Dwfl_Line *line = dwfl_module_getsrc(object.module, call))
        if (const char *file = dwfl_lineinfo(line, nullptr, &found.line, nullptr, nullptr, nullptr))
            found.file = without_folder(file);
    if (found.file.empty() && found.function.empty())
        return std::nullopt;
    return found;
}

}  // namespace mpimon
