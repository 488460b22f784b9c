#include "engine/search/potential.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/duel/legal.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/droppable.h"
#include "engine/search/field_key.h"
#include "engine/search/hope.h"
#include "engine/search/shape.h"
#include "engine/search/twins.h"

namespace rensa::search {

namespace {

constexpr int kNoHope = -1'000'000'000;

constexpr int kShapeWorth = 5;  // of a point of shape, where a link is worth 1000

// What a field with some pairs left leads to.
struct Outlook {
  Firing sure;
  std::array<int, kMostProspectPairs> attacks{};  // as in Prospect
  int hope = kNoHope;

  void add(const Firing& firing) {
    sure = std::max(sure, firing);
    int& attack = attacks[static_cast<std::size_t>(firing.hand) - 1];
    attack = std::max(attack, firing.attack);
  }

  void add(const Outlook& other) {
    sure = std::max(sure, other.sure);
    for (std::size_t i = 0; i < attacks.size(); ++i) attacks[i] = std::max(attacks[i], other.attacks[i]);
    hope = std::max(hope, other.hope);
  }
};

// Fields in which one pair fewer than known has been placed, and what they lead to: many are reached in several ways.
class Seen {
 public:
  Seen() { slots_.fill(kFree); }

  // The outlook of a field; `find_out` tells that of a new one.
  template <typename FindOut>
  const Outlook& at(const rules::Field& field, FindOut find_out) {
    std::size_t slot = key_of(field) & (kSlots - 1);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (kSlots - 1)) {
      const Entry& entry = entries_[slots_[slot]];
      if (entry.field == field) return entry.outlook;
    }
    assert(count_ < kMost);
    Entry& entry = entries_[count_];
    slots_[slot] = static_cast<std::uint16_t>(count_++);
    entry.field = field;
    entry.outlook = find_out();
    return entry.outlook;
  }

 private:
  static constexpr std::size_t kMost = static_cast<std::size_t>(rules::kPlacementCount) * rules::kPlacementCount;
  static constexpr std::size_t kSlots = std::bit_ceil(2 * kMost);
  static constexpr std::uint16_t kFree = 0xFFFF;

  struct Entry {
    rules::Field field;
    Outlook outlook;
  };
  std::array<std::uint16_t, kSlots> slots_;
  std::array<Entry, kMost> entries_;
  std::size_t count_ = 0;
};

class PotentialSearch {
 public:
  PotentialSearch(std::span<const rules::Pair> pairs, const FiringTerms& terms) : pairs_(pairs), terms_(terms) {}

  Prospects prospects(const rules::Field& field, std::uint32_t placements) {
    Prospects prospects;
    expand(field, 0, placements, [&](std::size_t index, const rules::Child& child) {
      Prospect& prospect = prospects[index];
      prospect.lives = !duel::is_lost(child.field, terms_.choke);
      if (child.chain.links > 0) prospect.now = firing_of(field, 0, index, child);
      if (!prospect.lives) return;
      const Outlook outlook = outlook_of(child.field, 1);
      prospect.later = outlook.sure;
      if (prospect.now.hand == 0) prospect.attacks = outlook.attacks;
      prospect.attacks[0] = prospect.now.attack;
      prospect.hope = outlook.hope;
    });
    return prospects;
  }

 private:
  template <typename Visit>
  void expand(const rules::Field& field, std::size_t hand, std::uint32_t placements, Visit visit) const {
    std::array<rules::Child, rules::kPlacementCount> children;
    placements = without_twins(pairs_[hand], placements);
    rules::fastest_chain_path().expand(field, field.heights(), pairs_[hand], placements, children.data());
    for (std::size_t i = 0; placements != 0; ++i, placements &= placements - 1) {
      visit(static_cast<std::size_t>(std::countr_zero(placements)), children[i]);
    }
  }

  Outlook outlook_of(const rules::Field& field, std::size_t hand) {
    if (hand == pairs_.size()) return {.sure = {}, .attacks = {}, .hope = hope_of(field)};
    const auto find_out = [&] { return outlook_of_children(field, hand); };
    return hand == 2 ? seen_.at(field, find_out) : find_out();
  }

  Outlook outlook_of_children(const rules::Field& field, std::size_t hand) {
    Outlook best;
    expand(field, hand, rules::droppable_placements(field.heights()),
           [&](std::size_t index, const rules::Child& child) {
             if (child.chain.links > 0) {
               best.add(firing_of(field, hand, index, child));
             } else if (!duel::is_lost(child.field, terms_.choke)) {
               best.add(outlook_of(child.field, hand + 1));
             }
           });
    return best;
  }

  int hope_of(const rules::Field& field) const {
    return search::hope_of(field, terms_.colours).value() + kShapeWorth * shape_of(field);
  }

  Firing firing_of(const rules::Field& before, std::size_t hand, std::size_t index, const rules::Child& child) const {
    int attack = child.chain.score;
    if (terms_.formula == rules::AttackFormula::literature) {
      rules::Field placed = before;
      rules::drop_pair(placed, pairs_[hand], rules::kPlacements[index]);
      attack = literature_attack_of(placed);
    }
    return {.attack = attack, .links = child.chain.links, .hand = static_cast<int>(hand) + 1};
  }

  std::span<const rules::Pair> pairs_;
  FiringTerms terms_;
  Seen seen_;
};

}  // namespace

Prospects prospects_of(const rules::Field& field, std::span<const rules::Pair> pairs, std::uint32_t placements,
                       const FiringTerms& terms) {
  assert(!pairs.empty() && pairs.size() <= kMostProspectPairs);
  return PotentialSearch(pairs, terms).prospects(field, placements);
}

}  // namespace rensa::search
