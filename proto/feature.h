#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "proto/message.h"

namespace rensa::proto {

// The words of Hello.features and Welcome.features that are known. All others are ignored.

// Of Welcome: the session is there for what a host of tournaments arranges, and for nothing else.
inline constexpr std::string_view kArranged = "arranged";

bool has(const std::vector<std::string>& features, std::string_view feature);

// Of Hello, "arranged:N" and then maybe ":frames" and ":bound": up to N matches at a time may be arranged, at any time
// after Welcome.
struct Offer {
  int matches = 1;
  Subscription subscription = Subscription::events;
  bool bound_only = false;  // it counts only where Welcome says kArranged; who wishes for matches else offers like this
  friend bool operator==(const Offer&, const Offer&) = default;
};

// Of Hello, "open:N" and then maybe ":frames": takes any challenge, up to N matches at a time.
struct Open {
  int matches = 1;
  Subscription subscription = Subscription::events;
  friend bool operator==(const Open&, const Open&) = default;
};

// Of Hello, "advises:N": answers up to N questions at a time.
struct Advises {
  int questions = 1;
  friend bool operator==(const Advises&, const Advises&) = default;
};

std::string feature_of(const Offer& offer);
std::string feature_of(const Open& open);
std::string feature_of(const Advises& advises);
// The first one; nullopt: nothing is offered. The number is at least 1, and may be larger than anybody can want.
std::optional<Offer> offer_in(const std::vector<std::string>& features);
// Likewise.
std::optional<Open> open_in(const std::vector<std::string>& features);
std::optional<Advises> advises_in(const std::vector<std::string>& features);

}  // namespace rensa::proto
