// What instructions do that overlap looks ahead through, beside what the processor does.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "overlap/ahead/instruction.h"
#include "overlap/ahead/known_code.h"
#include "overlap/ahead/machine.h"
#include "said_under_way.h"

extern "C" void run_natively(std::uint64_t *registers, const void *code);

namespace mpimon::overlap {

namespace {

using Bytes = std::vector<std::uint8_t>;

// Memory for code, and data that it may use.
struct CodePlace {
    std::uint8_t *code;
    std::uint8_t *data;
};

CodePlace memory_for_code() {
    static auto *memory = static_cast<std::uint8_t *>(
        mmap(nullptr, 8192, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    return {memory, memory + 4096};
}

// Makes instructions by chance, in the order of their numbers: register 5 is where the data are, and 4 the stack.
class Writer {
  public:
    explicit Writer(unsigned seed) : random_(seed) {}

    Bytes code(int instructions) {
        Bytes all;
        for (int i = 0; i < 16; i++)
            if (i != 4 && i != 5)
                append(&all, number_into(i, (std::uint64_t{random_()} << 32 | random_()) >> pick(64)));
        for (int i = 0; i < instructions; i++) {
            const Bytes next = any();
            if (pick(6) == 0)  // which a jump may leave out
                append(&all, {static_cast<std::uint8_t>(0x70 + condition()), static_cast<std::uint8_t>(next.size())});
            append(&all, next);
        }
        return all;
    }

    static Bytes number_into(unsigned to, std::uint64_t number) {
        Bytes bytes = {static_cast<std::uint8_t>(0x48 | to >> 3), static_cast<std::uint8_t>(0xb8 | (to & 7))};
        bytes.resize(10);
        std::memcpy(&bytes[2], &number, sizeof number);
        return bytes;
    }

    static void append(Bytes *to, const Bytes &bytes) { to->insert(to->end(), bytes.begin(), bytes.end()); }

  private:
    unsigned pick(unsigned below) { return random_() % below; }
    unsigned condition() {
        const unsigned found = pick(16);
        return found == 10 || found == 11 ? 4 : found;  // without the parity
    }
    unsigned any_register() {
        const unsigned found = pick(16);
        return found == 4 || found == 5 ? 3 : found;
    }

    // The instruction with operands: in two registers, or one in memory. `of_form` takes the place of one register.
    Bytes with_operands(Bytes opcode, bool is_word, int of_form = -1, bool may_be_memory = true) {
        const unsigned named = of_form >= 0 ? static_cast<unsigned>(of_form) : any_register();
        const bool is_memory = may_be_memory && pick(3) == 0;
        const unsigned other = is_memory ? 5 : any_register();
        const unsigned rex = 0x40 | (is_word ? 8 : 0) | (of_form < 0 ? named >> 3 << 2 : 0) | other >> 3;
        Bytes bytes = {static_cast<std::uint8_t>(rex)};
        append(&bytes, opcode);
        bytes.push_back(static_cast<std::uint8_t>((is_memory ? 0x40 : 0xc0) | (named & 7) << 3 | (other & 7)));
        if (is_memory)
            bytes.push_back(static_cast<std::uint8_t>(pick(100)));
        return bytes;
    }
    Bytes with_number(Bytes bytes, unsigned count) {
        for (unsigned i = 0; i < count; i++)
            bytes.push_back(static_cast<std::uint8_t>(random_()));
        return bytes;
    }
    static Bytes two(unsigned first, unsigned second) {
        return {static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second)};
    }

    // What gets a register, or memory, from a vector, or a number from one in memory.
    Bytes of_vector(bool is_word) {
        const bool is_moved = pick(3) == 0;
        Bytes code = {static_cast<std::uint8_t>(is_moved ? 0x66 : 0xf2 | pick(2))};
        append(&code, with_operands(two(0x0f, is_moved ? 0x7e : 0x2c | pick(2)), is_word));
        return code;
    }

    // The same by VEX, or one with numbers in three registers.
    Bytes with_vex(bool is_word) {
        struct Form {
            std::uint8_t map, prefix, opcode;
            bool has_third, may_be_memory;
        };
        static constexpr std::array<Form, 9> kForms = {{{1, 1, 0x7e, false, true},
                                                        {1, 3, 0x2c, false, true},
                                                        {1, 1, 0xd7, false, false},
                                                        {3, 1, 0x16, false, true},
                                                        {2, 1, 0xf7, true, true},
                                                        {2, 2, 0xf7, true, true},
                                                        {2, 3, 0xf7, true, true},
                                                        {2, 0, 0xf2, true, true},
                                                        {2, 0, 0xf2, true, true}}};
        const Form &form = kForms.at(pick(kForms.size()));
        const unsigned named = any_register(), third = form.has_third ? any_register() : 0;
        const bool is_memory = form.may_be_memory && pick(3) == 0;
        const unsigned other = is_memory ? 5 : any_register();
        Bytes bytes = {0xc4,
                       static_cast<std::uint8_t>((named < 8 ? 0x80 : 0) | 0x40 | (other < 8 ? 0x20 : 0) | form.map),
                       static_cast<std::uint8_t>((is_word ? 0x80 : 0) | (~third & 15) << 3 | form.prefix), form.opcode,
                       static_cast<std::uint8_t>((is_memory ? 0x40 : 0xc0) | (named & 7) << 3 | (other & 7))};
        if (is_memory)
            bytes.push_back(static_cast<std::uint8_t>(pick(100)));
        return form.map == 3 ? with_number(bytes, 1) : bytes;
    }

    Bytes any() {
        const bool is_word = pick(2) == 0;
        const auto operation = static_cast<std::uint8_t>(pick(8) << 3);
        switch (pick(has_vex_ ? 20 : 19)) {
            case 0:
            case 1:
                return with_operands({static_cast<std::uint8_t>(operation | 1 | pick(2) << 1)}, is_word);
            case 2:
                return with_operands({static_cast<std::uint8_t>(operation | pick(2) << 1)}, false);
            case 3:
                return with_number(with_operands({0x83}, is_word, pick(8)), 1);
            case 4:
                return with_number(with_operands({0x81}, is_word, pick(8)), 4);
            case 5:
                return with_operands({static_cast<std::uint8_t>(0x88 | pick(4))}, is_word);
            case 6:
                return with_number(with_operands({0xc7}, is_word, 0), 4);
            case 7:
                return with_operands(two(0x0f, pick(2) ? 0xb6 : 0xbe), is_word);
            case 8:
                return with_operands(two(0x0f, pick(2) ? 0xb7 : 0xbf), is_word);
            case 9:
                return with_operands({0x63}, true);
            case 10:
                return with_number(with_operands({0xc1}, is_word, std::array<int, 3>{4, 5, 7}.at(pick(3))), 1);
            case 11:
                return with_operands({0xd3}, is_word, std::array<int, 3>{4, 5, 7}.at(pick(3)));
            case 12:
                return with_operands({0xff}, is_word, pick(2));
            case 13:
                return with_operands({0xf7}, is_word, 2 + pick(2));
            case 14:
                return pick(2) ? with_operands(two(0x0f, 0xaf), is_word)
                               : with_number(with_operands({0x6b}, is_word), 1);
            case 15:
                return pick(2) ? with_operands(two(0x0f, 0x40 + condition()), is_word)
                               : with_operands(two(0x0f, 0x90 + condition()), false, 0);
            case 16:
                return with_operands({static_cast<std::uint8_t>(0x84 | pick(2))}, is_word);
            case 17:
                return of_vector(is_word);
            case 19:
                return with_vex(is_word);
            default:
                return is_word ? two(0x48, pick(2) ? 0x98 : 0x99) : Bytes{static_cast<std::uint8_t>(0x98 | pick(2))};
        }
    }

    std::mt19937 random_;
    const bool has_vex_ = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
};

void put(const CodePlace &place, Bytes code) {
    code.push_back(0xc3);
    std::memcpy(place.code, code.data(), code.size());
    forget_code();
}

// Whether the machine comes to what the processor came to in this register; 2: it does not know.
int agrees(const CodePlace &place, const Bytes &code, unsigned number, std::uint64_t value) {
    Bytes asking = code;
    const unsigned spare = number == 0 ? 1 : 0;
    Writer::append(&asking, Writer::number_into(spare, value));
    Writer::append(&asking, {static_cast<std::uint8_t>(0x48 | number >> 3 | spare >> 3 << 2), 0x39,
                             static_cast<std::uint8_t>(0xc0 | spare << 3 | (number & 7)), 0x75, 0x01});
    put(place, asking);
    std::array<std::uint64_t, 8> stack = {};
    Registers registers = {};
    registers.rbp = reinterpret_cast<std::uintptr_t>(place.data);
    registers.rsp = reinterpret_cast<std::uintptr_t>(stack.data());
    Path path = {};
    Machine machine({registers, reinterpret_cast<std::uintptr_t>(place.code)}, 0, UnderWay({}), &path);
    const auto end = reinterpret_cast<std::uintptr_t>(place.code) + asking.size();
    while (machine.position() < end)
        if (!machine.step())
            return 2;
    return machine.position() == end;
}

TEST(Machine, ComesToWhatTheProcessorComesTo) {
    const CodePlace place = memory_for_code();
    size_t known = 0, asked = 0;
    for (unsigned seed = 0; seed < 3000; seed++) {
        const Bytes code = Writer(seed).code(1 + seed % 24);
        std::array<std::uint64_t, 16> registers = {};
        registers[5] = reinterpret_cast<std::uintptr_t>(place.data);
        const auto reset = [&] {
            for (int i = 0; i < 256; i++)
                place.data[i] = static_cast<std::uint8_t>(seed + 7 * i);
        };
        reset();
        put(place, code);
        run_natively(registers.data(), place.code);
        reset();
        for (unsigned number = 0; number < 16; number++) {
            if (number == 4)
                continue;
            const int answer = agrees(place, code, number, registers.at(number));
            asked++;
            known += answer == 1;
            ASSERT_NE(answer, 0) << "seed " << seed << ", register " << number;
        }
    }
    EXPECT_GT(known, asked / 3);
}

// What one instruction of these bytes does, with this address in register 3.
Machine after(const CodePlace &place, const Bytes &code, const void *address, bool *goes_on) {
    put(place, code);
    std::array<std::uint64_t, 8> stack = {};
    Registers registers = {};
    registers.rbx = reinterpret_cast<std::uintptr_t>(address);
    registers.rsp = reinterpret_cast<std::uintptr_t>(stack.data() + 4);
    static Path path;
    Machine machine({registers, reinterpret_cast<std::uintptr_t>(place.code)}, 0, UnderWay({}), &path);
    *goes_on = machine.step();
    return machine;
}

TEST(Machine, StopsAtWhatIsUnderWay) {
    const CodePlace place = memory_for_code();
    const auto data = reinterpret_cast<std::uintptr_t>(place.data);
    const Bytes load = {0x8b, 0x03}, store = {0x89, 0x03}, vector_load = {0x0f, 0x10, 0x03},
                vector_store = {0x0f, 0x11, 0x03}, long_vector_load = {0xc5, 0xfc, 0x10, 0x03},
                long_vector_store = {0xc5, 0xfc, 0x11, 0x03}, address = {0x8d, 0x03};
    struct Expected {
        const Bytes *code;
        std::int64_t from;  // where the accessed bytes begin, beside eight that are under way
        bool is_send;
        bool touches;
    };
    for (const Expected &one :
         {Expected{&load, 0, false, true}, Expected{&load, 7, false, true}, Expected{&load, 8, false, false},
          Expected{&load, -3, false, true}, Expected{&load, -4, false, false}, Expected{&load, 0, true, false},
          Expected{&store, 0, true, true}, Expected{&store, 8, true, false}, Expected{&store, 0, false, true},
          Expected{&vector_load, -15, false, true}, Expected{&vector_load, -16, false, false},
          Expected{&vector_store, -15, true, true}, Expected{&vector_load, -15, true, false},
          Expected{&long_vector_load, -31, false, true}, Expected{&long_vector_load, -32, false, false},
          Expected{&long_vector_store, -31, true, true}, Expected{&long_vector_store, 8, true, false},
          Expected{&address, 0, false, false}}) {
        open_receive = open_send = {0, 0};
        (one.is_send ? open_send : open_receive) = {data + 64, data + 72};
        bool goes_on;
        const Machine machine = after(place, *one.code, place.data + 64 + one.from, &goes_on);
        EXPECT_EQ(goes_on, !one.touches);
        EXPECT_EQ(machine.has_touched(), one.touches);
    }
    open_receive = open_send = {0, 0};
}

TEST(Machine, StopsAtWhatOthersHave) {
    const CodePlace place = memory_for_code();
    const auto data = reinterpret_cast<std::uintptr_t>(place.data);
    of_others = {data + 64, data + 72};
    for (const Bytes &code : {Bytes{0x8b, 0x03}, Bytes{0x89, 0x03}}) {
        bool goes_on;
        EXPECT_FALSE(after(place, code, place.data + 71, &goes_on).has_touched());
        EXPECT_FALSE(goes_on);
        after(place, code, place.data + 72, &goes_on);
        EXPECT_TRUE(goes_on);
    }
    of_others = {0, 0};
}

TEST(Machine, KnowsNothingOfOtherInstructions) {
    const CodePlace place = memory_for_code();
    for (const Bytes &code : {Bytes{0x0f, 0x05} /* syscall */, Bytes{0xf3, 0xa4} /* rep movsb */, Bytes{0x0f, 0xa2},
                              Bytes{0xf0, 0x01, 0x03} /* lock add */, Bytes{0x65, 0x8b, 0x03}, Bytes{0x67, 0x8b, 0x03},
                              Bytes{0x88, 0xe0} /* mov %ah, %al */}) {
        bool goes_on;
        EXPECT_FALSE(after(place, code, place.data, &goes_on).has_touched());
        EXPECT_FALSE(goes_on);
    }
}

}  // namespace

}  // namespace mpimon::overlap
