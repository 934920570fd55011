// Where in a program's source its instructions come from, by the debug information that its files have on this machine.
#ifndef MPIMON_COMMANDS_REPORT_SOURCE_LINES_H
#define MPIMON_COMMANDS_REPORT_SOURCE_LINES_H

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

struct Dwfl;
struct Dwfl_Module;

namespace mpimon {

// A line of the source: as much as is known of it.
struct SourceLine {
    std::string file;      // without its folder
    int line = 0;          // 0: not known, nor is `file`
    std::string function;  // the symbol that the instruction is in
};

class SourceLines {
  public:
    SourceLines();
    ~SourceLines();
    SourceLines(const SourceLines &) = delete;
    SourceLines &operator=(const SourceLines &) = delete;

    // The line of the call before the instruction at `offset`, from where the object is loaded. Nothing where there is
    // no such file here, or it is another one by its build id.
    std::optional<SourceLine> find(const std::string &object, const std::string &build_id, uint64_t offset);

  private:
    struct Object {
        std::unique_ptr<Dwfl, void (*)(Dwfl *)> session;
        Dwfl_Module *module;
    };

    const Object &open(const std::string &path, const std::string &build_id);

    std::map<std::pair<std::string, std::string>, Object> objects_;
};

}  // namespace mpimon

#endif
