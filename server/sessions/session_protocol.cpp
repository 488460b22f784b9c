#include "server/sessions/session_protocol.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace rensa::sessions {

namespace {

constexpr const char* kSoftware = "rensa-server " RENSA_VERSION;

}  // namespace

SessionReaction SessionProtocol::receive_bytes(std::string_view bytes, proto::Encoding encoding) {
  if (std::holds_alternative<ClosingState>(state_)) return {};
  const auto message = proto::client_message_of(bytes, encoding);
  if (message) return receive(*message);
  return refuse_and_close(
      make_error(proto::ErrorCode::malformed, message.error().message + ": see the protocol's schema"));
}

// Handles every pair of a state and a message.
SessionReaction SessionProtocol::receive(const proto::ClientMessage& message) {
  if (std::holds_alternative<ClosingState>(state_)) return {};
  if (std::holds_alternative<AwaitingAdmissionState>(state_)) return keep(message);
  if (const auto* ping = std::get_if<proto::Ping>(&message)) {
    SessionReaction reaction;
    reaction.answers.emplace_back(proto::Pong{.nonce = ping->nonce});
    if (ping->round_trip > 0 && std::holds_alternative<EstablishedState>(state_)) reaction.request = message;
    return reaction;
  }
  const auto* hello = std::get_if<proto::Hello>(&message);
  if (std::holds_alternative<AwaitingHelloState>(state_)) {
    return hello != nullptr ? handle_hello(*hello) : report_violation("the first message must be Hello");
  }
  if (hello != nullptr) return report_violation("this connection has already sent Hello");
  violations_ = 0;
  SessionReaction reaction;
  reaction.request = message;
  return reaction;
}

SessionReaction SessionProtocol::handle_hello(const proto::Hello& hello) {
  if (hello.version_min > proto::kVersion || hello.version_max < proto::kVersion) {
    return refuse_and_close(make_error(
        proto::ErrorCode::version, "this server speaks version " + std::to_string(proto::kVersion) + ", the client " +
                                       std::to_string(hello.version_min) + " to " + std::to_string(hello.version_max) +
                                       ": update the older one of the two"));
  }
  auto admission = policy_.admit(hello);
  state_ = AwaitingAdmissionState{};
  return admission ? decide(*std::move(admission)) : SessionReaction{};
}

SessionReaction SessionProtocol::keep(const proto::ClientMessage& message) {
  if (early_messages_.size() == limits_.early_messages) {
    return refuse_and_close(make_error(proto::ErrorCode::rate, "too many messages before Welcome: wait for it"));
  }
  early_messages_.push_back(message);
  return {};
}

SessionReaction SessionProtocol::decide(Admission admission) {
  assert(std::holds_alternative<AwaitingAdmissionState>(state_));
  if (admission.refusal) return refuse_and_close(*std::move(admission.refusal));
  SessionReaction reaction;
  reaction.answers.emplace_back(proto::Welcome{.version = proto::kVersion,
                                               .name = admission.name,
                                               .software = kSoftware,
                                               .features = std::move(admission.features),
                                               .max_message_bytes = limits_.max_message_bytes});
  reaction.entered_name = admission.name;
  state_ = EstablishedState{std::move(admission.name)};
  return reaction;
}

std::optional<proto::ClientMessage> SessionProtocol::take_early_message() {
  if (early_messages_.empty()) return std::nullopt;
  proto::ClientMessage message = std::move(early_messages_.front());
  early_messages_.pop_front();
  return message;
}

SessionReaction SessionProtocol::report_violation(std::string text) {
  proto::Error error = make_error(proto::ErrorCode::unexpected, std::move(text));
  if (++violations_ >= limits_.violations) return refuse_and_close(std::move(error));
  SessionReaction reaction;
  reaction.answers.emplace_back(std::move(error));
  return reaction;
}

SessionReaction SessionProtocol::refuse_and_close(proto::Error error) {
  state_ = ClosingState{};
  SessionReaction reaction;
  reaction.answers.emplace_back(std::move(error));
  reaction.close = true;
  return reaction;
}

}  // namespace rensa::sessions
