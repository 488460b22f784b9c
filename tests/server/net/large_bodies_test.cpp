#include <gmock/gmock.h>
#include <optional>

#include "server/net/large_body_places.h"
#include "server/net/limits.h"
#include "tests/server/net/fixture.h"
#include "tests/tools/time_limit.h"

namespace rensa::net {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr std::size_t kLength = 70'000;

std::string message(std::string_view first_line, std::string_view rest = "\r\n") {
  return std::string(first_line).append(" HTTP/1.1\r\nHost: localhost\r\n").append(rest);
}

// The head of a request whose body has kLength bytes.
std::string head_of(std::string_view token, std::string_view path = "/") {
  return message("POST " + std::string(path), "Connection: close\r\nAuthorization: Bearer " + std::string(token) +
                                                  "\r\nContent-Length: 70000\r\n\r\n");
}

class LargeBodiesTest : public NetTest {
 protected:
  LargeBodiesTest() {
    options.limits.http_large_body_timeout = options.limits.http_large_body_interval = rensa::test::kTimeLimit;
    large_bodies = {.limit_of = [](const HttpRequest&) { return std::size_t{100'000}; }};
    handler = [this](const HttpRequest& asked, HttpReply reply) {
      requests.push_back(asked);
      if (asked.path == "/later") return replies.push_back(std::move(reply));
      reply({200, "text/plain", "good", {}});
    };
  }

  PeerSocket from(const std::string& address) { return PeerSocket::between(address, "127.0.0.1", server->web_port()); }
  // Returns the whole answer to a request that closes the connection.
  std::string answer_to(std::string_view bytes, const std::string& address = "127.0.0.1") {
    PeerSocket peer = from(address);
    peer.write(bytes);
    EXPECT_TRUE(wait_for_end(peer));
    return peer.read();
  }
  // The answers come to expect sooner or later, when the server has seen the other peers.
  bool is_answered(const char* status, const std::string& bytes, const std::string& address) {
    for (int i = 0; i < 1'000; ++i) {
      if (answer_to(bytes, address).starts_with(status)) return true;
    }
    return false;
  }
  static std::string whole_body() { return std::string(kLength, 'x'); }

  std::vector<HttpRequest> requests;
  std::vector<HttpReply> replies;
};

TEST_F(LargeBodiesTest, OneIsReceivedIfItsHeadMayHaveOne) {
  large_bodies = {.limit_of = [](const HttpRequest& head) {
    EXPECT_EQ(head.body, "");
    const bool may = head.method == "POST" && head.path == "/large" && head.bearer == "secret";
    return may ? std::size_t{2'000'000} : std::size_t{0};
  }};
  start();
  const std::string token = "Authorization: Bearer secret\r\nContent-Length: ";
  const std::string body = std::string(1'999'999, 'x') + "y";
  PeerSocket peer = to_web();
  peer.write(message("POST /large", token + "2000000\r\n\r\n" + body));
  EXPECT_TRUE(wait([&] { return requests.size() == 1 && requests[0].body == body; }));
  for (const std::string& refused :
       {message("POST /large", token + "2000001\r\n\r\n"), message("POST /large", "Content-Length: 65537\r\n\r\n"),
        message("POST /other", token + "65537\r\n\r\n"), message("POST /large", token + "3000001\r\n\r\n"),
        message("POST /large", token + "99999999999999999999\r\n\r\n")}) {
    EXPECT_THAT(answer_to(refused), StartsWith("HTTP/1.1 4")) << refused;
  }
  EXPECT_THAT(answer_to(message("POST /large", token + "2000001\r\n\r\n")), HasSubstr("longer than 2000000 bytes"));
  EXPECT_EQ(requests.size(), 1U);
}

TEST_F(LargeBodiesTest, SoManyAreReceivedAtATime) {
  large_bodies.max_at_a_time = 2;
  start();
  std::optional<PeerSocket> one(from("127.0.0.2"));
  std::optional<PeerSocket> two(from("127.0.0.3"));
  (*one).write(head_of("ann") + "x");
  (*two).write(head_of("bob") + "x");
  EXPECT_TRUE(is_answered("HTTP/1.1 503", head_of("cid") + whole_body(), "127.0.0.4")) << "both are being received";
  PeerSocket small = to_web();
  small.write(message("POST /", "Content-Length: 4\r\n\r\nbody"));
  EXPECT_TRUE(wait_for_text(small, "good")) << "others are not refused";
  two.reset();  // closed in the middle of its body
  EXPECT_TRUE(is_answered("HTTP/1.1 200", head_of("cid") + whole_body(), "127.0.0.4"));
  one->write(whole_body().substr(1));
  EXPECT_TRUE(wait_for_end(*one));
  EXPECT_THAT(one->read(), StartsWith("HTTP/1.1 200"));
}

// Otherwise one account could keep all others out with a few slow bodies.
TEST_F(LargeBodiesTest, ATokenAndAnAddressHaveOneAtATime) {
  start();
  PeerSocket slow = from("127.0.0.2");
  slow.write(head_of("ann") + "x");
  EXPECT_TRUE(is_answered("HTTP/1.1 429", head_of("ann") + whole_body(), "127.0.0.3")) << "of the same account";
  EXPECT_TRUE(is_answered("HTTP/1.1 429", head_of("bob") + whole_body(), "127.0.0.2")) << "of the same address";
  EXPECT_THAT(answer_to(head_of("bob") + whole_body(), "127.0.0.3"), StartsWith("HTTP/1.1 200"));
  slow.write(whole_body().substr(1));
  EXPECT_TRUE(wait_for_end(slow));
  EXPECT_THAT(slow.read(), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(answer_to(head_of("ann") + whole_body(), "127.0.0.3"), StartsWith("HTTP/1.1 200"));
}

// It is in memory until then.
TEST_F(LargeBodiesTest, OneHasItsPlaceUntilItsAnswer) {
  start();
  std::optional<PeerSocket> peer(from("127.0.0.2"));
  peer->write(head_of("ann", "/later") + whole_body());
  ASSERT_TRUE(wait([&] { return replies.size() == 1; }));
  EXPECT_THAT(answer_to(head_of("ann") + whole_body(), "127.0.0.3"), StartsWith("HTTP/1.1 429"));
  peer.reset();
  EXPECT_THAT(answer_to(head_of("ann") + whole_body(), "127.0.0.3"), StartsWith("HTTP/1.1 429"))
      << "also if its peer has gone";
  replies.front()({200, "text/plain", "good", {}});
  EXPECT_THAT(answer_to(head_of("ann") + whole_body(), "127.0.0.3"), StartsWith("HTTP/1.1 200"));
}

TEST_F(LargeBodiesTest, OneThatIsNotWantedIsRefusedByItsHead) {
  large_bodies.refusal_of = [](const HttpRequest& head) {
    return head.bearer == "eve" ? std::optional(refusal(403, "Not from you.")) : std::nullopt;
  };
  start();
  EXPECT_THAT(answer_to(head_of("eve")), StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(
      answer_to(message("POST /", "Connection: close\r\nAuthorization: Bearer eve\r\nContent-Length: 100001\r\n\r\n")),
      StartsWith("HTTP/1.1 403"))
      << "its length is not the reason";
  EXPECT_THAT(requests, IsEmpty());
  EXPECT_THAT(answer_to(head_of("ann") + whole_body()), StartsWith("HTTP/1.1 200"));
}

TEST_F(LargeBodiesTest, OneThatComesTooSlowlyIsClosed) {
  options.limits.http_large_body_interval = 20ms;
  start();
  const std::string answer = answer_to(head_of("ann") + "x");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 408"));
  EXPECT_THAT(answer, HasSubstr("The body came too slowly."));
  EXPECT_THAT(requests, IsEmpty());
}

TEST(LargeBodyDeadlineTest, APartHasToComeInEachInterval) {
  Limits limits;
  limits.http_large_body_timeout = 60s;
  limits.http_large_body_interval = 5s;
  limits.http_large_body_interval_bytes = 1'000;
  const Clock::time_point start{};
  LargeBodyDeadline deadline(limits, 1'000'000, start);
  EXPECT_EQ(deadline.next(), start + 5s);
  EXPECT_TRUE(deadline.is_in_time(1'000, start + 5s));
  EXPECT_EQ(deadline.next(), start + 10s);
  EXPECT_FALSE(deadline.is_in_time(1'999, start + 10s));
  EXPECT_TRUE(deadline.is_in_time(9'000, start + 10s));
  EXPECT_FALSE(deadline.is_in_time(9'999, start + 15s)) << "what came before does not count again";
}

TEST(LargeBodyDeadlineTest, ASmallerBodyHasTheWholeTimeToo) {
  Limits limits;
  limits.http_large_body_timeout = 60s;
  limits.http_large_body_interval = 5s;
  limits.http_large_body_interval_bytes = 1'000;
  const Clock::time_point start{};
  LargeBodyDeadline deadline(limits, 600, start);
  EXPECT_TRUE(deadline.is_in_time(50, start + 5s)) << "all of it comes in 60 s at this rate";
  EXPECT_FALSE(deadline.is_in_time(99, start + 10s));
}

TEST(LargeBodyDeadlineTest, ALateServerDoesNotBlameItsPeer) {
  const Clock::time_point start{};
  LargeBodyDeadline deadline({}, 100'000'000, start);
  deadline.excuse_interval(3, start + 20s);
  EXPECT_EQ(deadline.next(), start + 25s);
  EXPECT_FALSE(deadline.is_in_time(4, start + 25s));
  deadline.put_off(40s);
  EXPECT_EQ(deadline.next(), start + 65s);
}

TEST(LargeBodyDeadlineTest, TheTimeOfALateServerIsNotThatOfTheWholeBody) {
  Limits limits;
  limits.http_large_body_interval_bytes = 0;
  const Clock::time_point start{};
  LargeBodyDeadline deadline(limits, 100'000'000, start);
  deadline.excuse_interval(3, start + 50s);
  deadline.put_off(100s);
  EXPECT_TRUE(deadline.is_in_time(3, start + 209s));
  EXPECT_EQ(deadline.next(), start + 210s);
  EXPECT_FALSE(deadline.is_in_time(3, start + 210s));
}

TEST(LargeBodyDeadlineTest, AllOfItHasToComeInTime) {
  const Clock::time_point start{};
  LargeBodyDeadline deadline({}, 100'000'000, start);
  for (int seconds = 5; seconds < 60; seconds += 5) {
    ASSERT_TRUE(
        deadline.is_in_time(static_cast<std::size_t>(seconds) * 1'000'000, start + std::chrono::seconds(seconds)));
  }
  EXPECT_EQ(deadline.next(), start + 60s);
  EXPECT_FALSE(deadline.is_in_time(60'000'000, start + 60s));
}

}  // namespace
}  // namespace rensa::net
