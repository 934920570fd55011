#include "machine.h"

#include "known_code.h"
#include "read.h"

namespace mpimon::overlap {

namespace {

constexpr std::uint8_t kA = 0, kD = 2, kStack = 4, kFrame = 5;  // numbers of registers

std::uint64_t cut(std::uint64_t bits, unsigned bytes) {
    return bytes == 8 ? bits : bits & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

bool sign_of(std::uint64_t bits, unsigned bytes) {
    return bits >> (8 * bytes - 1) & 1;
}

std::uint64_t extended(std::uint64_t bits, unsigned bytes) {
    const unsigned unused = 64 - 8 * bytes;
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
}

}  // namespace

Machine::Machine(const Entry &entry, std::uint64_t result, const UnderWay &under_way, Path *path)
    : position_(entry.code), under_way_(under_way), path_(path) {
    const Registers &registers = entry.registers;
    for (Register &each : registers_)
        each = {0, 0};
    const auto set = [this](int number, std::uint64_t bits) { registers_[number] = {bits, ~std::uint64_t{0}}; };
    set(kA, result);
    set(3, registers.rbx);
    set(kStack, registers.rsp);
    set(kFrame, registers.rbp);
    set(12, registers.r12);
    set(13, registers.r13);
    set(14, registers.r14);
    set(15, registers.r15);
}

bool Machine::points_elsewhere(int argument, unsigned bytes) const {
    static const std::uint8_t kInRegisters[] = {7, 6, kD, 1, 8, 9};
    constexpr int kCount = sizeof kInRegisters;
    Value address = {0, false};
    if (argument < kCount)
        address = registers_[kInRegisters[argument]].value();
    else if (!load(registers_[kStack].bits + 8 * (argument - kCount + 1), 8, &address))
        return false;
    return address.is_known && may_access({address.bits, address.bits + bytes}, true);
}

bool Machine::step() {
    const Instruction *it = known_instruction(position_, &memory_);
    if (!it)
        return false;
    position_ += it->length;
    return carry_out(*it);
}

// All of it together takes a quarter less time than calls of its parts.
__attribute__((flatten)) bool Machine::carry_out(const Instruction &it) {
    switch (it.op) {
        case Op::kNothing:
            return true;
        case Op::kJump:
        case Op::kJumpIf:
            return jump(it);
        case Op::kCall:
        case Op::kReturn:
        case Op::kPush:
        case Op::kPop:
        case Op::kLeave:
            return call(it);
        case Op::kShiftLeft:
        case Op::kShiftRight:
        case Op::kShiftRightSigned:
            return shift(it);
        case Op::kIncrement:
        case Op::kDecrement:
        case Op::kNegate:
        case Op::kInvert:
            return count(it);
        case Op::kMultiply:
            return multiply(it);
        case Op::kAndNot:
            return and_not(it);
        case Op::kDivideSigned:
            return divide(it);
        case Op::kMove:
        case Op::kMoveSigned:
        case Op::kConvert:
        case Op::kTakeAddress:
        case Op::kMoveIf:
        case Op::kSetIf:
        case Op::kExtendSign:
        case Op::kSpreadSign:
            return move(it);
        default:
            return compute(it);
    }
}

bool Machine::compute(const Instruction &it) {
    Value one, other;
    if (!read(it, it.to, &one) || !read(it, it.from, &other))
        return false;
    // What differs from itself in nothing is known, whatever it is.
    const bool is_same = it.from.place == Place::kRegister && it.to.place == Place::kRegister &&
                         it.from.number == it.to.number && (it.op == Op::kXor || it.op == Op::kSubtract);
    if (is_same)
        one = other = {0, true};
    if (it.op == Op::kCompareVectors || it.op == Op::kAddWithCarry || it.op == Op::kSubtractWithBorrow ||
        !one.is_known || !other.is_known) {
        set_flags(0, 0);
        const bool writes = it.op != Op::kCompare && it.op != Op::kTest && it.op != Op::kCompareVectors;
        return !writes || write(it, it.to, {0, false});
    }
    return compute_with(it, one, other);
}

bool Machine::compute_with(const Instruction &it, Value one, Value other) {
    const unsigned bytes = it.to.bytes;
    const std::uint64_t a = one.bits, b = cut(other.bits, bytes);
    std::uint64_t result = 0;
    unsigned more = 0;
    switch (it.op) {
        case Op::kAdd:
            result = cut(a + b, bytes);
            more = (result < a ? kCarry : 0) | (sign_of(~(a ^ b) & (a ^ result), bytes) ? kOverflow : 0);
            break;
        case Op::kSubtract:
        case Op::kCompare:
            result = cut(a - b, bytes);
            more = (a < b ? kCarry : 0) | (sign_of((a ^ b) & (a ^ result), bytes) ? kOverflow : 0);
            break;
        case Op::kAnd:
        case Op::kTest:
            result = a & b;
            break;
        case Op::kOr:
            result = a | b;
            break;
        default:
            result = a ^ b;
            break;
    }
    set_flags_of(result, bytes, more);
    return it.op == Op::kCompare || it.op == Op::kTest || write(it, it.to, {result, true});
}

// What is shifted into another register leaves the flags as they were.
bool Machine::shift(const Instruction &it) {
    const bool has_flags = it.second.place == Place::kNone;
    Value value, by;
    if (!read(it, has_flags ? it.to : it.second, &value) || !read(it, it.from, &by))
        return false;
    const unsigned bytes = it.to.bytes, distance = by.bits & (bytes == 8 ? 63 : 31);
    if (!value.is_known || !by.is_known) {
        if (has_flags)
            set_flags(0, 0);
        return write(it, it.to, {0, false});
    }
    if (distance == 0)
        return write(it, it.to, value);
    std::uint64_t result;
    if (it.op == Op::kShiftLeft)
        result = cut(value.bits << distance, bytes);
    else if (it.op == Op::kShiftRight)
        result = value.bits >> distance;
    else
        result =
            cut(static_cast<std::uint64_t>(static_cast<std::int64_t>(extended(value.bits, bytes)) >> distance), bytes);
    if (has_flags) {
        set_flags_of(result, bytes, 0);
        known_flags_ &= kZero | kSign;
    }
    return write(it, it.to, {result, true});
}

bool Machine::and_not(const Instruction &it) {
    Value one, other;
    if (!read(it, it.second, &one) || !read(it, it.from, &other))
        return false;
    const bool is_known = one.is_known && other.is_known;
    const std::uint64_t result = one.bits & ~other.bits;
    set_flags_of(result, it.to.bytes, 0);
    known_flags_ = is_known ? known_flags_ : 0;
    return write(it, it.to, {result, is_known});
}

// What needs one operand: counting leaves the carry as it was.
bool Machine::count(const Instruction &it) {
    Value value;
    if (!read(it, it.to, &value))
        return false;
    const unsigned bytes = it.to.bytes;
    const std::uint64_t most = std::uint64_t{1} << (8 * bytes - 1);  // the smallest number with a sign
    if (it.op == Op::kInvert)
        return write(it, it.to, {cut(~value.bits, bytes), value.is_known});
    const unsigned carry = flags_ & kCarry, known_carry = known_flags_ & kCarry;
    const std::uint64_t result = cut(it.op == Op::kIncrement   ? value.bits + 1
                                     : it.op == Op::kDecrement ? value.bits - 1
                                                               : -value.bits,
                                     bytes);
    if (!value.is_known) {
        set_flags(0, 0);
    } else if (it.op == Op::kNegate) {
        set_flags_of(result, bytes, (value.bits ? kCarry : 0) | (result == most ? kOverflow : 0));
    } else {
        const bool overflows = it.op == Op::kIncrement ? result == most : value.bits == most;
        set_flags_of(result, bytes, carry | (overflows ? kOverflow : 0));
        known_flags_ = (known_flags_ & ~kCarry) | known_carry;
    }
    return write(it, it.to, {result, value.is_known});
}

bool Machine::multiply(const Instruction &it) {
    Value one, other;
    const Operand &factor = it.second.place == Place::kNone ? it.to : it.second;
    if (!read(it, it.from, &one) || !read(it, factor, &other))
        return false;
    set_flags(0, 0);
    return write(it, it.to, {cut(one.bits * other.bits, it.to.bytes), one.is_known && other.is_known});
}

// Of as many bytes as one register has: the upper half must be the sign of the lower one.
bool Machine::divide(const Instruction &it) {
    Value low, high, by;
    const Operand upper = {Place::kRegister, kD, it.to.bytes};
    if (!read(it, it.to, &low) || !read(it, upper, &high) || !read(it, it.from, &by))
        return false;
    if (!low.is_known || !high.is_known || !by.is_known)
        return false;
    const unsigned bytes = it.to.bytes;
    const auto dividend = static_cast<std::int64_t>(extended(low.bits, bytes));
    const auto divisor = static_cast<std::int64_t>(extended(by.bits, bytes));
    if (high.bits != cut(dividend < 0 ? ~std::uint64_t{0} : 0, bytes) || divisor == 0 || divisor == -1)
        return false;
    set_flags(0, 0);
    return write(it, it.to, {cut(static_cast<std::uint64_t>(dividend / divisor), bytes), true}) &&
           write(it, upper, {cut(static_cast<std::uint64_t>(dividend % divisor), bytes), true});
}

bool Machine::move(const Instruction &it) {
    Value value;
    bool is_known, is_met;
    switch (it.op) {
        case Op::kTakeAddress:
            value.is_known = address_of(it, &value.bits);
            return write(it, it.to, {cut(value.bits, it.to.bytes), value.is_known});
        case Op::kSetIf:
            is_met = holds(it.condition, &is_known);
            return write(it, it.to, {is_met, is_known});
        case Op::kMoveIf: {
            Value before;
            if (!read(it, it.from, &value) || !read(it, it.to, &before))
                return false;
            is_met = holds(it.condition, &is_known);
            value = is_met ? value : before;
            return write(it, it.to, {value.bits, value.is_known && is_known});
        }
        default:
            break;
    }
    if (!read(it, it.from, &value))
        return false;
    if (it.op == Op::kConvert)
        return write(it, it.to, {0, false});
    if (it.op == Op::kSpreadSign)
        value.bits = sign_of(value.bits, it.from.bytes) ? ~std::uint64_t{0} : 0;
    else if (it.op != Op::kMove)
        value.bits = extended(value.bits, it.from.bytes);
    return write(it, it.to, {cut(value.bits, it.to.bytes > 8 ? 8 : it.to.bytes), value.is_known});
}

bool Machine::jump(const Instruction &it) {
    if (it.op == Op::kJumpIf) {
        bool is_known;
        if (holds(it.condition, &is_known) && is_known)
            position_ += it.number;
        return is_known;
    }
    if (it.from.place == Place::kNumber) {
        position_ += it.number;
        return true;
    }
    Value target;
    if (!read(it, it.from, &target) || !target.is_known)
        return false;
    position_ = target.bits;
    return true;
}

bool Machine::call(const Instruction &it) {
    Value value;
    switch (it.op) {
        case Op::kCall: {
            const std::uintptr_t after = position_;
            return jump(it) && push({after, true});
        }
        case Op::kReturn:
            if (!pop(&value) || !value.is_known)
                return false;
            position_ = value.bits;
            registers_[kStack].bits += it.number;
            return true;
        case Op::kPush:
            return read(it, it.from, &value) && push(value);
        case Op::kLeave:
            registers_[kStack] = registers_[kFrame];
            return pop(&value) && write(it, {Place::kRegister, kFrame, 8}, value);
        default:
            return pop(&value) && write(it, it.to, value);
    }
}

bool Machine::push(Value value) {
    registers_[kStack].bits -= 8;
    return registers_[kStack].value().is_known && store(registers_[kStack].bits, 8, value);
}

bool Machine::pop(Value *value) {
    if (!registers_[kStack].value().is_known || !load(registers_[kStack].bits, 8, value))
        return false;
    registers_[kStack].bits += 8;
    return true;
}

bool Machine::address_of(const Instruction &it, std::uintptr_t *address) const {
    const Location &memory = it.memory;
    std::uint64_t sum = static_cast<std::uint64_t>(std::int64_t{memory.displacement});
    bool is_known = true;
    const auto add = [&](std::int8_t number, unsigned shift) {
        sum += registers_[number].bits << shift;
        is_known = is_known && registers_[number].value().is_known;
    };
    if (memory.base == kInstructionPointer)
        sum += position_;
    else if (memory.base != kNoRegister)
        add(memory.base, 0);
    if (memory.index != kNoRegister)
        add(memory.index, memory.shift);
    if (memory.is_of_thread)
        sum += memory_.thread_data();
    *address = sum;
    return is_known;
}

bool Machine::read(const Instruction &it, const Operand &operand, Value *value) const {
    switch (operand.place) {
        case Place::kRegister: {
            const Register &from = registers_[operand.number];
            const std::uint64_t all = cut(~std::uint64_t{0}, operand.bytes);
            *value = {from.bits & all, (from.known & all) == all};
            return true;
        }
        case Place::kNumber:
            *value = {static_cast<std::uint64_t>(it.number), true};
            return true;
        case Place::kMemory: {
            std::uintptr_t address;
            if (!address_of(it, &address))
                return false;
            if (it.to.place != Place::kVector && it.op != Op::kConvert)
                return load(address, operand.bytes, value);
            *value = {0, false};  // nor is it needed
            return may_access({address, address + operand.bytes}, false);
        }
        default:
            *value = {0, false};
            return true;
    }
}

// Registers that get four bytes lose the others; those that get fewer keep them.
bool Machine::write(const Instruction &it, const Operand &operand, Value value) {
    if (operand.place == Place::kMemory) {
        std::uintptr_t address;
        return address_of(it, &address) && store(address, operand.bytes, value);
    }
    if (operand.place != Place::kRegister)
        return true;
    Register &in = registers_[operand.number];
    const std::uint64_t kept = operand.bytes < 4 ? ~cut(~std::uint64_t{0}, operand.bytes) : 0;
    in.bits = (in.bits & kept) | value.bits;
    in.known = (in.known & kept) | (value.is_known ? ~kept : 0);
    return true;
}

bool Machine::may_access(const Range &range, bool write) const {
    has_touched_ = !under_way_.leaves(range, write);
    if (has_touched_)
        path_->end_at_touch(range, write);
    else
        path_->add_access(range);
    return !has_touched_;
}

// What was written last counts; where only a part of the bytes was, they are not known. What another process may change
// meanwhile does not tell where the program goes.
bool Machine::load(std::uintptr_t address, unsigned bytes, Value *value) const {
    const Range range = {address, address + bytes};
    *value = {0, false};
    if (!may_access(range, false))
        return false;
    for (int i = written_count_; i-- > 0;) {
        const Written &written = written_[i];
        if (!written.range.meets(range))
            continue;
        if (written.range.begin == range.begin && written.range.end >= range.end)
            *value = {cut(written.value.bits, bytes), written.value.is_known};
        return true;
    }
    value->is_known = true;
    if (!memory_.holds(range) || !mpimon_overlap_read(address, bytes, &value->bits))
        return false;
    path_->add_read(address, bytes, value->bits);
    return true;
}

// Another process that sees what is written may do something at once.
bool Machine::store(std::uintptr_t address, unsigned bytes, Value value) {
    const Range range = {address, address + bytes};
    if (!may_access(range, true) || !memory_.holds(range) || written_count_ == kMostWritten)
        return false;
    written_[written_count_++] = {range, {value.bits, value.is_known && bytes <= 8}};
    return true;
}

void Machine::set_flags(unsigned known, unsigned flags) {
    known_flags_ = known;
    flags_ = flags;
}

void Machine::set_flags_of(std::uint64_t result, unsigned bytes, unsigned more) {
    set_flags(kCarry | kZero | kSign | kOverflow,
              more | (result == 0 ? kZero : 0) | (sign_of(result, bytes) ? kSign : 0));
}

// Conditions come in pairs, the second of which is that the first does not hold.
bool Machine::holds(unsigned condition, bool *is_known) const {
    static const unsigned needed[] = {
        kOverflow, kCarry, kZero, kCarry | kZero, kSign, 16, kSign | kOverflow, kSign | kOverflow | kZero};
    const unsigned flags = needed[condition / 2];  // 16: the parity, which is never known
    *is_known = (known_flags_ & flags) == flags;
    const bool less = !(flags_ & kSign) != !(flags_ & kOverflow);
    const bool first = flags == (kSign | kOverflow)           ? less
                       : flags == (kSign | kOverflow | kZero) ? less || flags_ & kZero
                                                              : (flags_ & flags) != 0;
    return first != (condition % 2 == 1);
}

}  // namespace mpimon::overlap
