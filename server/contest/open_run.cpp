#include "server/contest/open_run.h"

#include <stdexcept>
#include <utility>

#include "server/contest/joined.h"
#include "server/contest/whole_file.h"
#include "server/league/journal.h"

namespace rensa::contest {

namespace fs = std::filesystem;

fs::path plan_in(const fs::path& folder) { return folder / "plan.json"; }

fs::path journal_in(const fs::path& folder) { return folder / "journal.jsonl"; }

fs::path record_in(const fs::path& folder, const league::GameId& game) {
  return folder / "games" / league::name_of(game).append(".rensa");
}

void make_folder(const Plan& plan, const fs::path& folder) {
  fs::create_directories(folder / "games");
  if (!fs::exists(plan_in(folder))) write_whole(plan_in(folder), json_of(plan));
}

OpenRun::OpenRun(const Plan& plan, const std::vector<league::Event>& past, TakeDown take_down)
    : take_down_(std::move(take_down)),
      plan_(with_joined(plan, past)),
      tournament_(plan.players.size()),
      cup_(plan_.cup()) {
  for (const league::Event& event : past) {
    if (!tournament_.apply(event)) throw std::runtime_error("the journal contradicts itself");
  }
  if (tournament_.games_running() > 0) apply(league::Restarted{});
}

void OpenRun::apply(const league::Event& event) {
  if (!tournament_.apply(event)) throw std::logic_error("a run was told what cannot be");
  take_down_(event);
}

std::optional<league::GameToPlay> OpenRun::start_next(const std::function<bool(const league::Pair&)>& can_play) {
  auto game = tournament_.next(can_play);
  while (!game) {
    if (!cup_.draws_ahead(tournament_)) return std::nullopt;
    const std::vector<league::Event> due = cup_.due(tournament_);
    if (due.empty()) return std::nullopt;
    for (const league::Event& event : due) apply(event);
    game = tournament_.next(can_play);
  }
  apply(league::GameStarted{game->id});
  return game;
}

void OpenRun::end(const league::GameEnded& ended) { apply(ended); }

void OpenRun::void_game(const league::GameId& game, const std::string& why) {
  apply(league::GameVoided{.game = game, .why = why});
}

void OpenRun::bench(std::size_t player, const std::string& why) {
  apply(league::PlayerBenched{.player = player, .why = why});
}

// The stages are begun anew, and heed all that has happened: as if the run had just been opened.
void OpenRun::join(const Player& player) {
  apply(league::PlayerJoined{.player = tournament_.players(), .entry = entry_of(player)});
  plan_.players.push_back(player);
  cup_ = league::Cup(plan_.cup());
}

ReadRun read_run(const Plan& plan, const fs::path& folder) {
  const fs::path journal = journal_in(folder);
  const league::JournalRead read = league::read_journal(text_of(journal));
  if (!read.error.empty()) throw std::runtime_error(journal.string() + ": " + read.error);
  if (read.plan && *read.plan != digest_of(plan)) {
    throw std::runtime_error(journal.string() + ": it is that of another plan");
  }
  Plan whole = with_joined(plan, read.events);
  league::Cup cup(whole.cup());
  ReadRun run{.plan = std::move(whole), .tournament = league::Tournament(plan.players.size()), .cup = std::move(cup)};
  for (const league::Event& event : read.events) {
    if (!run.tournament.apply(event)) throw std::runtime_error(journal.string() + ": it contradicts itself");
  }
  return run;
}

}  // namespace rensa::contest
