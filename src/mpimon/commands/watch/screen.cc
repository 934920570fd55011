#include "mpimon/commands/watch/screen.h"

#include <curses.h>
#include <unistd.h>

#include <clocale>
#include <cstdio>
#include <cstdlib>

#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr int kEscape = 27;
constexpr int kBackspace = 127;

}  // namespace

Screen::Screen() {
    if (isatty(STDOUT_FILENO) == 0 || isatty(STDIN_FILENO) == 0)
        throw Failure("this is no terminal; --once says how things are");
    std::setlocale(LC_ALL, "");
    const char *type = std::getenv("TERM");
    if (newterm(nullptr, stdout, stdin) == nullptr)
        throw Failure(std::string("the terminal ") + (type != nullptr ? type : "without TERM") +
                      " is not known; set TERM, or take --once");
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    curs_set(0);
    set_escdelay(100);
}

Screen::~Screen() {
    endwin();
}

size_t Screen::width() const {
    return static_cast<size_t>(COLS);
}

size_t Screen::height() const {
    return static_cast<size_t>(LINES);
}

void Screen::show(const std::string &text, const std::string &keys) {
    erase();
    size_t start = 0;
    for (int line = 0; line < LINES - 1 && start < text.size(); ++line) {
        const size_t end = text.find('\n', start);
        mvaddstr(line, 0, text.substr(start, end - start).c_str());
        start = end == std::string::npos ? text.size() : end + 1;
    }
    attron(A_REVERSE);
    mvaddnstr(LINES - 1, 0, keys.c_str(), COLS - 1);
    attroff(A_REVERSE);
    refresh();
}

int Screen::key(int milliseconds) {
    timeout(milliseconds);
    const int key = getch();
    switch (key) {
        case KEY_DOWN:
            return kDown;
        case KEY_UP:
            return kUp;
        case KEY_NPAGE:
            return kPageDown;
        case KEY_PPAGE:
            return kPageUp;
        case KEY_ENTER:
        case '\n':
            return kEnter;
        case KEY_BACKSPACE:
        case kBackspace:
            return kErase;
        case KEY_RESIZE:
            return kResized;
        case ERR:
            return kNone;
        case kEscape:
            return kEscape;
        default:
            return key < KEY_MIN ? key : static_cast<int>(kNone);
    }
}

}  // namespace mpimon
