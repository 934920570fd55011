// Who may ask the web server, and for what.
#ifndef MPIMON_COMMANDS_WEB_GUARD_H
#define MPIMON_COMMANDS_WEB_GUARD_H

#include <cstddef>
#include <optional>
#include <string>

namespace mpimon {

inline constexpr size_t kMostRequestBytes = 4096;  // after its headers
inline constexpr const char *kTokenHeader = "X-Mpimon-Token";

// What of a request is looked at before anything else is.
struct WebRequest {
    std::string method;
    std::string path;
    std::string host;  // headers; empty if they are not there
    std::string origin;
    std::string token;
    std::string length;       // Content-Length
    bool is_encoded = false;  // Transfer-Encoding: of unknown length
};

struct WebRefusal {
    int status;
    std::string reason;
};

// A word that nobody guesses: 128 bits from the kernel.
std::string random_word();

class WebGuard {
  public:
    // `host`: as the user named it.
    WebGuard(std::string token, std::string host) : token_(std::move(token)), host_(std::move(host)) {}

    std::optional<WebRefusal> refusal(const WebRequest &request) const;

  private:
    bool is_own_host(const std::string &host) const;
    bool is_token(const std::string &text) const;
    std::optional<WebRefusal> refusal_of_body(const WebRequest &request) const;

    std::string token_;
    std::string host_;
};

}  // namespace mpimon

#endif
