#include "server/tournament/plan/tournament_run.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "server/base/atomic_file.h"
#include "server/base/kept_size.h"
#include "server/storage/folders/tournament_folders.h"
#include "server/tournament/journal/journal_text.h"
#include "server/tournament/plan/json_values.h"
#include "server/tournament/plan/plan_json.h"

namespace rensa::tournament {

namespace {

using nlohmann::json;

constexpr const char* kStandsFor = "stands_for";

// Reads a player from its entry in the journal. A file that the player names may have changed since then, so the
// content that the file had at that time is taken from the entry.
rules::Parsed<PlayerEntry> player_from_entry(const std::string& entry) {
  const auto read = [&entry] {
    json object = parse_json(entry);
    const std::string stands_for = object.value(kStandsFor, "");
    object.erase(kStandsFor);
    const auto player = [&](const std::string&) -> rules::Parsed<std::string> { return stands_for; };
    return read_player(object, {.ruleset = {}, .player = player});
  };
  return parsed_by(read, entry);
}

}  // namespace

rules::Parsed<PlayerEntry> parse_player(std::string_view text, const NameLookup& look_up) {
  return parsed_by([&] { return read_player(parse_json(text), look_up); }, text);
}

std::string entry_json(const PlayerEntry& player) {
  nlohmann::ordered_json entry = json_of(player);
  if (const auto* built_in = std::get_if<BuiltInPlayer>(&player.kind)) entry[kStandsFor] = built_in->stands_for;
  return entry.dump();
}

TournamentPlan with_late_entries(TournamentPlan plan, const std::vector<Event>& past) {
  const std::size_t planned = plan.players.size();
  for (const Event& event : past) {
    const auto* joined = std::get_if<PlayerJoined>(&event);
    if (joined == nullptr) continue;
    const rules::Parsed<PlayerEntry> player = player_from_entry(joined->entry);
    if (!player) throw std::runtime_error("invalid late entry: " + player.error().message);
    plan.players.push_back(*player);
  }
  if (plan.players.size() == planned) return plan;
  if (const std::string why = why_unplayable(plan); !why.empty())
    throw std::runtime_error("with the late entries " + why);
  return plan;
}

TournamentProgress progress_after(const std::vector<Event>& events, std::size_t players) {
  TournamentProgress progress(players);
  for (const Event& event : events) {
    if (!progress.apply(event)) throw std::runtime_error("the journal contradicts itself");
  }
  return progress;
}

std::string why_joining_is_closed(const TournamentPlan& plan, const TournamentProgress& progress) {
  if (progress.stage_players().empty()) return "it has not begun yet";
  const FormatKind format = plan.stages[progress.stage_players().size() - 1].format;
  if (format == FormatKind::ladder) return "";
  return "a " + name_of(format) + " is being played: players can join only a ladder";
}

namespace fs = std::filesystem;

void create_tournament_folder(const TournamentPlan& plan, const fs::path& folder) {
  fs::create_directories(folder / "games");
  const fs::path file = storage::plan_file_in(folder);
  if (!fs::exists(file)) base::write_file_atomically(file, json_of(plan));
}

TournamentRun::TournamentRun(const TournamentPlan& plan, const std::vector<Event>& past, EventSink event_sink)
    : TournamentRun(plan, past, {}, std::move(event_sink)) {}

TournamentRun::TournamentRun(const TournamentPlan& plan, const std::vector<Event>& past,
                             const std::set<GameId>& continued, EventSink event_sink)
    : event_sink_(std::move(event_sink)),
      plan_(with_late_entries(plan, past)),
      progress_(progress_after(past, plan.players.size())),
      stages_(plan_.stage_sequence_plan()) {
  for (const GameId& game : progress_.running_games()) {
    if (!continued.contains(game)) interrupted_games_.insert(game);
  }
  void_unplayable_games();
}

// The games that a player plays when it is benched are played to their ends. But a benched guest is given no new match,
// and a disqualified player plays none.
bool TournamentRun::can_begin_again(std::size_t player) const {
  const bool is_remote = std::holds_alternative<RemotePlayer>(plan_.players[player].kind);
  return !progress_.is_disqualified(player) && !(is_remote && progress_.is_benched(player));
}

void TournamentRun::void_unplayable_games() {
  for (const GameId& game : std::set(interrupted_games_)) {
    const PlayerPair& pair = progress_.pairs()[static_cast<std::size_t>(game.pair)];
    for (const std::size_t player : {pair.first, pair.second}) {
      if (can_begin_again(player)) continue;
      void_game(game, plan_.players[player].name + " takes no further part");
      break;
    }
  }
}

void TournamentRun::apply(const Event& event) {
  if (!progress_.apply(event)) throw std::logic_error("impossible event in a tournament");
  std::erase_if(interrupted_games_, [this](const GameId& game) { return !progress_.is_running(game); });
  event_sink_(event);
}

std::optional<GameToPlay> TournamentRun::start_interrupted_game(
    const std::function<bool(const PlayerPair&)>& can_play) {
  const auto found = std::find_if(interrupted_games_.begin(), interrupted_games_.end(), [&](const GameId& game) {
    return can_play(progress_.pairs()[static_cast<std::size_t>(game.pair)]);
  });
  if (found == interrupted_games_.end()) return std::nullopt;
  return progress_.game(interrupted_games_.extract(found).value());
}

std::optional<GameToPlay> TournamentRun::start_next_game(const std::function<bool(const PlayerPair&)>& can_play) {
  if (auto interrupted = start_interrupted_game(can_play)) return interrupted;
  auto game = progress_.next_game(can_play);
  while (!game) {
    if (!stages_.may_schedule_more(progress_)) return std::nullopt;
    const std::vector<Event> next_events = stages_.next_events(progress_);
    if (next_events.empty()) return std::nullopt;
    for (const Event& event : next_events) apply(event);
    game = progress_.next_game(can_play);
  }
  apply(GameStarted{game->id});
  return game;
}

void TournamentRun::end_game(const GameEnded& ended) { apply(ended); }

void TournamentRun::void_game(const GameId& game, const std::string& why) {
  apply(GameVoided{.game = game, .why = why});
}

void TournamentRun::bench(const PlayerBenched& benched) {
  apply(benched);
  void_unplayable_games();
}

void TournamentRun::close() {
  for (std::size_t player = 0; player < progress_.player_count(); ++player) {
    if (progress_.keeps_open(player)) apply(PlayerBenched{.player = player, .why = progress_.why_benched(player)});
  }
}

void TournamentRun::disqualify(const PlayerDisqualified& disqualified) {
  apply(disqualified);
  void_unplayable_games();
}

// Adds a late entry. The stages are made anew from all events, as if the tournament had just been opened.
void TournamentRun::add_late_entry(const PlayerEntry& player) {
  apply(PlayerJoined{.player = progress_.player_count(), .entry = entry_json(player)});
  plan_.players.push_back(player);
  stages_ = StageSequence(plan_.stage_sequence_plan());
}

std::optional<std::string> why_not_begun(const fs::path& folder) {
  std::error_code ignored;
  if (fs::exists(storage::journal_file_in(folder), ignored)) return std::nullopt;
  return folder.string() + ": no tournament has begun in this folder: \"rensa tournament run\" begins it";
}

TournamentSnapshot read_snapshot(const TournamentPlan& plan, const fs::path& folder) {
  const fs::path journal = storage::journal_file_in(folder);
  if (const auto why = base::why_cut(journal)) throw std::runtime_error(*why);
  if (const auto why = storage::why_journal_is_lost(folder)) throw std::runtime_error(*why);
  if (const auto why = why_not_begun(folder)) throw std::runtime_error(*why);
  const ParsedJournal read = parse_journal(base::read_text_file(journal));
  if (!read.error.empty()) throw std::runtime_error(journal.string() + ": " + read.error);
  if (read.plan_digest && *read.plan_digest != digest_of(plan)) {
    throw std::runtime_error(journal.string() + ": " + other_plan_error(read.events));
  }
  TournamentPlan whole = with_late_entries(plan, read.events);
  StageSequence stages(whole.stage_sequence_plan());
  TournamentSnapshot run{
      .plan = std::move(whole), .progress = TournamentProgress(plan.players.size()), .stages = std::move(stages)};
  for (const Event& event : read.events) {
    if (!run.progress.apply(event)) throw std::runtime_error(journal.string() + ": it contradicts itself");
  }
  return run;
}

}  // namespace rensa::tournament
