#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "proto/message.h"

namespace rensa::proto {

// The known words of Hello.features and Welcome.features. All others are ignored.

// A word of Welcome: the session only plays matches that a tournament host arranges.
inline constexpr std::string_view kArrangedFeature = "arranged";

// A word of Hello: if the session has the token of a player, it is sent the messages of the organisers of its
// tournaments, as events of them.
inline constexpr std::string_view kMessagesFeature = "messages";

bool has_feature(const std::vector<std::string>& features, std::string_view feature);

// A word of Hello, "arranged:N" with optional ":frames" and ":bound": a tournament host may arrange up to N matches at
// a time for this session, at any time after Welcome.
struct ArrangedFeature {
  int matches = 1;
  Subscription subscription = Subscription::events;
  bool bound_only = false;  // applies only if Welcome says kArrangedFeature
  friend bool operator==(const ArrangedFeature&, const ArrangedFeature&) = default;
};

// A word of Hello, "open:N" with optional ":frames": the session accepts any challenge, up to N matches at a time.
struct OpenFeature {
  int matches = 1;
  Subscription subscription = Subscription::events;
  friend bool operator==(const OpenFeature&, const OpenFeature&) = default;
};

// A word of Hello, "advises:N": the session answers up to N questions at a time.
struct AdvisesFeature {
  int questions = 1;
  friend bool operator==(const AdvisesFeature&, const AdvisesFeature&) = default;
};

// A word of Hello, "client:ID": the client id of a session with a token. It is the same on all connections of the
// client. If the server still has an earlier connection with this token and this id, the client has lost it.
struct ClientFeature {
  std::string id;  // 1 to kMaxClientIdBytes letters, digits, '-' and '_'
  friend bool operator==(const ClientFeature&, const ClientFeature&) = default;
};

// A word of Hello, "returning:seat" or "returning:spectator": the client has lost its connection. Its first request
// takes a seat over, or asks for the match that it was watching.
enum class ReturningFeature : std::uint8_t { to_seat, as_spectator };

std::string feature_text(const ArrangedFeature& offer);
std::string feature_text(const OpenFeature& open);
std::string feature_text(const AdvisesFeature& advises);
std::string feature_text(const ClientFeature& client);
std::string feature_text(ReturningFeature returning);
// Each returns the first valid word of its kind. Numbers are at least 1 and have no upper limit.
std::optional<ArrangedFeature> find_arranged_feature(const std::vector<std::string>& features);
std::optional<OpenFeature> find_open_feature(const std::vector<std::string>& features);
std::optional<AdvisesFeature> find_advises_feature(const std::vector<std::string>& features);
std::optional<ClientFeature> find_client_feature(const std::vector<std::string>& features);
std::optional<ReturningFeature> find_returning_feature(const std::vector<std::string>& features);

}  // namespace rensa::proto
