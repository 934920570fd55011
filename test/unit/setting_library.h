// What a plugin may call, for tests: a library with one control variable, whose values are words. The first is its
// value at first, and each that is asked for is its value at once.
#ifndef MPIMON_TEST_SETTING_LIBRARY_H
#define MPIMON_TEST_SETTING_LIBRARY_H

#include <mpich_monitoring_plugin.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace policies {

// One at a time, since plugins call functions without an object.
class SettingLibrary {
  public:
    SettingLibrary(std::string variable, std::vector<std::string> words) {
        variable_ = std::move(variable);
        words_ = std::move(words);
        current_ = words_.front();
        library.read_text = read_text;
        library.word = word;
        library.set = set;
    }

    static const std::string &current() { return current_; }

    mpimon_plugin_library library{};

  private:
    static int read_text(const char *name, char *text, size_t room) {
        if (name != variable_)
            return -1;
        std::snprintf(text, room, "%s", words_.front().c_str());
        return 0;
    }
    static const char *word(const char *, int number) {
        return static_cast<size_t>(number) < words_.size() ? words_[static_cast<size_t>(number)].c_str() : nullptr;
    }
    static int set(const char *, const char *value, char *, size_t) {
        current_ = value;
        return MPIMON_PLUGIN_ASKED;
    }

    static inline std::string variable_;
    static inline std::vector<std::string> words_;
    static inline std::string current_;
};

}  // namespace policies

#endif
