#include "analysis/tuning/tuning_file.h"

#include <fmt/format.h>

#include <cctype>
#include <iterator>
#include <nlohmann/json.hpp>

#include "analysis/names/text.h"

namespace mpimon::tuning {

namespace {

using Json = nlohmann::json;

// MPICH maps the file and reads on to a zero byte, which there is only behind the end of a page that is not full.
constexpr size_t kSmallestPage = 4096;

// Goes through the text and counts lines, so that whoever is told of a token knows where it is.
class CountingIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char *;
    using reference = const char &;

    CountingIterator(const char *at, size_t *line) : at_(at), line_(line) {}
    reference operator*() const { return *at_; }
    CountingIterator &operator++() {
        *line_ += *at_ == '\n' ? 1 : 0;
        ++at_;
        return *this;
    }
    bool operator==(const CountingIterator &other) const { return at_ == other.at_; }
    bool operator!=(const CountingIterator &other) const { return at_ != other.at_; }

  private:
    const char *at_;
    size_t *line_;
};

std::string without_spaces(const std::string &text) {
    std::string kept;
    for (const char c : text)
        if (std::isspace(static_cast<unsigned char>(c)) == 0)
            kept += c;
    return kept;
}

// Makes the tree. Each callback returns whether to go on.
class TreeBuilder : public nlohmann::json_sax<Json> {
  public:
    TreeBuilder(TuningFile &file, const size_t &line) : file_(file), line_(line) {}

    bool null() override { return value(); }
    bool boolean(bool /*unused*/) override { return value(); }
    bool number_integer(number_integer_t /*unused*/) override { return value(); }
    bool number_unsigned(number_unsigned_t /*unused*/) override { return value(); }
    bool number_float(number_float_t /*unused*/, const string_t & /*unused*/) override { return value(); }
    bool string(string_t & /*unused*/) override { return value(); }
    bool binary(binary_t & /*unused*/) override { return value(); }

    // What an array holds does not matter: nothing but objects makes sense.
    bool start_array(std::size_t /*unused*/) override {
        if (arrays_ == 0 && !value())
            return false;
        return ++arrays_ + path_.size() <= kDeepest || fail("more than {} levels, which MPICH does not read");
    }
    bool end_array() override {
        --arrays_;
        return true;
    }

    bool start_object(std::size_t /*unused*/) override {
        if (arrays_ > 0)
            return fail("an object in an array: objects are to be the values of keys");
        if (path_.size() >= kDeepest)
            return fail("more than {} levels, which MPICH does not read");
        path_.push_back(path_.empty() ? &file_.root : &path_.back()->children.back());
        path_.back()->is_object = true;
        return true;
    }
    bool end_object() override {
        path_.pop_back();
        return true;
    }
    bool key(string_t &text) override {
        std::vector<Node> &children = path_.back()->children;
        children.emplace_back();
        children.back().key = without_spaces(text);
        children.back().line = line_;
        children.back().is_object = false;
        return true;
    }

    bool parse_error(std::size_t /*unused*/, const std::string &token,
                     const nlohmann::detail::exception & /*unused*/) override {
        const std::string text = token.empty()
                                     ? "no JSON: the file ends before it does"
                                     : fmt::format("no JSON, from '{}' on", printable(cut_to_width(token, kShown)));
        file_.problems.push_back({line_, "", text, true});
        return false;
    }

  private:
    static constexpr size_t kShown = 40;

    bool value() { return !path_.empty() || arrays_ > 0 || fail("no JSON object"); }
    bool fail(const char *text) {
        file_.problems.push_back({line_, "", fmt::format(text, kDeepest), true});
        return false;
    }

    TuningFile &file_;
    const size_t &line_;
    std::vector<Node *> path_;  // the objects around what is read now
    size_t arrays_ = 0;
};

}  // namespace

TuningFile parse_tuning_file(std::string_view content) {
    TuningFile file;
    size_t line = 1;
    TreeBuilder builder(file, line);
    Json::sax_parse(CountingIterator(content.data(), &line), CountingIterator(content.data() + content.size(), &line),
                    &builder);
    if (file.problems.empty() && content.size() % kSmallestPage == 0)
        file.problems.push_back(
            {0, "",
             fmt::format("{} bytes, which may fill the last page of memory, and MPICH then reads beyond: "
                         "add or remove a space",
                         content.size()),
             true});
    return file;
}

}  // namespace mpimon::tuning
