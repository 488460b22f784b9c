#include "clients/cli/tournament/verify.h"

#include <exception>

#include "clients/cli/match/tally.h"
#include "clients/cli/record/record_file.h"
#include "clients/cli/tournament/journal_file.h"
#include "clients/cli/tournament/run.h"
#include "engine/duel/record_codec.h"
#include "engine/duel/verify.h"

namespace rensa::cli {

namespace {

std::string why_record_is_wrong(const TournamentPlan& plan, const league::PlannedPair& players,
                                const league::GameEnded& ended, const std::filesystem::path& file) {
  const std::vector<std::uint8_t> bytes = read_record_bytes(file);
  if (const duel::Verdict verdict = duel::verify(bytes); !verdict.ok()) return verdict.what;
  const duel::Record record = *duel::decode(bytes).record;
  const PlannedGame planned = game_of(plan, ended.game.pair, ended.game.leg);
  if (record.setup.seed != planned.seed || record.ruleset_digest != rules::digest(plan.ruleset)) {
    return "it is of another game";
  }
  for (const duel::Seat seat : duel::kSeats) {
    const std::size_t player = planned.entrant_at(seat) == 0 ? players.first : players.second;
    if (record.players[duel::index_of(seat)] != plan.players[player].name) return "others have played it";
  }
  const bool is_alike = winner_of(planned, record.outcome) == ended.winner && record.outcome.cause == ended.cause;
  return is_alike ? "" : "it ended otherwise than the journal says";
}

}  // namespace

Verified verify_run(const TournamentPlan& plan, const std::filesystem::path& folder) {
  Verified verified;
  const league::JournalRead read = league::read_journal(text_of_journal(journal_in(folder)));
  if (!read.error.empty()) verified.faults.push_back("journal, " + read.error);
  if (read.plan && *read.plan != digest_of(plan)) verified.faults.emplace_back("journal: it is that of another plan");
  if (!verified.faults.empty()) return verified;
  league::Tournament tournament(schedule_of(plan));
  for (std::size_t i = 0; i < read.events.size(); ++i) {
    if (tournament.apply(read.events[i])) continue;
    verified.faults.push_back("journal, line " + std::to_string(i + 2) + ": that cannot be after what is before it");
    return verified;
  }
  for (std::size_t pair = 0; pair < tournament.schedule().size(); ++pair) {
    for (std::size_t leg = 0; leg < league::Tournament::kLegs; ++leg) {
      const auto ended = tournament.ended(pair, leg);
      if (!ended) continue;
      ++verified.games;
      const std::filesystem::path file = record_in(folder, ended->game);
      try {
        const std::string why = why_record_is_wrong(plan, tournament.schedule()[pair], *ended, file);
        if (!why.empty()) verified.faults.push_back(file.string() + ": " + why);
      } catch (const std::exception& error) {
        verified.faults.emplace_back(error.what());
      }
    }
  }
  return verified;
}

}  // namespace rensa::cli
