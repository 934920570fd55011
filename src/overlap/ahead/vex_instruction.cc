#include "vex_instruction.h"

#include "vector_instruction.h"

namespace mpimon::overlap {

namespace {

// Products that are added to something or subtracted, of all numbers of a register or of one.
bool decode_product(Encoding &e, std::uint8_t opcode) {
    const std::uint8_t kind = opcode & 15, group = opcode >> 4;
    if (group < 9 || group > 0xb || kind < 6)
        return false;
    const bool is_of_one = kind >= 9 && kind % 2 == 1;
    return e.is_load(is_of_one ? e.word() : e.width());
}

// Fills a register with what is read, and needs AVX's longer ones for more than half of one.
bool decode_broadcast(Encoding &e, std::uint8_t opcode) {
    const bool is_long = e.width() == 32;
    switch (opcode) {
        case 0x18:
        case 0x58:
            return e.is_load(4);
        case 0x19:
            return is_long && e.is_load(8);
        case 0x59:
            return e.is_load(8);
        case 0x78:
            return e.is_load(1);
        case 0x79:
            return e.is_load(2);
        case 0x1a:
        case 0x5a:
            return is_long && e.is_memory() && e.is_load(16);
        default:
            return false;
    }
}

// Numbers of the program's in three registers.
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

bool decode_0f38(Encoding &e, std::uint8_t opcode) {
    if (opcode == 0xf2 || opcode == 0xf7)
        return decode_three_registers(e, opcode);
    if (!e.has_66_alone())
        return false;
    if (!e.has_w() && decode_broadcast(e, opcode))
        return true;
    if (opcode == 0x0c || opcode == 0x0d)
        return !e.has_w() && e.is_load(e.width());
    if (opcode == 0x16 || opcode == 0x36)  // across the halves of a longer register
        return !e.has_w() && e.width() == 32 && e.is_load(32);
    if (opcode == 0x45 || opcode == 0x47 || (opcode == 0x46 && !e.has_w()))  // shifts by several distances
        return e.is_load(e.width());
    return decode_product(e, opcode) || decode_vector_0f38(e, opcode);
}

// Of halves of AVX's longer registers.
bool decode_half(Encoding &e, std::uint8_t opcode) {
    if (e.width() != 32 || e.has_w())
        return false;
    switch (opcode) {
        case 0x06:
        case 0x46:
            return e.is_load_with_number(32);
        case 0x18:
        case 0x38:
            return e.is_load_with_number(16);
        case 0x19:
        case 0x39:
            e.it().number = e.number<std::int8_t>();
            return e.is_store(16);
        default:
            return false;
    }
}

bool decode_0f3a(Encoding &e, std::uint8_t opcode) {
    if (!e.has_66_alone())
        return false;
    switch (opcode) {
        case 0x00:
        case 0x01:
            return e.has_w() && e.width() == 32 && e.is_load_with_number(32);
        case 0x02:
        case 0x04:
        case 0x05:
        case 0x4a:
        case 0x4b:
        case 0x4c:
            return !e.has_w() && e.is_load_with_number(e.width());
        default:
            return decode_half(e, opcode) || decode_vector_0f3a(e, opcode);
    }
}

}  // namespace

bool decode_vex(Encoding &e, std::uint8_t first) {
    const unsigned map = e.read_vex(first);
    const std::uint8_t opcode = e.next();
    if (map == 1 && opcode == 0x77)  // vzeroupper and vzeroall
        return !e.has_66() && !e.repeat() && e.is(Op::kNothing);
    e.read_modrm();
    switch (map) {
        case 1:
            return decode_vector_0f(e, opcode);
        case 2:
            return decode_0f38(e, opcode);
        case 3:
            return decode_0f3a(e, opcode);
        default:
            return false;
    }
}

}  // namespace mpimon::overlap
