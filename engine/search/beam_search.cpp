#include "engine/search/beam_search.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <utility>

#include "engine/duel/garbage_drop.h"
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

constexpr int kMaxNodeValue = std::numeric_limits<int>::max();
constexpr std::uint32_t kAnyPlacement = ~0U;

constexpr std::uint64_t kGarbageStream = 0x6761'7262ULL << 32;  // differs from the streams of the futures

int value_of_move(const rules::Heights& heights, rules::Placement placement, const rules::ChainResult& chain,
                  const evaluation::MoveValues& values) {
  return (rules::is_pair_split(heights, placement) ? values.split : 0) + values.link * chain.links;
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

BeamSearch::BeamSearch(const BeamSettings& settings, const evaluation::SearchRules& rules)
    : settings_(settings), rules_(rules) {
  assert(settings.known_pair_width > 0 && settings.width > 0 && settings.futures > 0 && settings.late_futures > 0);
  assert(settings.wait_cost_permille >= 0 && settings.wait_cost_permille * settings.depth <= 1000);
  assert(!settings.race || (settings.race->attack_per_garbage > 0 && settings.race->kept_permille <= 1000 &&
                            settings.race->max_garbage <= kMaxRaceGarbage));
}

int BeamSearch::futures_of(const rules::Field& field) const {
  const int room = rules::kVisibleCells.without(field.occupied()).count();
  return room <= settings_.late_empty_cells ? settings_.late_futures : settings_.futures;
}

BeamSearch::Task BeamSearch::task_of(const rules::Field& field, std::span<const rules::Pair> known,
                                     std::uint32_t placements, std::uint64_t seed,
                                     const evaluation::FieldEvaluator& evaluator) {
  assert(!known.empty() && known.size() <= static_cast<std::size_t>(rules::kMaxVisiblePairs));
  Task task{.field = field,
            .known = static_cast<int>(known.size()),
            .placements = placements,
            .seed = seed,
            .evaluator = &evaluator};
  std::copy(known.begin(), known.end(), task.pairs.begin());
  return task;
}

PlacementForecasts BeamSearch::evaluate(const rules::Field& field, std::span<const rules::Pair> known,
                                        std::uint32_t placements, std::uint64_t seed,
                                        const evaluation::FieldEvaluator& evaluator, limits::SearchBudget& budget) {
  begin(task_of(field, known, placements, seed, evaluator));
  run(budget);
  return forecasts();
}

PlacementForecasts BeamSearch::resume(const rules::Field& field, std::span<const rules::Pair> known,
                                      std::uint32_t placements, std::uint64_t seed,
                                      const evaluation::FieldEvaluator& evaluator, limits::SearchBudget& budget) {
  const Task task = task_of(field, known, placements, seed, evaluator);
  if (task != task_) begin(task);
  run(budget);
  return forecasts();
}

void BeamSearch::begin(const Task& task) {
  task_ = task;
  stage_ = Stage::current_pair;
  forecasts_ = {};
  sure_.fill(least_value());
  hand_ = 0;
  future_ = 0;
  sums_ = {};
  is_playing_ = false;
  is_expanding_ = false;
  untried_ = without_symmetric_placements(task.pairs[0], task.placements);
  known_nodes_.clear();
  for (FirstDraw& draw : first_draws_) draw.is_complete = false;
}

bool BeamSearch::run(limits::SearchBudget& budget) {
  switch (stage_) {
    case Stage::current_pair:
      if (!place_current_pair(budget)) return false;
      stage_ = Stage::known_pairs;
      [[fallthrough]];
    case Stage::known_pairs:
      if (!place_known_pairs(budget)) return false;
      stage_ = Stage::futures;
      [[fallthrough]];
    case Stage::futures:
      if (!play_futures(budget)) return false;
      stage_ = Stage::complete;
      [[fallthrough]];
    case Stage::complete:
      return true;
  }
  return true;
}

PlacementForecasts BeamSearch::forecasts() const {
  PlacementForecasts forecasts = forecasts_;
  Points best = sure_;
  if (future_ == 0) update_best(known_nodes_, best);
  for (std::size_t i = 0; i < forecasts.size(); ++i) {
    if (!forecasts[i].survives) continue;
    forecasts[i].expected_value = future_ == 0 ? best[i] : static_cast<int>(sums_[i] / future_);
  }
  return forecasts;
}

bool BeamSearch::place_current_pair(limits::SearchBudget& budget) {
  const rules::Heights heights = task_.field.heights();
  const evaluation::MoveValues values = task_.evaluator->move_values(task_.field);
  std::array<rules::PlacementResult, rules::kPlacementCount> children;
  const std::uint32_t placements = budget.take_bits(untried_);
  rules::fastest_chain_kernel().expand(task_.field, heights, task_.pairs[0], placements, children.data());
  const rules::PlacementResult* child = children.data();
  for_each_bit(placements, [&](std::size_t index) {
    PlacementForecast& forecast = forecasts_[index];
    forecast.fired = child->chain;
    Node node{.field = child->field, .roots = 1U << index, .clear_value = value_of_clear(child->field)};
    if (settings_.incoming) node.incoming.garbage = settings_.incoming->garbage;
    node.incoming = settle_garbage(node.incoming, child->chain, 0, node.field);
    forecast.survives = !duel::is_lost(node.field, rules_.choke);
    if (forecast.survives) {
      node.move_value = value_of_move(heights, rules::kPlacements[index], child->chain, values) + node.clear_value;
      node.value = node.move_value + task_.evaluator->evaluate(node.field, rules_.colours);
      known_nodes_.push_back(node);
    }
    ++child;
  });
  untried_ &= ~placements;
  if (untried_ != 0) return false;
  hand_ = 1;
  if (task_.known == 1) update_best(known_nodes_, sure_);
  return true;
}

bool BeamSearch::place_known_pairs(limits::SearchBudget& budget) {
  for (; hand_ < task_.known; ++hand_) {
    const Level level = level_of(settings_.known_pair_width, hand_);
    if (!expand(known_nodes_, task_.pairs[static_cast<std::size_t>(hand_)], level, sure_, budget)) return false;
    update_best(children_, sure_);
  }
  return true;
}

bool BeamSearch::play_futures(limits::SearchBudget& budget) {
  for (const int futures = futures_of(task_.field); future_ < futures; ++future_) {
    if (!play_future(budget)) return false;
    for (std::size_t i = 0; i < best_.size(); ++i) sums_[i] += best_[i];
  }
  return true;
}

bool BeamSearch::play_future(limits::SearchBudget& budget) {
  if (!is_playing_) {
    is_playing_ = true;
    rng_ = rules::Rng(task_.seed, static_cast<std::uint64_t>(future_));
    best_ = sure_;
    nodes_ = known_nodes_;
    hand_ = task_.known;
  }
  for (; hand_ < settings_.depth && !nodes_.empty(); ++hand_) {
    if (!is_expanding_) pair_ = drawn_pair(rng_, rules_.colours);
    const bool has_placed = hand_ == task_.known
                                ? place_first_draw(budget)
                                : expand(nodes_, pair_, level_of(settings_.width, hand_), best_, budget);
    if (!has_placed) return false;
  }
  update_best(nodes_, best_);
  is_playing_ = false;
  return true;
}

bool BeamSearch::place_first_draw(limits::SearchBudget& budget) {
  FirstDraw& draw = first_draws_[rules::index_of(pair_.axis) * rules::kMaxColours + rules::index_of(pair_.child)];
  if (!draw.is_complete) {
    if (!is_expanding_) {
      draw.nodes = known_nodes_;
      draw.fired.fill(least_value());
    }
    if (!expand(draw.nodes, pair_, level_of(settings_.width, hand_), draw.fired, budget)) return false;
    draw.is_complete = true;
  }
  nodes_ = draw.nodes;
  for (std::size_t i = 0; i < best_.size(); ++i) best_[i] = std::max(best_[i], draw.fired[i]);
  return true;
}

BeamSearch::Level BeamSearch::level_of(int width, int hand) const {
  Level level{.width = width};
  if (settings_.race) {
    for (int waited = 0; waited < hand; ++waited) {
      level.permille = level.permille * settings_.race->kept_permille / 1000;
    }
  } else {
    level.permille -= settings_.wait_cost_permille * std::max(hand - task_.known + 1, 0);
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

int BeamSearch::points_to_cancel(const GarbageToCome& garbage) const {
  return settings_.incoming ? garbage.total() * settings_.incoming->attack_per_garbage : 0;
}

BeamSearch::Incoming BeamSearch::settle_garbage(Incoming incoming, const rules::ChainResult& chain, int hand,
                                                rules::Field& field) const {
  auto& [certain, announced] = incoming.garbage;
  if (certain + announced == 0) return {};
  const IncomingSettings& settings = *settings_.incoming;
  const int attack = chain.score / settings.attack_per_garbage;
  const int cancelled = std::min(announced, attack);
  announced -= cancelled;
  certain -= std::min(certain, attack - cancelled);
  if (chain.links > 0) incoming.chain_hands += hands_during(chain.frames);
  if (hand + 1 + incoming.chain_hands >= settings.hands) certain += std::exchange(announced, 0);
  const int falls = std::min(certain, settings.max_drop);
  if (falls == 0) return incoming;
  // All lines get their garbage in the same columns.
  rules::Rng rng(task_.seed, kGarbageStream | static_cast<std::uint32_t>(hand));
  duel::GarbageColumns columns = duel::spread_garbage(falls, rng);
  duel::drop_garbage(field, columns);
  certain -= falls;
  return incoming;
}

void BeamSearch::update_best(const std::vector<Node>& nodes, Points& best) const {
  if (settings_.race && !settings_.race->counts_fields) return;
  for (const Node& node : nodes) {
    for_each_bit(node.roots, [&](std::size_t root) { best[root] = std::max(best[root], node.value); });
  }
}

bool BeamSearch::expand(std::vector<Node>& nodes, rules::Pair pair, const Level& level, Points& fired,
                        limits::SearchBudget& budget) {
  if (!is_expanding_) {
    is_expanding_ = true;
    parent_ = 0;
    untried_ = kAnyPlacement;
    children_.clear();
    slots_.assign(std::bit_ceil(2 * nodes.size() * rules::kPlacementCount), 0);
  }
  for (; parent_ < nodes.size(); ++parent_) {
    const Node& node = nodes[parent_];
    const rules::Heights heights = node.field.heights();
    const evaluation::MoveValues values = task_.evaluator->move_values(node.field);
    const std::uint32_t wanted = without_symmetric_placements(pair, rules::droppable_placements(heights)) & untried_;
    const std::uint32_t placements = budget.take_bits(wanted);
    std::array<rules::PlacementResult, rules::kPlacementCount> children;
    rules::fastest_chain_kernel().expand(node.field, heights, pair, placements, children.data());
    const rules::PlacementResult* child = children.data();
    const std::size_t first_new = children_.size();
    for_each_bit(placements, [&](std::size_t index) {
      const auto& [field, chain] = *child++;
      Node next{.field = field, .roots = node.roots, .clear_value = node.clear_value + value_of_clear(field)};
      next.incoming = settle_garbage(node.incoming, chain, hand_, next.field);
      if (reaches_target(chain) && next.incoming.garbage.total() == 0) {
        rules::Field placed = node.field;
        rules::drop_pair(placed, pair, rules::kPlacements[index]);
        const int points =
            chain_value(chain, placed, level) + node.clear_value - points_to_cancel(node.incoming.garbage);
        for_each_bit(node.roots, [&](std::size_t root) { fired[root] = std::max(fired[root], points); });
      } else if (!duel::is_lost(next.field, rules_.choke)) {
        next.move_value =
            node.move_value + value_of_move(heights, rules::kPlacements[index], chain, values) + value_of_clear(field);
        add(next);
      }
    });
    evaluate_children(first_new);
    if (placements != wanted) {
      untried_ = wanted & ~placements;
      return false;
    }
    untried_ = kAnyPlacement;
  }
  keep_best(nodes, level.width);
  is_expanding_ = false;
  return true;
}

void BeamSearch::add(const Node& child) {
  const std::size_t last = slots_.size() - 1;
  std::size_t slot = field_key(child.field) & last;
  for (; slots_[slot] != 0; slot = (slot + 1) & last) {
    Node& node = children_[slots_[slot] - 1];
    if (node.field != child.field || node.incoming != child.incoming) continue;
    node.roots |= child.roots;
    if (child.move_value > node.move_value) {
      node.value += child.move_value - node.move_value;
      node.move_value = child.move_value;
      node.clear_value = child.clear_value;
    }
    return;
  }
  children_.push_back(child);
  children_.back().value = child.move_value;
  slots_[slot] = static_cast<std::uint32_t>(children_.size());
}

void BeamSearch::evaluate_children(std::size_t first) {
  std::array<const rules::Field*, rules::kPlacementCount> fields;
  std::array<int, rules::kPlacementCount> values;
  const std::span<Node> added = std::span(children_).subspan(first);
  for (std::size_t i = 0; i < added.size(); ++i) fields[i] = &added[i].field;
  task_.evaluator->evaluate_all(std::span(fields).first(added.size()), rules_.colours, values.data());
  for (std::size_t i = 0; i < added.size(); ++i) added[i].value += values[i];
}

// Equal values keep the order of children_, so that the result is the same on every machine.
void BeamSearch::keep_best(std::vector<Node>& nodes, int width) {
  order_.resize(children_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const auto worse = static_cast<std::uint32_t>(std::int64_t{kMaxNodeValue} - children_[i].value);
    order_[i] = std::uint64_t{worse} << 32 | i;
  }
  const auto kept = order_.begin() + std::min<std::ptrdiff_t>(width, std::ssize(order_));
  if (kept != order_.end()) std::nth_element(order_.begin(), kept, order_.end());
  std::sort(order_.begin(), kept);
  nodes.clear();
  for (auto place = order_.begin(); place != kept; ++place) {
    nodes.push_back(children_[static_cast<std::uint32_t>(*place)]);
  }
}

}  // namespace rensa::search
