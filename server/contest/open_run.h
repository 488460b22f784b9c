#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/contest/plan.h"
#include "server/league/cup.h"
#include "server/league/tournament.h"

namespace rensa::contest {

// A folder holds a run: its plan, its journal, and the records of its games.
std::filesystem::path plan_in(const std::filesystem::path& folder);
std::filesystem::path journal_in(const std::filesystem::path& folder);
std::filesystem::path record_in(const std::filesystem::path& folder, const league::GameId& game);

// Makes the folder with all that is kept in it. Throws std::runtime_error where that fails.
void make_folder(const Plan& plan, const std::filesystem::path& folder);

// A run that goes on: what its journal says, and what happens from now on, which is told to whoever keeps the journal.
class OpenRun {
 public:
  using TakeDown = std::function<void(const league::Event&)>;

  // What was running when `past` ended is void. The plan is that of the folder, before anybody has joined. Throws
  // std::runtime_error where the past contradicts itself.
  OpenRun(const Plan& plan, const std::vector<league::Event>& past, TakeDown take_down);

  // The first game that is to be played and for which `can_play` says yes; it has begun now. nullopt: none, for now or
  // at all.
  std::optional<league::GameToPlay> start_next(const std::function<bool(const league::Pair&)>& can_play);
  // The game's result: it counts once the journal is on disk, and its record has to be there before.
  void end(const league::GameEnded& ended);
  void void_game(const league::GameId& game, const std::string& why);
  void bench(std::size_t player, const std::string& why);
  // Precondition: why_closed() and why_unplayable() (joined.h, plan.h) say nothing against it.
  void join(const Player& player);
  bool is_over() { return cup_.is_over(tournament_); }
  // With all who have joined. It stays where it is.
  const Plan& plan() const { return plan_; }
  const league::Tournament& tournament() const { return tournament_; }
  league::Cup& cup() { return cup_; }

 private:
  void apply(const league::Event& event);

  const TakeDown take_down_;
  Plan plan_;
  league::Tournament tournament_;
  league::Cup cup_;
};

// A run as its journal tells it, for who only looks.
struct ReadRun {
  Plan plan;  // with all who have joined
  league::Tournament tournament;
  league::Cup cup;
};
// Throws std::runtime_error where the journal cannot be read, or is not one of this plan.
ReadRun read_run(const Plan& plan, const std::filesystem::path& folder);

}  // namespace rensa::contest
