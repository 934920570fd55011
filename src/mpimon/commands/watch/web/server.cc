#include "mpimon/commands/watch/web/server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <thread>
#include <utility>

#include "mpimon/commands/watch/web/guard.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr size_t kThreads = 6;  // as many connections as a browser opens
constexpr time_t kTimeout = 2;  // seconds that somebody may be silent within a request
constexpr std::string_view kNonce = "@NONCE@";

std::string with_nonce(std::string page, const std::string &nonce) {
    for (size_t at = page.find(kNonce); at != std::string::npos; at = page.find(kNonce, at))
        page.replace(at, kNonce.size(), nonce);
    return page;
}

WebRequest request_of(const httplib::Request &request) {
    return {request.method,
            request.path,
            request.get_header_value("Host"),
            request.get_header_value("Origin"),
            request.get_header_value(kTokenHeader),
            request.get_header_value("Content-Length"),
            request.has_header("Transfer-Encoding")};
}

// The library's own choice would let another server of this user take a part of the requests.
void set_reuse(int socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

}  // namespace

class WebServer::Impl {
  public:
    Impl(WebAddress address, WebSource source);
    ~Impl();

    std::string url() const { return fmt::format("http://{}/{}/", address_.text(), token_); }

  private:
    void harden();
    void route();
    httplib::Server::Handler answer(std::function<WebAnswer()> get);
    void bind();

    WebAddress address_;
    WebSource source_;
    std::string token_ = random_word();
    WebGuard guard_{token_, address_.host};
    httplib::Server server_;
    std::thread thread_;
};

WebServer::Impl::Impl(WebAddress address, WebSource source) : address_(std::move(address)), source_(std::move(source)) {
    harden();
    route();
    bind();
    thread_ = std::thread([this] { server_.listen_after_bind(); });
}

WebServer::Impl::~Impl() {
    while (!server_.is_running())  // else it would not see that it is to stop
        std::this_thread::yield();
    server_.stop();
    thread_.join();
}

void WebServer::Impl::harden() {
    server_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };  // which the server deletes
    server_.set_socket_options(set_reuse);
    server_.set_keep_alive_max_count(1);
    server_.set_read_timeout(kTimeout);
    server_.set_write_timeout(kTimeout);
    server_.set_payload_max_length(kMostRequestBytes);
    server_.set_default_headers({{"Cache-Control", "no-store"},
                                 {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
                                 {"Cross-Origin-Resource-Policy", "same-origin"},
                                 {"Cross-Origin-Opener-Policy", "same-origin"},
                                 {"Referrer-Policy", "no-referrer"},
                                 {"X-Content-Type-Options", "nosniff"}});
    // What the guard refuses is answered before anything of a body is read.
    server_.set_pre_routing_handler([this](const httplib::Request &request, httplib::Response &response) {
        const std::optional<WebRefusal> refusal = guard_.refusal(request_of(request));
        if (!refusal)
            return httplib::Server::HandlerResponse::Unhandled;
        response.status = refusal->status;
        response.set_content(refusal->reason + "\n", "text/plain");
        return httplib::Server::HandlerResponse::Handled;
    });
    server_.set_exception_handler([](const httplib::Request &, httplib::Response &response, std::exception_ptr error) {
        response.status = 500;
        try {
            std::rethrow_exception(error);
        } catch (const std::exception &known) {
            response.set_content(std::string(known.what()) + "\n", "text/plain");
        }
    });
}

httplib::Server::Handler WebServer::Impl::answer(std::function<WebAnswer()> get) {
    return [get = std::move(get)](const httplib::Request &, httplib::Response &response) {
        const WebAnswer answer = get();
        response.status = answer.status;
        response.set_content(answer.content, answer.type);
    };
}

void WebServer::Impl::route() {
    const std::string below = "/" + token_ + "/";
    server_.Get(below, [this](const httplib::Request &, httplib::Response &response) {
        const std::string nonce = random_word();
        response.headers.erase("Content-Security-Policy");
        response.set_header("Content-Security-Policy",
                            fmt::format("default-src 'none'; connect-src 'self'; script-src 'nonce-{0}'; "
                                        "style-src 'nonce-{0}'; img-src data:; base-uri 'none'; form-action 'none'; "
                                        "frame-ancestors 'none'",
                                        nonce));
        response.set_content(with_nonce(source_.page, nonce), "text/html; charset=utf-8");
    });
    server_.Get(below + "data", answer(source_.data));
    server_.Get(below + "pairs", answer(source_.pairs));
    server_.Get(below + "variables", answer(source_.variables));
    server_.Get(below + "metrics", answer(source_.metrics));
    server_.Post(below + "set", [this](const httplib::Request &request, httplib::Response &response) {
        const WebAnswer answer = source_.set(request.body);
        response.status = answer.status;
        response.set_content(answer.content, answer.type);
    });
}

void WebServer::Impl::bind() {
    errno = 0;
    if (address_.port == 0)
        address_.port = server_.bind_to_any_port(address_.host);
    else if (!server_.bind_to_port(address_.host, address_.port))
        address_.port = -1;
    if (address_.port < 0)
        throw Failure(fmt::format("--web: nobody can listen at that address: {}",
                                  errno != 0 ? std::strerror(errno) : "there is no such host"));
}

WebServer::WebServer(const WebAddress &address, WebSource source)
    : impl_(std::make_unique<Impl>(address, std::move(source))), address_(impl_->url()) {}

WebServer::~WebServer() = default;

}  // namespace mpimon
