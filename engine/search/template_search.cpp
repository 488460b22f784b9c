#include "engine/search/template_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <vector>

#include "engine/templates/prospect.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/droppable.h"
#include "engine/search/promise.h"
#include "engine/search/template_leaves.h"
#include "engine/search/twins.h"

namespace rensa::search {

namespace {

using templates::Prospect;

constexpr int kMostPuyos = 1000;  // more than any field holds

// Without counting: that is a call on machines without an instruction for it.
bool has_at_most_two(rules::Board cells) {
  for (int i = 0; i < 2; ++i) {
    std::uint64_t& half = cells.low != 0 ? cells.low : cells.high;
    half &= half == 0 ? 0 : half - 1;
  }
  return cells.empty();
}

// Everything greater than what was best so far counts, and nothing else: whatever cannot be is left out.
class TemplateSearch {
 public:
  TemplateSearch(std::span<const rules::Pair> pairs, std::span<const templates::Template> templates, TemplateRule rule)
      : pairs_(pairs), templates_(templates), rule_(rule) {
    for (std::vector<Prospect>& prospects : prospects_) prospects.reserve(templates.size());
  }

  std::optional<std::size_t> choose(const rules::Field& field, std::uint32_t placements) {
    if (placements == 0) return std::nullopt;
    choice_ = static_cast<std::size_t>(std::countr_zero(placements));
    see(field, prospects_[0]);
    visit({.field = field, .depth = 0, .placements = placements, .prospects = prospects_[0], .last = nullptr});
    return choice_;
  }

 private:
  // A field on which a pair is to be put. The prospects are of that field, or of the one before `last` was put down.
  struct Node {
    const rules::Field& field;
    std::size_t depth;
    std::uint32_t placements;
    std::span<const Prospect> prospects;
    const PutDown* last;
  };
  using Children = std::array<rules::Child, rules::kPlacementCount>;

  void see(const rules::Field& field, std::vector<Prospect>& prospects) const {
    prospects.clear();
    for (const templates::Template& form : templates_) {
      const Prospect prospect(form, field);
      if (!prospect.contradicts()) prospects.push_back(prospect);
    }
  }

  // Nothing is greater than what was built so soon.
  bool is_built_by(std::size_t depth) const {
    return best_.standing == Standing::built && -best_.value <= static_cast<std::int64_t>(depth);
  }

  void take(const Node& node, std::size_t placement, const Promise& promise) {
    if (promise <= best_) return;
    best_ = promise;
    choice_ = node.depth == 0 ? placement : first_;
  }

  void visit(Node node) {
    if (is_built_by(node.depth)) return;
    const rules::Pair pair = pairs_[node.depth];
    const rules::Heights heights = node.field.heights();
    node.placements = without_twins(pair, node.placements);
    Children children;
    rules::fastest_chain_path().expand(node.field, heights, pair, node.placements, children.data());
    if (can_be_built(node.field)) look_for_built(node);
    if (is_built_by(node.depth + 1)) return;
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
      const rules::Child& child = children[i];
      if (child.field.is_choked()) continue;
      const auto placement = static_cast<std::size_t>(std::countr_zero(rest));
      if (node.depth == 0) first_ = placement;
      const PutDown last = put_down(heights, pair, rules::kPlacements[placement]);
      Node next{.field = child.field,
                .depth = node.depth + 1,
                .placements = rules::droppable_placements(child.field.heights()),
                .prospects = node.prospects,
                .last = &last};
      const bool is_last = next.depth + 1 == pairs_.size();
      if (child.chain.links > 0) {
        see(child.field, prospects_[next.depth]);
      } else if (!is_last) {
        foresee(node.prospects, last, prospects_[next.depth]);
      }
      if (child.chain.links > 0 || !is_last) {
        next.prospects = prospects_[next.depth];
        next.last = nullptr;
      }
      visit(next);
    }
  }

  static void foresee(std::span<const Prospect> before, const PutDown& last, std::vector<Prospect>& after) {
    after.clear();
    for (const Prospect& prospect : before) {
      if (prospect.at(last.cells[0]).bars(last.colours[0])) continue;
      after.push_back(prospect);
      after.back().put(last.cells[0], last.colours[0]);
      after.back().put(last.cells[1], last.colours[1]);
      if (after.back().contradicts()) after.pop_back();
    }
  }

  // No pair fills more than two cells.
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
      const bool is_built = std::any_of(templates_.begin(), templates_.end(),
                                        [&placed](const templates::Template& form) { return form.is_built(placed); });
      if (!is_built) continue;
      take(node, placement,
           {.standing = Standing::built, .value = -static_cast<std::int64_t>(node.depth), .lowness = 0});
      return;
    }
  }

  void visit_leaves(const Node& node, const rules::Heights& heights, const Children& children) {
    TemplateLeaves leaves(node.field, heights, pairs_[node.depth], node.placements);
    for (const Prospect& prospect : node.prospects) {
      if (node.last == nullptr) {
        leaves.add(prospect, wanted());
      } else {
        leaves.add(prospect, *node.last, wanted());
      }
    }
    const bool hopeless =
        best_.standing == Standing::contradicted && wrong_puyos(node.field, most_wrong()) > most_wrong();
    std::size_t i = 0;
    for (std::uint32_t rest = node.placements; rest != 0; rest &= rest - 1, ++i) {
      const auto placement = static_cast<std::size_t>(std::countr_zero(rest));
      const rules::Field& field = children[i].field;
      if (field.is_choked()) continue;
      if (children[i].chain.links > 0) {
        take(node, placement, promise_of(field, degrees_of(field)));
      } else if (leaves.of(placement).count > 0 || !hopeless) {
        take(node, placement, promise_of(field, leaves.of(placement)));
      }
    }
  }

  // Below the best degree so far there is nothing to be seen, if the greatest is all that counts.
  TemplateLeaves::Wanted wanted() const {
    if (rule_ == TemplateRule::best && best_.standing == Standing::matches)
      return {.least = best_.value, .count = false};
    return {.ahead = rule_ == TemplateRule::best_ahead};
  }

  TemplateLeaves::Degrees degrees_of(const rules::Field& field) const {
    TemplateLeaves::Degrees degrees;
    const rules::Heights heights = field.heights();
    for (const templates::Template& form : templates_) {
      const templates::Match match = form.match(field);
      if (match.contradicts) continue;
      degrees.add(
          rule_ != TemplateRule::best_ahead
              ? form.degree(match)
              : degree_ahead(form, match.filled, next_pair_gain(Prospect(form, field), {}, heights, field.occupied())));
    }
    return degrees;
  }

  Promise promise_of(const rules::Field& field, const TemplateLeaves::Degrees& degrees) const {
    Promise promise;
    if (degrees.count == 0) {
      if (best_.standing > Standing::contradicted) return {};
      promise = {.standing = Standing::contradicted, .value = -wrong_puyos(field, most_wrong()), .lowness = 0};
    } else {
      promise = {.standing = Standing::matches, .value = value_of(degrees), .lowness = 0};
    }
    promise.lowness = lowness_of(field.heights());
    return promise;
  }

  std::int64_t value_of(const TemplateLeaves::Degrees& degrees) const {
    switch (rule_) {
      case TemplateRule::best:
      case TemplateRule::best_ahead:
        return degrees.greatest;
      case TemplateRule::fewest_contradictions:
        return degrees.count * (templates::kWholeDegree + 1) + degrees.greatest;
      case TemplateRule::best_mean:
        return degrees.sum / degrees.count;
    }
    return 0;
  }

  // More would not be looked at.
  int most_wrong() const {
    return best_.standing == Standing::contradicted ? static_cast<int>(-best_.value) : kMostPuyos;
  }

  // What is more than `most` may be anything above it.
  int wrong_puyos(const rules::Field& field, int most) const {
    int least = most + 1;
    for (const templates::Template& form : templates_) least = std::min(least, form.wrong_puyos(field, least));
    return least;
  }

  std::span<const rules::Pair> pairs_;
  std::span<const templates::Template> templates_;
  TemplateRule rule_;
  std::array<std::vector<Prospect>, 3> prospects_;  // by depth
  Promise best_;
  std::size_t choice_ = 0;
  std::size_t first_ = 0;  // the placement of the first pair that is being tried
};

}  // namespace

std::optional<std::size_t> choose_by_templates(const rules::Field& field, std::span<const rules::Pair> pairs,
                                               std::uint32_t placements, std::span<const templates::Template> templates,
                                               TemplateRule rule) {
  assert(!pairs.empty() && pairs.size() <= 3 && !templates.empty());
  return TemplateSearch(pairs, templates, rule).choose(field, placements);
}

}  // namespace rensa::search
