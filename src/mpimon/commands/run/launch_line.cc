#include "mpimon/commands/run/launch_line.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string_view>

namespace mpimon {

namespace {

using Words = std::vector<std::string>;

std::string base_name(const std::string &path) {
    return path.substr(path.rfind('/') + 1);
}

bool is_executable(const std::string &path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
}

// How many of the words from `at` on are an option and its value; 0 if there is no option.
using OptionWords = size_t (*)(const Words &words, size_t at);

// MPICH's mpiexec, and others like it: one dash or two, and each value is a word of its own.
size_t option_of_mpiexec(const Words &words, size_t at) {
    static const std::set<std::string> with_value = {"n",
                                                     "np",
                                                     "f",
                                                     "host",
                                                     "hosts",
                                                     "hostfile",
                                                     "machine",
                                                     "machinefile",
                                                     "ppn",
                                                     "perhost",
                                                     "wdir",
                                                     "wd",
                                                     "path",
                                                     "envlist",
                                                     "genvlist",
                                                     "bind-to",
                                                     "map-by",
                                                     "membind",
                                                     "bootstrap",
                                                     "launcher",
                                                     "rmk",
                                                     "bootstrap-exec",
                                                     "launcher-exec",
                                                     "iface",
                                                     "demux",
                                                     "usize",
                                                     "localhost",
                                                     "prepend-pattern",
                                                     "outfile-pattern",
                                                     "errfile-pattern",
                                                     "nameserver",
                                                     "configfile",
                                                     "s",
                                                     "gpus-per-proc",
                                                     "gpu-subdevs-per-proc",
                                                     "topolib",
                                                     "arch",
                                                     "info-key",
                                                     "maxtime",
                                                     "timeout",
                                                     "profile",
                                                     "hostlist"};
    const std::string &word = words[at];
    if (word.size() < 2 || word[0] != '-')
        return 0;
    const std::string name = word.substr(word.find_first_not_of('-'));
    if (name == "env" || name == "genv" || name == "x") {
        const bool joined = at + 1 < words.size() && words[at + 1].find('=') != std::string::npos;
        return joined || name == "x" ? 2 : 3;
    }
    return with_value.count(name) > 0 ? 2 : 1;
}

// srun, and others with the options of getopt_long: a value follows a "=" or, without one, is the next word.
size_t option_of_srun(const Words &words, size_t at) {
    static const std::string_view letters_with_value = "AacCdDeGiJLmMnNopqrStTwWx";
    static const std::set<std::string> flags = {
        "--label",      "--overcommit",  "--oversubscribe",    "--overlap",
        "--exact",      "--exclusive",   "--unbuffered",       "--quiet",
        "--verbose",    "--no-kill",     "--kill-on-bad-exit", "--immediate",
        "--pty",        "--multi-prog",  "--preserve-env",     "--hold",
        "--contiguous", "--no-allocate", "--disable-status",   "--help",
        "--usage",      "--version",     "--spread-job",       "--use-min-nodes",
        "--nice",       "--propagate",   "--get-user-env",     "--reboot",
        "--test-only",  "--no-requeue",  "--requeue",          "--whole",
        "--share",      "--threads"};
    const std::string &word = words[at];
    if (word.size() < 2 || word[0] != '-')
        return 0;
    if (word[1] == '-')
        return word.find('=') != std::string::npos || flags.count(word) > 0 || word == "--" ? 1 : 2;
    return word.size() == 2 && letters_with_value.find(word[1]) != std::string_view::npos ? 2 : 1;
}

OptionWords options_of(const std::string &launcher) {
    static const std::set<std::string> like_mpiexec = {"mpiexec",        "mpirun",       "mpiexec.hydra",
                                                       "mpiexec.mpich",  "mpirun.mpich", "mpiexec.openmpi",
                                                       "mpirun.openmpi", "orterun",      "prterun"};
    static const std::set<std::string> like_srun = {"srun", "flux", "aprun", "jsrun"};
    if (like_mpiexec.count(launcher) > 0)
        return option_of_mpiexec;
    return like_srun.count(launcher) > 0 ? option_of_srun : nullptr;
}

// Commands that start another one, which is the first of their words that is a program itself.
bool starts_another(const std::string &name) {
    static const std::set<std::string> names = {"env",  "time",   "nice",     "numactl", "taskset", "hwloc-bind",
                                                "perf", "stdbuf", "valgrind", "gdb",     "strace",  "timeout"};
    return names.count(name) > 0;
}

// The program of the words from `at` to `end`; empty if there is none.
std::string program_of(const Words &words, size_t at, size_t end) {
    if (at >= end)
        return {};
    const std::string first = find_command(words[at]);
    if (!starts_another(base_name(words[at])))
        return first;
    for (size_t i = at + 1; i < end; ++i) {
        const std::string path = find_command(words[i]);
        if (!path.empty() && !starts_another(base_name(path)))
            return path;
    }
    return first;
}

}  // namespace

std::string find_command(const std::string &word) {
    if (word.empty())
        return {};
    if (word.find('/') != std::string::npos)
        return is_executable(word) ? word : "";
    const char *variable = std::getenv("PATH");
    const std::string path = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
    for (size_t begin = 0; begin <= path.size();) {
        const size_t end = std::min(path.find(':', begin), path.size());
        const std::string folder = begin == end ? "." : path.substr(begin, end - begin);
        if (is_executable(folder + "/" + word))
            return folder + "/" + word;
        begin = end + 1;
    }
    return {};
}

LaunchLine parse_launch_line(const Words &words) {
    LaunchLine line;
    const OptionWords options = options_of(base_name(words.front()));
    line.launcher = options != nullptr ? find_command(words.front()) : "";
    size_t at = options != nullptr ? 1 : 0;
    if (base_name(words.front()) == "flux" && at < words.size())
        ++at;  // flux run
    while (at < words.size()) {
        for (size_t count = 0; options != nullptr && at < words.size() && (count = options(words, at)) > 0;)
            at += count;
        // Several programs stand between colons.
        const auto begin = words.begin() + static_cast<std::ptrdiff_t>(std::min(at, words.size()));
        const auto end = options != nullptr ? std::find(begin, words.end(), ":") : words.end();
        const std::string program = program_of(words, at, static_cast<size_t>(end - words.begin()));
        if (!program.empty() && std::find(line.programs.begin(), line.programs.end(), program) == line.programs.end())
            line.programs.push_back(program);
        at = static_cast<size_t>(end - words.begin()) + 1;
    }
    return line;
}

}  // namespace mpimon
