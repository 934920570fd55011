// Where the web server listens.
#ifndef MPIMON_COMMANDS_WEB_ADDRESS_H
#define MPIMON_COMMANDS_WEB_ADDRESS_H

#include <string>

namespace mpimon {

struct WebAddress {
    std::string host = "127.0.0.1";
    int port = 0;  // 0: any that is free

    bool is_loopback() const;
    // "127.0.0.1:8080", "[::1]:8080"
    std::string text() const;
};

// "", "8080", "node7", "node7:8080", "[::1]:8080". Throws WrongArgument if it is none of these.
WebAddress read_web_address(const std::string &text);

// "localhost" of "localhost:8080", "::1" of "[::1]"; empty if it is no host.
std::string host_of(const std::string &host_and_port);

bool is_ip_address(const std::string &host);

}  // namespace mpimon

#endif
