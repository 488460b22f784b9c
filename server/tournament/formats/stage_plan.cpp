#include "server/tournament/formats/stage_plan.h"

#include "server/tournament/journal/event.h"

namespace rensa::tournament {

namespace {

constexpr std::size_t kMaxGames = 10'000'000;

std::size_t number_of_pairings(std::size_t players) { return players * (players - 1) / 2; }

// The sizes of groups differ by one player at most.
std::size_t number_of_pairings_in_groups(std::size_t players, std::size_t groups) {
  const std::size_t larger = players % groups;
  const std::size_t least = players / groups;
  return larger * number_of_pairings(least + 1) + (groups - larger) * number_of_pairings(least);
}

}  // namespace

std::size_t player_count_of_stage(const StagePlan& plan, std::size_t players_before) {
  return plan.take == 0 ? players_before : static_cast<std::size_t>(plan.take);
}

std::optional<std::size_t> max_games(const StagePlan& plan, std::size_t players) {
  const auto count = [](int number) { return static_cast<std::size_t>(number); };
  const std::size_t games = 2 * count(plan.pairs);  // per meeting of two players
  switch (plan.format) {
    case FormatKind::round_robin:
      return games * number_of_pairings(players);
    case FormatKind::gauntlet:
      return games * count(plan.challengers) * (players - count(plan.challengers));
    case FormatKind::groups:
      return games * number_of_pairings_in_groups(players, count(plan.groups));
    case FormatKind::swiss:
      return games * (players * count(plan.rounds) / 2);
    case FormatKind::knock_out:
      return count(plan.best_of) * (players - 1 + (plan.third_place && players > 3 ? 1 : 0));
    case FormatKind::double_knock_out:
      return count(plan.best_of) * (2 * players - 1);
    case FormatKind::sprt:
      return games;
    case FormatKind::ladder:
      break;
  }
  if (plan.seasons == 0) return std::nullopt;
  return games * (players * count(plan.rounds) / 2) * count(plan.seasons);
}

std::string why_unplayable(const StagePlan& plan, std::size_t players) {
  if (players < 2) return "a stage needs at least two players";
  if (plan.format == FormatKind::gauntlet && static_cast<std::size_t>(plan.challengers) >= players) {
    return "there are too many challengers: one other player is needed";
  }
  if (plan.format == FormatKind::groups && static_cast<std::size_t>(plan.groups) * 2 > players) {
    return "there are too many groups: each needs two players";
  }
  const bool meets_for_all = plan.format == FormatKind::swiss || plan.format == FormatKind::ladder;
  if (meets_for_all && 2 * plan.pairs > kMaxLegs) {
    return "two players may play at most " + std::to_string(kMaxLegs / 2) + " pairs of games";
  }
  if (plan.format == FormatKind::sprt && players != 2) return "a sequential test needs exactly two players";
  if (max_games(plan, players).value_or(0) > kMaxGames) {
    return "the stage has more than " + std::to_string(kMaxGames) + " games";
  }
  return "";
}

std::optional<std::size_t> max_games(const std::vector<StagePlan>& plans, std::size_t players) {
  std::size_t games = 0;
  for (const StagePlan& plan : plans) {
    players = player_count_of_stage(plan, players);
    const auto more = max_games(plan, players);
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
    if (static_cast<std::size_t>(plan.take) > players) why = "it takes more players than the stage before has";
    players = player_count_of_stage(plan, players);
    if (why.empty()) why = why_unplayable(plan, players);
    const bool goes_on = stage + 1 < plans.size();
    if (why.empty() && goes_on && plan.format == FormatKind::ladder && plan.seasons == 0) why = "it has no end";
    if (why.empty()) continue;
    if (plans.size() == 1) return why;
    return std::string("stage ").append(std::to_string(stage + 1)).append(": ").append(why);
  }
  return "";
}

}  // namespace rensa::tournament
