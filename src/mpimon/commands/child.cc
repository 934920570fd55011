#include "mpimon/commands/child.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace mpimon {

namespace {

// Signals that are for the job, and the news that it has ended.
sigset_t passed_on() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGCONT, SIGCHLD})
        sigaddset(&set, signal);
    return set;
}

// Waits for the child, with the signals of `set` blocked.
int wait_for(pid_t child, const sigset_t &set) {
    for (;;) {
        int status = 0;
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child)
            return WIFSIGNALED(status) ? kBySignal + WTERMSIG(status) : WEXITSTATUS(status);
        siginfo_t signal = {};
        // The terminal sends its signals to all of its foreground group, to which the child belongs.
        if (sigwaitinfo(&set, &signal) > 0 && signal.si_signo != SIGCHLD && signal.si_code <= 0)
            kill(child, signal.si_signo);
    }
}

std::vector<char *> pointers(const std::vector<std::string> &texts) {
    std::vector<char *> list;
    for (const std::string &text : texts)
        list.push_back(const_cast<char *>(text.c_str()));
    list.push_back(nullptr);
    return list;
}

// "NAME=value" of this process's environment, but for those that get another value.
std::vector<std::string> environment_with(const std::map<std::string, std::string> &variables) {
    std::vector<std::string> texts;
    for (char **entry = environ; *entry != nullptr; ++entry)
        if (variables.count(std::string(*entry, std::strcspn(*entry, "="))) == 0)
            texts.emplace_back(*entry);
    for (const auto &[name, value] : variables)
        texts.push_back(name + "=" + value);
    return texts;
}

}  // namespace

ChildResult run_child(const std::vector<std::string> &words, const std::map<std::string, std::string> &variables) {
    const sigset_t set = passed_on();
    sigset_t before;
    sigprocmask(SIG_BLOCK, &set, &before);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &before);
    const std::vector<std::string> environment = environment_with(variables);
    pid_t child = 0;
    const int error = posix_spawnp(&child, words.front().c_str(), nullptr, &attributes, pointers(words).data(),
                                   pointers(environment).data());
    posix_spawnattr_destroy(&attributes);
    ChildResult result;
    if (error != 0) {
        result = {error == ENOENT ? kNotFound : kCannotRun, std::strerror(error)};
    } else {
        result.status = wait_for(child, set);
    }
    sigprocmask(SIG_SETMASK, &before, nullptr);
    return result;
}

}  // namespace mpimon
