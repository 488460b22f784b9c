#include "clients/option/entrant_option.h"

#include "clients/option/text_file.h"
#include "engine/json/stacking_json.h"

namespace rensa::option {

rules::Parsed<players::Entrant> entrant_of_option(const std::string& text) {
  const rules::Parsed<players::PlayerWord> word = players::player_word_of(text);
  if (!word) return word.error();
  players::Entrant entrant{.kind = word->kind, .options = {.nodes = word->nodes}, .name = players::name_of(*word)};
  if (word->weights_file.empty()) return entrant;
  const rules::Parsed<std::string> weights = text_of_file(word->weights_file);
  if (!weights) return weights.error();
  const rules::Parsed<search::StackingPlan> plan = json::stacking_plan_of_json(*weights);
  if (!plan) {
    std::string message = word->weights_file;
    return rules::ParseError{.message = message.append(": ").append(plan.error().message), .position = 0};
  }
  entrant.options.weights = *plan;
  return entrant;
}

}  // namespace rensa::option
