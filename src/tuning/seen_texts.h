// Which texts were there before: of a hostile file there may be a million beside each other.
#ifndef MPIMON_TUNING_SEEN_TEXTS_H
#define MPIMON_TUNING_SEEN_TEXTS_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "engine/tables/fnv.h"

namespace mpimon::tuning {

// A hash table with open addressing; texts have to stay where they are. Without memory no text is new.
class SeenTexts {
  public:
    explicit SeenTexts(size_t most) {
        while (slots_ < 2 * most)
            slots_ *= 2;
        table_ = static_cast<const char **>(std::calloc(slots_, sizeof *table_));
    }
    ~SeenTexts() { std::free(table_); }
    SeenTexts(const SeenTexts &) = delete;
    SeenTexts &operator=(const SeenTexts &) = delete;

    // Whether it is the first of its kind.
    bool is_new(const char *text) {
        if (table_ == nullptr)
            return false;
        size_t slot = hash(text) & (slots_ - 1);
        for (; table_[slot] != nullptr; slot = (slot + 1) & (slots_ - 1))
            if (std::string_view(table_[slot]) == text)
                return false;
        table_[slot] = text;
        return true;
    }

  private:
    static uint64_t hash(const char *text) { return mpimon_fnv_text(MPIMON_FNV_START, text, SIZE_MAX); }

    size_t slots_ = 2;
    const char **table_ = nullptr;
};

}  // namespace mpimon::tuning

#endif
