#include "engine/search/template_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <vector>

#include "engine/evaluation/field_shape.h"
#include "engine/evaluation/placement_degrees.h"
#include "engine/evaluation/template_progress.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/search/duplicates.h"

namespace rensa::search {

namespace {

using templates::IncrementalMatch;

constexpr int kManyPuyos = 1000;  // more than a field can hold

// Does not count the cells, because that is a library call on machines without an instruction for it.
bool has_at_most_two(rules::Board cells) {
  for (int i = 0; i < 2; ++i) {
    std::uint64_t& half = cells.low != 0 ? cells.low : cells.high;
    half &= half == 0 ? 0 : half - 1;
  }
  return cells.empty();
}

// Looks for fields with greater progress than the best so far, and skips all that cannot have it.
class TemplateSearch {
 public:
  TemplateSearch(std::span<const rules::Pair> pairs, std::span<const templates::Template> templates, TemplateRule rule,
                 limits::SearchBudget& budget)
      : pairs_(pairs), templates_(templates), rule_(rule), budget_(budget) {
    for (std::vector<IncrementalMatch>& matches : matches_) matches.reserve(templates.size());
  }

  std::optional<std::size_t> choose(const rules::Field& field, std::uint32_t placements) {
    if (placements == 0) return std::nullopt;
    choice_ = static_cast<std::size_t>(std::countr_zero(placements));
    match_all(field, matches_[0]);
    visit({.field = field, .depth = 0, .placements = placements, .matches = matches_[0], .last = nullptr});
    return choice_;
  }

 private:
  // A field for the next pair. The matches belong to that field if `last` is null, otherwise to the field before `last`
  // was put down.
  struct Node {
    const rules::Field& field;
    std::size_t depth;
    std::uint32_t placements;
    std::span<const IncrementalMatch> matches;
    const evaluation::PlacedPair* last;
  };
  using Children = std::array<rules::PlacementResult, rules::kPlacementCount>;

  void match_all(const rules::Field& field, std::vector<IncrementalMatch>& matches) const {
    matches.clear();
    for (const templates::Template& form : templates_) {
      const IncrementalMatch match(form, field);
      if (!match.contradicts()) matches.push_back(match);
    }
  }

  // Returns true if a template is completed so early that no other result is better.
  bool is_best_possible_at(std::size_t depth) const {
    return best_.status == evaluation::TemplateStatus::built && -best_.value <= static_cast<std::int64_t>(depth);
  }

  void take(const Node& node, std::size_t placement, const evaluation::TemplateProgress& progress) {
    if (progress <= best_) return;
    best_ = progress;
    choice_ = node.depth == 0 ? placement : first_;
  }

  void visit(Node node) {
    if (is_best_possible_at(node.depth)) return;
    const rules::Pair pair = pairs_[node.depth];
    const rules::Heights heights = node.field.heights();
    node.placements = budget_.take_bits(without_symmetric_placements(pair, node.placements));
    Children children;
    rules::fastest_chain_kernel().expand(node.field, heights, pair, node.placements, children.data());
    if (can_be_built(node.field)) look_for_built(node);
    if (is_best_possible_at(node.depth + 1)) return;
    if (node.depth + 1 == pairs_.size()) {
      visit_leaves(node, heights, children);
    } else {
      visit_inner(node, heights, children);
    }
  }

  void visit_inner(const Node& node, const rules::Heights& heights, const Children& children) {
    const rules::Pair pair = pairs_[node.depth];
    std::size_t i = 0;
    for (std::uint32_t rest = node.placements; rest != 0; rest &= rest - 1, ++i) {
      const rules::PlacementResult& child = children[i];
      if (child.field.is_choked()) continue;
      const auto placement = static_cast<std::size_t>(std::countr_zero(rest));
      if (node.depth == 0) first_ = placement;
      const evaluation::PlacedPair last = evaluation::place_pair(heights, pair, rules::kPlacements[placement]);
      Node next{.field = child.field,
                .depth = node.depth + 1,
                .placements = rules::droppable_placements(child.field.heights()),
                .matches = node.matches,
                .last = &last};
      const bool is_last = next.depth + 1 == pairs_.size();
      if (child.chain.links > 0) {
        match_all(child.field, matches_[next.depth]);
      } else if (!is_last) {
        match_after(node.matches, last, matches_[next.depth]);
      }
      if (child.chain.links > 0 || !is_last) {
        next.matches = matches_[next.depth];
        next.last = nullptr;
      }
      visit(next);
    }
  }

  static void match_after(std::span<const IncrementalMatch> before, const evaluation::PlacedPair& last,
                          std::vector<IncrementalMatch>& after) {
    after.clear();
    for (const IncrementalMatch& match : before) {
      if (match.effect_at(last.cells[0]).forbids(last.colours[0])) continue;
      after.push_back(match);
      after.back().add_puyo(last.cells[0], last.colours[0]);
      after.back().add_puyo(last.cells[1], last.colours[1]);
      if (after.back().contradicts()) after.pop_back();
    }
  }

  // Returns true if a template lacks at most two cells, which one pair can fill.
  bool can_be_built(const rules::Field& field) const {
    const rules::Board occupied = field.occupied();
    return std::any_of(templates_.begin(), templates_.end(), [&occupied](const templates::Template& form) {
      return has_at_most_two(form.missing(occupied));
    });
  }

  void look_for_built(const Node& node) {
    for (std::uint32_t rest = node.placements; rest != 0; rest &= rest - 1) {
      const auto placement = static_cast<std::size_t>(std::countr_zero(rest));
      rules::Field placed = node.field;
      rules::drop_pair(placed, pairs_[node.depth], rules::kPlacements[placement]);
      if (!templates::is_any_built(templates_, placed)) continue;
      take(
          node, placement,
          {.status = evaluation::TemplateStatus::built, .value = -static_cast<std::int64_t>(node.depth), .lowness = 0});
      return;
    }
  }

  void visit_leaves(const Node& node, const rules::Heights& heights, const Children& children) {
    evaluation::PlacementDegrees leaves(node.field, heights, pairs_[node.depth], node.placements);
    for (const IncrementalMatch& match : node.matches) {
      if (node.last == nullptr) {
        leaves.add(match, request());
      } else {
        leaves.add(match, *node.last, request());
      }
    }
    const bool hopeless = best_.status == evaluation::TemplateStatus::contradicted &&
                          wrong_puyos(node.field, most_wrong()) > most_wrong();
    std::size_t i = 0;
    for (std::uint32_t rest = node.placements; rest != 0; rest &= rest - 1, ++i) {
      const auto placement = static_cast<std::size_t>(std::countr_zero(rest));
      const rules::Field& field = children[i].field;
      if (field.is_choked()) continue;
      if (children[i].chain.links > 0) {
        take(node, placement, progress_of(field, degrees_of(field)));
      } else if (leaves.of(placement).count > 0 || !hopeless) {
        take(node, placement, progress_of(field, leaves.of(placement)));
      }
    }
  }

  // If only the greatest degree counts, degrees below the best one so far are not needed.
  evaluation::PlacementDegrees::DegreeRequest request() const {
    if (rule_ == TemplateRule::greatest && best_.status == evaluation::TemplateStatus::matches)
      return {.least = best_.value, .count = false};
    return {.next_pair = rule_ == TemplateRule::with_next_pair};
  }

  evaluation::PlacementDegrees::Degrees degrees_of(const rules::Field& field) const {
    evaluation::PlacementDegrees::Degrees degrees;
    const rules::Heights heights = field.heights();
    for (const templates::Template& form : templates_) {
      const templates::TemplateMatch match = form.match(field);
      if (match.contradicts) continue;
      degrees.add(rule_ != TemplateRule::with_next_pair
                      ? form.degree(match)
                      : evaluation::degree_with_next_pair(
                            form, match.filled,
                            evaluation::next_pair_gain(IncrementalMatch(form, field), {}, heights, field.occupied())));
    }
    return degrees;
  }

  evaluation::TemplateProgress progress_of(const rules::Field& field,
                                           const evaluation::PlacementDegrees::Degrees& degrees) const {
    evaluation::TemplateProgress progress;
    if (degrees.count == 0) {
      if (best_.status > evaluation::TemplateStatus::contradicted) return {};
      progress = {
          .status = evaluation::TemplateStatus::contradicted, .value = -wrong_puyos(field, most_wrong()), .lowness = 0};
    } else {
      progress = {.status = evaluation::TemplateStatus::matches, .value = value_of(degrees), .lowness = 0};
    }
    progress.lowness = evaluation::lowness_of(field.heights());
    return progress;
  }

  std::int64_t value_of(const evaluation::PlacementDegrees::Degrees& degrees) const {
    switch (rule_) {
      case TemplateRule::greatest:
      case TemplateRule::with_next_pair:
        return degrees.greatest;
      case TemplateRule::fewest_contradictions:
        return degrees.count * (templates::kFullDegree + 1) + degrees.greatest;
      case TemplateRule::mean:
        return degrees.sum / degrees.count;
    }
    return 0;
  }

  // Returns the number of wrong puyos from which on a field cannot be the best.
  int most_wrong() const {
    return best_.status == evaluation::TemplateStatus::contradicted ? static_cast<int>(-best_.value) : kManyPuyos;
  }

  // The result is exact up to `most`.
  int wrong_puyos(const rules::Field& field, int most) const {
    int least = most + 1;
    for (const templates::Template& form : templates_) least = std::min(least, form.wrong_puyos(field, least));
    return least;
  }

  std::span<const rules::Pair> pairs_;
  std::span<const templates::Template> templates_;
  TemplateRule rule_;
  limits::SearchBudget& budget_;
  std::array<std::vector<IncrementalMatch>, kMaxTemplatePairs> matches_;  // by depth
  evaluation::TemplateProgress best_;
  std::size_t choice_ = 0;
  std::size_t first_ = 0;  // the placement of the first pair that is being tried
};

}  // namespace

std::optional<std::size_t> choose_by_templates(const rules::Field& field, std::span<const rules::Pair> pairs,
                                               std::uint32_t placements, std::span<const templates::Template> templates,
                                               TemplateRule rule, limits::SearchBudget& budget) {
  assert(!pairs.empty() && !templates.empty());
  pairs = pairs.first(std::min(pairs.size(), kMaxTemplatePairs));
  return TemplateSearch(pairs, templates, rule, budget).choose(field, placements);
}

}  // namespace rensa::search
