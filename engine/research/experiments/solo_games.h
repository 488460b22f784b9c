#pragma once

#include <cstdint>
#include <span>

#include "engine/players/player.h"
#include "engine/rules/pair_queue.h"
#include "engine/templates/template.h"

namespace rensa::experiments {

// What a player builds when nobody disturbs it: the game of thesis 6.2, and of the solo games that the AIs of this game
// are compared by. Pairs drop without falling; nothing is lost but by the ruleset's choke.

struct SoloSettings {
  int known_pairs = 3;  // the current one included: 1..3
  int most_hands = 60;
  int enough_links = 19;  // the game is over with the first chain of so many
};

// A chain that was fired.
struct FiredChain {
  int links = 0;
  int score = 0;
  int attack = 0;  // by the literature's formula
  int hand = 0;    // with which; 1 is the first
};

struct SoloGame {
  FiredChain best;  // the one of the greatest score
  int hands = 0;
  bool died = false;
};

// The player was made for the ruleset and is new.
SoloGame play_alone(players::Player& player, const rules::Ruleset& ruleset, const rules::PairQueue& queue,
                    const SoloSettings& settings);

// How many hands it takes to build a template (thesis 6.1): one seat alone, as many pairs known as it looks ahead.

// What a field is worth on the way.
enum class Way : std::uint8_t {
  degree,        // the thesis's degree of match
  degree_ahead,  // with what the next pair would add
  hands_left,    // the hands that are thought to be left: engine/search/form_search.h
};

struct CompletionSettings {
  std::span<const templates::Template> templates;
  int depth = 3;  // 1..3
  Way way = Way::degree;
  int most_hands = 100;  // whoever needs more never gets there
};

struct Completion {
  int hands = 0;  // placed
  bool built = false;
};

// Built is a template when its last link stands, before anything vanishes: what the thesis asked of people. The thesis
// asked a degree of match of 0.95 of its program, which with its templates came to the same.
Completion complete(const rules::PairQueue& queue, const CompletionSettings& settings);

}  // namespace rensa::experiments
