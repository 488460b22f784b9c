#pragma once

#include <cstdint>
#include <span>

#include "engine/templates/template.h"
#include "engine/rules/pair_queue.h"

namespace rensa::experiments {

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
