#include "vector_instruction.h"

#include <algorithm>
#include <iterator>

namespace mpimon::overlap {

namespace {

template <int count>
bool is_one_of(std::uint8_t opcode, const std::uint8_t (&list)[count]) {
    return std::find(std::begin(list), std::end(list), opcode) != std::end(list);
}

// Of all of a register, or of its first number.
std::uint8_t bytes_of_numbers(const Encoding &e) {
    return e.repeat() == 0xf3 ? 4 : e.repeat() == 0xf2 ? 8 : e.width();
}

// Half a register, of which AVX has no longer form, and of which prefixes make something else.
bool is_half(const Encoding &e) {
    return !e.repeat() && e.width() == 16;
}

// movsldup, movddup and movshdup.
bool decode_spread(Encoding &e, std::uint8_t opcode) {
    const bool is_of_eight = e.repeat() == 0xf2;
    return !e.has_66() && !(is_of_eight && opcode == 0x16) && e.is_load(is_of_eight && e.width() == 16 ? 8 : e.width());
}

bool decode_move(Encoding &e, std::uint8_t opcode) {
    switch (opcode) {
        case 0x10:
            return e.is_load(bytes_of_numbers(e));
        case 0x11:
            return e.is_store(bytes_of_numbers(e));
        case 0x12:
        case 0x16:
            return e.repeat() ? decode_spread(e, opcode) : is_half(e) && (e.is_memory() || !e.has_66()) && e.is_load(8);
        case 0x13:
        case 0x17:
            return is_half(e) && e.is_memory() && e.is_store(8);
        case 0x28:
            return !e.repeat() && e.is_load(e.width());
        case 0x29:
            return !e.repeat() && e.is_store(e.width());
        case 0x2b:
        case 0xe7:  // past the caches
            return !e.repeat() && (opcode == 0x2b || e.has_66()) && e.is_memory() && e.is_store(e.width());
        case 0x6f:
            return (e.has_66() || e.repeat() == 0xf3) && e.is_load(e.width());
        case 0x7f:
            return (e.has_66() || e.repeat() == 0xf3) && e.is_store(e.width());
        case 0xd6:
            return e.has_66() && is_half(e) && e.is_store(8);
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
            return e.has_66_alone() && !e.is_memory() && e.is(Op::kConvert, e.register_operand(e.word()), e.vector());
        case 0x6e:
            return e.has_66() && is_half(e) && e.is(Op::kMove, e.vector(), e.operand(e.word()));
        case 0x7e:
            if (e.repeat() == 0xf3)
                return e.width() == 16 && e.is_load(8);
            return e.has_66() && is_half(e) && e.is(Op::kMove, e.operand(e.word()), e.vector());
        default:
            return false;
    }
}

// Of numbers with a fraction.
bool decode_arithmetic(Encoding &e, std::uint8_t opcode) {
    if (opcode == 0x14 || opcode == 0x15 || (opcode >= 0x54 && opcode <= 0x57))
        return !e.repeat() && e.is_load(e.width());
    if (opcode == 0x5a && !e.has_66() && !e.repeat())
        return e.is_load(e.width() / 2);
    if (opcode == 0x5b)
        return e.repeat() != 0xf2 && e.is_load(e.width());
    if (opcode == 0x51 || (opcode >= 0x58 && opcode <= 0x5f))
        return e.is_load(bytes_of_numbers(e));
    if (opcode == 0x7c || opcode == 0x7d || opcode == 0xd0)
        return e.repeat() != 0xf3 && e.has_66() != (e.repeat() == 0xf2) && e.is_load(e.width());
    if (opcode == 0xe6)
        return (e.has_66() || e.repeat()) && e.is_load(e.repeat() == 0xf3 ? e.width() / 2 : e.width());
    return false;
}

// Of numbers without one.
bool decode_of_integers(Encoding &e, std::uint8_t opcode) {
    static const std::uint8_t kShifts[] = {0xd1, 0xd2, 0xd3, 0xe1, 0xe2, 0xf1, 0xf2, 0xf3};
    static const std::uint8_t kOthers[] = {0x74, 0x75, 0x76, 0xd4, 0xd5, 0xd8, 0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde,
                                           0xdf, 0xe0, 0xe3, 0xe4, 0xe5, 0xe8, 0xe9, 0xea, 0xeb, 0xec, 0xed, 0xee,
                                           0xef, 0xf4, 0xf5, 0xf6, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe};
    if (!e.has_66_alone())
        return false;
    if (is_one_of(opcode, kShifts))
        return e.is_load(16);
    return ((opcode >= 0x60 && opcode <= 0x6d) || is_one_of(opcode, kOthers)) && e.is_load(e.width());
}

// With a byte behind the operands.
bool decode_with_byte(Encoding &e, std::uint8_t opcode) {
    switch (opcode) {
        case 0x70:
            return (e.has_66() || e.repeat()) && e.is_load_with_number(e.width());
        case 0x71:
        case 0x72:
        case 0x73:  // shifts of a register
            return e.has_66_alone() && !e.is_memory() &&
                   (e.field() == 2 || e.field() == 6 || e.field() == (opcode == 0x73 ? 3 : 4) ||
                    (opcode == 0x73 && e.field() == 7)) &&
                   e.is_load_with_number(e.width());
        case 0xc2:
            return e.is_load_with_number(bytes_of_numbers(e));
        case 0xc6:
            return !e.repeat() && e.is_load_with_number(e.width());
        default:
            return false;
    }
}

// Makes numbers longer: of one byte two, four or eight, of two four or eight, of four eight.
bool decode_extension(Encoding &e, std::uint8_t opcode) {
    static const std::uint8_t kParts[] = {2, 4, 8, 2, 4, 2};
    const std::uint8_t kind = opcode & 15, group = opcode >> 4;
    return (group == 2 || group == 3) && kind < 6 && e.is_load(e.width() / kParts[kind]);
}

// Takes an element out of a vector, or puts one in.
bool decode_one_element(Encoding &e, std::uint8_t opcode) {
    const std::uint8_t in_register = opcode == 0x16 || opcode == 0x22 ? e.word() : 4;
    const std::uint8_t in_memory = opcode == 0x14 || opcode == 0x20 ? 1 : opcode == 0x15 ? 2 : in_register;
    const Operand element = e.operand(e.is_memory() ? in_memory : in_register);
    e.it().number = e.number<std::int8_t>();
    if (opcode >= 0x14 && opcode <= 0x17)
        return e.is(Op::kMove, element, e.vector());
    if (opcode == 0x21)
        return e.is_load(4);
    return (opcode == 0x20 || opcode == 0x22) && e.is(Op::kMove, e.vector(), element);
}

}  // namespace

bool decode_vector_0f(Encoding &e, std::uint8_t opcode) {
    return decode_move(e, opcode) || decode_number(e, opcode) || decode_arithmetic(e, opcode) ||
           decode_of_integers(e, opcode) || decode_with_byte(e, opcode);
}

bool decode_vector_0f38(Encoding &e, std::uint8_t opcode) {
    static const std::uint8_t kOthers[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09,
                                           0x0a, 0x0b, 0x1c, 0x1d, 0x1e, 0x28, 0x29, 0x2b, 0x37, 0x38,
                                           0x39, 0x3a, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f, 0x40};
    if (!e.has_66_alone())
        return false;
    if (opcode == 0x17)
        return e.is(Op::kCompareVectors, e.vector(), e.vector_operand(e.width()));
    return decode_extension(e, opcode) || (is_one_of(opcode, kOthers) && e.is_load(e.width()));
}

bool decode_vector_0f3a(Encoding &e, std::uint8_t opcode) {
    if (!e.has_66_alone())
        return false;
    switch (opcode) {
        case 0x08:
        case 0x09:
        case 0x0c:
        case 0x0d:
        case 0x0e:
        case 0x0f:
        case 0x40:
        case 0x42:
            return e.is_load_with_number(e.width());
        case 0x0a:
            return e.is_load_with_number(4);
        case 0x0b:
            return e.is_load_with_number(8);
        default:
            return e.width() == 16 && decode_one_element(e, opcode);
    }
}

}  // namespace mpimon::overlap
