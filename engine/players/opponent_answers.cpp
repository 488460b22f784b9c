#include "engine/players/opponent_answers.h"

#include <algorithm>
#include <array>

#include "engine/duel/garbage_drop.h"
#include "engine/duel/outcome.h"
#include "engine/players/exchange/side_facts.h"
#include "engine/rules/drop.h"
#include "engine/rules/timing.h"

namespace rensa::players {

namespace {

constexpr int kMaxGarbage = 5'000;  // no chain makes more
constexpr std::uint64_t kColumnStream = 0x636F'6C75'6D6E;

// Longer answers are searched for some numbers of hands only, because each is a search of its own.
int rounded_hands(int hands) {
  constexpr std::array kSearched = {1, 2, 3, 4, 6, 8, 10, 12, OpponentAnswers::kMaxHands};
  const auto* const found = std::ranges::lower_bound(kSearched, hands);
  return found == kSearched.end() ? OpponentAnswers::kMaxHands : *found;
}

// The answers of all futures together get a quarter of the nodes that the building search has.
int nodes_for_a_future(int nodes) { return nodes > 0 ? std::max(nodes / (4 * OpponentAnswers::kFutures), 1) : 0; }

}  // namespace

rules::Field field_for_answers(const duel::SideView& side, const rules::Ruleset& ruleset) {
  rules::Field field = running_chain_of(side, ruleset.attack).after;
  if (const int falls = std::min(side.waiting.fixed, ruleset.max_garbage_drop); falls > 0) {
    rules::Rng rng(0, kColumnStream);
    duel::GarbageColumns columns = duel::spread_garbage(falls, rng);
    duel::drop_garbage(field, columns);
  }
  return field;
}

int hands_to_answer(int chain_frames, int opponent_free_in) {
  const int falls_in = search::kFramesPerHand - rules::kPreparationFrames + chain_frames;
  return std::max(falls_in - opponent_free_in, 0) / search::kFramesPerHand + 1;
}

OpponentAnswers::OpponentAnswers(const PlayerSetup& setup)
    : nodes_(nodes_for_a_future(setup.options.nodes)),
      rules_(evaluation::search_rules_of(setup.ruleset)),
      evaluator_(evaluator_of(setup.options)),
      seed_(setup.seed) {}

search::BeamSettings OpponentAnswers::settings_for(int hands, int garbage_rate) const {
  search::BeamSettings settings = search::scale_to_nodes(kBeam, nodes_);
  settings.depth = hands;
  settings.race = {.min_links = 1,
                   .max_garbage = kMaxGarbage,
                   .attack_per_garbage = garbage_rate,
                   .kept_permille = 1000,
                   .counts_fields = false};
  return settings;
}

OpponentAnswers::Question OpponentAnswers::question_of(const Position& position) const {
  return {.field = field_for_answers(position.opponent, position.ruleset),
          .pairs = seen_pairs_of(position.opponent, position.own, position.ruleset.queue),
          .garbage_rate = rules::attack_per_garbage(position.ruleset, position.clock),
          .seed = seed_ + static_cast<std::uint64_t>(position.own.hand) * kFutures};
}

std::optional<int> OpponentAnswers::garbage_within(const Position& position, int hands, limits::SearchBudget& budget) {
  const Question question = question_of(position);
  if (question != question_) {
    question_ = question;
    found_ = {};
  }
  if (duel::is_lost(question_.field, rules_.choke) || question_.pairs.count == 0) return 0;
  hands = rounded_hands(hands);
  auto& [sum, futures] = found_[static_cast<std::size_t>(hands)];
  for (; futures < kFutures; ++futures) {
    const auto garbage = garbage_in_future(futures, hands, budget);
    if (!garbage) return std::nullopt;
    sum += *garbage;
  }
  return sum / kFutures;
}

std::optional<int> OpponentAnswers::garbage_in_future(int future, int hands, limits::SearchBudget& budget) {
  const search::BeamSettings settings = settings_for(hands, question_.garbage_rate);
  if (!beam_ || beam_->settings() != settings) beam_.emplace(settings, rules_);
  const auto in_time = question_.pairs.all().first(std::min(question_.pairs.count, static_cast<std::size_t>(hands)));
  const search::PlacementForecasts forecasts =
      beam_->resume(question_.field, in_time, rules::droppable_placements(question_.field.heights()),
                    question_.seed + static_cast<std::uint64_t>(future), *evaluator_, budget);
  if (budget.has_ended()) return std::nullopt;
  int most = 0;
  for (const search::PlacementForecast& forecast : forecasts) {
    const int now = forecast.fired.score / question_.garbage_rate;
    most = std::max({most, now, forecast.expected_value / search::kRaceGarbageValue});
  }
  return most;
}

}  // namespace rensa::players
