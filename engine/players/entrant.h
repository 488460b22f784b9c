#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/players/registry.h"
#include "engine/rules/parsed.h"

namespace rensa::players {

// A player as it is asked for in a word, NAME[:OPTION=VALUE,...], like gaze:nodes=20000,weights=mine.json. What stands
// in files is not read here: clients/option does that.
struct PlayerWord {
  const PlayerKind* kind = nullptr;
  int nodes = 0;             // 0: not given
  std::string weights_file;  // empty: not given
};

inline constexpr int kMostNodes = 100'000'000;

rules::Parsed<PlayerWord> player_word_of(std::string_view text);

// The options that a kind takes, "nodes=N, weights=FILE"; empty: none.
std::string options_of(const PlayerKind& kind);

// What it is called in tables, records and file names: the word without a file's folders, and with '_'
// for what is no letter or digit in the file's name.
std::string name_of(const PlayerWord& word);

// Who plays, once the word has been read: what players are made from, one for each game.
struct Entrant {
  const PlayerKind* kind = nullptr;
  PlayerOptions options = {};
  std::string name;

  std::unique_ptr<Player> make(const rules::Ruleset& ruleset, std::uint64_t seed) const {
    return kind->make({.ruleset = ruleset, .seed = seed, .options = options});
  }
};

}  // namespace rensa::players
