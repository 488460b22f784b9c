#pragma once

#include "engine/players/player.h"
#include "engine/rules/pair_queue.h"

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

}  // namespace rensa::experiments
