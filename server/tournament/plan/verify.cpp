#include "server/tournament/plan/verify.h"

#include <algorithm>
#include <deque>
#include <exception>
#include <optional>

#include "engine/record/codec.h"
#include "engine/record/verify.h"
#include "server/base/atomic_file.h"
#include "server/base/kept_size.h"
#include "server/storage/folders/tournament_folders.h"
#include "server/tournament/formats/corrections.h"
#include "server/tournament/journal/journal_text.h"
#include "server/tournament/plan/game_seeds.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::tournament {

namespace {

std::string why_record_is_wrong(const TournamentPlan& plan, const GameToPlay& game, const GameEnded& ended,
                                const std::filesystem::path& file) {
  const std::vector<std::uint8_t> bytes = base::read_binary_file(file);
  if (const record::Verdict verdict = record::verify(bytes); !verdict.ok()) return verdict.message;
  const record::Record record = *record::decode(bytes).record;
  const GameSeeds seeds = game_seeds(plan, game);
  if (record.setup.seed != seeds.queue || record.ruleset_digest != rules::digest(plan.ruleset)) {
    return "it is of another game";
  }
  for (const duel::Seat seat : duel::kSeats) {
    if (record.players[duel::index_of(seat)] != plan.players[player_at(game, seeds, seat)].name) {
      return "others have played it";
    }
  }
  std::optional<PairSide> winner;
  if (record.outcome.winner) winner = seeds.side_at(*record.outcome.winner);
  const bool is_same = winner == ended.winner && record.outcome.cause == ended.cause;
  return is_same ? "" : "it ended otherwise than the journal says";
}

// Compares the scheduled pairs with those that the formats schedule.
class ScheduleVerifier {
 public:
  // The plan includes all late entries of the journal.
  explicit ScheduleVerifier(const TournamentPlan& plan) : plan_(plan), stages_(plan.stage_sequence_plan()) {}

  bool accepts(const TournamentProgress& before, const Event& event) {
    if (const auto* annulled = std::get_if<GameAnnulled>(&event)) {
      expected_events_.clear();
      return annul_game(before, stages_, annulled->game, annulled->why) == CorrectionOrRefusal<GameAnnulled>(*annulled);
    }
    if (const auto* returned = std::get_if<PlayerReturned>(&event)) {
      expected_events_.clear();
      return return_player(before, stages_, returned->player) == CorrectionOrRefusal<PlayerReturned>(*returned);
    }
    if (const auto* disqualified = std::get_if<PlayerDisqualified>(&event)) {
      expected_events_.clear();
      return disqualify_player(before, stages_, disqualified->player, disqualified->why) ==
             CorrectionOrRefusal<PlayerDisqualified>(*disqualified);
    }
    const bool is_drawn = std::holds_alternative<StageStarted>(event) || std::holds_alternative<PairScheduled>(event);
    if (std::holds_alternative<PlayerJoined>(event)) {
      expected_events_.clear();
      return why_joining_is_closed(plan_, before).empty();
    }
    if (!is_drawn) {
      // If a program was killed while it wrote pairs to the journal, it has scheduled them anew.
      if (std::holds_alternative<RunRestarted>(event)) expected_events_.clear();
      return true;
    }
    if (expected_events_.empty()) {
      for (Event& next : stages_.next_events(before)) expected_events_.push_back(std::move(next));
    }
    if (expected_events_.empty() || expected_events_.front() != event) {
      expected_events_.clear();
      for (Event& next : stages_.next_events(before)) expected_events_.push_back(std::move(next));
    }
    const bool is_due = !expected_events_.empty() && expected_events_.front() == event;
    if (is_due) expected_events_.pop_front();
    return is_due;
  }

 private:
  const TournamentPlan& plan_;
  StageSequence stages_;
  std::deque<Event> expected_events_;
};

// Says why ScheduleVerifier does not accept an event.
std::string why_not_accepted(const Event& event) {
  if (std::holds_alternative<PlayerJoined>(event)) return "no player can join here";
  if (std::holds_alternative<GameAnnulled>(event)) return "this game cannot be annulled here in this way";
  if (std::holds_alternative<PlayerReturned>(event)) return "this player cannot return here in this way";
  if (std::holds_alternative<PlayerDisqualified>(event)) return "this player cannot be disqualified here in this way";
  return "this event does not follow from the plan";
}

// A game with its result, which may have been annulled later.
struct PlayedGame {
  GameToPlay game;
  const GameEnded* ended = nullptr;
};

}  // namespace

std::string verification_text(const VerificationReport& report, base::TableFormat format) {
  if (format != base::TableFormat::text) {
    base::Table table{.columns = {"games", "counted", "fault"}, .rows = {}};
    const auto add = [&table, &report](const base::Cell& fault) {
      table.rows.push_back(
          {static_cast<std::uint64_t>(report.games), static_cast<std::uint64_t>(report.counted), fault});
    };
    for (const std::string& fault : report.faults) add(fault);
    if (report.faults.empty()) add({});
    return base::text_of(table, format);
  }
  if (report.faults.empty()) {
    std::string text = std::to_string(report.games) + " games: ok";
    if (report.counted != report.games) {
      text += ", of which " + std::to_string(report.counted) + " count in the table";
    }
    return text + "\n";
  }
  std::string text;
  for (const std::string& fault : report.faults) text.append(fault).append("\n");
  return text;
}

VerificationReport verify_tournament(const TournamentPlan& original_plan, const std::filesystem::path& folder) {
  VerificationReport report;
  const std::filesystem::path journal = storage::journal_file_in(folder);
  if (const auto why = base::why_cut(journal)) report.faults.push_back(*why);
  if (const auto why = storage::why_journal_is_lost(folder)) report.faults.push_back(*why);
  try {
    storage::jobs_in(folder);
  } catch (const std::exception& error) {
    report.faults.emplace_back(error.what());
  }
  if (const auto why = why_not_begun(folder)) {
    if (!report.faults.empty()) return report;
    throw std::runtime_error(*why);
  }
  const std::string text = base::read_text_file(journal);
  const ParsedJournal read = parse_journal(text);
  if (!read.error.empty()) report.faults.push_back("journal, " + read.error);
  report.is_of_plan = !read.plan_digest || *read.plan_digest == digest_of(original_plan);
  if (!report.is_of_plan) report.faults.push_back("journal: " + other_plan_error(read.events));
  if (!report.faults.empty()) return report;
  TournamentPlan plan;
  try {
    plan = with_late_entries(original_plan, read.events);
  } catch (const std::exception& error) {
    report.faults.push_back(std::string("journal: ").append(error.what()));
    return report;
  }
  TournamentProgress progress(original_plan.players.size());
  ScheduleVerifier draws(plan);
  std::vector<PlayedGame> played;
  for (std::size_t i = 0; i < read.events.size(); ++i) {
    const std::string line = "journal, line " + std::to_string(i + 2);
    if (!draws.accepts(progress, read.events[i])) {
      report.faults.push_back(line + ": " + why_not_accepted(read.events[i]));
      return report;
    }
    const auto* ended = std::get_if<GameEnded>(&read.events[i]);
    if (ended != nullptr && progress.is_running(ended->game)) played.push_back({progress.game(ended->game), ended});
    if (progress.apply(read.events[i])) continue;
    report.faults.push_back(line + ": this event is not possible here");
    return report;
  }
  std::sort(played.begin(), played.end(),
            [](const PlayedGame& one, const PlayedGame& two) { return one.game.id < two.game.id; });
  StageSequence stages(plan.stage_sequence_plan());
  const auto counts = [&](std::size_t pair) {
    if (!progress.counts(pair)) return false;
    const auto stage = static_cast<std::size_t>(progress.pairs()[pair].stage);
    const auto [begin, end] = stages.stage_format(progress, stage).counted_pairs(progress);
    return begin <= pair && pair < end;
  };
  for (const auto& [game, ended] : played) {
    ++report.games;
    if (progress.is_finished(game.id) && counts(static_cast<std::size_t>(game.id.pair))) ++report.counted;
    const std::filesystem::path file = storage::record_file_in(folder, name_of(game.id));
    try {
      const std::string why = why_record_is_wrong(plan, game, *ended, file);
      if (!why.empty()) report.faults.push_back(file.string() + ": " + why);
    } catch (const std::exception& error) {
      report.faults.emplace_back(error.what());
    }
  }
  return report;
}

}  // namespace rensa::tournament
