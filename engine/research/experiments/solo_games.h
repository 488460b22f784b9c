#pragma once

#include <cstdint>
#include <span>

#include "engine/players/player.h"
#include "engine/rules/pair_queue.h"
#include "engine/templates/template.h"

namespace rensa::experiments {

// Games of one player without an opponent: solo games and the building of templates.

// A solo game compares how players build (thesis 6.2). Pairs are dropped at once, and only the choke of the ruleset
// ends the game early.

struct SoloSettings {
  int known_pairs = 3;  // including the current one: 1..kMaxVisiblePairs
  int max_hands = 60;
  int stop_after_links = 19;  // the first chain with this many links ends the game
};

// A chain that was fired.
struct FiredChain {
  int links = 0;
  int score = 0;
  int attack = 0;  // by the formula of the literature
  int hand = 0;    // the number of the hand that fired it, from 1
};

struct SoloResult {
  FiredChain best;  // the chain with the greatest score
  int hands = 0;
  bool died = false;
};

// The player searches without limits. Precondition: the player is new and was made for the ruleset.
SoloResult play_solo_game(players::Player& player, const rules::Ruleset& ruleset, const rules::PairQueue& queue,
                          const SoloSettings& settings);

// The evaluation of fields while a template is built.
enum class TemplateMeasure : std::uint8_t {
  degree,        // the degree of match of the thesis
  degree_ahead,  // the degree with the gain of the next pair
  hands_left,    // the estimated number of hands left: engine/search/form_search.cpp
};

struct TemplateBuildSettings {
  std::span<const templates::Template> templates;
  int depth = 3;  // of the search, and the number of known pairs: 1..search::kMaxTemplatePairs
  TemplateMeasure measure = TemplateMeasure::degree;
  int max_hands = 100;  // a template that is not built by then is never built
};

struct TemplateBuild {
  int hands = 0;  // placed
  bool built = false;
};

// Counts the hands until a template is built (thesis 6.1). A template is built when its last link is in place, before
// cells vanish, as the thesis required of people. Of its program it required a degree of match of 0.95, which is the
// same for its templates.
TemplateBuild build_template(const rules::PairQueue& queue, const TemplateBuildSettings& settings);

}  // namespace rensa::experiments
