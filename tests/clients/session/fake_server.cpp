#include "tests/clients/session/fake_server.h"

#include <array>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include "proto/codec.h"
#include "tests/tools/time_limit.h"

namespace rensa::session::test {

namespace {

bool becomes_readable(int descriptor) {
  constexpr std::chrono::milliseconds kLimit = rensa::test::kTimeLimit;
  pollfd entry{.fd = descriptor, .events = POLLIN, .revents = 0};
  return poll(&entry, 1, static_cast<int>(kLimit.count())) > 0;
}

}  // namespace

FakePeer::FakePeer(FakePeer&& from) noexcept
    : descriptor_(std::exchange(from.descriptor_, -1)), reader_(std::move(from.reader_)) {}

FakePeer::~FakePeer() {
  if (descriptor_ >= 0) close(descriptor_);
}

void FakePeer::say(const proto::ServerMessage& message) {
  std::string stream;
  proto::append_framed_message(stream, proto::encode(message, proto::Encoding::binary));
  say_bytes(stream);
}

void FakePeer::say_bytes(const std::string& bytes) {
  EXPECT_EQ(send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
}

std::optional<proto::ClientMessage> FakePeer::hear() {
  std::optional<proto::ClientMessage> message = next_message();
  while (message && std::holds_alternative<proto::Ping>(*message)) {
    say(proto::Pong{std::get<proto::Ping>(*message).nonce});
    message = next_message();
  }
  return message;
}

std::vector<proto::ClientMessage> FakePeer::hear_until_lost() {
  std::vector<proto::ClientMessage> messages;
  while (const auto message = next_message()) messages.push_back(*message);
  return messages;
}

std::optional<proto::ClientMessage> FakePeer::next_message() {
  for (;;) {
    if (const auto bytes = reader_.next()) {
      const auto message = proto::client_message_of(*bytes, proto::Encoding::binary);
      EXPECT_TRUE(message.ok());
      return message ? std::optional(*message) : std::nullopt;
    }
    if (!becomes_readable(descriptor_)) {
      ADD_FAILURE() << "the client says nothing";
      return std::nullopt;
    }
    std::array<char, 4096> piece{};
    const ssize_t count = recv(descriptor_, piece.data(), piece.size(), 0);
    if (count <= 0) return std::nullopt;
    reader_.feed({piece.data(), static_cast<std::size_t>(count)});
  }
}

void FakePeer::expect_silence() {
  say(proto::Challenged{proto::ChallengeId{99}, "stranger", {}});
  EXPECT_EQ(expect<proto::Decline>().challenge, proto::ChallengeId{99});
}

void FakePeer::complain(const std::optional<proto::ClientMessage>& heard) const {
  ADD_FAILURE() << "another message was expected than "
                << (heard ? proto::encode(*heard, proto::Encoding::json) : "the end of the connection");
}

proto::Hello FakePeer::greet(const std::vector<std::string>& features) {
  const auto hello = expect<proto::Hello>();
  say(proto::Welcome{proto::kVersion, "bot", "fake", features, 65536});
  return hello;
}

FakeServer::FakeServer() : descriptor_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  EXPECT_EQ(bind(descriptor_, reinterpret_cast<const sockaddr*>(&address), size), 0);
  EXPECT_EQ(listen(descriptor_, 8), 0);
  EXPECT_EQ(getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &size), 0);
  port_ = ntohs(address.sin_port);
}

FakeServer::~FakeServer() { close(descriptor_); }

FakePeer FakeServer::accept() {
  EXPECT_TRUE(becomes_readable(descriptor_)) << "nobody connects";
  const int descriptor = ::accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC);
  const int yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return FakePeer(descriptor);
}

FakeMatch::FakeMatch(std::uint64_t id, duel::Seat seat, const proto::Terms& terms)
    : id_(proto::MatchId{id}), seat_(seat), terms_(terms) {}

proto::MatchStart FakeMatch::start() const {
  return {id_, seat_, {"one", "two"}, terms_, "key-" + std::to_string(static_cast<std::uint64_t>(id_)), 60};
}

proto::GameStart FakeMatch::game_start() {
  const rules::Ruleset& ruleset = *rules::find_ruleset(terms_.ruleset);
  game_.emplace(duel::GameSetup{.ruleset = ruleset, .seed = 7, .queue = std::nullopt});
  inputs_ = {};
  return {id_, seat_, ++game_number_, std::string(64, '0'), "", std::nullopt};
}

proto::Update FakeMatch::next_choice() {
  duel::Events events = game_->step(std::exchange(inputs_, {}));
  while (!game_->is_decision_due(seat_) && !game_->outcome()) events = game_->step({});
  EXPECT_FALSE(game_->outcome());
  return update(events);
}

proto::Update FakeMatch::next_frame() { return update(game_->step(std::exchange(inputs_, {}))); }

proto::Update FakeMatch::update(const duel::Events& events) {
  last_ = {id_,
           seat_,
           last_.number + 1,
           game_number_,
           duel::view_for_seat(*game_, seat_),
           {events.begin(), events.end()},
           terms_.clock != proto::Clock::real,
           0};
  return last_;
}

void FakeMatch::take(const proto::Decide& decide) {
  EXPECT_EQ(decide.match, id_);
  EXPECT_EQ(decide.seat, seat_);
  EXPECT_EQ(decide.game, game_number_);
  EXPECT_EQ(decide.clock, game_->clock());
  inputs_[duel::index_of(seat_)] = decide.input;
}

proto::GameEnd FakeMatch::game_end(std::optional<duel::Seat> winner) const {
  return {id_, seat_, game_number_, {winner, duel::Cause::choked, game_->clock()}, {0, 0}, "", "", 1};
}

proto::MatchEnd FakeMatch::end() const { return {id_, seat_, {1, 0}, 0, std::nullopt, duel::Seat::one}; }

}  // namespace rensa::session::test
