#include "server/sessions/session.h"

#include <algorithm>
#include <utility>

namespace rensa::sessions {

namespace {

constexpr const char* kSoftware = "rensa-server";

}  // namespace

Reaction Session::receive_bytes(std::string_view bytes, proto::Encoding encoding) {
  if (std::holds_alternative<Leaving>(state_)) return {};
  const auto message = proto::client_message_of(bytes, encoding);
  if (message) return receive(*message);
  return last_word({.code = proto::ErrorCode::malformed,
                    .text = message.error().message + ": see the protocol's schema",
                    .match = std::nullopt,
                    .id = 0});
}

// Every pair of a state and a message has its answer here.
Reaction Session::receive(const proto::ClientMessage& message) {
  if (std::holds_alternative<Leaving>(state_)) return {};
  if (const auto* ping = std::get_if<proto::Ping>(&message)) {
    Reaction reaction;
    reaction.answers.emplace_back(proto::Pong{.nonce = ping->nonce});
    if (ping->round_trip > 0 && std::holds_alternative<Present>(state_)) reaction.order = message;
    return reaction;
  }
  const auto* hello = std::get_if<proto::Hello>(&message);
  if (std::holds_alternative<Greeting>(state_)) {
    return hello != nullptr ? greet(*hello) : violation("Hello has to come first");
  }
  if (hello != nullptr) return violation("Hello has been said already");
  violations_ = 0;
  Reaction reaction;
  reaction.order = message;
  return reaction;
}

Reaction Session::greet(const proto::Hello& hello) {
  if (hello.version_min > proto::kVersion || hello.version_max < proto::kVersion) {
    return last_word({.code = proto::ErrorCode::version,
                      .text = "this server speaks version " + std::to_string(proto::kVersion) + ", the client " +
                              std::to_string(hello.version_min) + " to " + std::to_string(hello.version_max) +
                              ": update whichever is older",
                      .match = std::nullopt,
                      .id = 0});
  }
  Admission admission = gate_.admit(hello);
  if (admission.refused) return last_word(*std::move(admission.refused));
  Reaction reaction;
  reaction.answers.emplace_back(proto::Welcome{.version = proto::kVersion,
                                               .name = admission.name,
                                               .software = kSoftware,
                                               .features = std::move(admission.features),
                                               .max_message_bytes = limits_.max_message_bytes});
  reaction.entered = admission.name;
  state_ = Present{std::move(admission.name)};
  return reaction;
}

Reaction Session::violation(std::string text) {
  proto::Error error{.code = proto::ErrorCode::unexpected, .text = std::move(text), .match = std::nullopt, .id = 0};
  if (++violations_ >= limits_.violations) return last_word(std::move(error));
  Reaction reaction;
  reaction.answers.emplace_back(std::move(error));
  return reaction;
}

Reaction Session::last_word(proto::Error error) {
  state_ = Leaving{};
  Reaction reaction;
  reaction.answers.emplace_back(std::move(error));
  reaction.close = true;
  return reaction;
}

}  // namespace rensa::sessions
