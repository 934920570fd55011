// Does on purpose what the sanitizers are there to find: faults KIND.
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

int shared;

void race() {
    std::thread other([] { ++shared; });
    ++shared;
    other.join();
}

void overflow(const char *text) {
    char *copy = static_cast<char *>(std::malloc(std::strlen(text)));
    std::strcpy(copy, text);  // one byte more than there is room for
    std::puts(copy);
    std::free(copy);
}

void leak() {
    char *volatile lost = static_cast<char *>(std::malloc(100));
    lost = nullptr;
}

int sum(int addend) {
    return INT_MAX + addend;
}

uint64_t whole(double number) {
    return static_cast<uint64_t>(number);
}

}  // namespace

int main(int argc, char **argv) {
    const char *kind = argc > 1 ? argv[1] : "";
    if (std::strcmp(kind, "race") == 0)
        race();
    else if (std::strcmp(kind, "overflow") == 0)
        overflow(kind);
    else if (std::strcmp(kind, "leak") == 0)
        leak();
    else if (std::strcmp(kind, "sum") == 0)
        return sum(argc) == 0;
    else if (std::strcmp(kind, "conversion") == 0)
        return whole(-1e300 * argc) == 1;
    return 0;
}
