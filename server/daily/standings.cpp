#include "server/daily/standings.h"

#include <algorithm>
#include <compare>
#include <map>
#include <tuple>

namespace rensa::daily {

namespace {

auto worth_of(const Try& result) { return std::tuple(result.has_won, result.score); }

}  // namespace

std::vector<Try> tries_of(std::span<const storage::GameRow> games) {
  std::map<std::string, const storage::GameRow*> firsts;
  for (const storage::GameRow& game : games) {
    if (game.cause == "voided") continue;
    const storage::GameRow*& first = firsts[game.tournament_game];
    if (first == nullptr || game.record < first->record) first = &game;
  }
  std::vector<Try> tries;
  for (const auto& [person, game] : firsts) {
    tries.push_back({.person = person,
                     .name = game->players[0],
                     .record = game->record,
                     .has_won = game->winner == 1,
                     .score = game->scores[0],
                     .frames = game->frames});
  }
  return tries;
}

std::vector<Standing> standings_of(std::vector<Try> tries) {
  std::stable_sort(tries.begin(), tries.end(),
                   [](const Try& one, const Try& other) { return worth_of(one) > worth_of(other); });
  const int others = static_cast<int>(tries.size()) - 1;
  std::vector<Standing> standings;
  for (std::size_t begin = 0; begin < tries.size();) {
    const auto worth = worth_of(tries[begin]);
    std::size_t end = begin;
    while (end < tries.size() && worth_of(tries[end]) == worth) ++end;
    const int points = 2 * static_cast<int>(tries.size() - end) + static_cast<int>(end - begin) - 1;
    for (std::size_t i = begin; i < end; ++i) {
      standings.push_back({.result = tries[i],
                           .place = static_cast<int>(begin) + 1,
                           .match_points = points,
                           .share = others == 0 ? 1.0 : points / (2.0 * others)});
    }
    begin = end;
  }
  return standings;
}

}  // namespace rensa::daily
