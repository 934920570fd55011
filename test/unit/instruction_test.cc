// Instructions that overlap looks ahead through: their decoding beside objdump's, and what they access beside what the
// processor lets them.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "overlap/ahead/instruction.h"

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
            return "";
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
        case Op::kAndNot:
            return "andn";
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
    for (const char *prefix : {"data16 ", "cs ", "ds ", "bnd ", "notrack ", "repz ", "rex"})
        if (text.rfind(prefix, 0) == 0 && text.find(' ') != std::string::npos)
            return without_prefixes(text.substr(text.find(' ') + 1));
    return text;
}

// What objdump says with these arguments, but for instructions beyond the first that are enough.
std::vector<Disassembled> disassembled(const std::string &arguments) {
    const std::string command = "objdump -w " + arguments;
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> output(popen(command.c_str(), "r"), pclose);
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
    for (const Operand &operand : {it.to, it.from, it.second}) {
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
    const std::vector<Disassembled> all = disassembled("-d /proc/$PPID/exe");
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

// Each way to begin an instruction of these maps, up to its opcode: without VEX, then with it.
std::vector<Bytes> openings() {
    std::vector<Bytes> all;
    for (const std::uint8_t prefix : {0x00, 0x66, 0xf3, 0xf2})
        for (const std::uint8_t rex : {0x40, 0x48})
            for (const std::uint8_t map : {0x00, 0x38, 0x3a}) {
                Bytes &one = all.emplace_back();
                if (prefix)
                    one.push_back(prefix);
                one.insert(one.end(), {rex, 0x0f});
                if (map)
                    one.push_back(map);
            }
    for (unsigned map = 1; map <= 3; map++)
        for (unsigned last = 0; last < 256; last++)
            if ((last & 0x78) == 0x78)  // no third register, or the first one
                all.push_back({0xc4, static_cast<std::uint8_t>(0xe0 | map), static_cast<std::uint8_t>(last)});
    for (unsigned last = 0x78; last < 0x80; last++)
        all.push_back({0xc5, static_cast<std::uint8_t>(0x80 | last)});
    return all;
}

// The instruction with these operands, and a byte behind them that is a number or one that does nothing.
Bytes with(const Bytes &opening, unsigned opcode, const Bytes &operands) {
    Bytes bytes = opening;
    bytes.push_back(static_cast<std::uint8_t>(opcode));
    bytes.insert(bytes.end(), operands.begin(), operands.end());
    bytes.push_back(0x90);
    return bytes;
}

bool is_decoded(Bytes bytes, Instruction *it) {
    bytes.resize(kLongestInstruction, 0x90);
    return decode(bytes.data(), it);
}

TEST(Instructions, OfVectorsAreReadAsByObjdump) {
    constexpr size_t kSlot = 16;
    const std::vector<Bytes> operands = {{0x45, 0x10}, {0xc8}, {0x3c, 0x8b}, {0xff}};
    Bytes all;
    for (const Bytes &opening : openings())
        for (unsigned opcode = 0; opcode < 256; opcode++)
            for (const Bytes &each : operands) {
                Bytes bytes = with(opening, opcode, each);
                Instruction it;
                if (!is_decoded(bytes, &it) || it.op == Op::kJumpIf)
                    continue;
                bytes.resize(kSlot, 0x90);
                all.insert(all.end(), bytes.begin(), bytes.end());
            }
    const std::string file = testing::TempDir() + "instructions." + std::to_string(getpid());
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char *>(all.data()), static_cast<long>(all.size()));
    size_t compared = 0;
    for (const Disassembled &one : disassembled("-D -b binary -m i386:x86-64 " + file)) {
        Instruction it;
        if (one.address % kSlot != 0 || !is_decoded(one.bytes, &it))
            continue;
        compared++;
        compare(one, it);
        ASSERT_EQ(one.text.find("(bad)"), std::string::npos) << one.text;
        ASSERT_FALSE(testing::Test::HasFailure());
    }
    unlink(file.c_str());
    EXPECT_EQ(compared, all.size() / kSlot);
    EXPECT_GT(compared, 3000U);
}

sigjmp_buf after_fault;

void leave(int signal) {
    siglongjmp(after_fault, signal);
}

// Code on a page of its own; and beside one that nobody may access a page to read and write, and one to read.
class NativeRun {
  public:
    static constexpr size_t kPage = 4096;

    NativeRun() {
        memory_ = static_cast<std::uint8_t *>(
            mmap(nullptr, 4 * kPage, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        mprotect(memory_ + 2 * kPage, kPage, PROT_NONE);
        mprotect(memory_ + 3 * kPage, kPage, PROT_READ);
        struct sigaction action = {};
        action.sa_handler = leave;
        action.sa_flags = SA_NODEFER;
        sigaction(SIGSEGV, &action, &segv_before_);
        sigaction(SIGILL, &action, &ill_before_);
    }
    ~NativeRun() {
        sigaction(SIGSEGV, &segv_before_, nullptr);
        sigaction(SIGILL, &ill_before_, nullptr);
        munmap(memory_, 4 * kPage);
    }
    NativeRun(const NativeRun &) = delete;
    NativeRun &operator=(const NativeRun &) = delete;

    // The signal that it ends by, or 0, with an operand in this many of the page's last bytes, or in memory to read.
    int with_room(const Bytes &bytes, size_t room) { return run(bytes, memory_ + 2 * kPage - room); }
    int without_writing(const Bytes &bytes) { return run(bytes, memory_ + 3 * kPage); }

  private:
    int run(const Bytes &bytes, const std::uint8_t *operand) {
        std::memset(memory_, 0xc3, 32);
        std::memcpy(memory_, bytes.data(), bytes.size());
        std::memset(memory_ + kPage, 0, kPage);
        std::array<std::uint64_t, 16> registers = {};
        registers[5] = reinterpret_cast<std::uintptr_t>(operand);
        const int signal = sigsetjmp(after_fault, 1);
        if (signal == 0)
            run_natively(registers.data(), memory_);
        return signal;
    }

    std::uint8_t *memory_;
    struct sigaction segv_before_ = {}, ill_before_ = {};
};

// As many bytes as the instruction says, in the direction that it says.
TEST(Instructions, OfVectorsAccessWhatTheProcessorDoes) {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi2"))
        GTEST_SKIP() << "the processor has no AVX2";
    NativeRun native;
    size_t tried = 0;
    for (const Bytes &opening : openings())
        for (unsigned opcode = 0; opcode < 256; opcode++) {
            const Bytes bytes = with(opening, opcode, {0x45, 0x00});
            Instruction it;
            if (!is_decoded(bytes, &it) || it.op == Op::kNothing)
                continue;
            const bool is_store = it.to.place == Place::kMemory;
            const Operand &operand = is_store ? it.to : it.from.place == Place::kMemory ? it.from : it.second;
            if (operand.place != Place::kMemory)
                continue;
            tried++;
            SCOPED_TRACE(testing::PrintToString(bytes));
            EXPECT_EQ(native.with_room(bytes, operand.bytes), 0);
            EXPECT_EQ(native.with_room(bytes, operand.bytes - 1), SIGSEGV);
            EXPECT_EQ(native.without_writing(bytes), is_store ? SIGSEGV : 0);
            ASSERT_FALSE(testing::Test::HasFailure());
        }
    EXPECT_GT(tried, 1000U);
}

// Masks tell which of the bytes are accessed, and what begins otherwise is something else.
TEST(Instructions, OfVectorsThatAreNotKnown) {
    for (const Bytes &bytes : {Bytes{0xc4, 0xe2, 0x71, 0x2e, 0x03} /* vmaskmovps */,
                               Bytes{0xc4, 0xe2, 0xf1, 0x92, 0x04, 0x03} /* a gather */,
                               Bytes{0x62, 0xf1, 0x7c, 0x48, 0x10, 0x03} /* AVX-512 */, Bytes{0x66, 0xc5, 0xf8, 0x77},
                               Bytes{0x40, 0xc5, 0xf8, 0x77}, Bytes{0xc4, 0xe4, 0x78, 0x10, 0x03} /* no such map */}) {
        Instruction it;
        EXPECT_FALSE(is_decoded(bytes, &it)) << testing::PrintToString(bytes);
    }
}

// Prefixes may fill all that is readable.
TEST(Instructions, AreNotReadBeyondTheirEnd) {
    for (const std::uint8_t byte : {0x66, 0x2e, 0xf2, 0x64}) {
        const std::vector<std::uint8_t> bytes(kLongestInstruction, byte);
        Instruction it;
        EXPECT_FALSE(decode(bytes.data(), &it));
    }
}

}  // namespace

}  // namespace mpimon::overlap
