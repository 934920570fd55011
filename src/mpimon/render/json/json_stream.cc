#include "mpimon/render/json/json_stream.h"

namespace mpimon {

namespace {

constexpr int kIndent = 2;
constexpr size_t kPiece = 1U << 16U;  // bytes that are written at a time

std::string dumped(const Json &json) {
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

void JsonStream::begin(std::string_view key) {
    text_ += first_ ? "" : ",";
    text_ += line_;
    first_ = false;
    if (!key.empty())
        text_ += dumped(std::string(key)) + ": ";
}

void JsonStream::open(std::string_view key, char bracket) {
    begin(key);
    text_ += bracket;
    line_.append(kIndent, ' ');
    first_ = true;
}

void JsonStream::close(char bracket) {
    line_.resize(line_.size() - kIndent);
    if (!first_)
        text_ += line_;
    text_ += bracket;
    first_ = false;
    flush();
}

// Newlines within strings are escaped, so each one begins a line.
void JsonStream::member(std::string_view key, const Json &value) {
    begin(key);
    for (const char c : dumped(value))
        c == '\n' ? text_ += line_ : text_ += c;
    flush();
}

void JsonStream::element_text(std::string_view json) {
    begin("");
    text_ += json;
    flush();
}

void JsonStream::flush() {
    if (text_.size() < kPiece)
        return;
    output_.write(text_);
    text_.clear();
}

void JsonStream::finish() {
    close('}');
    output_.write(text_ + "\n");
}

std::string json_text(const Json &json) {
    return dumped(json) + "\n";
}

}  // namespace mpimon
