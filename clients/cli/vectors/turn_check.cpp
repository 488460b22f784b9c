#include <nlohmann/json.hpp>

#include "clients/cli/vectors/checks.h"
#include "clients/cli/vectors/fields.h"
#include "clients/cli/vectors/line_source.h"
#include "clients/cli/vectors/turn_vector.h"

namespace rensa::cli {

namespace {

using nlohmann::json;

constexpr int kMostSteps = 100'000;
constexpr int kMostGarbage = 1'000'000;

// The pairs [step, value] of a list.
const json& pairs_at(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_array()) throw InputError(std::string(name) + ": is no list");
  for (const json& pair : *found) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_integer()) {
      throw InputError(std::string(name) + ": holds something else than steps and what happened in them");
    }
  }
  return *found;
}

int step_of(const json& pair) {
  const std::int64_t step = pair[0].get<std::int64_t>();
  if (step < 0 || step > kMostSteps) throw InputError("a step is out of range");
  return static_cast<int>(step);
}

TurnVector vector_of(const json& line) {
  TurnVector vector;
  static_cast<void>(field_at(line, "field"));
  static_cast<void>(pair_at(line, "pair"));
  vector.field = text_at(line, "field");
  vector.pair = text_at(line, "pair");
  vector.fixed_garbage = int_at(line, "fixed_ojama", 0, kMostGarbage);
  for (const json& pair : pairs_at(line, "events")) {
    if (!pair[1].is_string()) throw InputError("events: the letters of a step are no text");
    vector.events.emplace_back(step_of(pair), pair[1].get<std::string>());
  }
  vector.lock_x = int_at(line, "lock_x", 1, rules::kColumns);
  vector.lock_y = int_at(line, "lock_y", 1, rules::kTrapRow);
  vector.lock_r = int_at(line, "lock_r", 0, 3);
  vector.score = int_at(line, "score", 0, 100'000'000);
  for (const json& pair : pairs_at(line, "sent")) {
    if (!pair[1].is_number_integer()) throw InputError("sent: an amount is no whole number");
    const std::int64_t amount = pair[1].get<std::int64_t>();
    if (amount < 0 || amount > kMostGarbage) throw InputError("sent: an amount is out of range");
    vector.sent.emplace_back(step_of(pair), static_cast<int>(amount));
  }
  vector.garbage_left = int_at(line, "own_ojama_left", 0, kMostGarbage);
  vector.dead = flag_at(line, "dead");
  vector.end_step = int_at(line, "end_frame", 0, kMostSteps);
  vector.after = text_at(line, "after14");
  if (vector.after.size() != rules::kColumns * rules::kTrapRow) throw InputError("after14: has not 84 cells");
  return vector;
}

}  // namespace

Difference check_turn(const json& line, CheckContext&) { return difference(vector_of(line)); }

}  // namespace rensa::cli
