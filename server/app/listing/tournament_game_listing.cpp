#include "server/app/listing/tournament_game_listing.h"

#include <utility>
#include <variant>

#include "engine/duel/outcome.h"
#include "engine/record/codec.h"
#include "engine/record/replay.h"
#include "engine/record/verify.h"
#include "server/storage/store.h"

namespace rensa::app {

namespace {

constexpr std::chrono::milliseconds kAgainAfter{1'000};
constexpr int kGamesOfAPage = 500;

bool is_unavailable(const storage::StoreError& error) { return error.kind == storage::StoreError::Kind::unavailable; }

// Returns the row of a game without its match and its times, or a sentence that says what is wrong with the record.
std::variant<storage::GameToSave, std::string> row_of(const std::string& tournament, const std::string& clock,
                                                      const std::string& game, const std::vector<std::uint8_t>& bytes) {
  if (const record::Verdict verdict = record::verify(bytes); !verdict.ok()) return verdict.message;
  const record::Record record = *record::decode(bytes).record;
  record::ReplayState end(record);
  record::replay_until(end, record, record.outcome.frame);
  storage::GameToSave row;
  row.match.players = row.game.players = record.players;
  row.match.ruleset = row.game.ruleset = record.setup.ruleset.id;
  row.match.clock = clock;
  if (record.outcome.winner) row.game.winner = *record.outcome.winner == duel::Seat::one ? 1 : 2;
  row.game.cause = duel::name_of(record.outcome.cause);
  row.game.frames = record.outcome.frame;
  row.game.scores = {end.game.score(duel::Seat::one), end.game.score(duel::Seat::two)};
  row.game.tournament = tournament;
  row.game.tournament_game = game;
  return row;
}

}  // namespace

void TournamentGameListing::list(live_tournaments::TournamentResults results) {
  if (results.games.empty()) return;
  waiting_.push_back(std::move(results));
  if (waiting_.size() == 1) begin_next();
}

void TournamentGameListing::begin_next() {
  listed_.clear();
  next_ = 0;
  if (waiting_.empty()) return;
  waiting_.front().are_new ? list_next_game() : read_list(0);
}

void TournamentGameListing::read_list(std::uint64_t before) {
  parts_.games.list_games(
      {.before = before, .limit = kGamesOfAPage, .tournament = waiting_.front().tournament},
      lifetime_.guard([this, before](const storage::StoreResult<std::vector<storage::GameRow>>& page) {
        if (!page) return try_later(page.error().message, [this, before] { read_list(before); });
        for (const storage::GameRow& game : *page) listed_.insert(game.tournament_game);
        page->size() < kGamesOfAPage ? list_next_game() : read_list(page->back().record);
      }));
}

void TournamentGameListing::list_next_game() {
  last_error_.clear();
  const std::vector<std::string>& games = waiting_.front().games;
  while (next_ < games.size() && listed_.contains(games[next_])) ++next_;
  if (next_ < games.size()) return read_game(games[next_++]);
  waiting_.pop_front();
  begin_next();
}

void TournamentGameListing::read_game(const std::string& game) {
  parts_.tournaments.read_game(waiting_.front().tournament, game,
                               lifetime_.guard([this, game](const storage::StoreResult<Record>& record) {
                                 if (record && *record) return make_row(game, **record);
                                 if (record) return skip(game, "its record is lost");
                                 if (!is_unavailable(record.error())) return skip(game, record.error().message);
                                 try_later(record.error().message, [this, game] { read_game(game); });
                               }));
}

// The background is another thread, so nothing of this object is used there.
void TournamentGameListing::make_row(const std::string& game, std::vector<std::uint8_t> record) {
  using Row = std::variant<storage::GameToSave, std::string>;
  const std::function<void(const Row&)> made = lifetime_.guard([this, game](const Row& row) {
    const auto* why = std::get_if<std::string>(&row);
    why != nullptr ? skip(game, *why) : add_match(std::get<storage::GameToSave>(row));
  });
  parts_.run_in_background(
      [post = parts_.post, made, tournament = waiting_.front().tournament,
       clock = std::string(match::name_of(waiting_.front().clock)), game,
       record = std::move(record)] { post([made, row = row_of(tournament, clock, game, record)] { made(row); }); });
}

// The row does not change any more, so that a try whose answer was lost is completed by the next one.
void TournamentGameListing::add_match(const storage::GameToSave& row) {
  const auto match = parts_.take_match_id();
  if (!match) return try_later("there are no numbers for matches", [this, row] { add_match(row); });
  storage::GameToSave whole = row;
  whole.match.match = whole.game.match = static_cast<std::uint64_t>(*match);
  whole.match.started = whole.game.ended = parts_.date();
  save(whole);
}

void TournamentGameListing::save(const storage::GameToSave& row) {
  parts_.games.save_game(row, lifetime_.guard([this, row](const storage::StoreResult<std::uint64_t>& saved) {
    if (!saved && is_unavailable(saved.error())) return try_later(saved.error().message, [this, row] { save(row); });
    if (!saved) return skip(row.game.tournament_game, saved.error().message);
    parts_.log(base::LogLine("tournament_game_listed")
                   .text("tournament", row.game.tournament)
                   .word("game", row.game.tournament_game)
                   .number("match", row.game.match));
    list_next_game();
  }));
}

void TournamentGameListing::skip(const std::string& game, const std::string& why) {
  parts_.log(base::LogLine("tournament_game_not_listed")
                 .text("tournament", waiting_.front().tournament)
                 .word("game", game)
                 .text("why", why));
  list_next_game();
}

void TournamentGameListing::try_later(const std::string& why, std::function<void()> step) {
  if (std::exchange(last_error_, why) != why) {
    parts_.log(base::LogLine("tournament_games_not_compared")
                   .text("tournament", waiting_.front().tournament)
                   .text("why", why));
  }
  parts_.post_later(kAgainAfter, lifetime_.guard(std::move(step)));
}

}  // namespace rensa::app
