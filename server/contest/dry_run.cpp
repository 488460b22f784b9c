#include "server/contest/dry_run.h"

#include "server/base/formatted.h"
#include "server/contest/stage_json.h"
#include "server/league/tournament.h"

namespace rensa::contest {

namespace {

using base::formatted;

constexpr std::size_t kMostPairs = 1'000;

// The pairs that are drawn before the first result is known.
std::string first_pairs(const Plan& plan) {
  league::Tournament tournament(plan.players.size());
  league::Cup cup(plan.cup());
  std::string out;
  while (tournament.pairs().size() < kMostPairs) {
    const std::vector<league::Event> due = cup.due(tournament);
    if (due.empty()) return out;
    for (const league::Event& event : due) {
      tournament.apply(event);
      const auto* drawn = std::get_if<league::PairDrawn>(&event);
      if (drawn == nullptr) continue;
      out += plan.players[drawn->pair.first].name + " - " + plan.players[drawn->pair.second].name + '\n';
    }
  }
  return out + "and so on\n";
}

}  // namespace

std::string dry_run(const Plan& plan) {
  std::string out = first_pairs(plan);
  std::size_t players = plan.players.size();
  for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
    if (plan.stages[stage].take > 0) players = static_cast<std::size_t>(plan.stages[stage].take);
    const auto games = league::most_games(plan.stages[stage], players);
    out += formatted("stage %zu, ", stage + 1) + name_of(plan.stages[stage].format);
    out += formatted(", %zu players, ", players) + (games ? formatted("at most %zu games\n", *games) : "without end\n");
  }
  return out;
}

}  // namespace rensa::contest
