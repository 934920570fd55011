#include "mpimon/commands/watch/interactive.h"

#include <algorithm>
#include <string>

#include "mpimon/commands/watch/screen.h"
#include "mpimon/commands/watch/watch_view.h"

namespace mpimon {

namespace {

constexpr const char *kKeys = "q quit  space pause  p r c w v lists  m b t s sort  n rank  / search";
constexpr const char *kVariableKeys = "q quit  space pause  p r c w v lists  Enter chooses  n rank  / search";

// What is being typed into the last line.
enum class Typing { kNothing, kSearch, kRank };

class WatchScreen {
  public:
    WatchScreen(WatchView view) : view_(std::move(view)) {}

    void draw(const Watched &job);
    int key(int milliseconds) { return screen_.key(milliseconds); }
    bool paused() const { return view_.paused; }
    // False to quit.
    bool obey(const Watched &job, int key);

  private:
    std::string last_line() const;
    void type(int key);
    void choose_list(WatchList list);
    void scroll(size_t count, int key);
    void choose_variable(const Watched &job);
    void change(const Watched &job, int key);

    Screen screen_;
    WatchView view_;
    Typing typing_ = Typing::kNothing;
    std::string rank_;  // as it is being typed
};

std::string WatchScreen::last_line() const {
    switch (typing_) {
        case Typing::kSearch:
            return "search: " + view_.search + "_";
        case Typing::kRank:
            return "rank, or nothing for all: " + rank_ + "_";
        case Typing::kNothing:
            break;
    }
    return view_.list == WatchList::kVariables ? kVariableKeys : kKeys;
}

void WatchScreen::draw(const Watched &job) {
    const Style style({false, false, screen_.width()});
    const size_t above = lines_above_rows(job, view_, style) + 1;  // and the keys below
    view_.rows = screen_.height() > above ? screen_.height() - above : 1;
    screen_.show(watch_text(job, view_, style), last_line());
}

// Takes a key of what is being typed.
void WatchScreen::type(int key) {
    std::string &text = typing_ == Typing::kSearch ? view_.search : rank_;
    const bool fits =
        typing_ == Typing::kSearch ? key >= ' ' && key < 127 : key >= '0' && key <= '9' && text.size() < 9;
    if (key == Screen::kErase && !text.empty())
        text.pop_back();
    else if (fits)
        text += static_cast<char>(key);
    view_.first = 0;
    if (key != Screen::kEnter)
        return;
    if (typing_ == Typing::kRank)
        view_.rank = rank_.empty() ? std::nullopt : std::optional<uint32_t>(std::stoul(rank_));
    typing_ = Typing::kNothing;
}

void WatchScreen::choose_list(WatchList list) {
    view_.list = list;
    view_.first = 0;
    view_.cursor = list == WatchList::kVariables ? std::optional<size_t>(0) : std::nullopt;
}

// Moves the cursor where there is one, and what is seen with it.
void WatchScreen::scroll(size_t count, int key) {
    const size_t step = key == Screen::kPageDown || key == Screen::kPageUp ? view_.rows : 1;
    const bool down = key == Screen::kDown || key == Screen::kPageDown;
    if (count == 0 || (!down && key != Screen::kUp && key != Screen::kPageUp))
        return;
    const auto moved = [&](size_t from, size_t last) {
        return down ? std::min(from + step, last) : from - std::min(from, step);
    };
    if (!view_.cursor) {
        view_.first = moved(view_.first, count > view_.rows ? count - view_.rows : 0);
        return;
    }
    view_.cursor = moved(*view_.cursor, count - 1);
    view_.first =
        std::clamp(view_.first, *view_.cursor + 1 > view_.rows ? *view_.cursor + 1 - view_.rows : 0, *view_.cursor);
}

void WatchScreen::choose_variable(const Watched &job) {
    const std::vector<WatchRow> rows = watch_rows(job, view_).seen;
    if (!view_.cursor || *view_.cursor < view_.first || *view_.cursor - view_.first >= rows.size())
        return;
    const std::string &name = rows[*view_.cursor - view_.first].name;
    if (view_.chosen.erase(name) == 0)
        view_.chosen.insert(name);
}

// What a key does to the list and its order.
void WatchScreen::change(const Watched &job, int key) {
    switch (key) {
        case 'p':
            return choose_list(WatchList::kPairs);
        case 'r':
            return choose_list(WatchList::kRanks);
        case 'c':
            return choose_list(WatchList::kCollectives);
        case 'w':
            return choose_list(WatchList::kWaits);
        case 'v':
            return choose_list(WatchList::kVariables);
        case 'm':
        case 'b':
            view_.messages = key == 'm';
            return;
        case 't':
        case 's':
            view_.order = key == 't' ? WatchOrder::kTotal : WatchOrder::kRate;
            return;
        case Screen::kEnter:
            return choose_variable(job);
        default:
            return scroll(watch_rows(job, view_).count, key);
    }
}

bool WatchScreen::obey(const Watched &job, int key) {
    if (typing_ != Typing::kNothing) {
        type(key);
    } else if (key == '/') {
        view_.search.clear();
        typing_ = Typing::kSearch;
    } else if (key == 'n') {
        rank_.clear();
        typing_ = Typing::kRank;
    } else if (key == ' ') {
        view_.paused = !view_.paused;
    } else {
        change(job, key);
    }
    return key != 'q' || typing_ != Typing::kNothing;
}

}  // namespace

bool watch_on_screen(JobView &job, WatchView view, std::chrono::duration<double> interval) {
    using Clock = std::chrono::steady_clock;
    WatchScreen screen(std::move(view));
    std::optional<Watched> watched = job.look();
    Clock::time_point due = Clock::now();
    while (watched) {
        screen.draw(*watched);
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(due - Clock::now());
        const int key = screen.key(static_cast<int>(std::max<int64_t>(left.count(), 0)));
        if (key == Screen::kNone) {
            due = Clock::now() + std::chrono::duration_cast<Clock::duration>(interval);
            if (!screen.paused())
                watched = job.look();
        } else if (!screen.obey(*watched, key)) {
            return false;
        }
    }
    return true;
}

}  // namespace mpimon
