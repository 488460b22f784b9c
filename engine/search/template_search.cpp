#include "engine/search/template_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <compare>
#include <limits>

#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/droppable.h"

namespace rensa::search {

namespace {

enum class Standing : std::uint8_t { choked, contradicted, matches, built };

// What a field promises: the greater the better.
struct Promise {
  Standing standing = Standing::choked;
  std::int64_t value = 0;
  int lowness = 0;
  auto operator<=>(const Promise&) const = default;
};

// Minus the sum of the squares of the heights.
int lowness_of(const rules::Field& field) {
  int sum = 0;
  for (const int height : field.heights()) sum -= height * height;
  return sum;
}

// A double upside down is the same.
std::uint32_t without_twins(rules::Pair pair, std::uint32_t placements) {
  constexpr int kUpsideDown = rules::kPlacementCount / 2;
  return pair.axis == pair.child ? placements & ~(placements << kUpsideDown) : placements;
}

class TemplateSearch {
 public:
  TemplateSearch(std::span<const rules::Pair> pairs, std::span<const knowledge::Template> templates, TemplateRule rule)
      : pairs_(pairs), templates_(templates), rule_(rule) {}

  std::optional<std::size_t> choose(const rules::Field& field, std::uint32_t placements) const {
    std::optional<std::size_t> choice;
    Promise best;
    for_each_child(field, 0, placements, [&](std::size_t placement, const Promise& promise) {
      if (choice && promise <= best) return;
      best = promise;
      choice = placement;
    });
    return choice;
  }

 private:
  template <typename Visit>
  void for_each_child(const rules::Field& field, std::size_t depth, std::uint32_t placements, Visit visit) const {
    const rules::Pair pair = pairs_[depth];
    const rules::Heights heights = field.heights();
    placements = without_twins(pair, placements);
    std::array<rules::Child, rules::kPlacementCount> children;
    rules::fastest_chain_path().expand(field, heights, pair, placements, children.data());
    for (std::size_t i = 0; placements != 0; ++i, placements &= placements - 1) {
      const auto placement = static_cast<std::size_t>(std::countr_zero(placements));
      visit(placement, promise_of(field, depth, rules::kPlacements[placement], children[i]));
    }
  }

  Promise promise_of(const rules::Field& before, std::size_t depth, rules::Placement placement,
                     const rules::Child& child) const {
    rules::Field placed = child.field;
    if (child.chain.links > 0) {
      placed = before;
      rules::drop_pair(placed, pairs_[depth], placement);
    }
    if (is_built(placed)) {
      return {.standing = Standing::built, .value = -static_cast<std::int64_t>(depth), .lowness = 0};
    }
    if (child.field.is_choked()) return {};
    if (depth + 1 == pairs_.size()) return promise_of_leaf(child.field);
    Promise best;
    for_each_child(child.field, depth + 1, rules::droppable_placements(child.field.heights()),
                   [&best](std::size_t, const Promise& promise) { best = std::max(best, promise); });
    return best;
  }

  bool is_built(const rules::Field& placed) const {
    return std::any_of(templates_.begin(), templates_.end(),
                       [&placed](const knowledge::Template& form) { return form.is_built(placed); });
  }

  Promise promise_of_leaf(const rules::Field& field) const {
    std::int64_t sum = 0;
    std::int64_t count = 0;
    std::int64_t greatest = 0;
    for (const knowledge::Template& form : templates_) {
      const knowledge::Match match = form.match(field);
      if (match.contradicts) continue;
      ++count;
      sum += form.degree(match);
      greatest = std::max<std::int64_t>(greatest, form.degree(match));
    }
    if (count == 0) {
      return {.standing = Standing::contradicted, .value = -wrong_puyos(field), .lowness = lowness_of(field)};
    }
    const Standing matches = Standing::matches;
    switch (rule_) {
      case TemplateRule::best:
        return {.standing = matches, .value = greatest, .lowness = lowness_of(field)};
      case TemplateRule::fewest_contradictions:
        return {.standing = matches,
                .value = count * (knowledge::kWholeDegree + 1) + greatest,
                .lowness = lowness_of(field)};
      case TemplateRule::best_mean:
        return {.standing = matches, .value = sum / count, .lowness = lowness_of(field)};
    }
    return {};
  }

  int wrong_puyos(const rules::Field& field) const {
    int least = std::numeric_limits<int>::max();
    for (const knowledge::Template& form : templates_) least = std::min(least, form.wrong_puyos(field));
    return least;
  }

  std::span<const rules::Pair> pairs_;
  std::span<const knowledge::Template> templates_;
  TemplateRule rule_;
};

}  // namespace

std::optional<std::size_t> choose_by_templates(const rules::Field& field, std::span<const rules::Pair> pairs,
                                               std::uint32_t placements, std::span<const knowledge::Template> templates,
                                               TemplateRule rule) {
  assert(!pairs.empty() && pairs.size() <= 3 && !templates.empty());
  return TemplateSearch(pairs, templates, rule).choose(field, placements);
}

}  // namespace rensa::search
