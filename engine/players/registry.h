#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/players/player.h"
#include "engine/rules/parsed.h"

namespace rensa::players {

// The members of PlayerOptions that a player supports.
struct SupportedOptions {
  bool nodes = false;
  bool weights = false;
};

// A player that can be requested by name. A new player needs a line in registry.cpp and nothing else.
struct PlayerKind {
  std::string_view name;     // a-z 0-9 -
  std::string_view summary;  // one line about its play
  std::unique_ptr<Player> (*make)(const PlayerSetup& setup);
  // Copies a player of this kind with all that it has seen and found out. The ruleset outlives the copy, too.
  std::unique_ptr<Player> (*copy)(const Player& player);
  SupportedOptions supports = {};
  std::int64_t nodes = 0;  // if it supports the option: the default maximum of fields that it evaluates for a hand
};

std::span<const PlayerKind> player_kinds();
const PlayerKind* find_player(std::string_view name);
std::string names_of_players();  // "random, greedy, ..."

// A player with options as people write it: NAME[:OPTION=VALUE,...], for example gaze:nodes=20000,weights=mine.json.
// The weights file is read in clients/command_line.
struct PlayerSpec {
  const PlayerKind* kind = nullptr;
  int nodes = 0;             // 0 if not given
  std::string weights_file;  // empty if not given
};

inline constexpr int kMaxNodes = 100'000'000;

rules::Parsed<PlayerSpec> parse_player_spec(std::string_view text);

// Returns the options that a kind supports, "nodes=N, weights=FILE", or an empty string.
std::string option_summary(const PlayerKind& kind);

// Returns the name for tables, records and file names. It is the text of the player without the folders of the weights
// file, and with '_' for characters of the file name that are not letters, digits, '.' or '-'.
std::string display_name(const PlayerSpec& spec);

// A participant of games. It makes one player for each game.
struct Entrant {
  const PlayerKind* kind = nullptr;
  PlayerOptions options = {};
  std::string name;

  std::unique_ptr<Player> make(const rules::Ruleset& ruleset, std::uint64_t seed) const {
    return kind->make({.ruleset = ruleset, .seed = seed, .options = options});
  }
};

}  // namespace rensa::players
