// How an instruction of x86-64 is written: its prefixes, the bytes that name its operands, and its numbers.
#ifndef MPIMON_OVERLAP_ENCODING_H
#define MPIMON_OVERLAP_ENCODING_H

#include <cstdint>
#include <cstring>

#include "instruction.h"

namespace mpimon::overlap {

class Encoding {
  public:
    Encoding(const std::uint8_t *code, Instruction *instruction) : begin_(code), at_(code), it_(*instruction) {
        it_ = {};
        it_.memory.base = it_.memory.index = kNoRegister;
    }

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

    // VEX stands for prefixes, and for the first bytes of the opcode: the map that it is of, or 0 if there is none.
    unsigned read_vex(std::uint8_t first) {
        if (has_66_ || repeat_ || rex_ || is_locked_)
            return 0;
        const bool is_long = first == 0xc4;
        const std::uint8_t second = *at_++, last = is_long ? *at_++ : second;
        static const std::uint8_t kRepeats[] = {0, 0, 0xf3, 0xf2};
        rex_ = (~second & 0x80) >> 5;
        if (is_long)
            rex_ |= (~second & 0x60) >> 5 | (last & 0x80) >> 4;
        third_ = ~last >> 3 & 15;
        width_ = last & 4 ? 32 : 16;
        has_66_ = (last & 3) == 1;
        repeat_ = kRepeats[last & 3];
        return is_long ? second & 31 : 1;
    }

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

    std::uint8_t next() { return *at_++; }

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

    bool has_w() const { return rex_ & 8; }
    bool has_66() const { return has_66_; }
    bool has_66_alone() const { return has_66_ && !repeat_; }
    std::uint8_t repeat() const { return repeat_; }
    bool is_vex() const { return width_ != 0; }
    // Of a vector, in bytes.
    std::uint8_t width() const { return is_vex() ? width_ : 16; }
    std::uint8_t word() const { return has_w() ? 8 : 4; }
    std::uint8_t size() const { return has_w() ? 8 : has_66_ ? 2 : 4; }
    std::uint8_t size(bool is_byte) const { return is_byte ? 1 : size(); }

    bool is_memory() const { return is_memory_; }
    unsigned field() const { return field_; }
    unsigned rm() const { return rm_; }

    static Operand reg(unsigned number, std::uint8_t bytes) {
        return {Place::kRegister, static_cast<std::uint8_t>(number), bytes};
    }
    static Operand immediate(std::uint8_t bytes) { return {Place::kNumber, 0, bytes}; }
    // The register that the opcode itself names.
    Operand register_of(std::uint8_t opcode, std::uint8_t bytes) const {
        return reg((opcode & 7) | (rex_ & 1) << 3, bytes);
    }
    Operand register_operand(std::uint8_t bytes) const { return reg(field_ | (rex_ & 4) << 1, bytes); }
    Operand operand(std::uint8_t bytes) const {
        return is_memory_ ? Operand{Place::kMemory, 0, bytes} : reg(rm_, bytes);
    }
    // What VEX names beside the two others.
    Operand third_operand(std::uint8_t bytes) const { return reg(third_, bytes); }
    Operand vector_operand(std::uint8_t bytes) const {
        return {is_memory_ ? Place::kMemory : Place::kVector, 0, bytes};
    }
    Operand vector() const { return {Place::kVector, 0, width()}; }

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
    // What vectors get from memory or another one, or give it.
    bool is_load(std::uint8_t bytes) { return is(Op::kMove, vector(), vector_operand(bytes)); }
    bool is_store(std::uint8_t bytes) { return is(Op::kMove, vector_operand(bytes), vector()); }
    bool is_load_with_number(std::uint8_t bytes) {
        it_.number = number<std::int8_t>();
        return is_load(bytes);
    }
    Instruction &it() { return it_; }

    // Whether all of it is known.
    bool end() {
        it_.length = static_cast<std::uint8_t>(at_ - begin_);
        return it_.length <= kLongestInstruction && !(is_locked_ || has_other_segment_);
    }

  private:
    // Without REX, four numbers are those of the upper halves of other registers.
    bool is_upper_half(const Operand &operand) const {
        return operand.place == Place::kRegister && operand.bytes == 1 && !rex_ && operand.number >= 4 &&
               operand.number < 8;
    }

    const std::uint8_t *const begin_;
    const std::uint8_t *at_;
    Instruction &it_;
    std::uint8_t rex_ = 0, repeat_ = 0, width_ = 0;
    bool has_66_ = false, has_other_segment_ = false, is_locked_ = false;
    bool is_memory_ = false;
    unsigned field_ = 0, rm_ = 0, third_ = 0;
};

}  // namespace mpimon::overlap

#endif
