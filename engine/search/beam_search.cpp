#include "engine/search/beam_search.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/duel/outcome.h"
#include "engine/rules/drop.h"
#include "engine/rules/rng.h"
#include "engine/search/duplicates.h"

namespace rensa::search {

namespace {

constexpr std::int64_t kMaxWidth = 100'000;

template <typename Visit>
void for_each_bit(std::uint32_t bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

int value_of_move(const rules::Heights& heights, rules::Placement placement, const rules::ChainResult& chain,
                  const evaluation::EvaluationWeights& weights) {
  return (rules::is_pair_split(heights, placement) ? weights.tear : 0) + weights.wasted * chain.links;
}

rules::Pair drawn_pair(rules::Rng& rng, int colours) {
  const auto draw = [&] { return rules::kColours[rng.below(static_cast<std::uint32_t>(colours))]; };
  const rules::Cell axis = draw();
  return {axis, draw()};
}

}  // namespace

BeamSettings scale_to_nodes(BeamSettings settings, int nodes) {
  if (nodes <= 0) return settings;
  const std::int64_t most = max_nodes(settings);
  const auto scaled = [&](int part) {
    return static_cast<int>(std::clamp<std::int64_t>(std::int64_t{part} * nodes / most, 1, kMaxWidth));
  };
  settings.known_pair_width = scaled(settings.known_pair_width);
  settings.width = scaled(settings.width);
  return settings;
}

BeamSearch::BeamSearch(const BeamSettings& settings, const evaluation::WeightsByPhase& weights,
                       const evaluation::SearchRules& rules)
    : settings_(settings), weights_(weights), rules_(rules) {
  assert(settings.known_pair_width > 0 && settings.width > 0 && settings.futures > 0 && settings.late_futures > 0);
  assert(settings.wait_cost_permille >= 0 && settings.wait_cost_permille * settings.depth <= 1000);
  assert(!settings.race || (settings.race->attack_per_garbage > 0 && settings.race->kept_permille <= 1000 &&
                            settings.race->max_garbage <= kMaxRaceGarbage));
}

int BeamSearch::futures_of(const rules::Field& field) const {
  const int room = rules::kVisibleCells.without(field.occupied()).count();
  return room <= settings_.late_empty_cells ? settings_.late_futures : settings_.futures;
}

PlacementForecasts BeamSearch::evaluate(const rules::Field& field, std::span<const rules::Pair> known,
                                        std::uint32_t placements, std::uint64_t seed) {
  assert(!known.empty());
  PlacementForecasts forecasts;
  place_current_pair(field, known[0], placements, forecasts);
  Points sure;  // the results without a random pair
  sure.fill(kLossValue);
  if (known.size() == 1) update_best(known_nodes_, sure);
  const auto known_count = static_cast<int>(known.size());
  for (int hand = 1; hand < known_count; ++hand) {
    expand(known_nodes_, known[static_cast<std::size_t>(hand)], level_of(settings_.known_pair_width, hand, known_count),
           sure);
    update_best(children_, sure);
  }

  const int futures = futures_of(field);
  std::array<std::int64_t, rules::kPlacementCount> sums{};
  for (int future = 0; future < futures; ++future) {
    Points best = sure;
    play_future(seed, future, known_count, best);
    for (std::size_t i = 0; i < best.size(); ++i) sums[i] += best[i];
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (forecasts[i].survives) forecasts[i].expected_value = static_cast<int>(sums[i] / futures);
  }
  return forecasts;
}

void BeamSearch::place_current_pair(const rules::Field& field, rules::Pair pair, std::uint32_t placements,
                                    PlacementForecasts& forecasts) {
  const rules::Heights heights = field.heights();
  const evaluation::EvaluationWeights& weights = weights_.of(evaluation::field_phase(field));
  std::array<rules::PlacementResult, rules::kPlacementCount> children;
  placements = without_symmetric_placements(pair, placements);
  rules::fastest_chain_kernel().expand(field, heights, pair, placements, children.data());
  known_nodes_.clear();
  const rules::PlacementResult* child = children.data();
  for_each_bit(placements, [&](std::size_t index) {
    PlacementForecast& forecast = forecasts[index];
    forecast.fired = child->chain;
    forecast.survives = !duel::is_lost(child->field, rules_.choke);
    if (forecast.survives) {
      const int move_value = value_of_move(heights, rules::kPlacements[index], child->chain, weights);
      const int field_value =
          evaluation::evaluate_field(child->field, rules_.colours, weights_.of(evaluation::field_phase(child->field)));
      known_nodes_.push_back(
          {.field = child->field, .roots = 1U << index, .move_value = move_value, .value = move_value + field_value});
    }
    ++child;
  });
}

void BeamSearch::play_future(std::uint64_t seed, int future, int known, Points& best) {
  rules::Rng rng(seed, static_cast<std::uint64_t>(future));
  nodes_ = known_nodes_;
  for (int hand = known; hand < settings_.depth && !nodes_.empty(); ++hand) {
    expand(nodes_, drawn_pair(rng, rules_.colours), level_of(settings_.width, hand, known), best);
  }
  update_best(nodes_, best);
}

BeamSearch::Level BeamSearch::level_of(int width, int hand, int known) const {
  Level level{.width = width};
  if (settings_.race) {
    for (int waited = 0; waited < hand; ++waited) {
      level.permille = level.permille * settings_.race->kept_permille / 1000;
    }
  } else {
    level.permille -= settings_.wait_cost_permille * std::max(hand - known + 1, 0);
  }
  return level;
}

bool BeamSearch::reaches_target(const rules::ChainResult& chain) const {
  return settings_.race ? chain.links >= settings_.race->min_links : chain.score >= settings_.target_score;
}

int BeamSearch::chain_value(const rules::ChainResult& chain, const rules::Field& placed, const Level& level) const {
  if (!settings_.race) return static_cast<int>(std::int64_t{chain.score} * level.permille / 1000);
  const int attack = evaluation::chain_attack(placed, chain, rules_.formula);
  const std::int64_t garbage = std::min(attack / settings_.race->attack_per_garbage, settings_.race->max_garbage);
  return static_cast<int>(garbage * level.permille * kRaceGarbageValue / 1000);
}

void BeamSearch::update_best(const std::vector<Node>& nodes, Points& best) {
  for (const Node& node : nodes) {
    for_each_bit(node.roots, [&](std::size_t root) { best[root] = std::max(best[root], node.value); });
  }
}

void BeamSearch::expand(std::vector<Node>& nodes, rules::Pair pair, const Level& level, Points& fired) {
  children_.clear();
  slots_.assign(std::bit_ceil(2 * nodes.size() * rules::kPlacementCount), 0);
  for (const Node& node : nodes) {
    const rules::Heights heights = node.field.heights();
    const evaluation::EvaluationWeights& weights = weights_.of(evaluation::field_phase(node.field));
    const std::uint32_t placements = without_symmetric_placements(pair, rules::droppable_placements(heights));
    std::array<rules::PlacementResult, rules::kPlacementCount> children;
    rules::fastest_chain_kernel().expand(node.field, heights, pair, placements, children.data());
    const rules::PlacementResult* child = children.data();
    for_each_bit(placements, [&](std::size_t index) {
      const auto& [field, chain] = *child++;
      if (reaches_target(chain)) {
        rules::Field placed = node.field;
        rules::drop_pair(placed, pair, rules::kPlacements[index]);
        const int points = chain_value(chain, placed, level);
        for_each_bit(node.roots, [&](std::size_t root) { fired[root] = std::max(fired[root], points); });
      } else if (!duel::is_lost(field, rules_.choke)) {
        add(field, node.roots, node.move_value + value_of_move(heights, rules::kPlacements[index], chain, weights));
      }
    });
  }
  keep_best(nodes, level.width);
}

void BeamSearch::add(const rules::Field& field, std::uint32_t roots, int move_value) {
  const std::size_t last = slots_.size() - 1;
  std::size_t slot = field_key(field) & last;
  for (; slots_[slot] != 0; slot = (slot + 1) & last) {
    Node& node = children_[slots_[slot] - 1];
    if (node.field != field) continue;
    node.roots |= roots;
    const int better = std::max(move_value - node.move_value, 0);
    node.move_value += better;
    node.value += better;
    return;
  }
  const int field_value =
      evaluation::evaluate_field(field, rules_.colours, weights_.of(evaluation::field_phase(field)));
  children_.push_back({.field = field, .roots = roots, .move_value = move_value, .value = move_value + field_value});
  slots_[slot] = static_cast<std::uint32_t>(children_.size());
}

// Equal values keep the order of children_, so that the result is the same on every machine.
void BeamSearch::keep_best(std::vector<Node>& nodes, int width) {
  order_.resize(children_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<std::uint32_t>(i);
  const auto kept = order_.begin() + std::min<std::ptrdiff_t>(width, std::ssize(order_));
  std::partial_sort(order_.begin(), kept, order_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return children_[a].value != children_[b].value ? children_[a].value > children_[b].value : a < b;
  });
  nodes.clear();
  for (auto index = order_.begin(); index != kept; ++index) nodes.push_back(children_[*index]);
}

}  // namespace rensa::search
