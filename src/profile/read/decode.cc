// Makes the profile in memory from the records in a file.
#include "profile/read/decode.h"

#include <fmt/format.h>

#include <functional>

#include "profile/format/fields.h"
#include "profile/format/records.h"
#include "profile/format/tags.h"
#include "profile/read/messages/profile_builder.h"
#include "profile/read/record_reader.h"

namespace mpimon {

namespace {

class Decoder {
  public:
    // Calls done(offset) when the bytes before that offset are no longer needed.
    Decoder(std::string_view file, const std::string &name, std::function<void(size_t)> done)
        : file_(file), name_(name), done_(std::move(done)) {}

    Profile run() {
        RecordReader reader(file_, [&](size_t offset, const std::string &what) { builder_.diagnose(offset, what); });
        while (const auto record = reader.next()) {
            any_record_ = true;
            interpret(*record);
            done_(record->offset + record->whole.size());
        }
        if (!any_record_)
            throw ProfileError(nothing_read());
        return builder_.finish(file_.size());
    }

  private:
    void interpret(const Record &record) {
        try {
            pbf_reader reader(record.content.data(), record.content.size());
            while (reader.next())
                interpret_body(reader, record.offset);
        } catch (const protozero::exception &error) {
            builder_.diagnose(record.offset, fmt::format("a record is malformed ({})", error.what()));
        }
    }

    void interpret_body(pbf_reader &reader, size_t offset) {
        switch (reader.tag_and_type()) {
            case delimited(field::Record::job):
                builder_.add_job(reader.get_message(), offset);
                if (builder_.format_major() > MPIMON_FORMAT_MAJOR)
                    throw ProfileError(
                        fmt::format("{}: written in format {}, and this mpimon reads up to {}: use the mpimon of the "
                                    "installation that wrote it",
                                    name_, builder_.format_major(), int{MPIMON_FORMAT_MAJOR}));
                break;
            case delimited(field::Record::process):
                builder_.add_process(reader.get_message(), offset);
                break;
            case delimited(field::Record::end):
                builder_.add_end(reader.get_message(), offset);
                break;
            default:
                reader.skip();  // of a later minor format
        }
    }

    std::string nothing_read() const {
        if (file_.empty())
            return fmt::format("{}: empty; the job that writes it may still be running", name_);
        if (!has_record_marker(file_))
            return fmt::format("{}: not a profile (expected is a .mon file of a monitored job)", name_);
        return fmt::format("{}: a profile, but damaged: not one record can be read; copy it anew", name_);
    }

    std::string_view file_;
    const std::string &name_;
    ProfileBuilder builder_;
    std::function<void(size_t)> done_;
    bool any_record_ = false;
};

}  // namespace

Profile decode_profile(const void *data, size_t size, const std::string &name) {
    return Decoder({static_cast<const char *>(data), size}, name, [](size_t) {}).run();
}

Profile read_profile(const std::string &path, Access access) {
    MappedFile file(path, access);
    return Decoder(file.content(), path, [&](size_t offset) { file.give_back(offset); }).run();
}

}  // namespace mpimon
