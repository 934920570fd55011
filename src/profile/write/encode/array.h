// A growing array of plain items, for code that becomes part of libmpi: malloc instead of operator new, and a failure
// that is asked for instead of thrown.
#ifndef MPIMON_PROFILE_ARRAY_H
#define MPIMON_PROFILE_ARRAY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

namespace mpimon {

template <class Item>
class Array {
    static_assert(__is_trivially_copyable(Item), "items are moved by realloc");

  public:
    Array() = default;
    Array(const Array &) = delete;
    Array &operator=(const Array &) = delete;
    ~Array() { free(items_); }

    Item *begin() { return items_; }
    Item *end() { return items_ + size_; }
    const Item *begin() const { return items_; }
    const Item *end() const { return items_ + size_; }
    Item &operator[](size_t index) { return items_[index]; }
    const Item &operator[](size_t index) const { return items_[index]; }
    size_t size() const { return size_; }

    // True once memory ran out; the array then takes no more items.
    bool failed() const { return failed_; }

    void push(const Item &item) {
        if (Item *added = append(1))
            *added = item;
    }

    // Removes all items, and keeps the memory for others.
    void clear() { size_ = 0; }

    // Adds `count` items, their content undefined; returns NULL if memory ran out.
    Item *append(size_t count) {
        if (failed_ || !reserve(count))
            return nullptr;
        size_ += count;
        return items_ + size_ - count;
    }

    void sort(int (*compare)(const void *, const void *)) {
        if (size_ > 1)
            qsort(items_, size_, sizeof(Item), compare);
    }

    // Sorts, and joins neighbours that compare as equal by add(kept, other).
    void sort_and_join(int (*compare)(const void *, const void *), void (*add)(Item &, const Item &)) {
        sort(compare);
        join(compare, add);
    }

    void join(int (*compare)(const void *, const void *), void (*add)(Item &, const Item &)) {
        if (size_ < 2)
            return;
        size_t kept = 0;
        for (size_t i = 1; i < size_; ++i) {
            if (compare(&items_[kept], &items_[i]) == 0)
                add(items_[kept], items_[i]);
            else
                items_[++kept] = items_[i];
        }
        size_ = kept + 1;
    }

  private:
    bool reserve(size_t more) {
        if (more <= capacity_ - size_)
            return true;
        size_t capacity = capacity_ < 64 ? 64 : 2 * capacity_;
        if (capacity < size_ + more)
            capacity = size_ + more;
        void *grown = capacity > SIZE_MAX / sizeof(Item) ? nullptr : realloc(items_, capacity * sizeof(Item));
        failed_ = grown == nullptr;
        if (!failed_) {
            items_ = static_cast<Item *>(grown);
            capacity_ = capacity;
        }
        return !failed_;
    }

    Item *items_ = nullptr;
    size_t size_ = 0;
    size_t capacity_ = 0;
    bool failed_ = false;
};

// -1, 0 or 1, for comparison functions of qsort.
template <class Value>
int compare_values(Value a, Value b) {
    return (a > b) - (a < b);
}

}  // namespace mpimon

#endif
