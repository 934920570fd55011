#include "profile/write/prof_text.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "profile/format/makers.h"
#include "profile/format/operations.h"
#include "profile/write/asked.h"
#include "profile/write/encode/array.h"
#include "profile/write/profile_file.h"
#include "profile/write/segment_view.h"

namespace mpimon {

namespace {

class Text {
  public:
    __attribute__((format(printf, 2, 3))) void print(const char *format, ...) {
        va_list arguments;
        va_start(arguments, format);
        char line[512];  // longer than any line without a list, which is printed piece by piece
        const int size = vsnprintf(line, sizeof line, format, arguments);
        va_end(arguments);
        if (size <= 0)
            return;
        const size_t length = static_cast<size_t>(size) < sizeof line ? static_cast<size_t>(size) : sizeof line - 1;
        if (char *added = chars_.append(length))
            memcpy(added, line, length);
    }

    int write_to(int fd) const {
        if (chars_.failed())
            return ENOMEM;
        for (size_t done = 0; done < chars_.size();) {
            const ssize_t written = write(fd, chars_.begin() + done, chars_.size() - done);
            if (written < 0 && errno != EINTR)
                return errno;
            done += written > 0 ? static_cast<size_t>(written) : 0;
        }
        return 0;
    }

  private:
    Array<char> chars_;
};

enum Line : uint8_t { kExternal, kInternal, kOneSidedSent, kOneSidedReceived, kCollective };

// A line of the text that names a peer.
struct Entry {
    Line line;
    uint32_t peer;
    uint64_t messages;
    uint64_t bytes;
};

int compare_entries(const void *left, const void *right) {
    const auto &a = *static_cast<const Entry *>(left);
    const auto &b = *static_cast<const Entry *>(right);
    if (a.line != b.line)
        return compare_values<int>(a.line, b.line);
    return compare_values(a.peer, b.peer);
}

void add_entry(Entry &sum, const Entry &entry) {
    sum.messages += entry.messages;
    sum.bytes += entry.bytes;
}

// Sizes of all messages of this process that count for E, or for I.
struct Sizes {
    static constexpr int kPrinted = 66;  // Open MPI's number of counts
    uint64_t bins[kPrinted];
};

// Those of one size to one peer, counted with the detail `sizes`.
struct PeerSize {
    Line line;
    uint32_t peer;
    uint8_t bin;
    uint64_t messages;
};

int compare_peer_sizes(const void *left, const void *right) {
    const auto &a = *static_cast<const PeerSize *>(left);
    const auto &b = *static_cast<const PeerSize *>(right);
    return a.line != b.line ? compare_values<int>(a.line, b.line) : compare_values(a.peer, b.peer);
}

int bin_of(uint64_t bytes) {
    return bytes == 0 ? 0 : 64 - __builtin_clzll(bytes);
}

class Writer {
  public:
    explicit Writer(const SegmentView &segment) : segment_(segment) {}

    int write_to(int fd) {
        collect_messages();
        collect_sizes();
        collect_collectives();
        if (entries_.failed() || kind_bytes_.failed() || peer_sizes_.failed())
            return ENOMEM;
        if (failure_ != 0)
            return failure_;
        entries_.sort_and_join(compare_entries, add_entry);
        text_.print("# POINT TO POINT\n");
        print_entries(kExternal, "E");
        print_entries(kInternal, "I");
        text_.print("# OSC\n");
        print_one_sided();
        text_.print("# COLLECTIVES\n");
        print_entries(kCollective, "C");
        print_communicators();
        return text_.write_to(fd);
    }

  private:
    bool is_member_of_world(uint32_t peer) const { return peer < segment_.header().world_size; }

    Line line_of(uint32_t traffic_class) const {
        const bool user = traffic_class == MPIMON_CLASS_P2P || traffic_class == MPIMON_CLASS_PART;
        return user || segment_.header().enable < 2 ? kExternal : kInternal;
    }

    void collect_messages() {
        const uint32_t communicators = segment_.count<mpimon_communicator>();
        segment_.each<mpimon_flow>([&](const mpimon_flow &flow, uint32_t) {
            const bool one_sided = flow.traffic_class == MPIMON_CLASS_RMA;
            if (!segment_.sound(flow, communicators, UINT32_MAX) || flow.messages == 0 ||
                (flow.peer == segment_.header().world_rank && !one_sided) || !is_member_of_world(flow.peer) ||
                (flow.direction != MPIMON_SENT && !one_sided))
                return;
            const Line one_sided_line = flow.direction == MPIMON_SENT ? kOneSidedSent : kOneSidedReceived;
            entries_.push(
                {one_sided ? one_sided_line : line_of(flow.traffic_class), flow.peer, flow.messages, flow.bytes});
        });
    }

    void collect_sizes() {
        segment_.each_histogram([&](uint32_t c, const uint64_t *bins) {
            for (int bin = 0; c != MPIMON_CLASS_RMA && bin < MPIMON_BINS; ++bin)
                sizes_[line_of(c)].bins[bin] += bins[bin];
        });
        segment_.each<mpimon_size>([&](const mpimon_size &size, uint32_t) {
            if (segment_.sound(size, UINT32_MAX) && size.traffic_class != MPIMON_CLASS_RMA)
                peer_sizes_.push({line_of(size.traffic_class), size.peer, size.bin, size.messages});
        });
        peer_sizes_.sort(compare_peer_sizes);
    }

    // Calls visit(collective, operation) for the user's calls on a communicator.
    template <class Visit>
    void each_call(uint32_t communicator, Visit visit) {
        segment_.each<mpimon_collective>([&](const mpimon_collective &collective, uint32_t) {
            if (collective.communicator != communicator || collective.role != MPIMON_ROLE_CALL)
                return;
            if (const char *name = name_at(collective.operation))
                visit(collective, mpimon_operation_of(name));
        });
    }

    const char *name_at(uint32_t index) {
        const char *found = nullptr;
        segment_.each<mpimon_name>([&](const mpimon_name &name, uint32_t i) {
            if (i == index && strnlen(name.text, sizeof name.text) < sizeof name.text)
                found = name.text;
        });
        return found;
    }

    // Volumes with processes of the world, and the sums of each communicator by kind.
    void collect_collectives() {
        const uint32_t sums = segment_.count<mpimon_communicator>() * MPIMON_OPERATION_KINDS;
        if (uint64_t *added = kind_bytes_.append(sums))
            memset(added, 0, sums * sizeof *added);
        if (!kind_bytes_.failed())
            failure_ = mpimon_each_asked(
                segment_.start(),
                [](void *writer, const mpimon_asked_volume *volume) {
                    static_cast<Writer *>(writer)->collect(*volume);
                },
                this);
    }

    void collect(const mpimon_asked_volume &volume) {
        kind_bytes_[size_t{volume.communicator} * MPIMON_OPERATION_KINDS + volume.kind] += volume.bytes;
        if (is_member_of_world(volume.peer))
            entries_.push({kCollective, volume.peer, volume.messages, volume.bytes});
    }

    void print_entry(const Entry &entry, const char *letter) {
        text_.print("%s\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu64 " bytes\t%" PRIu64 " msgs sent", letter,
                    segment_.header().world_rank, entry.peer, entry.bytes, entry.messages);
    }

    void print_entries(Line line, const char *letter) {
        for (const Entry &entry : entries_) {
            if (entry.line != line)
                continue;
            print_entry(entry, letter);
            if (line != kCollective)
                print_sizes(entry);
            text_.print("\n");
        }
    }

    // Prints a peer's two lines, for what is sent and what is received, together.
    void print_one_sided() {
        Array<Entry> lines;
        for (const Entry &entry : entries_)
            if (entry.line == kOneSidedSent || entry.line == kOneSidedReceived)
                lines.push(entry);
        lines.sort_and_join(
            [](const void *left, const void *right) {
                const auto &a = *static_cast<const Entry *>(left);
                const auto &b = *static_cast<const Entry *>(right);
                return a.peer != b.peer ? compare_values(a.peer, b.peer) : compare_values<int>(a.line, b.line);
            },
            add_entry);
        for (const Entry &entry : lines) {
            print_entry(entry, entry.line == kOneSidedSent ? "S" : "R");
            text_.print("\n");
        }
    }

    // Where the entry's sizes begin in peer_sizes_, or those of the next entry if it has none.
    size_t first_size(const Entry &entry) const {
        const PeerSize wanted = {entry.line, entry.peer, 0, 0};
        size_t first = 0;
        for (size_t end = peer_sizes_.size(); first < end;) {
            const size_t middle = first + (end - first) / 2;
            if (compare_peer_sizes(&peer_sizes_[middle], &wanted) < 0)
                first = middle + 1;
            else
                end = middle;
        }
        return first;
    }

    // Finds the peer's own sizes as counted. False if they were not counted for all of its messages.
    bool count_sizes(const Entry &entry, Sizes &own) const {
        const PeerSize wanted = {entry.line, entry.peer, 0, 0};
        uint64_t total = 0;
        for (size_t i = first_size(entry); i < peer_sizes_.size() && compare_peer_sizes(&peer_sizes_[i], &wanted) == 0;
             ++i) {
            own.bins[peer_sizes_[i].bin] += peer_sizes_[i].messages;
            total += peer_sizes_[i].messages;
        }
        return total == entry.messages;
    }

    // Infers them from the sizes of all the process's messages. False if they do not follow from these.
    bool infer_sizes(const Entry &entry, Sizes &own) const {
        const Sizes &all = sizes_[entry.line];
        uint64_t total = 0;
        int used = 0;
        int last = 0;
        for (int bin = 0; bin < MPIMON_BINS; ++bin) {
            total += all.bins[bin];
            used += all.bins[bin] != 0;
            last = all.bins[bin] != 0 ? bin : last;
        }
        if (total == entry.messages)
            own = all;
        else if (used == 1)
            own.bins[last] = entry.messages;
        else if (entry.messages == 1 || entry.bytes == 0)
            own.bins[bin_of(entry.bytes)] = entry.messages;
        else
            return false;
        return true;
    }

    void print_sizes(const Entry &entry) {
        Sizes counted = {};
        Sizes inferred = {};
        const bool is_counted = count_sizes(entry, counted);
        if (!is_counted && !infer_sizes(entry, inferred))
            return;
        const Sizes &own = is_counted ? counted : inferred;
        for (int bin = 0; bin < Sizes::kPrinted; ++bin)
            text_.print("%c%" PRIu64, bin == 0 ? '\t' : ',', own.bins[bin]);
    }

    void print_communicators() {
        segment_.each<mpimon_communicator>([&](const mpimon_communicator &communicator, uint32_t index) {
            if (communicator.internal != 0)
                return;
            print_members(communicator);
            uint64_t calls[MPIMON_OPERATION_KINDS] = {};
            const uint64_t *bytes = &kind_bytes_[size_t{index} * MPIMON_OPERATION_KINDS];
            each_call(index, [&](const mpimon_collective &collective, mpimon_operation operation) {
                const bool rooted = operation.kind != MPIMON_ALL_TO_ALL;
                calls[operation.kind] += rooted ? collective.root_calls : collective.calls;
            });
            const char *const labels[] = {"O2A", "A2O", "A2A"};
            for (int kind = 0; kind < MPIMON_OPERATION_KINDS; ++kind)
                text_.print("%s\t%" PRIu32 "\t%" PRIu64 " bytes\t%" PRIu64 " msgs sent\n", labels[kind],
                            segment_.header().world_rank, bytes[kind], calls[kind]);
        });
    }

    const mpimon_communicator *communicator_at(uint32_t index) {
        const mpimon_communicator *found = nullptr;
        segment_.each<mpimon_communicator>([&](const mpimon_communicator &communicator, uint32_t i) {
            if (i == index)
                found = &communicator;
        });
        return found;
    }

    // Prints text of others, which is as long as `room` or ends before; a control character as a blank.
    void print_safely(const char *chars, size_t room) {
        char text[MPIMON_OBJECT_NAME];
        const size_t length = strnlen(chars, room < sizeof text ? room : sizeof text - 1);
        for (size_t i = 0; i < length; ++i)
            text[i] = static_cast<unsigned char>(chars[i]) < ' ' ? ' ' : chars[i];
        text[length] = '\0';
        text_.print("%s", text);
    }

    void print_made(const char *function, const mpimon_origin &origin) {
        const char *word = word_of_maker(function);
        if (makes_grids(function)) {
            text_.print("cart ");
            constexpr uint32_t kKept = MPIMON_DIMENSIONS;
            const uint32_t sizes = origin.dimensions < kKept ? origin.dimensions : kKept;
            for (uint32_t i = 0; i < sizes; ++i)
                text_.print("%s%" PRIu32, i > 0 ? "×" : "", origin.sizes[i]);
            text_.print("%s", origin.dimensions > sizes ? "×…" : "");
        } else if (word != nullptr) {
            text_.print("%s", word);
        } else {
            print_safely(function, MPIMON_NAME);
        }
        if (origin.has_color != 0)
            text_.print(" %" PRId32, origin.color);
    }

    // Prints the name that the program gave it, else one that is made of where it comes from, as the tools do and much
    // as Open MPI gives such names by itself.
    void print_name(const mpimon_communicator &communicator, int descent) {
        const mpimon_origin &origin = communicator.origin;
        const char *function = origin.function > 0 ? name_at(origin.function - 1) : nullptr;
        if (communicator.name[0] != '\0') {
            print_safely(communicator.name, sizeof communicator.name);
        } else if (function == nullptr || descent == kLongestDescent) {
            if (descent == 0)
                text_.print("(no-name)");
            else
                text_.print("(context 0x%" PRIx32 ")", communicator.context_id);
        } else {
            print_made(function, origin);
            const mpimon_communicator *parent = origin.parent > 0 ? communicator_at(origin.parent - 1) : nullptr;
            if (parent != nullptr) {
                text_.print(" of ");
                print_name(*parent, descent + 1);
            }
        }
    }

    void print_members(const mpimon_communicator &communicator) {
        text_.print("D\t");
        print_name(communicator, 0);
        text_.print("\tprocs: ");
        const char *separator = "";
        const uint64_t count =
            segment_.has_members(communicator) ? uint64_t{communicator.size} + communicator.remote_size : 0;
        for (uint64_t i = 0; i < count; ++i) {
            const uint32_t peer = segment_.member(communicator, i);
            if (!is_member_of_world(peer))
                continue;
            text_.print("%s%" PRIu32, separator, peer);
            separator = ",";
        }
        text_.print("\n");
    }

    const SegmentView &segment_;
    Array<Entry> entries_;
    Array<uint64_t> kind_bytes_;  // by communicator, then kind
    int failure_ = 0;
    Array<PeerSize> peer_sizes_;  // by line and peer
    Sizes sizes_[2] = {};
    Text text_;
};

}  // namespace

}  // namespace mpimon

int mpimon_write_prof(const void *segment, int fd) {
    const mpimon::SegmentView view(segment);
    return view.valid() ? mpimon::Writer(view).write_to(fd) : EINVAL;
}

int mpimon_make_prof_file(const void *segment, const char *path) {
    const int file = mpimon_create_file(path);
    if (file < 0)
        return errno;
    int error = mpimon_write_prof(segment, file);
    if (close(file) != 0 && error == 0)
        error = errno;
    if (error != 0)
        unlink(path);
    return error;
}

int mpimon_write_prof_file(const void *segment, const char *path) {
    char temporary[PATH_MAX];
    if (snprintf(temporary, sizeof temporary, "%s.part", path) >= static_cast<int>(sizeof temporary))
        return ENAMETOOLONG;
    int error = mpimon_make_prof_file(segment, temporary);
    if (error == 0 && rename(temporary, path) != 0) {
        error = errno;
        unlink(temporary);
    }
    return error;
}
