#include "server/storage/games.h"

#include <limits>

namespace rensa::storage {
namespace {

std::string name_of(const GameRow& game) {
  return "Game " + std::to_string(game.game) + " of match " + std::to_string(game.match);
}

}  // namespace

bool matches(const GamesQuery& query, const GameRow& game) {
  const auto is_wanted = [](const std::string& wanted, const std::string& value) {
    return wanted.empty() || wanted == value;
  };
  return (query.before == 0 || game.record < query.before) &&
         (is_wanted(query.player, game.players[0]) || is_wanted(query.player, game.players[1])) &&
         is_wanted(query.ruleset, game.ruleset) && is_wanted(query.tournament, game.tournament) &&
         (query.from.empty() || game.ended >= query.from) && (query.to.empty() || game.ended < query.to);
}

std::optional<std::string> why_not_storable(const MatchRow& match, const GameRow& game) {
  const auto fault = [&](const char* why) { return name_of(game) + " cannot be stored: " + why + "."; };
  // The numbers of a database are signed.
  if (match.match == 0 || match.match > std::numeric_limits<std::int64_t>::max()) {
    return fault("its match has no valid number");
  }
  if (game.match != match.match) return fault("it names another match than the row of its match");
  if (game.game < 1) return fault("its number is less than 1");
  if (game.winner && *game.winner != 1 && *game.winner != 2) return fault("its winner is neither seat 1 nor seat 2");
  if (game.frames < 0) return fault("it has a negative number of frames");
  return std::nullopt;
}

std::uint64_t guest_game_bytes(const GameToSave& save) {
  return kGuestRowBytes + (save.record ? save.record->size() : 0);
}

std::size_t count_beyond(const GuestGameLimits& limits, const std::vector<GuestGame>& first_games,
                         std::uint64_t bytes) {
  std::size_t count = 0;
  for (const GuestGame& game : first_games) {
    const bool is_old = !limits.kept_since.empty() && game.ended < limits.kept_since;
    if (!is_old && bytes <= limits.max_bytes) break;
    bytes -= game.bytes;
    ++count;
  }
  return count;
}

std::string match_conflict(const MatchRow& match) {
  return "Match " + std::to_string(match.match) + " is stored already with other content.";
}

std::string game_conflict(const GameRow& game) { return name_of(game) + " is stored already with other content."; }

}  // namespace rensa::storage
