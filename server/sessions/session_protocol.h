#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "proto/codec.h"
#include "proto/message.h"

namespace rensa::sessions {

// The state of the protocol on one connection. It decides which message is allowed now, answers some messages itself,
// and passes all others on to the lobby. It does not know the socket.

// The decision on a Hello: the name of the new session, or the error that refuses it.
struct Admission {
  std::string name;
  std::optional<proto::Error> refusal;
  std::vector<std::string> features{};  // for Welcome
};

// Decides whether a Hello is admitted, by its token or name.
class AdmissionPolicy {
 public:
  virtual ~AdmissionPolicy() = default;
  // nullopt: the decision comes later, by a call of SessionProtocol::decide().
  virtual std::optional<Admission> admit(const proto::Hello& hello) = 0;
};

// The actions that the caller must take after a message.
struct SessionReaction {
  std::vector<proto::ServerMessage> answers;
  std::optional<std::string> entered_name;      // set when the session enters, with its name
  std::optional<proto::ClientMessage> request;  // for the lobby
  bool close = false;                           // after the answers have been sent
};

struct AwaitingHelloState {};      // the client has not sent a valid Hello yet
struct AwaitingAdmissionState {};  // the decision on the Hello is not known yet
struct EstablishedState {          // the client was admitted under this name
  std::string name;
};
struct ClosingState {};  // the server has sent its last message and ignores what still comes
using SessionState = std::variant<AwaitingHelloState, AwaitingAdmissionState, EstablishedState, ClosingState>;

struct SessionLimits {
  std::uint32_t max_message_bytes = 4096;
  std::size_t early_messages = 64;  // that may come before the decision on the Hello
  int violations = 8;               // illegal messages in a row, after which the connection is closed
};

class SessionProtocol {
 public:
  // The policy must outlive the session.
  SessionProtocol(const SessionLimits& limits, AdmissionPolicy& policy) : limits_(limits), policy_(policy) {}

  SessionReaction receive(const proto::ClientMessage& message);
  // Decodes a message and handles it. Bytes that are not a message end the session.
  SessionReaction receive_bytes(std::string_view bytes, proto::Encoding encoding);

  // Precondition: the session awaits its admission.
  SessionReaction decide(Admission admission);
  // Returns the next message that came before the decision; the caller passes it to receive().
  std::optional<proto::ClientMessage> take_early_message();

  const SessionState& state() const { return state_; }

 private:
  SessionReaction handle_hello(const proto::Hello& hello);
  SessionReaction keep(const proto::ClientMessage& message);
  SessionReaction report_violation(std::string text);
  SessionReaction refuse_and_close(proto::Error error);

  SessionLimits limits_;
  AdmissionPolicy& policy_;
  SessionState state_;
  std::deque<proto::ClientMessage> early_messages_;  // that came before the decision on the Hello
  int violations_ = 0;
};

}  // namespace rensa::sessions
