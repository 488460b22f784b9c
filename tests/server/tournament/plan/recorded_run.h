#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "engine/record/codec.h"
#include "engine/record/record_writer.h"
#include "engine/rules/rng.h"
#include "server/storage/folders/tournament_folders.h"
#include "server/tournament/journal/journal_text.h"
#include "server/tournament/plan/game_seeds.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::tournament::test {

// A tournament with its folder: a journal and a record of each game. Games end by chance in their first frame, because
// a player has crashed, so that a tournament takes little time.
class RecordedRun {
 public:
  RecordedRun(TournamentPlan of, const std::string& name, std::uint64_t chance)
      : plan(std::move(of)),
        folder_(std::filesystem::path(testing::TempDir()) / name),
        rng(chance, 4),
        text_(encoder_.plan_line(digest_of(plan))),
        run(plan, {}, [this](const Event& event) {
          events.push_back(event);
          text_ += encoder_.event_line(event);
        }) {
    std::filesystem::remove_all(folder_);
    create_tournament_folder(plan, folder_);
  }
  ~RecordedRun() { std::filesystem::remove_all(folder_); }
  RecordedRun(const RecordedRun&) = delete;
  RecordedRun& operator=(const RecordedRun&) = delete;

  // Returns the folder with all events so far.
  const std::filesystem::path& folder() const {
    std::ofstream(storage::journal_file_in(folder_), std::ios::binary) << text_;
    return folder_;
  }
  bool start_one() {
    const auto game = run.start_next_game([](const PlayerPair&) { return true; });
    if (game) running.push_back(*game);
    return game.has_value();
  }
  // Ends one of the running games.
  void end_one() {
    const std::size_t which = rng.below(static_cast<std::uint32_t>(running.size()));
    const GameToPlay game = running[which];
    running.erase(running.begin() + static_cast<std::ptrdiff_t>(which));
    const GameSeeds seeds = game_seeds(run.plan(), game);
    const duel::Seat winner = duel::kSeats[rng.below(2)];
    write_record(game, seeds, winner);
    run.end_game({.game = game.id, .winner = seeds.side_at(winner), .cause = duel::Cause::crashed});
  }
  // A correction of the organiser may have made running games void.
  void forget_void_games() {
    std::erase_if(running, [this](const GameToPlay& game) { return !run.progress().is_running(game.id); });
  }

  const TournamentPlan plan;

 private:
  void write_record(const GameToPlay& game, const GameSeeds& seeds, duel::Seat winner) const {
    std::array<std::string, 2> names;
    for (const duel::Seat seat : duel::kSeats) {
      names[duel::index_of(seat)] = run.plan().players[player_at(game, seeds, seat)].name;
    }
    const duel::GameSetup setup{.ruleset = plan.ruleset, .seed = seeds.queue, .queue = std::nullopt};
    const duel::Game unplayed(setup);
    const record::Record record = record::RecordWriter(setup, names)
                                      .finish(unplayed, {.winner = winner, .cause = duel::Cause::crashed, .frame = 0});
    const std::vector<std::uint8_t> bytes = record::encode(record);
    std::ofstream(storage::record_file_in(folder_, name_of(game.id)), std::ios::binary)
        << std::string(bytes.begin(), bytes.end());
  }

  const std::filesystem::path folder_;

 public:
  rules::Rng rng;
  std::vector<Event> events;
  std::vector<GameToPlay> running;

 private:
  JournalEncoder encoder_;
  std::string text_;

 public:
  TournamentRun run;
};

}  // namespace rensa::tournament::test
