#include "server/contest/verify.h"

#include <deque>
#include <exception>
#include <optional>

#include "engine/duel/record_codec.h"
#include "engine/duel/verify.h"
#include "server/contest/joined.h"
#include "server/contest/open_run.h"
#include "server/contest/seeds.h"
#include "server/contest/whole_file.h"
#include "server/league/journal.h"

namespace rensa::contest {

namespace {

std::string why_record_is_wrong(const Plan& plan, const league::GameToPlay& game, const league::GameEnded& ended,
                                const std::filesystem::path& file) {
  const std::vector<std::uint8_t> bytes = bytes_of(file);
  if (const duel::Verdict verdict = duel::verify(bytes); !verdict.ok()) return verdict.what;
  const duel::Record record = *duel::decode(bytes).record;
  const GameChance chance = chance_of(plan, game);
  if (record.setup.seed != chance.queue || record.ruleset_digest != rules::digest(plan.ruleset)) {
    return "it is of another game";
  }
  for (const duel::Seat seat : duel::kSeats) {
    if (record.players[duel::index_of(seat)] != plan.players[player_at(game, chance, seat)].name) {
      return "others have played it";
    }
  }
  std::optional<league::Side> winner;
  if (record.outcome.winner) winner = chance.side_at(*record.outcome.winner);
  const bool is_alike = winner == ended.winner && record.outcome.cause == ended.cause;
  return is_alike ? "" : "it ended otherwise than the journal says";
}

// Holds what was drawn against what the formats would have drawn there.
class Draws {
 public:
  // The plan with all who are going to join.
  explicit Draws(const Plan& plan) : plan_(plan), cup_(plan.cup()) {}

  bool allow(const league::Tournament& before, const league::Event& event) {
    const bool is_drawn =
        std::holds_alternative<league::StageBegun>(event) || std::holds_alternative<league::PairDrawn>(event);
    if (std::holds_alternative<league::PlayerJoined>(event)) {
      due_.clear();
      return why_closed(plan_, before).empty();
    }
    if (!is_drawn) {
      // A program that was killed while it took a draw down has drawn anew.
      if (std::holds_alternative<league::Restarted>(event)) due_.clear();
      return true;
    }
    if (due_.empty()) {
      for (league::Event& next : cup_.due(before)) due_.push_back(std::move(next));
    }
    if (due_.empty() || due_.front() != event) {
      due_.clear();
      for (league::Event& next : cup_.due(before)) due_.push_back(std::move(next));
    }
    const bool is_due = !due_.empty() && due_.front() == event;
    if (is_due) due_.pop_front();
    return is_due;
  }

 private:
  const Plan& plan_;
  league::Cup cup_;
  std::deque<league::Event> due_;
};

}  // namespace

std::string text_of(const Verified& verified) {
  if (verified.faults.empty()) return std::to_string(verified.games) + " games: ok\n";
  std::string text;
  for (const std::string& fault : verified.faults) text.append(fault).append("\n");
  return text;
}

Verified verify_run(const Plan& begun, const std::filesystem::path& folder) {
  Verified verified;
  const league::JournalRead read = league::read_journal(text_of(journal_in(folder)));
  if (!read.error.empty()) verified.faults.push_back("journal, " + read.error);
  verified.is_of_plan = !read.plan || *read.plan == digest_of(begun);
  if (!verified.is_of_plan) verified.faults.emplace_back("journal: it is that of another plan");
  if (!verified.faults.empty()) return verified;
  Plan plan;
  try {
    plan = with_joined(begun, read.events);
  } catch (const std::exception& error) {
    verified.faults.push_back(std::string("journal: ").append(error.what()));
    return verified;
  }
  league::Tournament tournament(begun.players.size());
  Draws draws(plan);
  for (std::size_t i = 0; i < read.events.size(); ++i) {
    const std::string line = "journal, line " + std::to_string(i + 2);
    if (!draws.allow(tournament, read.events[i])) {
      const bool is_joining = std::holds_alternative<league::PlayerJoined>(read.events[i]);
      verified.faults.push_back(line +
                                (is_joining ? ": nobody can join there" : ": the plan would not have drawn this"));
      return verified;
    }
    if (tournament.apply(read.events[i])) continue;
    verified.faults.push_back(line + ": that cannot be after what is before it");
    return verified;
  }
  for (std::size_t pair = 0; pair < tournament.pairs().size(); ++pair) {
    for (std::size_t leg = 0; leg < tournament.legs(pair); ++leg) {
      const auto ended = tournament.ended(pair, leg);
      if (!ended) continue;
      ++verified.games;
      const std::filesystem::path file = record_in(folder, ended->game);
      try {
        const std::string why = why_record_is_wrong(plan, tournament.game(ended->game), *ended, file);
        if (!why.empty()) verified.faults.push_back(file.string() + ": " + why);
      } catch (const std::exception& error) {
        verified.faults.emplace_back(error.what());
      }
    }
  }
  return verified;
}

}  // namespace rensa::contest
