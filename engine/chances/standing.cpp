#include "engine/chances/standing.h"

#include <algorithm>
#include <numeric>

#include "engine/players/exchange/side_facts.h"
#include "engine/record/game_history.h"

namespace rensa::chances {

namespace {

// No attack of a game is greater; it keeps sums in range.
constexpr int kMaxAttack = 10'000;

int garbage_of(std::int64_t points, int rate) {
  return static_cast<int>(std::min<std::int64_t>(points / rate, kMaxAttack));
}

// The points that the next link of a side turns into garbage, too: those of an all clear, mostly. Without the side's
// motion they are known only while its field is still empty.
std::int64_t unsent_points(const duel::SideView& side, const rules::Ruleset& ruleset) {
  if (side.motion) return std::clamp<std::int64_t>(side.motion->unsent, 0, 1'000'000);
  return side.hand > 1 && side.field.is_all_clear() ? ruleset.all_clear_points : 0;
}

// Returns an attack without the part that cancels the garbage that waits for its sender, and takes that part away.
int surplus_of(int attack, int& waiting) {
  const int cancelled = std::min(attack, waiting);
  waiting -= cancelled;
  return attack - cancelled;
}

}  // namespace

void StandingCounter::add_possible_chains(const rules::Field& field, int bonus, int rate, Standing& standing) {
  if (field.is_choked()) return;
  constexpr search::PossibleChainSettings kSettings{.max_completions = 2};
  limits::SearchBudget budget(limits::SearchLimits{});
  finder_.for_each(field, kSettings, budget, [&](const search::PossibleChain& chain, const rules::Field&) {
    const int attack = garbage_of(chain.score + bonus, rate);
    const int missing = std::accumulate(chain.needed.begin(), chain.needed.end(), 0);
    standing.possible = std::max(standing.possible, attack);
    if (missing <= kSoonPuyos) standing.soon = std::max(standing.soon, attack);
  });
}

std::array<Standing, 2> StandingCounter::count(const Moment& moment, const rules::Ruleset& ruleset) {
  const int rate = rules::attack_per_garbage(ruleset, moment.clock);
  std::array<Standing, 2> standings;
  std::array<int, 2> waiting{};
  std::array<int, 2> surplus{};
  for (std::size_t i = 0; i < 2; ++i) {
    const duel::SideView& side = moment.sides[i];
    Standing& standing = standings[i];
    standing.is_dead = side.phase == duel::Phase::dead;
    const evaluation::RunningChain running = players::running_chain_of(side, ruleset.attack);
    const rules::Field& field = running.after;
    std::int64_t unsent = unsent_points(side, ruleset);
    if (running.attack > 0) unsent += running.attack;
    waiting[i] = std::min(side.waiting.total(), kMaxAttack);
    surplus[i] = surplus_of(running.attack > 0 ? garbage_of(unsent, rate) : 0, waiting[i]);
    const int bonus = running.attack > 0 ? 0 : static_cast<int>(unsent);
    standing.to_bury = side.hand == 0 ? players::garbage_to_bury(rules::Field{}, ruleset.choke)
                                      : players::garbage_to_bury(field, ruleset.choke);
    standing.busy_frames = running.frames;
    standing.coloured_cells = field.planes().coloured().count();
    standing.garbage_cells = field.planes().garbage().count();
    if (field.is_choked()) continue;
    const auto pairs = players::pairs_to_come(side);
    const rules::ChainResult ready =
        record::largest_available_chain(field, pairs.first(std::min<std::size_t>(2, pairs.size())));
    if (ready.score > 0) standing.ready = garbage_of(ready.score + bonus, rate);
    add_possible_chains(field, bonus, rate, standing);
    standing.soon = std::max(standing.soon, standing.ready);
    standing.possible = std::max(standing.possible, standing.soon);
  }
  const int both = std::min(surplus[0], surplus[1]);  // these attacks cancel each other
  for (std::size_t i = 0; i < 2; ++i) standings[i].on_its_way = waiting[i] + surplus[1 - i] - both;
  return standings;
}

}  // namespace rensa::chances
