#include "server/storage/sqlite/guest_game_table.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace rensa::storage {

GuestGameTable::GuestGameTable(Database& database)
    : database_(database),
      select_totals_(database, "SELECT games, bytes FROM guest_totals"),
      select_first_(database,
                    "SELECT record, ended, guest_bytes FROM games INDEXED BY guest_games "
                    "WHERE guest_bytes IS NOT NULL ORDER BY ended, record LIMIT ?"),
      select_game_(database, "SELECT match, late FROM games WHERE record = ?"),
      select_in_time_before_(database,
                             "SELECT ended FROM games INDEXED BY games_by_end WHERE late = 0 "
                             "AND (ended, record) < (?, ?) ORDER BY ended DESC, record DESC LIMIT 1"),
      select_in_time_after_(database,
                            "SELECT record FROM games INDEXED BY games_by_end WHERE late = 0 "
                            "AND (ended, record) > (?, ?) ORDER BY ended, record LIMIT 1"),
      select_late_between_(database,
                           "SELECT record, ended FROM games INDEXED BY late_games WHERE late = 1 AND unordered = 0 "
                           "AND record > ? AND record < ? ORDER BY record"),
      mark_in_time_(database, "UPDATE games SET late = 0 WHERE record = ?"),
      delete_record_(database, "DELETE FROM records WHERE record = ?"),
      delete_game_(database, "DELETE FROM games WHERE record = ?"),
      delete_match_(database,
                    "DELETE FROM matches WHERE match = ?1 AND NOT EXISTS (SELECT 1 FROM games WHERE match = ?1)"),
      subtract_(database, "UPDATE guest_totals SET games = games - ?, bytes = bytes - ?") {}

GuestGameCounts GuestGameTable::delete_beyond(const GuestGameLimits& limits) {
  Transaction transaction(database_, Transaction::Access::write);
  GuestGameCounts counts = totals();
  std::vector<GuestGame> games = first_games();
  const std::size_t beyond = count_beyond(limits, games, counts.bytes);
  if (beyond == 0) return counts;  // a transaction that only reads needs no commit
  counts.has_more = beyond > kDeletedGuestGames;
  games.resize(std::min(beyond, std::size_t{kDeletedGuestGames}));
  std::uint64_t bytes = 0;
  for (const GuestGame& game : games) {
    remove_or_leave_out(game);
    bytes += game.bytes;
  }
  subtract_.write(static_cast<std::int64_t>(games.size()), static_cast<std::int64_t>(bytes));
  const GuestGameCounts left = totals();
  transaction.commit();
  return {.deleted = games.size(), .games = left.games, .bytes = left.bytes, .has_more = counts.has_more};
}

GuestGameCounts GuestGameTable::totals() {
  auto rows = select_totals_.run();
  if (!rows.next())
    throw StoreException(database_.name() + " is damaged: the count of games between guests is missing.");
  return {.games = static_cast<std::uint64_t>(rows.integer(0)), .bytes = static_cast<std::uint64_t>(rows.integer(1))};
}

// One more than is deleted, which tells if there are more.
std::vector<GuestGame> GuestGameTable::first_games() {
  std::vector<GuestGame> games;
  auto rows = select_first_.run(static_cast<std::int64_t>(kDeletedGuestGames + 1 + left_out_.size()));
  while (rows.next()) {
    const auto record = static_cast<std::uint64_t>(rows.integer(0));
    if (left_out_.contains(record)) continue;
    games.push_back({.record = record, .ended = rows.text(1), .bytes = static_cast<std::uint64_t>(rows.integer(2))});
  }
  return games;
}

// If many games cannot be deleted, a page that they share is damaged, and leaving them out one by one does not help.
void GuestGameTable::leave_out(const GuestGame& game) {
  constexpr std::size_t kMostLeftOut = 1'000;
  if (left_out_.size() < kMostLeftOut) left_out_.insert(game.record);
}

void GuestGameTable::remove_or_leave_out(const GuestGame& game) {
  try {
    remove(game);
  } catch (const SqlError& error) {
    if (error.is_damage()) leave_out(game);
    throw;
  } catch (const StoreException&) {
    leave_out(game);
    throw;
  }
}

void GuestGameTable::remove(const GuestGame& game) {
  const auto record = static_cast<std::int64_t>(game.record);
  std::int64_t match = 0;
  bool is_late = false;
  {
    auto rows = select_game_.run(record);
    if (!rows.next()) {
      throw StoreException(database_.name() + " is damaged: game " + std::to_string(record) + " is missing.");
    }
    match = rows.integer(0);
    is_late = rows.integer(1) != 0;
  }
  if (!is_late) mark_in_time_without(game);
  delete_record_.write(record);
  delete_game_.write(record);
  delete_match_.write(match);
}

void GuestGameTable::mark_in_time_without(const GuestGame& game) {
  const auto record = static_cast<std::int64_t>(game.record);
  std::int64_t next = std::numeric_limits<std::int64_t>::max();
  {
    auto rows = select_in_time_after_.run(game.ended, record);
    if (rows.next()) next = rows.integer(0);
  }
  std::vector<std::pair<std::int64_t, std::string>> late_games;
  {
    auto rows = select_late_between_.run(record, next);
    while (rows.next()) late_games.emplace_back(rows.integer(0), rows.text(1));
  }
  if (late_games.empty()) return;
  std::string latest;
  {
    auto rows = select_in_time_before_.run(game.ended, record);
    if (rows.next()) latest = rows.text(0);
  }
  for (const auto& [number, ended] : late_games) {
    if (ended < latest) continue;
    mark_in_time_.write(number);
    latest = ended;
  }
}

}  // namespace rensa::storage
