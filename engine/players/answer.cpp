#include "engine/players/answer.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "engine/players/choices.h"
#include "engine/rules/drop.h"
#include "engine/rules/droppable.h"

namespace rensa::players {

namespace {

constexpr int kHurts = 3 * rules::kColumns;  // garbage: three rows
constexpr int kBesides = 40;         // garbage that counts when all is cancelled: who has just fired has no answer
constexpr int kMostToCancel = 1000;  // nobody has more to set against it
constexpr int kLeftPermille = 970;   // with each pair: what is there is sure
constexpr int kFutures = 12;

}  // namespace

std::optional<Threat> threat_to(const duel::SideView& own, const search::RunningChain& theirs, int attack_for_one) {
  const int garbage = own.waiting.total() + theirs.attack / attack_for_one;
  if (garbage < kHurts) return std::nullopt;
  const bool falls_at_once = own.waiting.fixed >= kHurts;
  return Threat{.garbage = garbage, .hands = falls_at_once ? 1 : theirs.frames / search::kFramesPerHand + 1};
}

Answer::Answer(const PlayerSetup& setup)
    : ruleset_(setup.ruleset),
      nodes_(setup.options.nodes),
      plan_(setup.options.weights.value_or(search::default_stacking_plan())),
      seed_(setup.seed) {}

rules::Placement Answer::choose(const duel::View& view, const Threat& threat) const {
  const Choices choices(view);
  const std::uint32_t left = rules::droppable_placements(view.own.field.heights()) & choices.candidates();
  const search::Growths growths = look(view, left, threat);
  const auto chosen = choose_possible(choices, view.own.pairs[0], left,
                                      [&](std::uint32_t placements) { return choose_answer(growths, placements); });
  return chosen ? chosen->placement : any_possible(view);
}

search::BeamTerms Answer::terms_against(const Threat& threat, int attack_for_one) const {
  search::BeamTerms terms;
  terms.futures = terms.late_futures = kFutures;
  terms.depth = threat.hands;
  terms = search::with_nodes(terms, nodes_);
  terms.race = {.links = 1,
                .most = std::min(threat.garbage, kMostToCancel) + kBesides,
                .attack_for_one = attack_for_one,
                .left_permille = kLeftPermille};
  return terms;
}

search::Growths Answer::look(const duel::View& view, std::uint32_t placements, const Threat& threat) const {
  const int attack_for_one = rules::attack_for_one(ruleset_, view.clock);
  const search::BeamTerms terms = terms_against(threat, attack_for_one);
  search::Beam beam(terms, plan_, {.formula = ruleset_.attack, .choke = ruleset_.choke, .colours = ruleset_.colours});
  const auto known = duel::known_pairs(view.own);
  const auto in_time = known.first(std::min(known.size(), static_cast<std::size_t>(threat.hands)));
  search::Growths growths =
      beam.look(view.own.field, in_time, placements, seed_ + static_cast<std::uint64_t>(view.own.hand));
  for (std::size_t i = 0; i < growths.size(); ++i) {
    if (growths[i].now.links == 0) continue;
    rules::Field placed = view.own.field;
    rules::drop_pair(placed, view.own.pairs[0], rules::kPlacements[i]);
    const int attack = search::attack_of(placed, growths[i].now, ruleset_.attack) / attack_for_one;
    growths[i].promise = std::max(growths[i].promise, std::min(attack, terms.race->most) * search::kRaceGarbage);
  }
  return growths;
}

std::size_t choose_answer(const search::Growths& growths, std::uint32_t placements) {
  assert(placements != 0);
  const auto key = [&](std::size_t index) { return std::pair(growths[index].lives, growths[index].promise); };
  auto best = static_cast<std::size_t>(std::countr_zero(placements));
  for (std::uint32_t left = placements; left != 0; left &= left - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(left));
    if (key(index) > key(best)) best = index;
  }
  return best;
}

}  // namespace rensa::players
