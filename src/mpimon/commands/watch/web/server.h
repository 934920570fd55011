// The web server of mpimon watch: one page and what it asks for, and nothing else.
#ifndef MPIMON_COMMANDS_WEB_SERVER_H
#define MPIMON_COMMANDS_WEB_SERVER_H

#include <functional>
#include <memory>
#include <string>

#include "mpimon/commands/watch/web/address.h"

namespace mpimon {

struct WebAnswer {
    int status = 200;
    const char *type = "application/json; charset=utf-8";
    std::string content;
};

// What is behind the page; called by several threads at once.
struct WebSource {
    std::string page;  // with @NONCE@ where it says that its script and style are its own
    std::function<WebAnswer()> data;
    std::function<WebAnswer()> pairs;
    std::function<WebAnswer()> variables;
    std::function<WebAnswer()> metrics;
    std::function<WebAnswer(const std::string &request)> set;
};

class WebServer {
  public:
    // Serves from now on. Throws Failure if nobody can listen there.
    WebServer(const WebAddress &address, WebSource source);
    WebServer(const WebServer &) = delete;
    WebServer &operator=(const WebServer &) = delete;
    // Returns when all that was asked is answered.
    ~WebServer();

    // The page's address, which has the token in it.
    const std::string &address() const { return address_; }

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
    std::string address_;
};

}  // namespace mpimon

#endif
