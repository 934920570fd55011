#include "analysis/placement/machine.h"

#include <fmt/format.h>
#include <hwloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "analysis/failure.h"

namespace mpimon::placement {

namespace {

struct MachineLevel {
    hwloc_obj_type_t type;
    const char *name;
};

// Levels from the outermost one on; the objects of the last one are the slots.
constexpr std::array<MachineLevel, 5> kLevels = {{{HWLOC_OBJ_PACKAGE, "package"},
                                                  {HWLOC_OBJ_NUMANODE, "numa"},
                                                  {HWLOC_OBJ_L3CACHE, "l3"},
                                                  {HWLOC_OBJ_L2CACHE, "l2"},
                                                  {HWLOC_OBJ_CORE, "core"}}};

class Machine {
  public:
    Machine() {
        if (hwloc_topology_init(&topology_) != 0)
            throw AnalysisError("hwloc does not start");
    }
    Machine(const Machine &) = delete;
    Machine &operator=(const Machine &) = delete;
    ~Machine() { hwloc_topology_destroy(topology_); }

    void read_xml(const std::string &file) {
        if (access(file.c_str(), R_OK) != 0)
            throw AnalysisError(fmt::format("{}: {}", file, std::strerror(errno)));
        if (hwloc_topology_set_xml(topology_, file.c_str()) != 0)
            throw AnalysisError(fmt::format("{}: not the XML file of a topology, as lstopo writes it", file));
    }

    Tree tree(const std::string &host) {
        if (hwloc_topology_load(topology_) != 0)
            throw AnalysisError("hwloc cannot tell the topology");
        Tree tree;
        tree.levels = {"node"};
        tree.counts = {{1}};
        tree.hosts = {host};
        std::vector<hwloc_const_cpuset_t> around = {hwloc_topology_get_topology_cpuset(topology_)};
        for (const MachineLevel &level : kLevels)
            add(level, around, tree);
        if (tree.levels.back() != "core")
            add_processors(around, tree);
        return tree;
    }

    std::string host() const {
        const hwloc_obj_t root = hwloc_get_root_obj(topology_);
        const char *name = root == nullptr ? nullptr : hwloc_obj_get_info_by_name(root, "HostName");
        return name == nullptr ? "" : name;
    }

  private:
    // Which processors each object of this type has, of these. Memory of another kind beside the same processors is no
    // object of its own.
    std::vector<hwloc_const_cpuset_t> find_inside(hwloc_const_cpuset_t set, hwloc_obj_type_t type) {
        std::vector<hwloc_const_cpuset_t> found;
        const int count = hwloc_get_nbobjs_inside_cpuset_by_type(topology_, set, type);
        for (int i = 0; i < count; ++i) {
            const hwloc_const_cpuset_t one =
                hwloc_get_obj_inside_cpuset_by_type(topology_, set, type, static_cast<unsigned>(i))->cpuset;
            const auto meets = [one](hwloc_const_cpuset_t other) { return hwloc_bitmap_intersects(one, other) != 0; };
            if (std::none_of(found.begin(), found.end(), meets))
                found.push_back(one);
        }
        return found;
    }

    // Objects of this type within each object of the last level; left out if each has only one, unless they are slots.
    void add(const MachineLevel &level, std::vector<hwloc_const_cpuset_t> &around, Tree &tree) {
        std::vector<hwloc_const_cpuset_t> within;
        std::vector<uint32_t> counts;
        for (const hwloc_const_cpuset_t set : around) {
            const std::vector<hwloc_const_cpuset_t> inside = find_inside(set, level.type);
            if (inside.empty())
                return;  // this machine does not have them everywhere
            counts.push_back(static_cast<uint32_t>(inside.size()));
            within.insert(within.end(), inside.begin(), inside.end());
        }
        const bool is_slots = level.type == HWLOC_OBJ_CORE;
        if (!is_slots && std::all_of(counts.begin(), counts.end(), [](uint32_t count) { return count == 1; }))
            return;
        around = std::move(within);
        tree.levels.emplace_back(level.name);
        tree.counts.push_back(std::move(counts));
    }

    // Where there are no cores, each processor is one.
    void add_processors(std::vector<hwloc_const_cpuset_t> &around, Tree &tree) {
        add({HWLOC_OBJ_PU, "pu"}, around, tree);
        if (tree.levels.size() == 1)
            throw AnalysisError("hwloc finds no cores");
    }

    hwloc_topology_t topology_ = nullptr;
};

}  // namespace

Tree this_machine() {
    std::array<char, 256> name = {};
    gethostname(name.data(), name.size() - 1);
    return Machine().tree(name.data());
}

Tree machine_in(const std::string &xml_file) {
    Machine machine;
    machine.read_xml(xml_file);
    Tree tree = machine.tree("");
    tree.hosts = {machine.host()};
    if (tree.hosts.front().empty())
        tree.hosts.clear();
    return tree;
}

}  // namespace mpimon::placement
