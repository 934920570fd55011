#include "instruction.h"

#include <cstring>
#include <initializer_list>

namespace mpimon::overlap {

namespace {

constexpr std::uint8_t kA = 0, kC = 1, kD = 2;  // numbers of registers

class Decoder {
  public:
    Decoder(const std::uint8_t *code, Instruction *instruction) : begin_(code), at_(code), it_(*instruction) {
        it_ = {};
        it_.memory.base = it_.memory.index = kNoRegister;
    }

    bool run() {
        read_prefixes();
        const std::uint8_t opcode = *at_++;
        if (!(opcode == 0x0f ? decode_of_second_map() : decode_of_first_map(opcode)))
            return false;
        it_.length = static_cast<std::uint8_t>(at_ - begin_);
        return it_.length <= kLongestInstruction && !(is_locked_ || has_other_segment_);
    }

  private:
    void read_prefixes() {
        for (;; at_++)
            switch (*at_) {
                case 0x64:
                    it_.memory.is_of_thread = true;
                    break;
                case 0x66:
                    has_66_ = true;
                    break;
                case 0xf2:
                case 0xf3:
                    repeat_ = *at_;
                    break;
                case 0x2e:
                case 0x3e:  // of no meaning, but as a hint
                    break;
                case 0x65:
                case 0x67:
                    has_other_segment_ = true;
                    break;
                case 0xf0:
                    is_locked_ = true;
                    break;
                default:
                    if ((*at_ & 0xf0) == 0x40)
                        rex_ = *at_++;
                    return;
            }
    }

    bool has_w() const { return rex_ & 8; }
    std::uint8_t size() const { return has_w() ? 8 : has_66_ ? 2 : 4; }
    std::uint8_t size(bool is_byte) const { return is_byte ? 1 : size(); }

    template <typename Number>
    std::int64_t number() {
        Number read;
        std::memcpy(&read, at_, sizeof read);
        at_ += sizeof read;
        return read;
    }
    // As long as the operand, but for four bytes at most.
    std::int64_t number_of(std::uint8_t bytes) {
        return bytes == 1 ? number<std::int8_t>() : bytes == 2 ? number<std::int16_t>() : number<std::int32_t>();
    }

    // Without REX, four numbers are those of the upper halves of other registers.
    static Operand reg(unsigned number, std::uint8_t bytes) {
        return {Place::kRegister, static_cast<std::uint8_t>(number), bytes};
    }
    bool is_upper_half(const Operand &operand) const {
        return operand.place == Place::kRegister && operand.bytes == 1 && !rex_ && operand.number >= 4 &&
               operand.number < 8;
    }
    static Operand immediate(std::uint8_t bytes) { return {Place::kNumber, 0, bytes}; }

    // The byte that names a register and an operand in a register or in memory.
    void read_modrm() {
        const std::uint8_t byte = *at_++;
        field_ = byte >> 3 & 7;
        const unsigned mode = byte >> 6;
        unsigned base = byte & 7;
        is_memory_ = mode != 3;
        rm_ = base | (rex_ & 1) << 3;
        if (!is_memory_)
            return;
        Location &memory = it_.memory;
        const bool has_index = base == 4;
        if (has_index) {
            const std::uint8_t sib = *at_++;
            base = sib & 7;
            const unsigned index = (sib >> 3 & 7) | (rex_ & 2) << 2;
            memory.shift = sib >> 6;
            memory.index = index == 4 ? kNoRegister : static_cast<std::int8_t>(index);
        }
        if (base == 5 && mode == 0) {
            memory.base = has_index ? kNoRegister : kInstructionPointer;
            memory.displacement = static_cast<std::int32_t>(number<std::int32_t>());
            return;
        }
        memory.base = static_cast<std::int8_t>(base | (rex_ & 1) << 3);
        if (mode == 1)
            memory.displacement = static_cast<std::int32_t>(number<std::int8_t>());
        if (mode == 2)
            memory.displacement = static_cast<std::int32_t>(number<std::int32_t>());
    }
    unsigned named() const { return field_ | (rex_ & 4) << 1; }
    Operand register_operand(std::uint8_t bytes) const { return reg(named(), bytes); }
    Operand operand(std::uint8_t bytes) const {
        return is_memory_ ? Operand{Place::kMemory, 0, bytes} : reg(rm_, bytes);
    }
    Operand vector_operand(std::uint8_t bytes) const {
        return {is_memory_ ? Place::kMemory : Place::kVector, 0, bytes};
    }
    static Operand vector() { return {Place::kVector, 0, 16}; }

    bool is(Op op, Operand to = {}, Operand from = {}) {
        it_.op = op;
        it_.to = to;
        it_.from = from;
        return !is_upper_half(to) && !is_upper_half(from);
    }

    bool is_with_number(Op op, Operand to, std::uint8_t bytes_of_number) {
        it_.number = number_of(bytes_of_number);
        return is(op, to, immediate(to.bytes));
    }

    bool is_jump(Op op, std::uint8_t bytes) {
        it_.number = number_of(bytes);
        return !has_66_ && is(op, {}, immediate(8));
    }

    bool decode_of_first_map(std::uint8_t opcode) {
        const bool is_byte = !(opcode & 1);
        if (opcode < 0x40 && (opcode & 7) < 6)
            return decode_arithmetic(opcode, is_byte);
        if (repeat_ && !(opcode == 0xc3 || opcode == 0x90 || opcode == 0xe8 || opcode == 0xe9 || opcode == 0xff ||
                         opcode == 0xeb || (opcode & 0xf0) == 0x70))
            return false;
        if ((opcode & 0xf0) == 0x50)
            return decode_stack(opcode);
        if ((opcode & 0xf0) == 0x70) {
            it_.condition = opcode & 15;
            return is_jump(Op::kJumpIf, 1);
        }
        if ((opcode & 0xf8) == 0xb8) {
            it_.number = has_w() ? number<std::int64_t>() : number_of(size());
            return is(Op::kMove, reg((opcode & 7) | (rex_ & 1) << 3, size()), immediate(size()));
        }
        if ((opcode & 0xf8) == 0xb0)
            return is_with_number(Op::kMove, reg((opcode & 7) | (rex_ & 1) << 3, 1), 1);
        return decode_operands(opcode, is_byte) || decode_plain(opcode);
    }

    bool decode_arithmetic(std::uint8_t opcode, bool is_byte) {
        const auto op = static_cast<Op>(opcode >> 3);
        const std::uint8_t bytes = size(is_byte);
        if (repeat_)
            return false;
        if ((opcode & 7) >= 4)
            return is_with_number(op, reg(kA, bytes), bytes);
        read_modrm();
        const Operand one = operand(bytes), other = register_operand(bytes);
        return opcode & 2 ? is(op, other, one) : is(op, one, other);
    }

    bool decode_stack(std::uint8_t opcode) {
        const Operand operand = reg((opcode & 7) | (rex_ & 1) << 3, 8);
        return !has_66_ && (opcode < 0x58 ? is(Op::kPush, {}, operand) : is(Op::kPop, operand));
    }

    // With a byte that names operands.
    bool decode_operands(std::uint8_t opcode, bool is_byte) {
        const std::uint8_t bytes = size(is_byte);
        switch (opcode) {
            case 0x63:
                read_modrm();
                return has_w() && is(Op::kMoveSigned, register_operand(8), operand(4));
            case 0x69:
            case 0x6b:
                read_modrm();
                it_.second = immediate(size());
                it_.number = number_of(opcode == 0x6b ? 1 : size());
                return is(Op::kMultiply, register_operand(size()), operand(size()));
            case 0x80:
            case 0x81:
            case 0x83:
                read_modrm();
                return is_with_number(static_cast<Op>(field_), operand(bytes), opcode == 0x83 ? 1 : bytes);
            case 0x84:
            case 0x85:
                read_modrm();
                return is(Op::kTest, operand(bytes), register_operand(bytes));
            case 0x88:
            case 0x89:
                read_modrm();
                return is(Op::kMove, operand(bytes), register_operand(bytes));
            case 0x8a:
            case 0x8b:
                read_modrm();
                return is(Op::kMove, register_operand(bytes), operand(bytes));
            case 0x8d:
                read_modrm();
                return is_memory_ && is(Op::kTakeAddress, register_operand(size()), operand(size()));
            case 0xc6:
            case 0xc7:
                read_modrm();
                return field_ == 0 && is_with_number(Op::kMove, operand(bytes), bytes);
            case 0xc0:
            case 0xc1:
            case 0xd0:
            case 0xd1:
            case 0xd2:
            case 0xd3:
                return decode_shift(opcode, bytes);
            case 0xf6:
            case 0xf7:
                return decode_one_operand(bytes);
            case 0xfe:
            case 0xff:
                return decode_count_or_jump(bytes);
            default:
                return false;
        }
    }

    bool decode_shift(std::uint8_t opcode, std::uint8_t bytes) {
        read_modrm();
        const Op op = field_ == 4 ? Op::kShiftLeft : field_ == 5 ? Op::kShiftRight : Op::kShiftRightSigned;
        if (field_ < 4 || field_ == 6)
            return false;
        if (opcode >= 0xd2)
            return is(op, operand(bytes), reg(kC, 8));
        it_.number = opcode < 0xd0 ? number<std::int8_t>() : 1;
        return is(op, operand(bytes), immediate(1));
    }

    bool decode_one_operand(std::uint8_t bytes) {
        read_modrm();
        switch (field_) {
            case 0:
                return is_with_number(Op::kTest, operand(bytes), bytes);
            case 2:
                return is(Op::kInvert, operand(bytes));
            case 3:
                return is(Op::kNegate, operand(bytes));
            case 7:
                return bytes >= 4 && is(Op::kDivideSigned, reg(kA, bytes), operand(bytes));
            default:
                return false;
        }
    }

    bool decode_count_or_jump(std::uint8_t bytes) {
        read_modrm();
        if (field_ < 2)
            return !repeat_ && is(field_ == 0 ? Op::kIncrement : Op::kDecrement, operand(bytes));
        if (bytes == 1 || has_66_)
            return false;
        switch (field_) {
            case 2:
                return is(Op::kCall, {}, operand(8));
            case 4:
                return is(Op::kJump, {}, operand(8));
            case 6:
                return is(Op::kPush, {}, operand(8));
            default:
                return false;
        }
    }

    bool decode_plain(std::uint8_t opcode) {
        switch (opcode) {
            case 0x68:
            case 0x6a:
                it_.number = number_of(opcode == 0x6a ? 1 : 4);
                return !has_66_ && is(Op::kPush, {}, immediate(8));
            case 0x90:
                return !(rex_ & 1) && is(Op::kNothing);
            case 0x98:
                return size() != 2 && is(Op::kExtendSign, reg(kA, size()), reg(kA, size() / 2));
            case 0x99:
                return size() != 2 && is(Op::kSpreadSign, reg(kD, size()), reg(kA, size()));
            case 0xc2:
                it_.number = number<std::uint16_t>();
                return !has_66_ && is(Op::kReturn);
            case 0xc3:
                return !has_66_ && is(Op::kReturn);
            case 0xc9:
                return !has_66_ && is(Op::kLeave);
            case 0xe8:
                return is_jump(Op::kCall, 4);
            case 0xe9:
                return is_jump(Op::kJump, 4);
            case 0xeb:
                return is_jump(Op::kJump, 1);
            default:
                return false;
        }
    }

    bool decode_of_second_map() {
        const std::uint8_t opcode = *at_++;
        if (opcode == 0x3a)
            return decode_of_third_map();
        if ((opcode & 0xf0) == 0x80) {
            it_.condition = opcode & 15;
            return is_jump(Op::kJumpIf, 4);
        }
        read_modrm();
        if ((opcode & 0xf0) == 0x40 || (opcode & 0xf0) == 0x90)
            return decode_by_condition(opcode);
        switch (opcode) {
            case 0x1e:  // endbr64, and others that do nothing
                return (!repeat_ || (!is_memory_ && field_ == 7 && rm_ == 2)) && is(Op::kNothing);
            case 0x1f:
                return is(Op::kNothing);
            case 0xaf:
                return !repeat_ && is(Op::kMultiply, register_operand(size()), operand(size()));
            case 0xb6:
            case 0xb7:
                return !repeat_ && is(Op::kMove, register_operand(size()), operand(opcode & 1 ? 2 : 1));
            case 0xbe:
            case 0xbf:
                return !repeat_ && is(Op::kMoveSigned, register_operand(size()), operand(opcode & 1 ? 2 : 1));
            default:
                return decode_vector(opcode);
        }
    }

    bool decode_by_condition(std::uint8_t opcode) {
        it_.condition = opcode & 15;
        if (repeat_)
            return false;
        return opcode < 0x80 ? is(Op::kMoveIf, register_operand(size()), operand(size())) : is(Op::kSetIf, operand(1));
    }

    // pinsrd and pinsrq.
    bool decode_of_third_map() {
        const std::uint8_t opcode = *at_++;
        read_modrm();
        it_.number = number<std::int8_t>();
        return opcode == 0x22 && has_66_ && !repeat_ && is(Op::kMove, vector(), operand(has_w() ? 8 : 4));
    }

    // Of all of a register, or of its first number.
    std::uint8_t vector_bytes() const { return repeat_ == 0xf3 ? 4 : repeat_ == 0xf2 ? 8 : 16; }

    bool decode_vector(std::uint8_t opcode) {
        switch (opcode) {
            case 0x10:
                return is(Op::kMove, vector(), vector_operand(vector_bytes()));
            case 0x11:
                return is(Op::kMove, vector_operand(vector_bytes()), vector());
            case 0x12:
            case 0x16:
                return !repeat_ && is(Op::kMove, vector(), vector_operand(8));
            case 0x13:
            case 0x17:
                return !repeat_ && is_memory_ && is(Op::kMove, vector_operand(8), vector());
            case 0x28:
                return !repeat_ && is(Op::kMove, vector(), vector_operand(16));
            case 0x29:
                return !repeat_ && is(Op::kMove, vector_operand(16), vector());
            case 0x2a:
                return repeat_ && is(Op::kMove, vector(), operand(has_w() ? 8 : 4));
            case 0x2c:
            case 0x2d:
                return repeat_ && is(Op::kConvert, register_operand(has_w() ? 8 : 4), vector_operand(vector_bytes()));
            case 0x2e:
            case 0x2f:
                return !repeat_ && is(Op::kCompareVectors, vector(), vector_operand(has_66_ ? 8 : 4));
            case 0x6e:
                return has_66_ && !repeat_ && is(Op::kMove, vector(), operand(has_w() ? 8 : 4));
            case 0x7e:
                if (repeat_ == 0xf3)
                    return is(Op::kMove, vector(), vector_operand(8));
                return has_66_ && !repeat_ && is(Op::kMove, operand(has_w() ? 8 : 4), vector());
            case 0x6f:
                return (has_66_ || repeat_ == 0xf3) && is(Op::kMove, vector(), vector_operand(16));
            case 0x7f:
                return (has_66_ || repeat_ == 0xf3) && is(Op::kMove, vector_operand(16), vector());
            case 0xd6:
                return has_66_ && !repeat_ && is(Op::kMove, vector_operand(8), vector());
            case 0x70:
            case 0xc6:
                it_.number = number<std::int8_t>();
                return (has_66_ || opcode == 0xc6) && !repeat_ && is(Op::kMove, vector(), vector_operand(16));
            default:
                return decode_vector_arithmetic(opcode);
        }
    }

    // The result is a vector: what it is made of counts where it is in memory.
    bool decode_vector_arithmetic(std::uint8_t opcode) {
        if (opcode == 0x14 || opcode == 0x15 || (opcode >= 0x54 && opcode <= 0x57))
            return !repeat_ && is(Op::kMove, vector(), vector_operand(16));
        if (opcode == 0x51 || (opcode >= 0x58 && opcode <= 0x5f && opcode != 0x5b))
            return is(Op::kMove, vector(), vector_operand(vector_bytes()));
        for (const std::uint8_t of_numbers : {0x60, 0x61, 0x62, 0x6c, 0x6d, 0xd4, 0xdb, 0xeb, 0xef, 0xfa, 0xfb, 0xfe})
            if (opcode == of_numbers)
                return has_66_ && !repeat_ && is(Op::kMove, vector(), vector_operand(16));
        return false;
    }

    const std::uint8_t *const begin_;
    const std::uint8_t *at_;
    Instruction &it_;
    std::uint8_t rex_ = 0, repeat_ = 0;
    bool has_66_ = false, has_other_segment_ = false, is_locked_ = false;
    bool is_memory_ = false;
    unsigned field_ = 0, rm_ = 0;
};

}  // namespace

bool decode(const std::uint8_t *code, Instruction *instruction) {
    return Decoder(code, instruction).run();
}

}  // namespace mpimon::overlap
