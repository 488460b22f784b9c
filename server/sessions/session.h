#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "proto/codec.h"
#include "proto/message.h"

namespace rensa::sessions {

// One connection's conversation: which message may come when, and what is answered at once. What the lobby and the
// matches have to hear is passed on; bytes come from and go to whoever has the socket.

// What became of a Hello: the name under which it enters, or why not.
struct Admission {
  std::string name;
  std::optional<proto::Error> refused;
  std::vector<std::string> features{};  // for its Welcome
};

// Knows tokens and names.
class Gate {
 public:
  virtual ~Gate() = default;
  virtual Admission admit(const proto::Hello& hello) = 0;
};

// What has to be done about a message.
struct Reaction {
  std::vector<proto::ServerMessage> answers;
  std::optional<std::string> entered;         // by this name
  std::optional<proto::ClientMessage> order;  // for the lobby
  bool close = false;                         // once the answers have left
};

// Before Hello, after it, and after the last word.
struct Greeting {};
struct Present {
  std::string name;
};
struct Leaving {};
using State = std::variant<Greeting, Present, Leaving>;

struct SessionLimits {
  std::uint32_t max_message_bytes = 4096;
  int violations = 8;  // illegal messages in a row, after which the connection is closed
};

class Session {
 public:
  // The gate outlives it.
  Session(const SessionLimits& limits, Gate& gate) : limits_(limits), gate_(gate) {}

  Reaction receive(const proto::ClientMessage& message);
  // What is not a message at all ends the conversation.
  Reaction receive_bytes(std::string_view bytes, proto::Encoding encoding);

  const State& state() const { return state_; }

 private:
  Reaction greet(const proto::Hello& hello);
  Reaction violation(std::string text);
  Reaction last_word(proto::Error error);

  SessionLimits limits_;
  Gate& gate_;
  State state_;
  int violations_ = 0;
};

}  // namespace rensa::sessions
