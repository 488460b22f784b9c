#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "server/storage/games.h"
#include "server/storage/sqlite/database/sql.h"

namespace rensa::storage {

// Deletes the oldest games between guests. The file keeps its size, and later games reuse the space.
class GuestGameTable {
 public:
  explicit GuestGameTable(Database& database);

  // As Games::delete_guest_games(). Deletes all of the games that it finds or none. Throws StoreException. A game that
  // cannot be deleted, because a page that it needs is damaged, is left out of later
  // calls.
  GuestGameCounts delete_beyond(const GuestGameLimits& limits);

 private:
  GuestGameCounts totals();
  std::vector<GuestGame> first_games();
  void remove_or_leave_out(const GuestGame& game);
  void leave_out(const GuestGame& game);
  void remove(const GuestGame& game);
  // Keeps the marks of late games exact when a game in time goes: those games that were late only because of it are in
  // time now.
  void mark_in_time_without(const GuestGame& game);

  Database& database_;
  std::set<std::uint64_t> left_out_;  // records of games that cannot be deleted
  Statement select_totals_;
  Statement select_first_;
  Statement select_game_;
  Statement select_in_time_before_;
  Statement select_in_time_after_;
  Statement select_late_between_;
  Statement mark_in_time_;
  Statement delete_record_;
  Statement delete_game_;
  Statement delete_match_;
  Statement subtract_;
};

}  // namespace rensa::storage
