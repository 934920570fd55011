#include "mpimon/commands/watch/web/address.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <array>
#include <optional>

#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr int kMostPort = 65535;
constexpr size_t kPortDigits = 5;

bool is_number(const std::string &text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

std::optional<int> port_of(const std::string &text) {
    if (!is_number(text) || text.size() > kPortDigits || std::stoi(text) > kMostPort)
        return std::nullopt;
    return std::stoi(text);
}

// Letters of names and addresses alone.
bool is_host(const std::string &text) {
    constexpr const char *kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:-_";
    return !text.empty() && text.find_first_not_of(kLetters) == std::string::npos;
}

// Where the port's colon is; npos if there is none.
size_t colon_of(const std::string &text) {
    const size_t bracket = text.rfind(']');
    const size_t colon = text.rfind(':');
    return bracket != std::string::npos && colon != std::string::npos && colon < bracket ? std::string::npos : colon;
}

}  // namespace

bool WebAddress::is_loopback() const {
    return host == "localhost" || host == "::1" || (is_ip_address(host) && host.rfind("127.", 0) == 0);
}

std::string WebAddress::text() const {
    return fmt::format(host.find(':') == std::string::npos ? "{}:{}" : "[{}]:{}", host, port);
}

std::string host_of(const std::string &host_and_port) {
    std::string host = host_and_port.substr(0, colon_of(host_and_port));
    const bool brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
    if (brackets)
        host = host.substr(1, host.size() - 2);
    return is_host(host) && brackets == (host.find(':') != std::string::npos) ? host : "";
}

bool is_ip_address(const std::string &host) {
    std::array<unsigned char, sizeof(in6_addr)> address = {};
    return inet_pton(AF_INET, host.c_str(), address.data()) == 1 ||
           inet_pton(AF_INET6, host.c_str(), address.data()) == 1;
}

WebAddress read_web_address(const std::string &text) {
    WebAddress address;
    const size_t colon = colon_of(text);
    const std::string port = is_number(text) ? text : colon == std::string::npos ? "0" : text.substr(colon + 1);
    const std::optional<int> number = port_of(port);
    if (!is_number(text) && !text.empty() && colon != 0)
        address.host = host_of(text);
    if (!number || address.host.empty())
        throw WrongArgument(fmt::format("--web: '{}' is no address, such as 127.0.0.1:8080", text));
    address.port = *number;
    return address;
}

}  // namespace mpimon
