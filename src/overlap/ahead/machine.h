// The program's next instructions, carried out without any effect: what they write is kept apart, and what is not known
// stays so. Where they go depends on what the program has in registers and memory alone, so the processor will go the
// same way.
#ifndef MPIMON_OVERLAP_MACHINE_H
#define MPIMON_OVERLAP_MACHINE_H

#include <cstdint>

#include "instruction.h"
#include "path.h"
#include "private_memory.h"
#include "under_way.h"

namespace mpimon::overlap {

class Machine {
  public:
    // The program goes on there, after a function that has returned `result`. What that depends on is added to `path`.
    Machine(const Entry &entry, std::uint64_t result, const UnderWay &under_way, Path *path);

    // Where the next instruction is.
    std::uintptr_t position() const { return position_; }

    // Carries it out. False if it cannot be told what it does, or it would access what is under way, or is expected to
    // be.
    bool step();
    bool has_touched() const { return has_touched_; }

    // Where a function begins: whether this argument of it, counted from 0, is an address, and so many bytes there are
    // apart from what is under way.
    bool points_elsewhere(int argument, unsigned bytes) const;

  private:
    struct Value {
        std::uint64_t bits;
        bool is_known;
    };
    // Of which some bytes may be known, and others not.
    struct Register {
        std::uint64_t bits;
        std::uint64_t known;  // bits of those bytes

        Value value() const { return {bits, known == ~std::uint64_t{0}}; }
    };
    struct Written {
        Range range;
        Value value;
    };
    static constexpr unsigned kCarry = 1, kZero = 2, kSign = 4, kOverflow = 8;  // flags
    static constexpr int kMostWritten = 128;

    bool carry_out(const Instruction &it);
    bool compute(const Instruction &it);
    bool compute_with(const Instruction &it, Value one, Value other);
    bool shift(const Instruction &it);
    bool and_not(const Instruction &it);
    bool count(const Instruction &it);
    bool multiply(const Instruction &it);
    bool divide(const Instruction &it);
    bool move(const Instruction &it);
    bool jump(const Instruction &it);
    bool call(const Instruction &it);
    bool push(Value value);
    bool pop(Value *value);

    bool address_of(const Instruction &it, std::uintptr_t *address) const;
    bool read(const Instruction &it, const Operand &operand, Value *value) const;
    bool write(const Instruction &it, const Operand &operand, Value value);
    bool may_access(const Range &range, bool write) const;
    bool load(std::uintptr_t address, unsigned bytes, Value *value) const;
    bool store(std::uintptr_t address, unsigned bytes, Value value);

    void set_flags(unsigned known, unsigned flags);
    void set_flags_of(std::uint64_t result, unsigned bytes, unsigned more);
    bool holds(unsigned condition, bool *is_known) const;

    Register registers_[16];
    std::uintptr_t position_;
    const UnderWay under_way_;
    Path *const path_;
    mutable PrivateMemory memory_;
    unsigned flags_ = 0, known_flags_ = 0;
    Written written_[kMostWritten];
    int written_count_ = 0;
    mutable bool has_touched_ = false;
};

}  // namespace mpimon::overlap

#endif
