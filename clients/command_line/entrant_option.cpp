#include "clients/command_line/entrant_option.h"

#include "clients/command_line/files.h"
#include "engine/evaluation/field_evaluator.h"
#include "engine/json/settings_json.h"

namespace rensa::command_line {

rules::Parsed<players::Entrant> read_entrant(const std::string& text) {
  const rules::Parsed<players::PlayerSpec> word = players::parse_player_spec(text);
  if (!word) return word.error();
  players::Entrant entrant{.kind = word->kind, .options = {.nodes = word->nodes}, .name = players::display_name(*word)};
  if (word->weights_file.empty()) return entrant;
  const rules::Parsed<std::string> weights = read_text_file(word->weights_file);
  if (!weights) return weights.error();
  const rules::Parsed<evaluation::WeightsByPhase> plan = json::evaluation_weights_of_json(*weights);
  if (!plan) {
    std::string message = word->weights_file;
    return rules::ParseError{.message = message.append(": ").append(plan.error().message), .position = 0};
  }
  entrant.options.evaluator = std::make_shared<evaluation::WeightedEvaluator>(*plan);
  return entrant;
}

}  // namespace rensa::command_line
