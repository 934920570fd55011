// Who may ask the web server of mpimon watch.
#include "mpimon/commands/watch/web/guard.h"

#include <gtest/gtest.h>

#include "mpimon/commands/watch/web/address.h"
#include "mpimon/failure.h"

namespace mpimon {
namespace {

const std::string kToken = "0123456789abcdef0123456789abcdef";

WebRequest page() {
    return {"GET", "/" + kToken + "/", "127.0.0.1:4000", "", "", "", false};
}

WebRequest change() {
    return {"POST", "/" + kToken + "/set", "127.0.0.1:4000", "http://127.0.0.1:4000", kToken, "20", false};
}

// 0: it is not refused.
int status(const WebRequest &request, const std::string &host = "127.0.0.1") {
    const auto refusal = WebGuard(kToken, host).refusal(request);
    return refusal ? refusal->status : 0;
}

template <class Member>
int status_with(WebRequest request, Member WebRequest::*member, const Member &value) {
    request.*member = value;
    return status(request);
}

TEST(WebGuard, WhoHasTheAddressMayAsk) {
    EXPECT_EQ(status(page()), 0);
    EXPECT_EQ(status(change()), 0);
}

TEST(WebGuard, OtherMethodsAreRefused) {
    for (const char *method : {"HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"})
        EXPECT_EQ(status_with(page(), &WebRequest::method, std::string(method)), 405) << method;
}

TEST(WebGuard, OnlyTheWholeTokenIsRight) {
    std::string wrong = kToken;
    wrong.back() = '0';
    for (const std::string &path :
         {"/" + wrong + "/", std::string("/"), std::string(), std::string("//"), "/" + kToken.substr(1) + "/",
          "/" + kToken + "0/", "/" + kToken, kToken + "/", "/x/" + kToken + "/"})
        EXPECT_EQ(status_with(page(), &WebRequest::path, path), 403) << path;
}

TEST(WebGuard, AChangeNeedsTheTokenInAHeader) {
    EXPECT_EQ(status_with(change(), &WebRequest::token, std::string()), 403);
    EXPECT_EQ(status_with(change(), &WebRequest::token, kToken.substr(1)), 403);
}

TEST(WebGuard, NamesThatOthersCanLeadHereAreRefused) {
    for (const char *host : {"evil.example", "evil.example:4000", "127.0.0.1.evil.example", "", "localhost.evil:80",
                             "[::1", "::1", "127.0.0.1@evil", "localhost/"})
        EXPECT_EQ(status_with(page(), &WebRequest::host, std::string(host)), 421) << host;
    for (const char *host : {"localhost", "localhost:9999", "127.0.0.1", "[::1]:4000", "10.1.2.3:80"})
        EXPECT_EQ(status_with(page(), &WebRequest::host, std::string(host)), 0) << host;
    WebRequest named = page();
    named.host = "node7:4000";
    EXPECT_EQ(status(named, "node7"), 0);
}

TEST(WebGuard, PagesOfOtherSitesAreRefused) {
    for (const char *origin : {"http://evil.example", "https://127.0.0.1:4000", "http://127.0.0.1:4001", "null",
                               "http://127.0.0.1", "http://localhost:4000"})
        EXPECT_EQ(status_with(change(), &WebRequest::origin, std::string(origin)), 403) << origin;
}

TEST(WebGuard, RequestsAreShort) {
    EXPECT_EQ(status_with(change(), &WebRequest::length, std::string("4096")), 0);
    EXPECT_EQ(status_with(change(), &WebRequest::length, std::string("4097")), 413);
    EXPECT_EQ(status_with(change(), &WebRequest::length, std::string(40, '9')), 413);
    EXPECT_EQ(status_with(change(), &WebRequest::length, std::string("-1")), 400);
    EXPECT_EQ(status_with(change(), &WebRequest::length, std::string()), 411);
    EXPECT_EQ(status_with(change(), &WebRequest::is_encoded, true), 411);
    EXPECT_EQ(status_with(page(), &WebRequest::length, std::string("4097")), 413);
}

TEST(WebGuard, WordsAreNewEachTime) {
    const std::string word = random_word();
    EXPECT_EQ(word.size(), 32U);
    EXPECT_EQ(word.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_NE(word, random_word());
}

TEST(WebAddress, AsItIsWritten) {
    EXPECT_EQ(read_web_address("").text(), "127.0.0.1:0");
    EXPECT_EQ(read_web_address("8080").text(), "127.0.0.1:8080");
    EXPECT_EQ(read_web_address(":8080").text(), "127.0.0.1:8080");
    EXPECT_EQ(read_web_address("node7").text(), "node7:0");
    EXPECT_EQ(read_web_address("10.0.0.1:80").text(), "10.0.0.1:80");
    EXPECT_EQ(read_web_address("[::1]:80").text(), "[::1]:80");
    EXPECT_EQ(read_web_address("[::1]").host, "::1");
}

TEST(WebAddress, WhatIsNone) {
    for (const char *text : {"node7:", "node7:x", "node7:65536", "a b", "[::1", "::1:80", "/dev/shm", "node7:-1"})
        EXPECT_THROW(read_web_address(text), WrongArgument) << text;
}

TEST(WebAddress, WhetherItIsThisNodeAlone) {
    for (const char *text : {"", "127.0.0.2", "localhost:1", "[::1]:1"})
        EXPECT_TRUE(read_web_address(text).is_loopback()) << text;
    for (const char *text : {"0.0.0.0", "node7", "127.evil", "[::]"})
        EXPECT_FALSE(read_web_address(text).is_loopback()) << text;
}

}  // namespace
}  // namespace mpimon
