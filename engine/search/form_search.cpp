#include "engine/search/form_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <vector>

#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/droppable.h"
#include "engine/search/hands_left.h"
#include "engine/search/promise.h"
#include "engine/search/twins.h"

namespace rensa::search {

namespace {

constexpr int kMostPuyos = 1000;  // more than any field holds
constexpr int kNearHands = 3000;  // so many more at most, in thousandths
constexpr int kNearShare = 5;

struct Node {
  rules::Field field;
  Promise promise;
  std::size_t first;       // the placement of the first pair
  std::size_t number = 0;  // in the order in which its layer was made
};

// No pair fills more than two cells.
constexpr int kPairCells = 2;

class FormSearch {
 public:
  explicit FormSearch(std::span<const templates::Template> templates) : templates_(templates) {}

  std::optional<std::size_t> choose(const rules::Field& field, std::span<const rules::Pair> pairs,
                                    std::uint32_t placements) {
    if (placements == 0) return std::nullopt;
    layer_ = {{.field = field, .promise = {}, .first = static_cast<std::size_t>(std::countr_zero(placements))}};
    for (std::size_t depth = 0; depth < pairs.size(); ++depth) {
      next_.clear();
      one_matches_ = false;
      for (const Node& node : layer_) {
        const std::uint32_t open = depth == 0 ? placements : rules::droppable_placements(node.field.heights());
        if (const auto built = expand(node, pairs[depth], open, depth == 0)) return built;
      }
      if (next_.empty()) break;
      layer_.swap(next_);
      keep_best(depth + 1 == pairs.size() ? 1 : kFormWidth);
    }
    return layer_.front().first;
  }

 private:
  // The first placement of what is built here, if anything is.
  std::optional<std::size_t> expand(const Node& node, rules::Pair pair, std::uint32_t placements, bool is_first) {
    placements = without_twins(pair, placements);
    const rules::Heights heights = node.field.heights();
    rules::fastest_chain_path().expand(node.field, heights, pair, placements, children_.data());
    const bool may_be_built = can_be_built(node.field);
    std::size_t i = 0;
    for (std::uint32_t rest = placements; rest != 0; rest &= rest - 1, ++i) {
      const auto placement = static_cast<std::size_t>(std::countr_zero(rest));
      const std::size_t first = is_first ? placement : node.first;
      if (may_be_built && builds(node.field, pair, rules::kPlacements[placement])) return first;
      const rules::Field& field = children_[i].field;
      if (field.is_choked()) continue;
      next_.push_back({.field = field, .promise = promise_of(field), .first = first, .number = next_.size()});
    }
    return std::nullopt;
  }

  void keep_best(std::size_t width) {
    // Of equals the first, on every machine.
    const auto is_better = [](const Node& a, const Node& b) {
      return a.promise != b.promise ? a.promise > b.promise : a.number < b.number;
    };
    const auto end = layer_.begin() + static_cast<std::ptrdiff_t>(std::min(width, layer_.size()));
    std::partial_sort(layer_.begin(), end, layer_.end(), is_better);
    layer_.erase(end, layer_.end());
  }

  bool can_be_built(const rules::Field& field) const {
    const rules::Board occupied = field.occupied();
    return std::any_of(templates_.begin(), templates_.end(), [&occupied](const templates::Template& form) {
      return form.missing(occupied).count() <= kPairCells;
    });
  }

  // Before anything vanishes: complete chains fire.
  bool builds(const rules::Field& before, rules::Pair pair, rules::Placement placement) const {
    rules::Field field = before;
    rules::drop_pair(field, pair, placement);
    return std::any_of(templates_.begin(), templates_.end(),
                       [&field](const templates::Template& form) { return form.is_built(field); });
  }

  // Wrong puyos are not counted once a field without any is known: it beats them all.
  Promise promise_of(const rules::Field& field) {
    const FieldView view(field);
    hands_.clear();
    for (const templates::Template& form : templates_) {
      if (!form.contradicts(view.puyos)) hands_.push_back(hands_left(form, view));
    }
    Promise promise{.standing = Standing::contradicted, .value = 0, .lowness = lowness_of(view.heights)};
    if (!hands_.empty()) {
      promise.standing = Standing::matches;
      promise.value = -hands_with_others();
      one_matches_ = true;
    } else if (!one_matches_) {
      promise.value = -wrong_puyos(field);
    }
    return promise;
  }

  // The fewest hands, less what other templates are worth that need hardly more: one of them may get lucky.
  int hands_with_others() const {
    const int least = *std::min_element(hands_.begin(), hands_.end());
    int luck = -kNearHands;
    for (const int hands : hands_) luck += std::max(least + kNearHands - hands, 0);
    return least - luck / kNearShare;
  }

  int wrong_puyos(const rules::Field& field) const {
    int least = kMostPuyos;
    for (const templates::Template& form : templates_) least = std::min(least, form.wrong_puyos(field, least));
    return least;
  }

  std::span<const templates::Template> templates_;
  std::vector<Node> layer_;
  std::vector<Node> next_;
  std::vector<int> hands_;
  bool one_matches_ = false;  // of the fields after this pair
  std::array<rules::Child, rules::kPlacementCount> children_;
};

}  // namespace

std::optional<std::size_t> choose_by_hands(const rules::Field& field, std::span<const rules::Pair> pairs,
                                           std::uint32_t placements, std::span<const templates::Template> templates) {
  assert(!pairs.empty() && !templates.empty());
  return FormSearch(templates).choose(field, pairs, placements);
}

}  // namespace rensa::search
