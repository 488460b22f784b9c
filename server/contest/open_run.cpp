#include "server/contest/open_run.h"

#include <stdexcept>

#include "server/contest/whole_file.h"

namespace rensa::contest {

namespace {

namespace fs = std::filesystem;

// With all that is kept in it.
const fs::path& made(const fs::path& folder) {
  fs::create_directories(folder / "games");
  return folder;
}

}  // namespace

fs::path plan_in(const fs::path& folder) { return folder / "plan.json"; }

fs::path journal_in(const fs::path& folder) { return folder / "journal.jsonl"; }

fs::path record_in(const fs::path& folder, const league::GameId& game) {
  std::string name = std::to_string(game.pair);
  name.append("-").append(std::to_string(game.leg));
  if (game.attempt > 0) name.append("-").append(std::to_string(game.attempt));
  return folder / "games" / name.append(".rensa");
}

OpenRun::OpenRun(const Plan& plan, const fs::path& folder)
    : folder_(made(folder)),
      journal_(journal_in(folder), digest_of(plan)),
      tournament_(plan.players.size()),
      cup_(plan.cup()) {
  for (const league::Event& event : journal_.events()) {
    if (!tournament_.apply(event)) throw std::runtime_error(journal_in(folder).string() + ": it contradicts itself");
  }
  if (tournament_.games_running() > 0) take_down(league::Restarted{});
  if (!fs::exists(plan_in(folder))) write_whole(plan_in(folder), json_of(plan));
}

void OpenRun::take_down(const league::Event& event) {
  if (!tournament_.apply(event)) throw std::logic_error("a run was told what cannot be");
  journal_.append(event);
}

std::optional<league::GameToPlay> OpenRun::start_next(const std::function<bool(const league::Pair&)>& can_play) {
  auto game = tournament_.next(can_play);
  while (!game) {
    const std::vector<league::Event> due = cup_.due(tournament_);
    if (due.empty()) return std::nullopt;
    for (const league::Event& event : due) take_down(event);
    game = tournament_.next(can_play);
  }
  take_down(league::GameStarted{game->id});
  return game;
}

void OpenRun::end(const league::GameEnded& ended) { take_down(ended); }

void OpenRun::void_game(const league::GameId& game, const std::string& why) {
  take_down(league::GameVoided{.game = game, .why = why});
}

void OpenRun::bench(std::size_t player, const std::string& why) {
  take_down(league::PlayerBenched{.player = player, .why = why});
}

ReadRun read_run(const Plan& plan, const fs::path& folder) {
  const fs::path journal = journal_in(folder);
  const league::JournalRead read = league::read_journal(text_of(journal));
  if (!read.error.empty()) throw std::runtime_error(journal.string() + ": " + read.error);
  if (read.plan && *read.plan != digest_of(plan)) {
    throw std::runtime_error(journal.string() + ": it is that of another plan");
  }
  ReadRun run{.tournament = league::Tournament(plan.players.size()), .cup = league::Cup(plan.cup())};
  for (const league::Event& event : read.events) {
    if (!run.tournament.apply(event)) throw std::runtime_error(journal.string() + ": it contradicts itself");
  }
  return run;
}

}  // namespace rensa::contest
