#include "vector_instruction.h"

#include <algorithm>
#include <iterator>

namespace mpimon::overlap {

namespace {

template <int count>
bool is_one_of(std::uint8_t opcode, const std::uint8_t (&list)[count]) {
    return std::find(std::begin(list), std::end(list), opcode) != std::end(list);
}

bool is_load(Encoding &e, std::uint8_t bytes) {
    return e.is(Op::kMove, e.vector(), e.vector_operand(bytes));
}

bool is_store(Encoding &e, std::uint8_t bytes) {
    return e.is(Op::kMove, e.vector_operand(bytes), e.vector());
}

bool is_load_with_number(Encoding &e, std::uint8_t bytes) {
    e.it().number = e.number<std::int8_t>();
    return is_load(e, bytes);
}

// Of all of a register, or of its first number.
std::uint8_t bytes_of_numbers(const Encoding &e) {
    return e.repeat() == 0xf3 ? 4 : e.repeat() == 0xf2 ? 8 : e.width();
}

// Half a register, of which AVX has no longer form, and of which prefixes make something else.
bool is_half(const Encoding &e) {
    return !e.repeat() && e.width() == 16;
}

// The prefix 66, and no other.
bool has_66_alone(const Encoding &e) {
    return e.has_66() && !e.repeat();
}

// movsldup, movddup and movshdup.
bool decode_spread(Encoding &e, std::uint8_t opcode) {
    const bool is_of_eight = e.repeat() == 0xf2;
    return !e.has_66() && !(is_of_eight && opcode == 0x16) &&
           is_load(e, is_of_eight && e.width() == 16 ? 8 : e.width());
}

bool decode_move(Encoding &e, std::uint8_t opcode) {
    switch (opcode) {
        case 0x10:
            return is_load(e, bytes_of_numbers(e));
        case 0x11:
            return is_store(e, bytes_of_numbers(e));
        case 0x12:
        case 0x16:
            return e.repeat() ? decode_spread(e, opcode)
                              : is_half(e) && (e.is_memory() || !e.has_66()) && is_load(e, 8);
        case 0x13:
        case 0x17:
            return is_half(e) && e.is_memory() && is_store(e, 8);
        case 0x28:
            return !e.repeat() && is_load(e, e.width());
        case 0x29:
            return !e.repeat() && is_store(e, e.width());
        case 0x2b:
        case 0xe7:  // past the caches
            return !e.repeat() && (opcode == 0x2b || e.has_66()) && e.is_memory() && is_store(e, e.width());
        case 0x6f:
            return (e.has_66() || e.repeat() == 0xf3) && is_load(e, e.width());
        case 0x7f:
            return (e.has_66() || e.repeat() == 0xf3) && is_store(e, e.width());
        case 0xd6:
            return e.has_66() && is_half(e) && is_store(e, 8);
        default:
            return false;
    }
}

// Between vectors and numbers of the program's.
bool decode_number(Encoding &e, std::uint8_t opcode) {
    switch (opcode) {
        case 0x2a:
            return e.repeat() && e.is(Op::kMove, e.vector(), e.operand(e.word()));
        case 0x2c:
        case 0x2d:
            return e.repeat() &&
                   e.is(Op::kConvert, e.register_operand(e.word()), e.vector_operand(bytes_of_numbers(e)));
        case 0x2e:
        case 0x2f:
            return !e.repeat() && e.is(Op::kCompareVectors, e.vector(), e.vector_operand(e.has_66() ? 8 : 4));
        case 0x50:
            return !e.repeat() && !e.is_memory() && e.is(Op::kConvert, e.register_operand(e.word()), e.vector());
        case 0xd7:
            return has_66_alone(e) && !e.is_memory() && e.is(Op::kConvert, e.register_operand(e.word()), e.vector());
        case 0x6e:
            return e.has_66() && is_half(e) && e.is(Op::kMove, e.vector(), e.operand(e.word()));
        case 0x7e:
            if (e.repeat() == 0xf3)
                return e.width() == 16 && is_load(e, 8);
            return e.has_66() && is_half(e) && e.is(Op::kMove, e.operand(e.word()), e.vector());
        default:
            return false;
    }
}

// Of numbers with a fraction.
bool decode_arithmetic(Encoding &e, std::uint8_t opcode) {
    if (opcode == 0x14 || opcode == 0x15 || (opcode >= 0x54 && opcode <= 0x57))
        return !e.repeat() && is_load(e, e.width());
    if (opcode == 0x5a && !e.has_66() && !e.repeat())
        return is_load(e, e.width() / 2);
    if (opcode == 0x5b)
        return e.repeat() != 0xf2 && is_load(e, e.width());
    if (opcode == 0x51 || (opcode >= 0x58 && opcode <= 0x5f))
        return is_load(e, bytes_of_numbers(e));
    if (opcode == 0x7c || opcode == 0x7d || opcode == 0xd0)
        return e.repeat() != 0xf3 && e.has_66() != (e.repeat() == 0xf2) && is_load(e, e.width());
    if (opcode == 0xe6)
        return (e.has_66() || e.repeat()) && is_load(e, e.repeat() == 0xf3 ? e.width() / 2 : e.width());
    return false;
}

// Of numbers without one.
bool decode_of_integers(Encoding &e, std::uint8_t opcode) {
    static const std::uint8_t kShifts[] = {0xd1, 0xd2, 0xd3, 0xe1, 0xe2, 0xf1, 0xf2, 0xf3};
    static const std::uint8_t kOthers[] = {0x74, 0x75, 0x76, 0xd4, 0xd5, 0xd8, 0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde,
                                           0xdf, 0xe0, 0xe3, 0xe4, 0xe5, 0xe8, 0xe9, 0xea, 0xeb, 0xec, 0xed, 0xee,
                                           0xef, 0xf4, 0xf5, 0xf6, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe};
    if (!has_66_alone(e))
        return false;
    if (is_one_of(opcode, kShifts))
        return is_load(e, 16);
    return ((opcode >= 0x60 && opcode <= 0x6d) || is_one_of(opcode, kOthers)) && is_load(e, e.width());
}

// With a byte behind the operands.
bool decode_of_second_map_with_byte(Encoding &e, std::uint8_t opcode) {
    switch (opcode) {
        case 0x70:
            return (e.has_66() || e.repeat()) && is_load_with_number(e, e.width());
        case 0x71:
        case 0x72:
        case 0x73:  // shifts of a register
            return has_66_alone(e) && !e.is_memory() &&
                   (e.field() == 2 || e.field() == 6 || e.field() == (opcode == 0x73 ? 3 : 4) ||
                    (opcode == 0x73 && e.field() == 7)) &&
                   is_load_with_number(e, e.width());
        case 0xc2:
            return is_load_with_number(e, bytes_of_numbers(e));
        case 0xc6:
            return !e.repeat() && is_load_with_number(e, e.width());
        default:
            return false;
    }
}

// Products that are added to something or subtracted, of all numbers of a register or of one.
bool decode_product(Encoding &e, std::uint8_t opcode) {
    const std::uint8_t kind = opcode & 15, group = opcode >> 4;
    if (group < 9 || group > 0xb || kind < 6)
        return false;
    const bool is_of_one = kind >= 9 && kind % 2 == 1;
    return is_load(e, is_of_one ? e.word() : e.width());
}

// Fills a register with what is read, and needs AVX's longer ones for more than half of one.
bool decode_broadcast(Encoding &e, std::uint8_t opcode) {
    const bool is_long = e.width() == 32;
    switch (opcode) {
        case 0x18:
        case 0x58:
            return is_load(e, 4);
        case 0x19:
            return is_long && is_load(e, 8);
        case 0x59:
            return is_load(e, 8);
        case 0x78:
            return is_load(e, 1);
        case 0x79:
            return is_load(e, 2);
        case 0x1a:
        case 0x5a:
            return is_long && e.is_memory() && is_load(e, 16);
        default:
            return false;
    }
}

// Makes numbers longer: of one byte two, four or eight, of two four or eight, of four eight.
bool decode_extension(Encoding &e, std::uint8_t opcode) {
    static const std::uint8_t kParts[] = {2, 4, 8, 2, 4, 2};
    const std::uint8_t kind = opcode & 15, group = opcode >> 4;
    return (group == 2 || group == 3) && kind < 6 && is_load(e, e.width() / kParts[kind]);
}

// By VEX, in the map that begins with 0f 38: numbers of the program's in three registers.
bool decode_three_registers(Encoding &e, std::uint8_t opcode) {
    if (e.width() != 16)
        return false;
    e.it().second = e.operand(e.word());
    if (opcode == 0xf2)
        return !e.has_66() && !e.repeat() && e.is(Op::kAndNot, e.register_operand(e.word()), e.third_operand(e.word()));
    const Op op = e.has_66() ? Op::kShiftLeft : e.repeat() == 0xf2 ? Op::kShiftRight : Op::kShiftRightSigned;
    return opcode == 0xf7 && (e.has_66() || e.repeat()) &&
           e.is(op, e.register_operand(e.word()), e.third_operand(e.word()));
}

bool decode_vex_of_third_map(Encoding &e, std::uint8_t opcode) {
    static const std::uint8_t kOthers[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09,
                                           0x0a, 0x0b, 0x1c, 0x1d, 0x1e, 0x28, 0x29, 0x2b, 0x37, 0x38,
                                           0x39, 0x3a, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f, 0x40};
    e.read_modrm();
    if (opcode == 0xf2 || opcode == 0xf7)
        return decode_three_registers(e, opcode);
    if (!has_66_alone(e))
        return false;
    if (!e.has_w() && (decode_broadcast(e, opcode) || decode_extension(e, opcode)))
        return true;
    if (opcode == 0x0c || opcode == 0x0d)
        return !e.has_w() && is_load(e, e.width());
    if (opcode == 0x17)
        return e.is(Op::kCompareVectors, e.vector(), e.vector_operand(e.width()));
    if (opcode == 0x16 || opcode == 0x36)  // across the halves of a longer register
        return !e.has_w() && e.width() == 32 && is_load(e, 32);
    if (opcode == 0x45 || opcode == 0x47 || (opcode == 0x46 && !e.has_w()))  // shifts by several distances
        return is_load(e, e.width());
    return decode_product(e, opcode) || (is_one_of(opcode, kOthers) && is_load(e, e.width()));
}

// Of halves of AVX's longer registers.
bool decode_half(Encoding &e, std::uint8_t opcode) {
    if (e.width() != 32 || e.has_w())
        return false;
    switch (opcode) {
        case 0x06:
        case 0x46:
            return is_load_with_number(e, 32);
        case 0x18:
        case 0x38:
            return is_load_with_number(e, 16);
        case 0x19:
        case 0x39:
            e.it().number = e.number<std::int8_t>();
            return is_store(e, 16);
        default:
            return false;
    }
}

bool decode_vex_with_byte(Encoding &e, std::uint8_t opcode) {
    e.read_modrm();
    if (!has_66_alone(e))
        return false;
    switch (opcode) {
        case 0x00:
        case 0x01:
            return e.has_w() && e.width() == 32 && is_load_with_number(e, 32);
        case 0x02:
        case 0x04:
        case 0x05:
        case 0x4a:
        case 0x4b:
        case 0x4c:
            return !e.has_w() && is_load_with_number(e, e.width());
        case 0x08:
        case 0x09:
        case 0x0c:
        case 0x0d:
        case 0x0e:
        case 0x0f:
            return is_load_with_number(e, e.width());
        case 0x0a:
            return is_load_with_number(e, 4);
        case 0x0b:
            return is_load_with_number(e, 8);
        default:
            return decode_half(e, opcode) || (e.width() == 16 && decode_with_byte(e, opcode));
    }
}

}  // namespace

bool decode_vector(Encoding &e, std::uint8_t opcode) {
    return decode_move(e, opcode) || decode_number(e, opcode) || decode_arithmetic(e, opcode) ||
           decode_of_integers(e, opcode) || decode_of_second_map_with_byte(e, opcode);
}

// pinsrd and pinsrq, pextrd and pextrq.
bool decode_with_byte(Encoding &e, std::uint8_t opcode) {
    e.it().number = e.number<std::int8_t>();
    if (!has_66_alone(e))
        return false;
    if (opcode == 0x22)
        return e.is(Op::kMove, e.vector(), e.operand(e.word()));
    return opcode == 0x16 && e.is(Op::kMove, e.operand(e.word()), e.vector());
}

bool decode_vex(Encoding &e, std::uint8_t first) {
    const unsigned map = e.read_vex(first);
    const std::uint8_t opcode = e.next();
    switch (map) {
        case 1:
            if (opcode == 0x77)  // vzeroupper and vzeroall
                return !e.has_66() && !e.repeat() && e.is(Op::kNothing);
            e.read_modrm();
            return decode_vector(e, opcode);
        case 2:
            return decode_vex_of_third_map(e, opcode);
        case 3:
            return decode_vex_with_byte(e, opcode);
        default:
            return false;
    }
}

}  // namespace mpimon::overlap
