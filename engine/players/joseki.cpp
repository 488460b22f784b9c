#include "engine/players/joseki.h"

#include <tuple>
#include <utility>

#include "engine/players/choices.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/search/template_search.h"

namespace rensa::players {

namespace {

constexpr int kEnough = 900'000;  // as in the thesis

// Only the own field counts for the choice.
constexpr DuelSituation kWithoutOpponent{};

std::span<const templates::Template> forms(std::string_view family) {
  return templates::find_template_family(family)->templates;
}

std::optional<rules::Placement> choice_of_templates(const Position& position,
                                                    std::span<const templates::Template> templates,
                                                    limits::SearchBudget& budget) {
  const PlacementChoices choices(position);
  const rules::Field& field = position.own.field;
  const bool is_double = position.own.pairs[0].axis == position.own.pairs[0].child;
  std::uint32_t left = choices.droppable_candidates();
  while (left != 0) {
    const auto best = search::choose_by_templates(field, duel::known_pairs(position.own), left, templates,
                                                  search::TemplateRule::greatest, budget);
    if (!best) return std::nullopt;
    if (choices.allows(*best)) return rules::kPlacements[*best];
    if (is_double && *best < kUpsideDown && choices.allows(*best + kUpsideDown)) {
      return rules::kPlacements[*best + kUpsideDown];
    }
    left &= ~(1U << *best);
  }
  return std::nullopt;
}

bool fires(const Position& position, rules::Placement placement) {
  rules::Field field = position.own.field;
  rules::drop_pair(field, position.own.pairs[0], placement);
  return rules::simulate_chain(field).links > 0;
}

}  // namespace

bool Joseki::is_worth_building(const rules::Field& field) const {
  bool can_be_built = false;
  for (const templates::Template& form : forms_.templates) {
    const templates::TemplateMatch match = form.match(field);
    if (match.contradicts) continue;
    if (form.degree(match) > forms_.enough) return false;
    can_be_built = can_be_built || !form.is_built(field);
  }
  return can_be_built;
}

rules::Placement Joseki::choose(const Position& position, const SearchLimits& limits) {
  limits::SearchBudget budget(limits);
  if (const auto placement = choose_without_comparing(position, budget)) return *placement;
  const PlacementChoices choices(position);
  const std::uint32_t left = choices.droppable_candidates();
  const PlacementOptions options = building_.options(position, left, budget);
  return choose_or_any(position, choices, left,
                       [&](std::uint32_t placements) { return choose_option(options, placements, kWithoutOpponent); });
}

std::optional<rules::Placement> Joseki::choose_without_comparing(const Position& position,
                                                                 limits::SearchBudget& budget) {
  intent_ = Intent::attack;
  templates_done_ = templates_done_ || !is_worth_building(position.own.field);
  const bool is_race = Race::is_on(position);
  if (is_race) {
    if (const auto attack = race_.decisive_attack(position, own_potentials_, budget)) return *attack;
  }
  const Potential::Decision decision = Potential::decide(position, own_potentials_, budget);
  if (decision.is_urgent) return decision.placement;
  if (decision.buries_soon) return *decision.buries_soon;
  if (budget.has_ended()) return decision.placement;
  const auto form = choose_by_form(position, budget);
  intent_ = Intent::form;
  if (form && !(is_race && forms_.grows)) return *form;
  intent_ = is_race ? Intent::race : Intent::build;
  return is_race ? std::optional(race_.build(position, form, budget)) : std::nullopt;
}

std::vector<Candidate> Joseki::candidates(const Position& position, const SearchLimits& limits) {
  limits::SearchBudget budget(limits);
  if (const auto placement = choose_without_comparing(position, budget)) return {{*placement}};
  const PlacementChoices choices(position);
  const std::uint32_t left = choices.droppable_candidates();
  const PlacementOptions options = building_.options(position, left, budget);
  return rank_possible(
      position, choices, left,
      [&](std::uint32_t placements) { return choose_option(options, placements, kWithoutOpponent); },
      [&](std::size_t index) { return worth_of(options[index], kWithoutOpponent); });
}

bool Joseki::ponder(const Position& expected, const SearchLimits& limits) {
  limits::SearchBudget budget(limits);
  const auto state = std::pair(templates_done_, intent_);
  if (!choose_without_comparing(expected, budget)) {
    building_.options(expected, PlacementChoices(expected).droppable_candidates(), budget);
  }
  std::tie(templates_done_, intent_) = state;
  return !budget.has_ended();
}

std::string Joseki::remark() const {
  switch (intent_) {
    case Intent::none:
      return {};
    case Intent::attack:
      return "fires, or gets ready to";
    case Intent::form:
      return "follows a form";
    case Intent::race:
      return "races for the first attack";
    case Intent::build:
      return "builds on what stands";
  }
  return {};
}

std::optional<rules::Placement> Joseki::choose_by_form(const Position& position, limits::SearchBudget& budget) {
  if (templates_done_) return std::nullopt;
  const auto choice = choice_of_templates(position, forms_.templates, budget);
  if (budget.has_ended()) return choice;  // it may not be the best one, and says nothing about the forms
  // A complete form would fire. To build on gives a longer chain.
  templates_done_ = !choice || (forms_.grows && fires(position, *choice));
  return templates_done_ ? std::nullopt : choice;
}

Joseki joseki(const PlayerSetup& setup) {
  return {setup, {.templates = forms("gtr"), .enough = kEnough, .grows = true}};
}

Joseki templates_alone(const PlayerSetup& setup) {
  return {setup, {.templates = forms("stairs"), .enough = templates::kFullDegree, .grows = false}};
}

}  // namespace rensa::players
