#include "status.h"

#include <climits>

#include "../flight/flight.h"

namespace mpimon::overlap {

namespace {

// A length has 63 bits: the lower half, and the upper one beside the bit of cancelled messages. No message is so long
// that it could be taken for a token. A program may say that one was (MPI_Status_set_elements_x): so tokens are given
// in a row, and what none has been given for is a length.
constexpr Token kFirst = 1u << 29, kEnd = 1u << 30;
constexpr int kMostShorter = 1024;

struct Shorter {
    Token token;
    int bytes;
};

// Messages that were shorter than they could be: few programs have any. Threads that nobody looks after read these,
// too.
Shorter shorter[kMostShorter];
int shorter_count;
Token next_token = kFirst;

Token token_of(const Status &status) {
    const auto token = static_cast<Token>(status.count_hi_and_cancelled) >> 1;
    return token >= kFirst && token < next_token ? token : 0;
}

}  // namespace

bool can_promise(std::size_t bytes) {
    return bytes <= INT_MAX && shorter_count + kMostTransfers < kMostShorter && next_token < kEnd;
}

Token promise(Status *status, int source, int tag, std::size_t bytes) {
    const Token token = next_token++;
    status->source = source;
    status->tag = tag;
    status->count_lo = static_cast<int>(bytes);
    status->count_hi_and_cancelled = static_cast<int>(token << 1);
    return token;
}

void keep_promise(Token token, std::size_t promised, const Status &actual) {
    if (actual.count_lo == static_cast<int>(promised))
        return;
    shorter[shorter_count] = {token, actual.count_lo};
    __atomic_store_n(&shorter_count, shorter_count + 1, __ATOMIC_RELEASE);
}

Status *known_status(Status *status) {
    static thread_local Status known;
    const Token token = status && status != status_ignore() ? token_of(*status) : 0;
    if (!token)
        return status;
    known = *status;
    known.count_hi_and_cancelled = status->count_hi_and_cancelled & 1;
    const int count = __atomic_load_n(&shorter_count, __ATOMIC_ACQUIRE);
    for (int i = 0; i < count; i++)
        if (shorter[i].token == token)
            known.count_lo = shorter[i].bytes;
    return &known;
}

}  // namespace mpimon::overlap
