#pragma once

#include <span>

#include "engine/knowledge/template.h"
#include "engine/rules/pair_queue.h"
#include "engine/search/template_search.h"

namespace rensa::lab {

// How many hands it takes to build a template (thesis 6.1): one seat alone, as many pairs known as it looks ahead.

struct CompletionSettings {
  std::span<const knowledge::Template> templates;
  int depth = 3;  // 1..3
  search::TemplateRule rule = search::TemplateRule::best;
  int most_hands = 100;  // whoever needs more never gets there
};

struct Completion {
  int hands = 0;  // placed
  bool built = false;
};

// Built is a template when its last link stands, before anything vanishes: what the thesis asked of people. The thesis
// asked a degree of match of 0.95 of its program, which with its templates came to the same.
Completion complete(const rules::PairQueue& queue, const CompletionSettings& settings);

}  // namespace rensa::lab
