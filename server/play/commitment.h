#pragma once

#include <cstdint>
#include <string>

#include "server/play/outlet.h"

namespace rensa::play {

// Sixteen hex digits.
std::string hex_of(std::uint64_t number);

// What is published at the start of a game: hex SHA-256 of "<seed in 16 hex digits>:<nonce>".
std::string commitment_to(const Secret& secret);

}  // namespace rensa::play
