// Instructions of x86-64, as far as compilers put them between two calls: what they read, write and jump to.
//
// The encoding is that of the Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2. Everything else
// is no instruction here. Vector registers have no contents: of their instructions only memory counts.
#ifndef MPIMON_OVERLAP_INSTRUCTION_H
#define MPIMON_OVERLAP_INSTRUCTION_H

#include <cstdint>

namespace mpimon::overlap {

enum class Op : std::uint8_t {
    kAdd,  // from here on in the order of their numbers in instructions
    kOr,
    kAddWithCarry,
    kSubtractWithBorrow,
    kAnd,
    kSubtract,
    kXor,
    kCompare,
    kMove,
    kMoveSigned,   // extends the sign
    kConvert,      // leaves a number that is not known
    kTakeAddress,  // of memory, without access to it
    kTest,
    kShiftLeft,
    kShiftRight,
    kShiftRightSigned,
    kIncrement,
    kDecrement,
    kNegate,
    kInvert,
    kMultiply,
    kDivideSigned,
    kExtendSign,  // of register A, to the double size
    kSpreadSign,  // of register A, over register D
    kMoveIf,
    kSetIf,
    kJumpIf,
    kJump,
    kCall,
    kReturn,
    kPush,
    kPop,
    kLeave,
    kNothing,
    kCompareVectors,  // leaves flags that are not known
    kAndNot,          // of the second operand, what the other one has not
};

enum class Place : std::uint8_t { kNone, kRegister, kVector, kMemory, kNumber };

struct Operand {
    Place place;
    std::uint8_t number;  // of the register
    std::uint8_t bytes;
};

constexpr std::int8_t kNoRegister = -1, kInstructionPointer = 16;

// Where the memory operand is, of which there is one at most.
struct Location {
    std::int8_t base;
    std::int8_t index;
    std::uint8_t shift;  // of the index
    bool is_of_thread;   // beyond where the thread's own data are (FS)
    std::int32_t displacement;
};

struct Instruction {
    Op op;
    std::uint8_t length;
    std::uint8_t condition;
    Operand to;
    Operand from;
    Operand second;  // a factor, or what is shifted or masked, where that is not what it goes to
    Location memory;
    std::int64_t number;  // as it stands in the instruction: an operand, or how far a jump goes
};

constexpr int kLongestInstruction = 15;

// Reads an instruction from these bytes, of which kLongestInstruction must be readable. False if it is none of these.
bool decode(const std::uint8_t *code, Instruction *instruction);

}  // namespace mpimon::overlap

#endif
