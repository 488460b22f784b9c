#include "server/league/cup.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "engine/rules/rng.h"

namespace rensa::league {

namespace {

std::size_t players_of(const StagePlan& plan, std::size_t players_before) {
  return plan.take == 0 ? players_before : static_cast<std::size_t>(plan.take);
}

std::vector<std::size_t> all_of(std::size_t players) {
  std::vector<std::size_t> all(players);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

}  // namespace

void Cup::heed(const Tournament& tournament) {
  while (formats_.size() < tournament.stages().size()) {
    const std::size_t stage = formats_.size();
    formats_.push_back(
        make_format(plan_.stages[stage], static_cast<int>(stage), tournament.stages()[stage], plan_.authors));
  }
}

bool Cup::is_audited(std::size_t pair) const {
  constexpr std::uint64_t kAuditStream = 0x6175'6469'74ULL << 24;
  rules::Rng rng(plan_.seed, kAuditStream + pair);
  constexpr double kRange = 4'294'967'296.0;
  return rng.next() / kRange < plan_.audit_share;
}

std::vector<Event> Cup::due(const Tournament& tournament) {
  heed(tournament);
  const bool is_between = formats_.empty() || formats_.back()->is_over(tournament);
  if (is_between && formats_.size() == plan_.stages.size()) return {};
  if (is_between) {
    const StagePlan& plan = plan_.stages[formats_.size()];
    std::vector<std::size_t> players =
        formats_.empty() ? all_of(tournament.players()) : formats_.back()->ranking(tournament);
    std::erase_if(players, [&](std::size_t player) { return tournament.is_benched(player); });
    if (players.size() > players_of(plan, players.size())) players.resize(players_of(plan, players.size()));
    if (players.size() < 2) return {};  // the others are benched: it is over
    return {StageBegun{players}};
  }
  std::vector<Event> events;
  for (Pair pair : formats_.back()->draw(tournament)) {
    pair.is_audit = !pair.is_best_of && is_audited(tournament.pairs().size() + events.size());
    events.emplace_back(PairDrawn{pair});
  }
  return events;
}

bool Cup::draws_ahead(const Tournament& tournament) {
  heed(tournament);
  const std::size_t open = tournament.games_open();
  return open == 0 || (!formats_.empty() && open <= formats_.back()->draws_ahead());
}

bool Cup::is_over(const Tournament& tournament) {
  heed(tournament);
  if (formats_.empty() || !formats_.back()->is_over(tournament)) return false;
  return formats_.size() == plan_.stages.size() || due(tournament).empty();
}

Format& Cup::format(const Tournament& tournament, std::size_t stage) {
  heed(tournament);
  return *formats_[stage];
}

std::vector<std::size_t> Cup::ranking(const Tournament& tournament) {
  heed(tournament);
  std::vector<std::size_t> ranking;
  const auto add = [&ranking](const std::vector<std::size_t>& players) {
    for (const std::size_t player : players) {
      if (std::find(ranking.begin(), ranking.end(), player) == ranking.end()) ranking.push_back(player);
    }
  };
  for (std::size_t stage = formats_.size(); stage-- > 0;) add(formats_[stage]->ranking(tournament));
  add(all_of(tournament.players()));
  return ranking;
}

std::optional<std::size_t> most_games(const std::vector<StagePlan>& plans, std::size_t players) {
  std::size_t games = 0;
  for (const StagePlan& plan : plans) {
    players = players_of(plan, players);
    const auto more = most_games(plan, players);
    if (!more) return std::nullopt;
    games += *more;
  }
  return games;
}

std::string why_unplayable(const std::vector<StagePlan>& plans, std::size_t players) {
  for (std::size_t stage = 0; stage < plans.size(); ++stage) {
    const StagePlan& plan = plans[stage];
    std::string why;
    if (plan.take != 0 && stage == 0) why = "the first stage takes all players";
    if (static_cast<std::size_t>(plan.take) > players) why = "it takes more players than there are";
    players = players_of(plan, players);
    if (why.empty()) why = why_unplayable(plan, players);
    const bool goes_on = stage + 1 < plans.size();
    if (why.empty() && goes_on && plan.format == FormatKind::ladder && plan.seasons == 0) why = "it has no end";
    if (why.empty()) continue;
    if (plans.size() == 1) return why;
    return std::string("stage ").append(std::to_string(stage + 1)).append(": ").append(why);
  }
  return "";
}

}  // namespace rensa::league
