#include "keys.h"

#include <cpuid.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "../flight/flight.h"
#include "../signals/section.h"
#include "../signals/system_call.h"

namespace mpimon::overlap {

namespace {

using Rights = std::uint32_t;  // two bits of each key: no access, no writes

constexpr int kMostKeys = 8;  // of fifteen: the program may want some, and then gets all
constexpr int kMostMarked = 192;
constexpr int kManyMarked = 160;
constexpr int kNoKey = 0;  // the key of all memory that was given none

struct Marked {
    Range pages;
    int key;
    bool is_closed;
};

// Some may not be closed any more: these come last.
int keys[kMostKeys];
int key_count;
int usable_count;
int next_key;  // an index
Rights ours;   // the bits of all keys
Rights closed;
Marked marked[kMostMarked];
int marked_count;

constexpr Rights no_access(int key) {
    return Rights{1} << (2 * key);
}

Rights read_rights() {
    Rights low, high;
    __asm__ volatile("rdpkru" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

void write_rights(Rights rights) {
    __asm__ volatile("wrpkru" : : "a"(rights), "c"(0), "d"(0) : "memory");
}

void use_rights(Rights wanted) {
    const Rights before = read_rights();
    const Rights after = (before & ~ours) | wanted;
    if (after != before)
        write_rights(after);
}

bool give_key(const Range &pages, int key) {
    return !is_error(system_call(SYS_pkey_mprotect, pages.begin, pages.bytes(), PROT_READ | PROT_WRITE, key));
}

void find_closed() {
    closed = 0;
    for (int i = 0; i < marked_count; i++)
        if (marked[i].is_closed)
            closed |= no_access(marked[i].key);
}

bool forget(int index) {
    if (!give_key(marked[index].pages, kNoKey))
        return false;
    marked[index] = marked[--marked_count];
    return true;
}

// One of which nothing is closed, if there is any: what else has it would be closed, too.
int choose_key() {
    for (int i = 0; i < usable_count; i++) {
        next_key = (next_key + 1) % usable_count;
        if (!(closed & no_access(keys[next_key])))
            break;
    }
    return keys[next_key];
}

// So that this address is within none: both parts keep the key.
bool split_at(std::uintptr_t address) {
    for (int i = 0; i < marked_count; i++) {
        if (!marked[i].pages.holds(address) || marked[i].pages.begin == address)
            continue;
        if (marked_count == kMostMarked)
            return false;
        Marked second = marked[i];
        second.pages.begin = marked[i].pages.end = address;
        marked[marked_count++] = second;
        return true;
    }
    return true;
}

// Gives a key to those of the pages from `begin` on that have none, and come before any that has. `begin` is where they
// end.
bool mark_next(std::uintptr_t *begin, std::uintptr_t end) {
    for (int i = 0; i < marked_count; i++) {
        if (marked[i].pages.holds(*begin)) {
            *begin = marked[i].pages.end;
            return true;
        }
        if (marked[i].pages.meets({*begin, end}))
            end = marked[i].pages.begin;
    }
    if (marked_count == kMostMarked || usable_count == 0)
        return false;
    const int key = choose_key();
    if (!give_key({*begin, end}, key))
        return false;
    marked[marked_count++] = {{*begin, end}, key, false};
    *begin = end;
    return true;
}

template <typename Do>
void for_each_in(const Range &pages, Do action) {
    for (int i = 0; i < marked_count; i++)
        if (pages.holds(marked[i].pages))
            action(&marked[i]);
}

int find_open(std::uintptr_t address) {
    for (int i = 0; i < marked_count; i++)
        if (marked[i].pages.holds(address) && !marked[i].is_closed)
            return i;
    return -1;
}

bool has_key(const Range &pages, int key) {
    return std::any_of(marked, marked + marked_count,
                       [&](const Marked &part) { return part.key == key && part.pages.meets(pages); });
}

// Nothing is closed by this key any more, nor is it known which pages have it.
void give_up(int key) {
    int *const last = &keys[--usable_count];
    std::swap(*std::find(keys, last, key), *last);
    const auto has_it = [key](const Marked &part) { return part.key == key; };
    marked_count = static_cast<int>(std::remove_if(marked, marked + marked_count, has_it) - marked);
}

// Where the kernel has saved a context's rights, or null. They are after the processor's older registers, and what it
// says of these, in the processor's own format.
Rights *rights_in(void *context) {
    constexpr unsigned kFeature = 9, kHeader = 512;
    static unsigned offset;
    auto *const saved = reinterpret_cast<char *>(static_cast<ucontext_t *>(context)->uc_mcontext.fpregs);
    _fpx_sw_bytes extension;
    std::uint64_t features;
    if (!saved)
        return nullptr;
    std::memcpy(&extension, saved + kHeader - sizeof extension, sizeof extension);
    if (extension.magic1 != FP_XSTATE_MAGIC1 || !(extension.xstate_bv & 1U << kFeature))
        return nullptr;
    if (!offset) {
        unsigned size, flags, reserved;
        __cpuid_count(0xd, kFeature, size, offset, flags, reserved);
    }
    auto *const rights = reinterpret_cast<Rights *>(saved + offset);
    std::memcpy(&features, saved + kHeader, sizeof features);
    if (!(features & 1U << kFeature)) {  // not saved, since all was open
        features |= 1U << kFeature;
        std::memcpy(saved + kHeader, &features, sizeof features);
        *rights = 0;
    }
    return rights;
}

}  // namespace

void reserve_keys() {
    while (key_count < kMostKeys) {
        const long key = system_call(SYS_pkey_alloc, 0, 0);
        if (is_error(key))
            return;
        keys[key_count++] = static_cast<int>(key);
        usable_count++;
        ours |= no_access(static_cast<int>(key));
    }
}

bool have_keys() {
    return usable_count > 0;
}

// Those that pages may have stay reserved: whoever got one would close these, too.
void return_keys() {
    give_up_keys(kAllPages);
    while (marked_count == 0 && usable_count > 0) {
        system_call(SYS_pkey_free, keys[--usable_count]);
        keys[usable_count] = keys[--key_count];
    }
}

bool close_pages(const Range &pages) {
    if (marked_count > kManyMarked)
        forget_keys(kAllPages);
    if (!split_at(pages.begin) || !split_at(pages.end))
        return false;
    for (std::uintptr_t begin = pages.begin; begin < pages.end;)
        if (!mark_next(&begin, pages.end))
            return false;
    for_each_in(pages, [](Marked *part) { part->is_closed = true; });
    find_closed();
    return true;
}

void open_pages(const Range &pages) {
    for_each_in(pages, [](Marked *part) { part->is_closed = false; });
    find_closed();
}

bool open_bystander(std::uintptr_t address) {
    bool is_stuck = false;
    {
        const Undisturbed undisturbed;
        const int index = find_open(address);
        if (index < 0)
            return false;
        is_stuck = closed & no_access(marked[index].key) && !forget(index);
    }
    if (is_stuck)
        complete_all();
    return true;
}

bool open_bystanders(const Range &bytes) {
    if (!key_count)
        return true;
    const Undisturbed undisturbed;
    for (int i = marked_count - 1; i >= 0; i--)
        if (!marked[i].is_closed && closed & no_access(marked[i].key) && marked[i].pages.meets(bytes) && !forget(i))
            return false;
    return true;
}

void forget_keys(const Range &pages) {
    const Undisturbed undisturbed;
    for (int i = marked_count - 1; i >= 0; i--)
        if (!marked[i].is_closed && marked[i].pages.meets(pages))
            forget(i);
}

void give_up_keys(const Range &pages) {
    forget_keys(pages);
    for (int i = usable_count - 1; i >= 0; i--) {
        const int key = keys[i];
        if (!has_key(pages, key))
            continue;
        complete_all();
        const Undisturbed undisturbed;
        if (!(closed & no_access(key)))
            give_up(key);
    }
}

void use_keys_as_program() {
    if (key_count)
        use_rights(closed);
}

void use_keys_as_library() {
    if (key_count)
        use_rights(0);
}

void return_as_program(void *context) {
    Rights *const rights = key_count ? rights_in(context) : nullptr;
    if (rights)
        *rights = (*rights & ~ours) | closed;
}

void use_keys_from(void *context) {
    const Rights *const rights = key_count ? rights_in(context) : nullptr;
    if (rights)
        use_rights(*rights & ours);
}

}  // namespace mpimon::overlap
