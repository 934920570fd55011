// The terminal as a screen of lines, with keys.
#ifndef MPIMON_COMMANDS_WATCH_SCREEN_H
#define MPIMON_COMMANDS_WATCH_SCREEN_H

#include <cstddef>
#include <string>

namespace mpimon {

class Screen {
  public:
    // Takes the terminal; the destructor gives it back as it was. Throws Failure if there is none, or one that is not
    // known.
    Screen();
    Screen(const Screen &) = delete;
    Screen &operator=(const Screen &) = delete;
    ~Screen();

    size_t width() const;
    size_t height() const;

    // Shows the lines of `text` as far as they fit, and `keys` in the last line.
    void show(const std::string &text, const std::string &keys);

    enum Key { kNone = -1, kDown = 1000, kUp, kPageDown, kPageUp, kEnter, kErase, kResized };
    // The next key: a character, or one of these; kNone if there is none for so long.
    int key(int milliseconds);
};

}  // namespace mpimon

#endif
