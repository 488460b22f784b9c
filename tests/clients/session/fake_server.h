#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/duel/game.h"
#include "proto/framing.h"
#include "proto/message.h"

namespace rensa::session::test {

// The server's end of one connection, spoken by hand. A call fails the test if nothing comes within the time limit.
class FakePeer {
 public:
  explicit FakePeer(int descriptor) : descriptor_(descriptor), reader_(proto::kMaxWorkerMessageBytes) {}
  FakePeer(FakePeer&& from) noexcept;
  FakePeer& operator=(FakePeer&&) = delete;
  ~FakePeer();

  void say(const proto::ServerMessage& message);
  void say_bytes(const std::string& bytes);
  // The next message that is no Ping; nullopt: the client closed the connection.
  std::optional<proto::ClientMessage> hear();
  // The messages until the client closes the connection, while its pings are not answered.
  std::vector<proto::ClientMessage> hear_until_lost();
  // Expects that the client answers none of the messages so far: it answers a challenge, and says nothing before.
  void expect_silence();

  template <typename Message>
  Message expect() {
    const auto message = hear();
    if (message && std::holds_alternative<Message>(*message)) return std::get<Message>(*message);
    complain(message);
    return {};
  }
  // Expects Hello and answers with Welcome, which has these features.
  proto::Hello greet(const std::vector<std::string>& features = {});

 private:
  std::optional<proto::ClientMessage> next_message();
  void complain(const std::optional<proto::ClientMessage>& heard) const;

  int descriptor_;
  proto::MessageSplitter reader_;
};

// Listens on a loopback port of its own.
class FakeServer {
 public:
  FakeServer();
  ~FakeServer();
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  FakePeer accept();

 private:
  int descriptor_;
  int port_ = 0;
};

// A match as its server sends it: messages about one seat of a real game.
class FakeMatch {
 public:
  FakeMatch(std::uint64_t id, duel::Seat seat, const proto::Terms& terms);
  proto::MatchStart start() const;
  proto::GameStart game_start();  // of the next game, without chance
  // The game goes on to the next decision of the seat, while the other seat does nothing.
  proto::Update next_choice();
  // For a seat that gets each frame: the state before the first frame, and each frame that follows.
  proto::Update opening() { return update({}); }
  proto::Update next_frame();
  bool is_over() const { return game_->outcome().has_value(); }
  proto::Update last_update() const { return last_; }
  void take(const proto::Decide& decide);
  proto::GameEnd game_end(std::optional<duel::Seat> winner) const;
  proto::MatchEnd end() const;

 private:
  proto::Update update(const duel::Events& events);

  proto::MatchId id_;
  duel::Seat seat_;
  proto::Terms terms_;
  int game_number_ = 0;
  std::optional<duel::Game> game_;
  duel::Inputs inputs_{};
  proto::Update last_;
};

}  // namespace rensa::session::test
