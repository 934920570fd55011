// Instructions that overlap looks ahead through: their decoding beside objdump's, and what they do beside what the
// processor does.
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

const std::array<std::array<const char *, 16>, 4> kNames = {
    {{"%al", "%cl", "%dl", "%bl", "%spl", "%bpl", "%sil", "%dil", "%r8b", "%r9b", "%r10b", "%r11b", "%r12b", "%r13b",
      "%r14b", "%r15b"},
     {"%ax", "%cx", "%dx", "%bx", "%sp", "%bp", "%si", "%di", "%r8w", "%r9w", "%r10w", "%r11w", "%r12w", "%r13w",
      "%r14w", "%r15w"},
     {"%eax", "%ecx", "%edx", "%ebx", "%esp", "%ebp", "%esi", "%edi", "%r8d", "%r9d", "%r10d", "%r11d", "%r12d",
      "%r13d", "%r14d", "%r15d"},
     {"%rax", "%rcx", "%rdx", "%rbx", "%rsp", "%rbp", "%rsi", "%rdi", "%r8", "%r9", "%r10", "%r11", "%r12", "%r13",
      "%r14", "%r15"}}};

std::string name_of(const Operand &operand) {
    const int row = operand.bytes == 1 ? 0 : operand.bytes == 2 ? 1 : operand.bytes == 4 ? 2 : 3;
    return kNames.at(row).at(operand.number);
}

// As objdump writes it.
std::string text_of(const Location &memory) {
    std::ostringstream text;
    if (memory.is_of_thread)
        text << "%fs:";
    const std::int64_t displacement = memory.displacement;
    const bool has_registers = memory.base != kNoRegister || memory.index != kNoRegister;
    if (displacement || !has_registers)
        text << (has_registers && displacement < 0 ? "-0x" : "0x") << std::hex
             << (has_registers && displacement < 0 ? -displacement : displacement);
    if (!has_registers)
        return text.str();
    text << "(";
    if (memory.base == kInstructionPointer)
        text << "%rip";
    else if (memory.base != kNoRegister)
        text << kNames[3].at(memory.base);
    if (memory.index != kNoRegister)
        text << "," << kNames[3].at(memory.index) << "," << std::dec << (1 << memory.shift);
    text << ")";
    return text.str();
}

// How mnemonics begin that do what an instruction does.
const char *mnemonics_of(const Instruction &it) {
    switch (it.op) {
        case Op::kAdd:
            return "add";
        case Op::kOr:
            return "or";
        case Op::kAddWithCarry:
            return "adc";
        case Op::kSubtractWithBorrow:
            return "sbb";
        case Op::kAnd:
            return "and";
        case Op::kSubtract:
            return "sub";
        case Op::kXor:
            return "xor";
        case Op::kCompare:
            return "cmp";
        case Op::kMove:
            return it.to.place == Place::kVector || it.from.place == Place::kVector ? "" : "mov";
        case Op::kMoveSigned:
            return "movs";
        case Op::kConvert:
            return "cvt";
        case Op::kTakeAddress:
            return "lea";
        case Op::kTest:
            return "test";
        case Op::kShiftLeft:
            return "shl";
        case Op::kShiftRight:
            return "shr";
        case Op::kShiftRightSigned:
            return "sar";
        case Op::kIncrement:
            return "inc";
        case Op::kDecrement:
            return "dec";
        case Op::kNegate:
            return "neg";
        case Op::kInvert:
            return "not";
        case Op::kMultiply:
            return "imul";
        case Op::kDivideSigned:
            return "idiv";
        case Op::kExtendSign:
            return it.to.bytes == 8 ? "cltq" : "cwtl";
        case Op::kSpreadSign:
            return it.to.bytes == 8 ? "cqto" : "cltd";
        case Op::kMoveIf:
            return "cmov";
        case Op::kSetIf:
            return "set";
        case Op::kJumpIf:
            return "j";
        case Op::kJump:
            return "jmp";
        case Op::kCall:
            return "call";
        case Op::kReturn:
            return "ret";
        case Op::kPush:
            return "push";
        case Op::kPop:
            return "pop";
        case Op::kLeave:
            return "leave";
        case Op::kNothing:
            return "";
        default:
            return "";
    }
}

struct Disassembled {
    std::uint64_t address;
    Bytes bytes;
    std::string text;
};

std::string without_prefixes(std::string text) {
    for (const char *prefix : {"data16 ", "cs ", "ds ", "bnd ", "notrack ", "repz ", "rex.W ", "rex "})
        if (text.rfind(prefix, 0) == 0)
            return without_prefixes(text.substr(std::strlen(prefix)));
    return text;
}

// All instructions of this program, but for those beyond the first that are enough.
std::vector<Disassembled> disassembled() {
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> output(popen("objdump -d -w /proc/$PPID/exe", "r"), pclose);
    std::vector<Disassembled> all;
    std::array<char, 1024> line;
    while (output && all.size() < 200000 && std::fgets(line.data(), line.size(), output.get())) {
        std::istringstream fields(line.data());
        std::string address, bytes, text;
        if (!std::getline(fields, address, '\t') || !std::getline(fields, bytes, '\t') || !std::getline(fields, text))
            continue;
        Disassembled one;
        one.address = std::stoull(address, nullptr, 16);
        std::istringstream numbers(bytes);
        for (std::string byte; numbers >> byte;)
            one.bytes.push_back(static_cast<std::uint8_t>(std::stoul(byte, nullptr, 16)));
        one.text = without_prefixes(text);
        all.push_back(one);
    }
    return all;
}

std::string hexadecimal(std::uint64_t number) {
    std::ostringstream text;
    text << std::hex << number;
    return text.str();
}

void compare(const Disassembled &one, const Instruction &it) {
    SCOPED_TRACE(one.text);
    ASSERT_EQ(it.length, one.bytes.size());
    EXPECT_EQ(one.text.rfind(mnemonics_of(it), 0), 0U);
    if (it.op == Op::kNothing)
        return;
    if (it.op == Op::kJump || it.op == Op::kJumpIf || it.op == Op::kCall)
        if (it.from.place == Place::kNumber) {
            EXPECT_NE(one.text.find(" " + hexadecimal(one.address + it.length + it.number) + " "), std::string::npos);
            return;
        }
    const bool is_shift = it.op >= Op::kShiftLeft && it.op <= Op::kShiftRightSigned;
    const bool is_implied =
        it.op == Op::kExtendSign || it.op == Op::kSpreadSign || it.op == Op::kReturn || it.op == Op::kLeave;
    for (const Operand &operand : {it.to, it.from}) {
        if (operand.place == Place::kMemory) {
            EXPECT_NE(one.text.find(text_of(it.memory)), std::string::npos) << text_of(it.memory);
        }
        const bool is_named =
            !is_implied && !(is_shift && &operand != &it.to && operand.number == 1) && it.op != Op::kDivideSigned;
        if (operand.place == Place::kRegister && is_named) {
            EXPECT_NE(one.text.find(name_of(operand)), std::string::npos) << name_of(operand);
        }
        if (operand.place == Place::kNumber && it.number != 1) {
            const unsigned unused = 64 - 8U * it.to.bytes;
            const std::uint64_t number = it.op == Op::kPush || is_shift
                                             ? static_cast<std::uint64_t>(it.number)
                                             : static_cast<std::uint64_t>(it.number) << unused >> unused;
            EXPECT_NE(one.text.find("$0x" + hexadecimal(number)), std::string::npos) << hexadecimal(number);
        }
    }
}

TEST(Instructions, AreReadAsByObjdump) {
    const std::vector<Disassembled> all = disassembled();
    ASSERT_GT(all.size(), 10000U);
    size_t known = 0;
    for (const Disassembled &one : all) {
        Bytes bytes = one.bytes;
        bytes.resize(kLongestInstruction + 8, 0x90);
        Instruction it;
        if (!decode(bytes.data(), &it))
            continue;
        known++;
        compare(one, it);
        if (testing::Test::HasFailure())
            return;
    }
    EXPECT_GT(known, all.size() * 9 / 10);
}

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

    Bytes any() {
        const bool is_word = pick(2) == 0;
        const auto operation = static_cast<std::uint8_t>(pick(8) << 3);
        switch (pick(19)) {
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
            default:
                return is_word ? two(0x48, pick(2) ? 0x98 : 0x99) : Bytes{static_cast<std::uint8_t>(0x98 | pick(2))};
        }
    }

    std::mt19937 random_;
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
                vector_store = {0x0f, 0x11, 0x03}, address = {0x8d, 0x03};
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
                              Bytes{0x88, 0xe0} /* mov %ah, %al */, Bytes{0xc5, 0xf8, 0x77} /* vzeroupper */}) {
        bool goes_on;
        EXPECT_FALSE(after(place, code, place.data, &goes_on).has_touched());
        EXPECT_FALSE(goes_on);
    }
}

}  // namespace

}  // namespace mpimon::overlap
