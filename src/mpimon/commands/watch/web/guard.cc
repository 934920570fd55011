#include "mpimon/commands/watch/web/guard.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "mpimon/commands/watch/web/address.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr size_t kTokenBytes = 16;
constexpr size_t kLengthDigits = 9;

}  // namespace

std::string random_word() {
    std::array<unsigned char, kTokenBytes> bytes = {};
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        throw Failure(fmt::format("the kernel gives no random bytes: {}", std::strerror(errno)));
    std::string word;
    for (const unsigned char byte : bytes)
        word += fmt::format("{:02x}", byte);
    return word;
}

// A name that somebody else's DNS server leads to this node is not among these, whatever it is (DNS rebinding).
bool WebGuard::is_own_host(const std::string &host) const {
    const std::string name = host_of(host);
    return name == "localhost" || is_ip_address(name) || (!name.empty() && name == host_);
}

// The comparison takes a time that does not depend on how much of the text is right, so that nobody can guess by it.
bool WebGuard::is_token(const std::string &text) const {
    if (text.size() != token_.size())
        return false;
    unsigned difference = 0;
    for (size_t i = 0; i < text.size(); ++i)
        difference |= static_cast<unsigned char>(text[i]) ^ static_cast<unsigned char>(token_[i]);
    return difference == 0;
}

std::optional<WebRefusal> WebGuard::refusal_of_body(const WebRequest &request) const {
    if (request.is_encoded || (request.method == "POST" && request.length.empty()))
        return WebRefusal{411, "a request says how long it is"};
    const bool is_number = request.length.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number)
        return WebRefusal{400, "this is no length"};
    const bool is_long = request.length.size() > kLengthDigits ||
                         (!request.length.empty() && std::stoul(request.length) > kMostRequestBytes);
    if (is_long)
        return WebRefusal{413, fmt::format("a request has at most {} bytes", kMostRequestBytes)};
    return std::nullopt;
}

std::optional<WebRefusal> WebGuard::refusal(const WebRequest &request) const {
    if (request.method != "GET" && request.method != "POST")
        return WebRefusal{405, "there are GET and POST"};
    if (!is_own_host(request.host))
        return WebRefusal{421, "this is another host's name"};
    if (!request.origin.empty() && request.origin != "http://" + request.host)
        return WebRefusal{403, "another site's page asks"};
    const size_t end = request.path.find('/', 1);
    if (end == std::string::npos || !is_token(request.path.substr(1, end - 1)))
        return WebRefusal{403, "this is not the address that mpimon watch has printed"};
    if (request.method == "POST" && !is_token(request.token))
        return WebRefusal{403, fmt::format("a change needs the header {}", kTokenHeader)};
    return refusal_of_body(request);
}

}  // namespace mpimon
