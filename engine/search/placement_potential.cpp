#include "engine/search/placement_potential.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/duel/outcome.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/search/duplicates.h"

namespace rensa::search {

namespace {

constexpr int kNoBuildValue = -1'000'000'000;

// The results that a field with some pairs left leads to.
struct Outlook {
  evaluation::FirableChain best;
  std::array<int, kMaxPotentialPairs> attacks{};  // as in PlacementPotential
  int build_value = kNoBuildValue;

  void add(const evaluation::FirableChain& chain) {
    best = std::max(best, chain);
    int& attack = attacks[static_cast<std::size_t>(chain.hand) - 1];
    attack = std::max(attack, chain.attack);
  }

  void add(const Outlook& other) {
    best = std::max(best, other.best);
    for (std::size_t i = 0; i < attacks.size(); ++i) attacks[i] = std::max(attacks[i], other.attacks[i]);
    build_value = std::max(build_value, other.build_value);
  }
};

// The outlooks of fields before the last known pair, because many of them are reached in several ways.
class OutlookCache {
 public:
  OutlookCache() { slots_.fill(kFree); }

  // Returns the outlook of a field. Calls `compute` for a new field.
  template <typename Compute>
  const Outlook& at(const rules::Field& field, Compute compute) {
    std::size_t slot = field_key(field) & (kSlots - 1);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (kSlots - 1)) {
      const Entry& entry = entries_[slots_[slot]];
      if (entry.field == field) return entry.outlook;
    }
    assert(count_ < kMaxFields);
    Entry& entry = entries_[count_];
    slots_[slot] = static_cast<std::uint16_t>(count_++);
    entry.field = field;
    entry.outlook = compute();
    return entry.outlook;
  }

 private:
  static constexpr std::size_t kMaxFields = static_cast<std::size_t>(rules::kPlacementCount) * rules::kPlacementCount;
  static constexpr std::size_t kSlots = std::bit_ceil(2 * kMaxFields);
  static constexpr std::uint16_t kFree = 0xFFFF;

  struct Entry {
    rules::Field field;
    Outlook outlook;
  };
  std::array<std::uint16_t, kSlots> slots_;
  std::array<Entry, kMaxFields> entries_;
  std::size_t count_ = 0;
};

class PotentialSearch {
 public:
  PotentialSearch(std::span<const rules::Pair> pairs, const evaluation::SearchRules& rules,
                  const evaluation::FieldEvaluator& evaluator, limits::SearchBudget& budget)
      : pairs_(pairs), rules_(rules), evaluator_(evaluator), budget_(budget) {}

  PlacementPotentials evaluate(const rules::Field& field, std::uint32_t placements) {
    PlacementPotentials potentials;
    expand(field, 0, placements, [&](std::size_t index, const rules::PlacementResult& child) {
      PlacementPotential& potential = potentials[index];
      potential.survives = !duel::is_lost(child.field, rules_.choke);
      if (child.chain.links > 0) potential.fired = fired_chain(field, 0, index, child);
      if (!potential.survives) return;
      const Outlook outlook = outlook_of(child.field, 1);
      potential.best_later = outlook.best;
      if (potential.fired.hand == 0) potential.attacks = outlook.attacks;
      potential.attacks[0] = potential.fired.attack;
      potential.build_value = outlook.build_value;
    });
    return potentials;
  }

 private:
  template <typename Visit>
  void expand(const rules::Field& field, std::size_t hand, std::uint32_t placements, Visit visit) const {
    std::array<rules::PlacementResult, rules::kPlacementCount> children;
    placements = budget_.take_bits(without_symmetric_placements(pairs_[hand], placements));
    rules::fastest_chain_kernel().expand(field, field.heights(), pairs_[hand], placements, children.data());
    for (std::size_t i = 0; placements != 0; ++i, placements &= placements - 1) {
      visit(static_cast<std::size_t>(std::countr_zero(placements)), children[i]);
    }
  }

  Outlook outlook_of(const rules::Field& field, std::size_t hand) {
    if (hand == pairs_.size()) {
      return {.best = {}, .attacks = {}, .build_value = evaluator_.evaluate(field, rules_.colours)};
    }
    const auto compute = [&] { return outlook_of_children(field, hand); };
    return hand == 2 ? cache_.at(field, compute) : compute();
  }

  Outlook outlook_of_children(const rules::Field& field, std::size_t hand) {
    Outlook best;
    expand(field, hand, rules::droppable_placements(field.heights()),
           [&](std::size_t index, const rules::PlacementResult& child) {
             if (child.chain.links > 0) {
               best.add(fired_chain(field, hand, index, child));
             } else if (!duel::is_lost(child.field, rules_.choke)) {
               best.add(outlook_of(child.field, hand + 1));
             }
           });
    return best;
  }

  evaluation::FirableChain fired_chain(const rules::Field& before, std::size_t hand, std::size_t index,
                                       const rules::PlacementResult& child) const {
    int attack = child.chain.score;
    if (rules_.formula == rules::AttackFormula::literature) {
      rules::Field placed = before;
      rules::drop_pair(placed, pairs_[hand], rules::kPlacements[index]);
      attack = evaluation::literature_attack_of(placed);
    }
    return {.attack = attack, .links = child.chain.links, .hand = static_cast<int>(hand) + 1};
  }

  std::span<const rules::Pair> pairs_;
  evaluation::SearchRules rules_;
  const evaluation::FieldEvaluator& evaluator_;
  limits::SearchBudget& budget_;
  OutlookCache cache_;
};

}  // namespace

PlacementPotentials potentials_of(const rules::Field& field, std::span<const rules::Pair> pairs,
                                  std::uint32_t placements, const evaluation::SearchRules& rules,
                                  const evaluation::FieldEvaluator& evaluator, limits::SearchBudget& budget) {
  assert(!pairs.empty());
  pairs = pairs.first(std::min(pairs.size(), kMaxPotentialPairs));
  return PotentialSearch(pairs, rules, evaluator, budget).evaluate(field, placements);
}

}  // namespace rensa::search
