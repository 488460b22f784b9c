#include "server/tournament/plan/verify.h"

#include <deque>
#include <exception>
#include <optional>

#include "engine/record/codec.h"
#include "engine/record/verify.h"
#include "server/tournament/journal/atomic_file.h"
#include "server/tournament/journal/journal_text.h"
#include "server/tournament/plan/game_seeds.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::tournament {

namespace {

std::string why_record_is_wrong(const TournamentPlan& plan, const GameToPlay& game, const GameEnded& ended,
                                const std::filesystem::path& file) {
  const std::vector<std::uint8_t> bytes = read_binary_file(file);
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

}  // namespace

std::string verification_text(const VerificationReport& report) {
  if (report.faults.empty()) return std::to_string(report.games) + " games: ok\n";
  std::string text;
  for (const std::string& fault : report.faults) text.append(fault).append("\n");
  return text;
}

VerificationReport verify_tournament(const TournamentPlan& original_plan, const std::filesystem::path& folder) {
  VerificationReport report;
  const ParsedJournal read = parse_journal(read_text_file(journal_file_in(folder)));
  if (!read.error.empty()) report.faults.push_back("journal, " + read.error);
  report.is_of_plan = !read.plan_digest || *read.plan_digest == digest_of(original_plan);
  if (!report.is_of_plan) report.faults.emplace_back("journal: it belongs to another plan");
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
  for (std::size_t i = 0; i < read.events.size(); ++i) {
    const std::string line = "journal, line " + std::to_string(i + 2);
    if (!draws.accepts(progress, read.events[i])) {
      const bool is_joining = std::holds_alternative<PlayerJoined>(read.events[i]);
      report.faults.push_back(
          line + (is_joining ? ": no player can join here" : ": this event does not follow from the plan"));
      return report;
    }
    if (progress.apply(read.events[i])) continue;
    report.faults.push_back(line + ": this event is not possible here");
    return report;
  }
  for (std::size_t pair = 0; pair < progress.pairs().size(); ++pair) {
    for (std::size_t leg = 0; leg < progress.leg_count(pair); ++leg) {
      const auto ended = progress.game_result(pair, leg);
      if (!ended) continue;
      ++report.games;
      const std::filesystem::path file = record_file_in(folder, ended->game);
      try {
        const std::string why = why_record_is_wrong(plan, progress.game(ended->game), *ended, file);
        if (!why.empty()) report.faults.push_back(file.string() + ": " + why);
      } catch (const std::exception& error) {
        report.faults.emplace_back(error.what());
      }
    }
  }
  return report;
}

}  // namespace rensa::tournament
