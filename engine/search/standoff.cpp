#include "engine/search/standoff.h"

#include <algorithm>

#include "engine/duel/attack.h"
#include "engine/rules/link.h"
#include "engine/rules/timing.h"
#include "engine/search/firing.h"

namespace rensa::search {

namespace {

constexpr PossibleChainSettings kSettings{.most_completions = 2, .use_book = false};
constexpr int kTreeDepth = 2;

}  // namespace

RunningChain rest_of_chain(const rules::Field& field, int links, rules::AttackFormula formula) {
  RunningChain rest{.attack = 0, .frames = 0, .after = field};
  rest.frames += rules::fast_fall_frames(rules::settle(rest.after));
  for (;;) {
    const rules::Link link = rules::erase_groups(rest.after);
    if (link.erased == 0) return rest;
    ++links;
    rest.attack += formula == rules::AttackFormula::literature ? duel::literature_attack(links, link.erased)
                                                               : rules::link_score(link, links);
    const int rows = rules::settle(rest.after);
    rest.frames += rules::kVanishFrames + (rows > 0 ? rules::fast_fall_frames(rows) + rules::kGroundingFrames : 0);
  }
}

HandTree Standoff::tree_of(const rules::Field& field, std::span<const rules::Pair> known) {
  const auto nobody_knows = std::find(known.begin(), known.end(), rules::Pair{});
  known = known.first(static_cast<std::size_t>(nobody_knows - known.begin()));
  const HandTreeSettings settings{.hands = &hands_, .known = known, .depth = kTreeDepth};
  HandTreeBuilder builder(settings);
  builder.grow(chains_of(field));
  while (const rules::Field* next = builder.next()) builder.grow(chains_of(*next));
  return builder.tree();
}

std::span<const PossibleChain> Standoff::chains_of(const rules::Field& field) {
  chains_.clear();
  if (field.is_choked()) return {};
  finder_.for_each(field, kSettings, [this](PossibleChain chain, const rules::Field& filled) {
    if (terms_.formula == rules::AttackFormula::literature) chain.score = literature_attack_of(filled);
    if (terms_.pacing == rules::Pacing::turns) chain.frames = 0;
    chains_.add(chain);
  });
  return chains_.chains();
}

}  // namespace rensa::search
