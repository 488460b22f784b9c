#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "proto/message.h"

namespace rensa::proto::test {

// At least one message of every type, with values in all fields.
std::vector<ClientMessage> client_samples();
std::vector<ServerMessage> server_samples();

// The updates of both seats of a game as clients receive them, one for each step, without pacing and outcome. The
// players press random keys in a frame game, and choose random placements in a turn game.
std::vector<Update> updates_of_game(const std::string& ruleset, std::uint64_t seed);

}  // namespace rensa::proto::test
