#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <vector>

#include "engine/evaluation/field_shape.h"
#include "engine/evaluation/template_progress.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/search/duplicates.h"
#include "engine/search/template_search.h"

namespace rensa::search {

namespace {

constexpr int kManyPuyos = 1000;  // more than a field can hold
constexpr int kNearHands = 3000;  // templates with at most so many thousandths more count too
constexpr int kNearShare = 5;

struct Node {
  rules::Field field;
  evaluation::TemplateProgress progress;
  std::size_t first;       // the placement of the first pair
  std::size_t number = 0;  // in the order in which the layer's nodes were made
};

constexpr int kPairCells = 2;

class FormSearch {
 public:
  FormSearch(std::span<const templates::Template> templates, limits::SearchBudget& budget)
      : templates_(templates), budget_(budget) {}

  std::optional<std::size_t> choose(const rules::Field& field, std::span<const rules::Pair> pairs,
                                    std::uint32_t placements) {
    if (placements == 0) return std::nullopt;
    layer_ = {{.field = field, .progress = {}, .first = static_cast<std::size_t>(std::countr_zero(placements))}};
    for (std::size_t depth = 0; depth < pairs.size(); ++depth) {
      next_.clear();
      one_matches_ = false;
      for (const Node& node : layer_) {
        const std::uint32_t open = depth == 0 ? placements : rules::droppable_placements(node.field.heights());
        if (const auto built = expand(node, pairs[depth], open, depth == 0)) return built;
        if (budget_.has_ended()) break;
      }
      if (next_.empty()) break;
      layer_.swap(next_);
      const bool is_last = depth + 1 == pairs.size() || budget_.has_ended();
      keep_best(is_last ? 1 : kFormWidth);
      if (is_last) break;
    }
    return layer_.front().first;
  }

 private:
  // Returns the first pair's placement if a template is completed here.
  std::optional<std::size_t> expand(const Node& node, rules::Pair pair, std::uint32_t placements, bool is_first) {
    placements = budget_.take_bits(without_symmetric_placements(pair, placements));
    const rules::Heights heights = node.field.heights();
    rules::fastest_chain_kernel().expand(node.field, heights, pair, placements, children_.data());
    const bool may_be_built = can_be_built(node.field);
    std::size_t i = 0;
    for (std::uint32_t rest = placements; rest != 0; rest &= rest - 1, ++i) {
      const auto placement = static_cast<std::size_t>(std::countr_zero(rest));
      const std::size_t first = is_first ? placement : node.first;
      if (may_be_built && completes_template(node.field, pair, rules::kPlacements[placement])) return first;
      const rules::Field& field = children_[i].field;
      if (field.is_choked()) continue;
      next_.push_back({.field = field, .progress = progress_of(field), .first = first, .number = next_.size()});
    }
    return std::nullopt;
  }

  void keep_best(std::size_t width) {
    // Equal nodes keep their order, so that the result is the same on every machine.
    const auto is_better = [](const Node& a, const Node& b) {
      return a.progress != b.progress ? a.progress > b.progress : a.number < b.number;
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

  // Returns true if the placement completes a template, before groups vanish.
  bool completes_template(const rules::Field& before, rules::Pair pair, rules::Placement placement) const {
    rules::Field field = before;
    rules::drop_pair(field, pair, placement);
    return templates::is_any_built(templates_, field);
  }

  // Does not count wrong puyos if a field without contradictions is known, because that field is better.
  evaluation::TemplateProgress progress_of(const rules::Field& field) {
    const evaluation::FieldSummary view(field);
    hands_.clear();
    for (const templates::Template& form : templates_) {
      if (!form.contradicts(view.puyos)) hands_.push_back(evaluation::estimate_hands_left(form, view));
    }
    evaluation::TemplateProgress progress{.status = evaluation::TemplateStatus::contradicted,
                                          .value = 0,
                                          .lowness = evaluation::lowness_of(view.heights)};
    if (!hands_.empty()) {
      progress.status = evaluation::TemplateStatus::matches;
      progress.value = -hands_with_others();
      one_matches_ = true;
    } else if (!one_matches_) {
      progress.value = -wrong_puyos(field);
    }
    return progress;
  }

  // Returns the fewest hands, less a bonus for other templates with nearly as few hands.
  int hands_with_others() const {
    const int least = *std::min_element(hands_.begin(), hands_.end());
    int bonus = -kNearHands;
    for (const int hands : hands_) bonus += std::max(least + kNearHands - hands, 0);
    return least - bonus / kNearShare;
  }

  int wrong_puyos(const rules::Field& field) const {
    int least = kManyPuyos;
    for (const templates::Template& form : templates_) least = std::min(least, form.wrong_puyos(field, least));
    return least;
  }

  std::span<const templates::Template> templates_;
  limits::SearchBudget& budget_;
  std::vector<Node> layer_;
  std::vector<Node> next_;
  std::vector<int> hands_;
  bool one_matches_ = false;  // a field after this pair has no contradictions
  std::array<rules::PlacementResult, rules::kPlacementCount> children_;
};

}  // namespace

std::optional<std::size_t> choose_by_hands(const rules::Field& field, std::span<const rules::Pair> pairs,
                                           std::uint32_t placements, std::span<const templates::Template> templates,
                                           limits::SearchBudget& budget) {
  assert(!pairs.empty() && !templates.empty());
  pairs = pairs.first(std::min(pairs.size(), kMaxTemplatePairs));
  return FormSearch(templates, budget).choose(field, pairs, placements);
}

}  // namespace rensa::search
