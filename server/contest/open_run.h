#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/contest/journal_file.h"
#include "server/contest/plan.h"
#include "server/league/cup.h"
#include "server/league/tournament.h"

namespace rensa::contest {

// A folder holds a run: its plan, its journal, and the records of its games.
std::filesystem::path plan_in(const std::filesystem::path& folder);
std::filesystem::path journal_in(const std::filesystem::path& folder);
std::filesystem::path record_in(const std::filesystem::path& folder, const league::GameId& game);

// A run that goes on, and where it is kept. Whoever has it open has it alone: what is open when it comes here is void.
// All functions throw std::runtime_error where the folder cannot be used.
class OpenRun {
 public:
  OpenRun(const Plan& plan, const std::filesystem::path& folder);

  // The first game that is to be played and for which `can_play` says yes; it has begun now. nullopt: none, for now or
  // at all.
  std::optional<league::GameToPlay> start_next(const std::function<bool(const league::Pair&)>& can_play);
  // The game's result: it counts once sync() has returned, and its record has to be on disk before.
  void end(const league::GameEnded& ended);
  void void_game(const league::GameId& game, const std::string& why);
  void bench(std::size_t player, const std::string& why);
  // What was taken down is on disk afterwards. May be called from another thread while the rest goes on.
  void sync() { journal_.sync(); }

  bool is_over() { return cup_.is_over(tournament_); }
  const league::Tournament& tournament() const { return tournament_; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  void take_down(const league::Event& event);

  const std::filesystem::path folder_;
  JournalFile journal_;
  league::Tournament tournament_;
  league::Cup cup_;
};

// A run as its journal tells it, for who only looks.
struct ReadRun {
  league::Tournament tournament;
  league::Cup cup;
};
ReadRun read_run(const Plan& plan, const std::filesystem::path& folder);

}  // namespace rensa::contest
