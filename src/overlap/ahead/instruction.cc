#include "instruction.h"

#include <cstring>

#include "encoding.h"
#include "vector_instruction.h"
#include "vex_instruction.h"

namespace mpimon::overlap {

namespace {

constexpr std::uint8_t kA = 0, kC = 1, kD = 2;  // numbers of registers

class Decoder : Encoding {
  public:
    using Encoding::Encoding;

    bool run() {
        read_prefixes();
        const std::uint8_t opcode = next();
        return decode_of_map(opcode) && end();
    }

  private:
    bool decode_of_map(std::uint8_t opcode) {
        switch (opcode) {
            case 0x0f:
                return decode_of_second_map();
            case 0xc4:
            case 0xc5:
                return decode_vex(*this, opcode);
            default:
                return decode_of_first_map(opcode);
        }
    }

    bool is_jump(Op op, std::uint8_t bytes) {
        it().number = number_of(bytes);
        return !has_66() && is(op, {}, immediate(8));
    }

    bool decode_of_first_map(std::uint8_t opcode) {
        const bool is_byte = !(opcode & 1);
        if (opcode < 0x40 && (opcode & 7) < 6)
            return decode_arithmetic(opcode, is_byte);
        if (repeat() && !(opcode == 0xc3 || opcode == 0x90 || opcode == 0xe8 || opcode == 0xe9 || opcode == 0xff ||
                          opcode == 0xeb || (opcode & 0xf0) == 0x70))
            return false;
        if ((opcode & 0xf0) == 0x50)
            return decode_stack(opcode);
        if ((opcode & 0xf0) == 0x70) {
            it().condition = opcode & 15;
            return is_jump(Op::kJumpIf, 1);
        }
        if ((opcode & 0xf8) == 0xb8) {
            it().number = has_w() ? number<std::int64_t>() : number_of(size());
            return is(Op::kMove, register_of(opcode, size()), immediate(size()));
        }
        if ((opcode & 0xf8) == 0xb0)
            return is_with_number(Op::kMove, register_of(opcode, 1), 1);
        return decode_operands(opcode, is_byte) || decode_plain(opcode);
    }

    bool decode_arithmetic(std::uint8_t opcode, bool is_byte) {
        const auto op = static_cast<Op>(opcode >> 3);
        const std::uint8_t bytes = size(is_byte);
        if (repeat())
            return false;
        if ((opcode & 7) >= 4)
            return is_with_number(op, reg(kA, bytes), bytes);
        read_modrm();
        const Operand one = operand(bytes), other = register_operand(bytes);
        return opcode & 2 ? is(op, other, one) : is(op, one, other);
    }

    bool decode_stack(std::uint8_t opcode) {
        const Operand operand = register_of(opcode, 8);
        return !has_66() && (opcode < 0x58 ? is(Op::kPush, {}, operand) : is(Op::kPop, operand));
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
                it().second = immediate(size());
                it().number = number_of(opcode == 0x6b ? 1 : size());
                return is(Op::kMultiply, register_operand(size()), operand(size()));
            case 0x80:
            case 0x81:
            case 0x83:
                read_modrm();
                return is_with_number(static_cast<Op>(field()), operand(bytes), opcode == 0x83 ? 1 : bytes);
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
                return is_memory() && is(Op::kTakeAddress, register_operand(size()), operand(size()));
            case 0xc6:
            case 0xc7:
                read_modrm();
                return field() == 0 && is_with_number(Op::kMove, operand(bytes), bytes);
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
        const Op op = field() == 4 ? Op::kShiftLeft : field() == 5 ? Op::kShiftRight : Op::kShiftRightSigned;
        if (field() < 4 || field() == 6)
            return false;
        if (opcode >= 0xd2)
            return is(op, operand(bytes), reg(kC, 8));
        it().number = opcode < 0xd0 ? number<std::int8_t>() : 1;
        return is(op, operand(bytes), immediate(1));
    }

    bool decode_one_operand(std::uint8_t bytes) {
        read_modrm();
        switch (field()) {
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
        if (field() < 2)
            return !repeat() && is(field() == 0 ? Op::kIncrement : Op::kDecrement, operand(bytes));
        if (bytes == 1 || has_66())
            return false;
        switch (field()) {
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
                it().number = number_of(opcode == 0x6a ? 1 : 4);
                return !has_66() && is(Op::kPush, {}, immediate(8));
            case 0x90:
                return register_of(opcode, 8).number == kA && is(Op::kNothing);
            case 0x98:
                return size() != 2 && is(Op::kExtendSign, reg(kA, size()), reg(kA, size() / 2));
            case 0x99:
                return size() != 2 && is(Op::kSpreadSign, reg(kD, size()), reg(kA, size()));
            case 0xc2:
                it().number = number<std::uint16_t>();
                return !has_66() && is(Op::kReturn);
            case 0xc3:
                return !has_66() && is(Op::kReturn);
            case 0xc9:
                return !has_66() && is(Op::kLeave);
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
        const std::uint8_t opcode = next();
        if (opcode == 0x38 || opcode == 0x3a) {
            const std::uint8_t last = next();
            read_modrm();
            return opcode == 0x38 ? decode_vector_0f38(*this, last) : decode_vector_0f3a(*this, last);
        }
        if ((opcode & 0xf0) == 0x80) {
            it().condition = opcode & 15;
            return is_jump(Op::kJumpIf, 4);
        }
        read_modrm();
        if ((opcode & 0xf0) == 0x40 || (opcode & 0xf0) == 0x90)
            return decode_by_condition(opcode);
        switch (opcode) {
            case 0x1e:  // endbr64, and others that do nothing
                return (!repeat() || (!is_memory() && field() == 7 && rm() == 2)) && is(Op::kNothing);
            case 0x1f:
                return is(Op::kNothing);
            case 0xaf:
                return !repeat() && is(Op::kMultiply, register_operand(size()), operand(size()));
            case 0xb6:
            case 0xb7:
                return !repeat() && is(Op::kMove, register_operand(size()), operand(opcode & 1 ? 2 : 1));
            case 0xbe:
            case 0xbf:
                return !repeat() && is(Op::kMoveSigned, register_operand(size()), operand(opcode & 1 ? 2 : 1));
            default:
                return decode_vector_0f(*this, opcode);
        }
    }

    bool decode_by_condition(std::uint8_t opcode) {
        it().condition = opcode & 15;
        if (repeat())
            return false;
        return opcode < 0x80 ? is(Op::kMoveIf, register_operand(size()), operand(size())) : is(Op::kSetIf, operand(1));
    }
};

}  // namespace

bool decode(const std::uint8_t *code, Instruction *instruction) {
    std::uint8_t bytes[3 * kLongestInstruction] = {};  // as much as any of these may seem to need
    std::memcpy(bytes, code, kLongestInstruction);
    return Decoder(bytes, instruction).run();
}

}  // namespace mpimon::overlap
