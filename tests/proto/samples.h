#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "proto/message.h"

namespace rensa::proto::test {

// At least one message of every type, with nothing left at its default that could be set.
std::vector<ClientMessage> client_samples();
std::vector<ServerMessage> server_samples();

// What the two seats of a game would be told, one update a step for each, as it arrives: without pacing and outcome.
// Keys are pressed at random in a frame game, placements chosen at random in a turn game.
std::vector<Update> updates_of_game(const std::string& ruleset, std::uint64_t seed);

}  // namespace rensa::proto::test
