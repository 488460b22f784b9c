#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace rensa::live_tournaments {

// The reason why a request was refused.
struct Refusal {
  enum class Kind : std::uint8_t { not_found, invalid, conflict, forbidden, too_often } kind = Kind::invalid;
  std::string text;
};

inline Refusal invalid(std::string text) { return {.kind = Refusal::Kind::invalid, .text = std::move(text)}; }

inline Refusal conflict(std::string text) { return {.kind = Refusal::Kind::conflict, .text = std::move(text)}; }

inline Refusal forbidden(std::string text) { return {.kind = Refusal::Kind::forbidden, .text = std::move(text)}; }

inline Refusal too_often(std::string text) { return {.kind = Refusal::Kind::too_often, .text = std::move(text)}; }

inline Refusal not_found(std::string text) { return {.kind = Refusal::Kind::not_found, .text = std::move(text)}; }

}  // namespace rensa::live_tournaments
