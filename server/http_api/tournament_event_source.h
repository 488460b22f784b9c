#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/http_api/event_streams.h"
#include "server/live_tournaments/tournament_registry.h"

namespace rensa::http_api {

// A tournament of the server as the source of streams.
class TournamentEventSource final : public EventSource {
 public:
  // The registry and the tournament outlive it.
  TournamentEventSource(live_tournaments::TournamentRegistry& tournaments, const live_tournaments::LiveTournament& run)
      : tournaments_(tournaments), run_(run) {}

  const std::string& name() const override { return run_.name(); }
  bool is_deleted() const override { return tournaments_.find(run_.name()) != &run_; }
  std::uint64_t event_count() const override { return run_.lines_for_spectators(); }
  // The end of a tournament tells the result of its last game.
  sessions::RunState state() const override {
    const sessions::RunState state = run_.announced_state();
    const bool is_told = run_.lines_for_spectators() == run_.lines_saved();
    return state == sessions::RunState::over && !is_told ? sessions::RunState::running : state;
  }
  JournalNames names() const override { return {.plan = run_.plan(), .progress = run_.saved_progress()}; }
  void read_lines(std::uint64_t from, std::uint64_t most,
                  storage::Completion<std::vector<std::string>> done) const override {
    run_.read_lines(from, most, std::move(done));
  }
  std::uint64_t standings_number() const override { return run_.standings_line(); }
  Standings standings() const override {
    return {.number = run_.standings_line(),
            .events = run_.lines_saved(),
            .snapshot = std::make_shared<tournament::TournamentSnapshot>(run_.snapshot())};
  }
  void save_soon() override {
    if (!is_deleted()) tournaments_.save_soon(run_.name());
  }

 private:
  live_tournaments::TournamentRegistry& tournaments_;
  const live_tournaments::LiveTournament& run_;
};

}  // namespace rensa::http_api
