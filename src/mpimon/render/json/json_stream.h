// JSON written piece by piece, for what is too large to be held as one value; laid out as json_text() does it.
#ifndef MPIMON_RENDER_JSON_STREAM_H
#define MPIMON_RENDER_JSON_STREAM_H

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "mpimon/render/terminal.h"

namespace mpimon {

using Json = nlohmann::ordered_json;

// Members of objects and elements of arrays, in the order of the calls. An array's elements have no key.
class JsonStream {
  public:
    // Begins the outermost object.
    explicit JsonStream(Output &output) : output_(output), text_("{") {}

    void open_object(std::string_view key = "") { open(key, '{'); }
    void open_array(std::string_view key = "") { open(key, '['); }
    // Ends the innermost object or array; `bracket` is the closing one.
    void close(char bracket);

    void member(std::string_view key, const Json &value);
    void element(const Json &value) { member("", value); }
    // Adds an element to an array; the text is JSON already.
    void element_text(std::string_view json);

    // Ends the outermost object. Has to be called once, as the last one.
    void finish();

  private:
    void open(std::string_view key, char bracket);
    void begin(std::string_view key);
    void flush();

    Output &output_;
    std::string text_;  // not yet written
    std::string line_ = "\n  ";
    bool first_ = true;  // in the innermost object or array
};

// Indented text with a newline at its end; bytes that are no UTF-8 become U+FFFD.
std::string json_text(const Json &json);

}  // namespace mpimon

#endif
