#include "engine/search/beam.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/duel/legal.h"
#include "engine/rules/drop.h"
#include "engine/rules/droppable.h"
#include "engine/rules/rng.h"
#include "engine/search/field_key.h"
#include "engine/search/twins.h"

namespace rensa::search {

namespace {

constexpr std::int64_t kMostKept = 100'000;  // fields

template <typename Visit>
void for_each_bit(std::uint32_t bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

int worth_of_move(const rules::Heights& heights, rules::Placement placement, const rules::ChainResult& chain,
                  const StackingWeights& weights) {
  return (rules::tears(heights, placement) ? weights.tear : 0) + weights.wasted * chain.links;
}

rules::Pair drawn_pair(rules::Rng& rng, int colours) {
  const auto draw = [&] { return rules::kColours[rng.below(static_cast<std::uint32_t>(colours))]; };
  const rules::Cell axis = draw();
  return {axis, draw()};
}

}  // namespace

BeamTerms with_nodes(BeamTerms terms, int nodes) {
  if (nodes <= 0) return terms;
  const std::int64_t most = most_nodes(terms);
  const auto scaled = [&](int part) {
    return static_cast<int>(std::clamp<std::int64_t>(std::int64_t{part} * nodes / most, 1, kMostKept));
  };
  terms.trunk = scaled(terms.trunk);
  terms.width = scaled(terms.width);
  return terms;
}

Beam::Beam(const BeamTerms& terms, const StackingPlan& plan, const FiringTerms& firing)
    : terms_(terms), plan_(plan), firing_(firing) {
  assert(terms.trunk > 0 && terms.width > 0 && terms.futures > 0 && terms.late_futures > 0);
  assert(terms.haste >= 0 && terms.haste * terms.depth <= 1000);
  assert(!terms.race ||
         (terms.race->attack_for_one > 0 && terms.race->left_permille <= 1000 && terms.race->most <= kMostInRace));
}

int Beam::futures_of(const rules::Field& field) const {
  const int room = rules::kVisibleCells.without(field.occupied()).count();
  return room <= terms_.late_room ? terms_.late_futures : terms_.futures;
}

Growths Beam::look(const rules::Field& field, std::span<const rules::Pair> known, std::uint32_t placements,
                   std::uint64_t seed) {
  assert(!known.empty());
  Growths growths;
  plant(field, known[0], placements, growths);
  Points sure;  // without a drawn pair
  sure.fill(kDoom);
  if (known.size() == 1) credit(trunk_, sure);
  const auto known_count = static_cast<int>(known.size());
  for (int hand = 1; hand < known_count; ++hand) {
    grow(trunk_, known[static_cast<std::size_t>(hand)], season_of(terms_.trunk, hand, known_count), sure);
    credit(children_, sure);
  }

  const int futures = futures_of(field);
  std::array<std::int64_t, rules::kPlacementCount> sums{};
  for (int future = 0; future < futures; ++future) {
    Points best = sure;
    follow(seed, future, known_count, best);
    for (std::size_t i = 0; i < best.size(); ++i) sums[i] += best[i];
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (growths[i].lives) growths[i].promise = static_cast<int>(sums[i] / futures);
  }
  return growths;
}

void Beam::plant(const rules::Field& field, rules::Pair pair, std::uint32_t placements, Growths& growths) {
  const rules::Heights heights = field.heights();
  const StackingWeights& weights = plan_.of(phase_of(field));
  std::array<rules::Child, rules::kPlacementCount> children;
  placements = without_twins(pair, placements);
  rules::fastest_chain_path().expand(field, heights, pair, placements, children.data());
  trunk_.clear();
  const rules::Child* child = children.data();
  for_each_bit(placements, [&](std::size_t index) {
    Growth& growth = growths[index];
    growth.now = child->chain;
    growth.lives = !duel::is_lost(child->field, firing_.choke);
    if (growth.lives) {
      const int actions = worth_of_move(heights, rules::kPlacements[index], child->chain, weights);
      const int worth = worth_of(child->field, firing_.colours, plan_.of(phase_of(child->field)));
      trunk_.push_back({.field = child->field, .roots = 1U << index, .actions = actions, .value = actions + worth});
    }
    ++child;
  });
}

void Beam::follow(std::uint64_t seed, int future, int known, Points& best) {
  rules::Rng rng(seed, static_cast<std::uint64_t>(future));
  level_ = trunk_;
  for (int hand = known; hand < terms_.depth && !level_.empty(); ++hand) {
    grow(level_, drawn_pair(rng, firing_.colours), season_of(terms_.width, hand, known), best);
  }
  credit(level_, best);
}

Beam::Season Beam::season_of(int width, int hand, int known) const {
  Season season{.width = width};
  if (terms_.race) {
    for (int waited = 0; waited < hand; ++waited) {
      season.permille = season.permille * terms_.race->left_permille / 1000;
    }
  } else {
    season.permille -= terms_.haste * std::max(hand - known + 1, 0);
  }
  return season;
}

bool Beam::is_built_for(const rules::ChainResult& chain) const {
  return terms_.race ? chain.links >= terms_.race->links : chain.score >= terms_.enough;
}

int Beam::counted(const rules::ChainResult& chain, const rules::Field& placed, const Season& season) const {
  if (!terms_.race) return static_cast<int>(std::int64_t{chain.score} * season.permille / 1000);
  const int attack = attack_of(placed, chain, firing_.formula);
  const std::int64_t garbage = std::min(attack / terms_.race->attack_for_one, terms_.race->most);
  return static_cast<int>(garbage * season.permille * kRaceGarbage / 1000);
}

void Beam::credit(const std::vector<Node>& nodes, Points& best) {
  for (const Node& node : nodes) {
    for_each_bit(node.roots, [&](std::size_t root) { best[root] = std::max(best[root], node.value); });
  }
}

void Beam::grow(std::vector<Node>& level, rules::Pair pair, const Season& season, Points& fired) {
  children_.clear();
  slots_.assign(std::bit_ceil(2 * level.size() * rules::kPlacementCount), 0);
  for (const Node& node : level) {
    const rules::Heights heights = node.field.heights();
    const StackingWeights& weights = plan_.of(phase_of(node.field));
    const std::uint32_t placements = without_twins(pair, rules::droppable_placements(heights));
    std::array<rules::Child, rules::kPlacementCount> children;
    rules::fastest_chain_path().expand(node.field, heights, pair, placements, children.data());
    const rules::Child* child = children.data();
    for_each_bit(placements, [&](std::size_t index) {
      const auto& [field, chain] = *child++;
      if (is_built_for(chain)) {
        rules::Field placed = node.field;
        rules::drop_pair(placed, pair, rules::kPlacements[index]);
        const int points = counted(chain, placed, season);
        for_each_bit(node.roots, [&](std::size_t root) { fired[root] = std::max(fired[root], points); });
      } else if (!duel::is_lost(field, firing_.choke)) {
        add(field, node.roots, node.actions + worth_of_move(heights, rules::kPlacements[index], chain, weights));
      }
    });
  }
  keep_best(level, season.width);
}

void Beam::add(const rules::Field& field, std::uint32_t roots, int actions) {
  const std::size_t last = slots_.size() - 1;
  std::size_t slot = key_of(field) & last;
  for (; slots_[slot] != 0; slot = (slot + 1) & last) {
    Node& node = children_[slots_[slot] - 1];
    if (node.field != field) continue;
    node.roots |= roots;
    const int better = std::max(actions - node.actions, 0);
    node.actions += better;
    node.value += better;
    return;
  }
  const int worth = worth_of(field, firing_.colours, plan_.of(phase_of(field)));
  children_.push_back({.field = field, .roots = roots, .actions = actions, .value = actions + worth});
  slots_[slot] = static_cast<std::uint32_t>(children_.size());
}

// In an order that is the same on every machine: the next level depends on it where values are equal.
void Beam::keep_best(std::vector<Node>& level, int width) {
  order_.resize(children_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<std::uint32_t>(i);
  const auto kept = order_.begin() + std::min<std::ptrdiff_t>(width, std::ssize(order_));
  std::partial_sort(order_.begin(), kept, order_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return children_[a].value != children_[b].value ? children_[a].value > children_[b].value : a < b;
  });
  level.clear();
  for (auto index = order_.begin(); index != kept; ++index) level.push_back(children_[*index]);
}

}  // namespace rensa::search
