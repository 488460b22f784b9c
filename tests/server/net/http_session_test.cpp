#include <gmock/gmock.h>
#include <optional>

#include "tests/server/net/fixture.h"

namespace rensa::net {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string request(std::string_view first_line, std::string_view rest = "\r\n") {
  return std::string(first_line).append(" HTTP/1.1\r\nHost: localhost\r\n").append(rest);
}

class Http : public NetTest {
 protected:
  Http() {
    handler = [this](const HttpRequest& asked, const HttpReply& reply) {
      requests.push_back(asked);
      reply({200, "text/plain", asked.path + " " + asked.body, {}});
    };
  }

  // Returns the whole answer to a request that closes the connection.
  std::string answer_to(std::string_view bytes) {
    PeerSocket peer = to_web();
    peer.write(bytes);
    EXPECT_TRUE(wait_for_end(peer));
    return peer.read();
  }

  std::vector<HttpRequest> requests;
};

TEST_F(Http, TheHandlerGetsPlainValues) {
  start();
  PeerSocket peer = to_web();
  peer.write(
      request("POST /api/games%20x?full=1&a=%20", "Authorization: bearer  secret\r\nContent-Length: 4\r\n\r\nbody"));
  EXPECT_TRUE(wait_for_text(peer, "/api/games x body"));
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_EQ(requests[0].method, "POST");
  EXPECT_EQ(requests[0].path, "/api/games x");
  EXPECT_EQ(requests[0].query, "full=1&a=%20");
  EXPECT_EQ(requests[0].body, "body");
  EXPECT_EQ(requests[0].bearer, "secret");
  EXPECT_EQ(requests[0].address, "127.0.0.1");
  EXPECT_EQ(requests[0].accept_encoding, "");
}

TEST_F(Http, TheHandlerGetsTheAcceptHeaders) {
  start();
  PeerSocket peer = to_web();
  peer.write(
      request("GET /", "accept-encoding: gzip, br\r\nAccept-Language: ja;q=0.9\r\nIf-None-Match: W/\"a\"\r\n\r\n"));
  EXPECT_TRUE(wait([&] { return requests.size() == 1; }));
  EXPECT_EQ(requests.at(0).accept_encoding, "gzip, br");
  EXPECT_EQ(requests.at(0).accept_language, "ja;q=0.9");
  EXPECT_EQ(requests.at(0).if_none_match, "W/\"a\"");
}

TEST_F(Http, AnswersHaveTheSecurityHeaders) {
  start();
  const std::string answer = answer_to(request("GET /", "Connection: close\r\n\r\n"));
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, HasSubstr("X-Content-Type-Options: nosniff\r\n"));
  EXPECT_THAT(answer, HasSubstr("Content-Security-Policy: default-src 'self'; script-src 'self' "));
  EXPECT_THAT(answer, HasSubstr("frame-ancestors 'none'\r\n"));
  EXPECT_THAT(answer, HasSubstr("Cross-Origin-Opener-Policy: same-origin\r\n"));
  EXPECT_THAT(answer, HasSubstr("Permissions-Policy: camera=()"));
  EXPECT_THAT(answer, HasSubstr("Referrer-Policy: no-referrer\r\n"));
  EXPECT_THAT(answer, HasSubstr("Connection: close\r\n"));
}

TEST_F(Http, ConnectionIsKeptForTheNextRequest) {
  start();
  PeerSocket peer = to_web();
  for (const std::string path : {"/one", "/two"}) {
    peer.write(request("GET " + path));
    EXPECT_TRUE(wait_for_text(peer, path));
  }
  EXPECT_EQ(server->counts().accepted, 1U);
  EXPECT_EQ(server->counts().http_requests, 2U);
}

TEST_F(Http, RequestsSentTogetherAreAnsweredInOrder) {
  start();
  PeerSocket peer = to_web();
  std::string sent;
  for (int i = 0; i < 300; ++i) sent += request("GET /page" + std::to_string(i) + "end");
  peer.write(sent + request("GET /last"));
  ASSERT_TRUE(wait_for_text(peer, "/last"));
  std::size_t at = 0;
  for (int i = 0; i < 300; ++i) {
    at = peer.read().find("/page" + std::to_string(i) + "end", at);
    ASSERT_NE(at, std::string::npos) << i;
  }
}

TEST_F(Http, HeadHasTheLengthAndNoBody) {
  start();
  PeerSocket peer = to_web();
  peer.write(request("HEAD /page") + request("GET /next"));
  ASSERT_TRUE(wait_for_text(peer, "/next"));
  EXPECT_EQ(requests[0].method, "HEAD");
  EXPECT_THAT(peer.read(), HasSubstr("Content-Length: 6\r\n"));
  EXPECT_THAT(peer.read(), Not(HasSubstr("/page")));
}

TEST_F(Http, AnswerMayComeLater) {
  HttpReply kept;
  handler = [&](const HttpRequest&, HttpReply reply) { kept = std::move(reply); };
  start();
  PeerSocket peer = to_web();
  peer.write(request("GET /") + request("GET /"));
  ASSERT_TRUE(wait([&] { return kept != nullptr; }));
  const HttpReply first = std::exchange(kept, nullptr);
  first({200, "text/plain", "late", {}});
  first({200, "text/plain", "twice", {}});
  EXPECT_TRUE(wait_for_text(peer, "late"));
  ASSERT_TRUE(wait([&] { return kept != nullptr; })) << "the next one waits for the first";
  peer.hang_up();
  server.reset();
  kept({200, "text/plain", "nobody", {}});
  EXPECT_THAT(peer.read(), Not(HasSubstr("twice")));
}

TEST_F(Http, AnUnansweredRequestIsAServerError) {
  handler = [](const HttpRequest&, const HttpReply&) {};
  start();
  PeerSocket peer = to_web();
  peer.write(request("GET /"));
  EXPECT_TRUE(wait_for_text(peer, "HTTP/1.1 500"));
}

TEST_F(Http, ADownloadNameCannotAddHeaders) {
  handler = [](const HttpRequest&, const HttpReply& reply) { reply({200, "a/b", "x", "game\"\r\nEvil: 1.rensa"}); };
  start();
  PeerSocket peer = to_web();
  peer.write(request("GET /"));
  EXPECT_TRUE(wait_for_text(peer, "Content-Disposition: attachment; filename=\"game___Evil: 1.rensa\"\r\n"));
}

TEST_F(Http, AnswersHaveFurtherHeaders) {
  handler = [](const HttpRequest&, const HttpReply& reply) {
    reply({304, "a/b", "", {}, {{"ETag", "W/\"7\""}, {"Vary", "a\r\nEvil: 1"}}});
  };
  start();
  const std::string answer = answer_to(request("GET /", "Connection: close\r\n\r\n"));
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 304 Not Modified\r\nETag: W/\"7\"\r\nVary: a__Evil: 1\r\n"));
}

TEST_F(Http, BigAnswerArrivesWhole) {
  const std::string big(5'000'000, 'b');
  handler = [&](const HttpRequest&, const HttpReply& reply) { reply({200, "a/b", big, {}}); };
  start();
  EXPECT_THAT(answer_to(request("GET /", "Connection: close\r\n\r\n")).size(), testing::Gt(big.size()));
}

TEST_F(Http, HeadersThatAreTooLongAreRefused) {
  start();
  EXPECT_THAT(answer_to(request("GET /", "X: " + std::string(20'000, 'x') + "\r\n\r\n")), StartsWith("HTTP/1.1 431"));
  EXPECT_TRUE(requests.empty());
}

TEST_F(Http, ABodyThatIsTooLongIsRefusedEarly) {
  start();
  EXPECT_THAT(answer_to(request("POST /", "Content-Length: 65537\r\n\r\n" + std::string(50'000, 'x'))),
              StartsWith("HTTP/1.1 413"));
  EXPECT_TRUE(requests.empty());
}

TEST_F(Http, LongestBodyFits) {
  start();
  PeerSocket peer = to_web();
  peer.write(request("POST /", "Content-Length: 65536\r\n\r\n" + std::string(65'536, 'x')));
  EXPECT_TRUE(wait([&] { return requests.size() == 1 && requests[0].body.size() == 65'536; }));
}

TEST_F(Http, ChunksAreRefused) {
  start();
  EXPECT_THAT(answer_to(request("POST /", "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n")),
              StartsWith("HTTP/1.1 411"));
  EXPECT_THAT(answer_to(request("POST /", "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\nbody")),
              StartsWith("HTTP/1.1 4"));
  EXPECT_TRUE(requests.empty());
}

TEST_F(Http, AnInvalidRequestIsRefused) {
  start();
  for (const std::string& bytes :
       {std::string("\x16\x03\x01 no TLS here\r\n\r\n"), std::string("GET /\r\n\r\n"), request("GET /a%2"),
        request("GET /a%00"), request("GET /../etc"), request("GET /%2e%2E"), request("GET nowhere"),
        request("GET /", "Host: other\r\n\r\n"), std::string("GET / HTTP/1.1\r\n\r\n"),
        std::string("GET / HTTP/1.1\r\nHost:\r\n\r\n"), request("POST /", "Content-Length: -1\r\n\r\n")}) {
    EXPECT_THAT(answer_to(bytes), StartsWith("HTTP/1.1 400")) << bytes;
  }
  EXPECT_THAT(answer_to(request("POST /", "Expect: 100-continue\r\nContent-Length: 4\r\n\r\n")),
              StartsWith("HTTP/1.1 417"));
  EXPECT_TRUE(requests.empty());
}

TEST_F(Http, AWholeUrlIsNoTarget) {
  start();
  for (const std::string target : {"http://localhost/", "https://localhost/api", "http://evil.example/",
                                   "HTTP://localhost/", "ws://localhost/ws", "localhost:80", "user@localhost"}) {
    const std::string answer = answer_to(request("GET " + target));
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 400")) << target;
    EXPECT_THAT(answer, HasSubstr("a path that begins with '/', not a whole URL.")) << target;
  }
  EXPECT_TRUE(requests.empty());
}

TEST_F(Http, AHostWithAUserOrWithBadCharactersIsRefused) {
  start();
  for (const std::string host :
       {"user@localhost", "user:secret@localhost:80", "localhost@evil.example", "@localhost"}) {
    const std::string answer = answer_to("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 400")) << host;
    EXPECT_THAT(answer, HasSubstr("without a user before '@'")) << host;
  }
  for (const std::string host : {"local host", "localhost/ws", "localhost:80x", "localhost, localhost", "b\xC3\xBC",
                                 "localhost:", "[::1", "http://localhost", "localhost%00"}) {
    const std::string answer = answer_to("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 400")) << host;
    EXPECT_THAT(answer, HasSubstr("The Host header must be a name or an address")) << host;
  }
  EXPECT_TRUE(requests.empty());
}

TEST_F(Http, TheHostOfAnOldClientIsCheckedToo) {
  start();
  EXPECT_THAT(answer_to("GET / HTTP/1.0\r\nHost: a@localhost\r\n\r\n"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(answer_to("GET / HTTP/1.0\r\nHost: localhost\r\nHost: localhost\r\n\r\n"), StartsWith("HTTP/1.1 400"));
}

TEST_F(Http, SeveralHostsAreRefusedAlsoIfTheyAreEqual) {
  start();
  for (const std::string host : {"localhost", "other", ""}) {
    EXPECT_THAT(answer_to(request("GET /", "hOST: " + host + "\r\n\r\n")),
                HasSubstr("A request must have exactly one Host header."))
        << host;
  }
  EXPECT_TRUE(requests.empty());
}

TEST_F(Http, TheLengthOfABodyMustBeClear) {
  start();
  for (const std::string lengths :
       {"Content-Length: 4\r\nContent-Length: 4", "Content-Length: 4\r\nContent-Length: 5", "Content-Length: 4, 4",
        "Content-Length: 4,5", "Content-Length: +4", "Content-Length: 0x4", "Content-Length: 4 4",
        "Content-Length:", "Content-Length: ,", "Content-Length: 18446744073709551620",
        "Content-Length: 4\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 4"}) {
    EXPECT_THAT(answer_to(request("POST /", lengths + "\r\n\r\nbody")), StartsWith("HTTP/1.1 400")) << lengths;
  }
  for (const std::string coding :
       {"chunked", "identity", "gzip, chunked", "xchunked", "chunked, identity", "Chunked", ""}) {
    EXPECT_THAT(answer_to(request("POST /", "Transfer-Encoding: " + coding + "\r\n\r\n0\r\n\r\n")),
                StartsWith("HTTP/1.1 411"))
        << coding;
  }
  EXPECT_TRUE(requests.empty());
}

// A header that this server and a proxy in front of it understand differently smuggles requests past the proxy.
TEST_F(Http, HeadersThatProxiesUnderstandDifferentlyAreRefused) {
  start();
  for (const std::string header : {"Content-Length : 4", "Content-Length\t: 4", "X\x01: a",
                                   "X: a\x01"
                                   "b",
                                   "X Y: a", "X", ": a", "X: a\nY: b", "X: a\rY: b", "(X): a"}) {
    const std::string answer = answer_to(request("POST /", "Connection: close\r\n" + header + "\r\n\r\nbody"));
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 400")) << header;
  }
  EXPECT_THAT(answer_to("GET / HTTP/1.1\r\n Host: localhost\r\nConnection: close\r\n\r\n"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(answer_to("GET  / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(answer_to("GET / HTTP/1.1 \r\nHost: localhost\r\nConnection: close\r\n\r\n"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(answer_to("GET / HTTP/1.1\nHost: localhost\nConnection: close\n\n"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(answer_to("GET / HTTP/2.0\r\nHost: localhost\r\nConnection: close\r\n\r\n"), StartsWith("HTTP/1.1 400"));
  EXPECT_TRUE(requests.empty());
}

// A header may go on in the next line, as in old messages. It is then one header, whatever the second line looks like.
TEST_F(Http, AFoldedHeaderIsOneHeader) {
  start();
  PeerSocket peer = to_web();
  peer.write(request("GET /", "Accept-Language: ja\r\n\tContent-Length: 4\r\n\r\n"));
  EXPECT_TRUE(wait([&] { return requests.size() == 1; }));
  EXPECT_EQ(requests.at(0).accept_language, "ja Content-Length: 4");
  EXPECT_EQ(requests.at(0).body, "");
}

TEST_F(Http, APageOfAForeignOriginChangesNothing) {
  start();
  for (const std::string method : {"POST", "DELETE", "PUT", "PATCH", "OPTIONS"}) {
    for (const std::string origin :
         {"http://evil.example", "null", "http://localhost:4321", "http://localhost.evil.example",
          "https://evil.example", "http://localhost\r\nOrigin: http://evil.example"}) {
      const std::string answer =
          answer_to(request(method + " /api/v1/puzzles/next", "Origin: " + origin + "\r\nContent-Length: 2\r\n\r\n{}"));
      EXPECT_THAT(answer, StartsWith("HTTP/1.1 403")) << method << " from " << origin;
      EXPECT_THAT(answer, HasSubstr("Pages of this origin may not change anything")) << method << " from " << origin;
    }
  }
  EXPECT_TRUE(requests.empty());
  EXPECT_EQ(server->counts().refused_origin, 30U);
}

TEST_F(Http, OwnPagesAndProgramsMayChangeThings) {
  start();
  for (const std::string origin : {"", "Origin: http://localhost\r\n", "Origin: https://LOCALHOST\r\n"}) {
    for (const std::string method : {"POST", "DELETE"}) {
      EXPECT_THAT(answer_to(request(method + " /x", origin + "Connection: close\r\nContent-Length: 2\r\n\r\n{}")),
                  StartsWith("HTTP/1.1 200"))
          << method << " " << origin;
    }
  }
  EXPECT_EQ(requests.size(), 6U);
}

TEST_F(Http, APageOfAForeignOriginMayRead) {
  start();
  for (const std::string method : {"GET", "HEAD"}) {
    EXPECT_THAT(answer_to(request(method + " /x", "Origin: http://evil.example\r\nConnection: close\r\n\r\n")),
                StartsWith("HTTP/1.1 200"));
  }
}

TEST_F(Http, WithAListOnlyPagesOfItsOriginsChangeThings) {
  options.access.origins = {"https://duel.example"};
  start();
  const auto status_for = [&](const std::string& origin) {
    return answer_to(request("POST /x", "Origin: " + origin + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"))
        .substr(9, 3);
  };
  EXPECT_EQ(status_for("https://duel.example"), "200");
  EXPECT_EQ(status_for("http://duel.example"), "403");
  EXPECT_EQ(status_for("http://localhost"), "403");
}

TEST_F(Http, OtherMethodsAreNotAllowed) {
  start();
  PeerSocket peer = to_web();
  peer.write(request("OPTIONS /") + request("GET /next"));
  EXPECT_TRUE(wait_for_text(peer, "/next"));
  EXPECT_THAT(peer.read(), StartsWith("HTTP/1.1 405"));
  EXPECT_THAT(peer.read(), HasSubstr("Allow: GET, HEAD, POST, DELETE\r\n"));
}

TEST_F(Http, OnLoopbackOnlyItsOwnNamesAreAnswered) {
  start();
  const auto status_for = [&](const std::string& host) {
    return answer_to("GET / HTTP/1.1\r\nConnection: close\r\nHost: " + host + "\r\n\r\n").substr(9, 3);
  };
  EXPECT_EQ(status_for("localhost"), "200");
  EXPECT_EQ(status_for("LocalHost:8080"), "200");
  EXPECT_EQ(status_for("127.0.0.1:8080"), "200");
  EXPECT_EQ(status_for("[::1]:8080"), "200");
  EXPECT_EQ(status_for("evil.example"), "421") << "a foreign name that resolves to us";
  EXPECT_EQ(status_for("localhost.evil.example"), "421");
  EXPECT_EQ(server->counts().refused_host, 2U);
}

TEST_F(Http, WithAListOnlyItsHostsAreAnswered) {
  options.access.hosts = {"duel.example"};
  start();
  EXPECT_THAT(answer_to("GET / HTTP/1.1\r\nConnection: close\r\nHost: duel.example\r\n\r\n"),
              StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(answer_to(request("GET /")), StartsWith("HTTP/1.1 421"));
}

TEST_F(Http, TrickledHeaderMeetsItsDeadline) {
  EXPECT_TRUE(succeeds_with_some_timeout([this](std::chrono::milliseconds timeout) {
    options.limits.http_read_timeout = timeout;
    start();
    PeerSocket peer = to_web();
    std::size_t sent = 0;
    const std::string bytes = request("GET /");
    EXPECT_TRUE(wait([&] {
      if (sent < bytes.size() - 1 && sent < 20) peer.write(bytes.substr(sent++, 1));
      peer.read();
      return peer.has_ended();
    }));
    EXPECT_TRUE(wait([&] { return server->counts().open_http == 0; }));
    return peer.read().starts_with("HTTP/1.1 408");
  }));
}

TEST_F(Http, TrickledBodyMeetsItsDeadline) {
  EXPECT_TRUE(succeeds_with_some_timeout([this](std::chrono::milliseconds timeout) {
    options.limits.http_read_timeout = timeout;
    start();
    return answer_to(request("POST /", "Content-Length: 10\r\n\r\nhalf")).starts_with("HTTP/1.1 408");
  }));
}

TEST_F(Http, ASilentConnectionIsClosed) {
  options.limits.http_read_timeout = 60ms;
  options.limits.http_keep_alive_timeout = 60ms;
  start();
  EXPECT_EQ(answer_to(""), "");
  PeerSocket peer = to_web();
  peer.write(request("GET /"));
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_THAT(peer.read(), Not(HasSubstr("408")));
}

TEST_F(Http, AReaderThatStopsIsClosed) {
  options.limits.http_write_timeout = 60ms;
  handler = [](const HttpRequest&, const HttpReply& reply) { reply({200, "a/b", std::string(5'000'000, 'b'), {}}); };
  start();
  PeerSocket slow = PeerSocket::slow_to_port(server->web_port());
  slow.write(request("GET /"));
  EXPECT_TRUE(wait([&] { return server->counts().http_requests == 1 && server->counts().open_http == 0; }));
}

TEST_F(Http, ACurrentRequestIsAnsweredBeforeTheServerStops) {
  HttpReply kept;
  handler = [&](const HttpRequest&, HttpReply reply) { kept = std::move(reply); };
  start();
  PeerSocket busy = to_web();
  busy.write(request("GET /"));
  PeerSocket idle = to_web();
  ASSERT_TRUE(wait([&] { return kept != nullptr && server->counts().open_http == 2; }));
  server->stop_accepting();
  server->close_all(CloseReason::server_stops);
  EXPECT_TRUE(wait_for_end(idle));
  kept({200, "text/plain", "still", {}});
  EXPECT_TRUE(wait_for_end(busy));
  EXPECT_THAT(busy.read(), HasSubstr("still"));
  EXPECT_THAT(busy.read(), HasSubstr("Connection: close\r\n"));
}

TEST_F(Http, OldClientsAreAnsweredOnce) {
  start();
  EXPECT_THAT(answer_to("GET /old HTTP/1.0\r\nHost: localhost\r\n\r\n"), HasSubstr("/old"));
}

}  // namespace
}  // namespace rensa::net
