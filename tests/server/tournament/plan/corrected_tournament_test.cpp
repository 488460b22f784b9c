#include <gmock/gmock.h>

#include "server/tournament/plan/report.h"
#include "server/tournament/plan/summary.h"
#include "server/tournament/plan/verify.h"
#include "tests/server/tournament/plan/recorded_run.h"
#include "tests/server/tournament/plan/test_plan.h"

// Tournaments that their organiser corrects while they are played.

namespace rensa::tournament::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kPlayers = R"(, "audit": 0.5, "players": ["a", "b", "c", "d", "e", "f", "g"], "bench_after": 0})";
constexpr const char* kFormats[] = {
    R"("format": "round-robin", "pairs": 1)",
    R"("format": "gauntlet", "pairs": 2, "challengers": 2)",
    R"("format": "groups", "groups": 2, "pairs": 1)",
    R"("format": "swiss", "rounds": 3, "pairs": 1)",
    R"("format": "knock-out", "best_of": 3, "third_place": true)",
    R"("format": "double-knock-out", "best_of": 1)",
    R"("format": "ladder", "rounds": 3, "pairs": 1, "seasons": 2)",
    R"("stages": [{"format": "swiss", "rounds": 2, "pairs": 1}, {"format": "knock-out", "take": 4, "best_of": 1}])",
    R"("stages": [{"format": "knock-out", "best_of": 1}, {"format": "round-robin", "take": 3, "pairs": 1}])"};

TournamentPlan plan_with(const std::string& format) { return plan_of("{" + format + kPlayers); }

// Returns the games with a result that counts.
std::vector<GameId> counted_games(const TournamentProgress& progress) {
  std::vector<GameId> games;
  for (std::size_t pair = 0; pair < progress.pairs().size(); ++pair) {
    for (std::size_t leg = 0; leg < progress.leg_count(pair); ++leg) {
      if (const GameEnded* ended = progress.game_result(pair, leg)) games.push_back(ended->game);
    }
  }
  return games;
}

// Annuls one of the finished games, if that is allowed now.
bool annul_any(RecordedRun& recorded) {
  const std::vector<GameId> games = counted_games(recorded.run.progress());
  if (games.empty()) return false;
  const GameId game = games[recorded.rng.below(static_cast<std::uint32_t>(games.size()))];
  const auto annulled = recorded.run.annulment(game, "chance");
  if (!std::holds_alternative<GameAnnulled>(annulled)) return false;
  recorded.run.annul_game(std::get<GameAnnulled>(annulled));
  return true;
}

// Withdraws a player, unless few are left.
bool withdraw_any(RecordedRun& recorded) {
  const std::size_t player = recorded.rng.below(static_cast<std::uint32_t>(recorded.plan.players.size()));
  std::size_t left = 0;
  for (std::size_t one = 0; one < recorded.plan.players.size(); ++one) {
    if (!recorded.run.progress().is_benched(one)) ++left;
  }
  if (left <= 4 || recorded.run.progress().is_benched(player)) return false;
  recorded.run.bench({.player = player, .why = "chance"});
  return true;
}

bool take_any_back(RecordedRun& recorded) {
  for (std::size_t player = 0; player < recorded.plan.players.size(); ++player) {
    const auto returned = recorded.run.return_of(player);
    if (!std::holds_alternative<PlayerReturned>(returned)) continue;
    recorded.run.take_back(std::get<PlayerReturned>(returned));
    return true;
  }
  return false;
}

// Disqualifies a player. At most two are disqualified.
bool disqualify_any(RecordedRun& recorded) {
  if (recorded.run.progress().disqualified_players().size() == 2) return false;
  const std::size_t player = recorded.rng.below(static_cast<std::uint32_t>(recorded.plan.players.size()));
  const auto disqualified = recorded.run.disqualification(player, "chance");
  if (!std::holds_alternative<PlayerDisqualified>(disqualified)) return false;
  recorded.run.disqualify(std::get<PlayerDisqualified>(disqualified));
  return true;
}

// Makes a correction of any kind. Disqualifications are rarer than the other kinds.
bool correct_any(RecordedRun& recorded) {
  switch (recorded.rng.below(16)) {
    case 0:
      return disqualify_any(recorded);
    case 1:
    case 2:
    case 3:
    case 4:
      return withdraw_any(recorded);
    case 5:
    case 6:
    case 7:
    case 8:
      return take_any_back(recorded);
    default:
      return annul_any(recorded);
  }
}

// The formats that have seen all events one by one say the same as formats that see the journal for the first time.
void expect_follows_from_journal(RecordedRun& recorded) {
  const TournamentProgress again = progress_after(recorded.events, recorded.plan.players.size());
  StageSequence stages(recorded.run.plan().stage_sequence_plan());
  EXPECT_EQ(stages.ranking(again), recorded.run.stages().ranking(recorded.run.progress()));
  EXPECT_EQ(stages.is_over(again), recorded.run.is_over());
  EXPECT_EQ(again.games_open(), recorded.run.progress().games_open());
  EXPECT_EQ(again.games_running(), recorded.run.progress().games_running());
  if (again.games_open() > 0) return;
  EXPECT_EQ(stages.next_events(again), recorded.run.stages().next_events(recorded.run.progress()));
}

void expect_sound_at_end(RecordedRun& recorded) {
  EXPECT_TRUE(recorded.run.is_over());
  EXPECT_EQ(recorded.run.progress().games_running(), 0U);
  TournamentSnapshot live{
      .plan = recorded.run.plan(), .progress = recorded.run.progress(), .stages = std::move(recorded.run.stages())};
  TournamentSnapshot read = read_snapshot(recorded.plan, recorded.folder());
  EXPECT_EQ(report_json(live, {.times = true}), report_json(read, {.times = true}));
  EXPECT_EQ(report_text(live, {.times = true}), report_text(read, {.times = true}));
  EXPECT_THAT(verify_tournament(recorded.plan, recorded.folder()).faults, IsEmpty());
}

// Plays with up to three games at a time. `correct` may change the tournament between two events; it returns true if
// it did.
void play(RecordedRun& recorded, const std::function<bool(RecordedRun&)>& correct) {
  for (int steps = 0; steps < 20'000; ++steps) {
    if (correct(recorded)) {
      recorded.forget_void_games();
      expect_follows_from_journal(recorded);
    }
    if (recorded.running.size() < 3 && recorded.start_one()) continue;
    if (recorded.running.empty()) return;
    recorded.end_one();
  }
  FAIL() << "it has no end";
}

// The number of events of one kind.
template <typename Kind>
int count_of(const std::vector<Event>& events) {
  return static_cast<int>(std::count_if(events.begin(), events.end(),
                                        [](const Event& event) { return std::holds_alternative<Kind>(event); }));
}

TEST(CorrectedTournament, RandomCorrectionsLeaveNoFaultInAnyFormat) {
  for (const char* format : kFormats) {
    int annulments = 0;
    int returns = 0;
    int disqualifications = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      SCOPED_TRACE(std::string(format) + ", seed " + std::to_string(seed));
      RecordedRun recorded(plan_with(format), "random", seed);
      int corrections = 0;
      play(recorded, [&corrections](RecordedRun& run) {
        if (run.rng.below(3) != 0 || corrections >= 30) return false;
        const bool is_corrected = correct_any(run);
        corrections += is_corrected ? 1 : 0;
        return is_corrected;
      });
      if (seed % 2 == 0) disqualify_any(recorded);  // after the end
      annulments += count_of<GameAnnulled>(recorded.events);
      returns += count_of<PlayerReturned>(recorded.events);
      disqualifications += count_of<PlayerDisqualified>(recorded.events);
      expect_sound_at_end(recorded);
    }
    EXPECT_GT(annulments, 0) << format;
    EXPECT_GT(returns, 0) << format;
    EXPECT_GT(disqualifications, 0) << format;
  }
}

TEST(CorrectedTournament, VerifyAcceptsATestWithAnnulledGames) {
  RecordedRun recorded(
      plan_of(R"({"format": "sprt", "elo": [0, 60], "pairs": 40, "audit": 0.5, "players": ["a", "b"]})"), "sprt", 3);
  play(recorded, [](RecordedRun& run) { return run.rng.below(5) == 0 && annul_any(run); });
  EXPECT_GT(recorded.run.progress().games_annulled(), 0U);
  expect_sound_at_end(recorded);
}

TEST(CorrectedTournament, VerifyChecksTheRecordsOfAnnulledGames) {
  RecordedRun recorded(plan_of(R"({"players": ["a", "b"], "pairs": 1, "audit": 0})"), "records", 1);
  recorded.start_one();
  recorded.end_one();
  ASSERT_TRUE(annul_any(recorded));
  play(recorded, [](RecordedRun&) { return false; });
  const VerificationReport sound = verify_tournament(recorded.plan, recorded.folder());
  EXPECT_THAT(sound.faults, IsEmpty());
  EXPECT_EQ(verification_text(sound), "3 games: ok, of which 2 count in the table\n");
  std::filesystem::remove(storage::record_file_in(recorded.folder(), "0-0"));
  EXPECT_THAT(verify_tournament(recorded.plan, recorded.folder()).faults, ElementsAre(HasSubstr("0-0.rensa")));
}

TEST(CorrectedTournament, VerifyRefusesAnAnnulmentThatTheRulesDoNotAllow) {
  const TournamentPlan plan = plan_of(R"({"format": "knock-out", "best_of": 1, "players": ["a", "b", "c", "d"]})");
  RecordedRun recorded(plan, "refused", 1);
  for (int game = 0; game < 2; ++game) {
    recorded.start_one();
    recorded.end_one();
  }
  recorded.start_one();
  ASSERT_EQ(recorded.run.progress().pairs().size(), 3U);
  recorded.run.annul_game({.game = {}, .why = "but not the final", .cancelled = {}});
  EXPECT_THAT(verify_tournament(plan, recorded.folder()).faults, ElementsAre(HasSubstr("cannot be annulled here")));
}

TEST(CorrectedTournament, AReportNamesADisqualifiedPlayerWithTheReason) {
  for (const char* format : {R"("format": "round-robin", "pairs": 1)", R"("format": "swiss", "rounds": 2)"}) {
    RecordedRun recorded(plan_with(format), "named", 1);
    play(recorded, [](RecordedRun&) { return false; });
    recorded.run.disqualify(std::get<PlayerDisqualified>(recorded.run.disqualification(0, "it plays, with help")));
    TournamentSnapshot read = read_snapshot(recorded.plan, recorded.folder());
    const auto summary = summarise(read);
    EXPECT_EQ(summary->standings.back().player, 0U);
    EXPECT_EQ(summary->standings.back().games.games(), 0);
    EXPECT_EQ(summary->stages[0].ranking.back(), 0U);
    EXPECT_LT(summary->games, read.progress.games_finished());
    EXPECT_TRUE(summary->is_over);
    EXPECT_THAT(report_text(read, {}), HasSubstr("\na: disqualified: it plays, with help\n"));
    EXPECT_THAT(report_json(read, {}), HasSubstr("\"disqualified\": \"it plays, with help\""));
    EXPECT_THAT(report_csv(read), testing::EndsWith(",\"it plays, with help\"\n"));
    EXPECT_THAT(report_markdown(read), HasSubstr("| a (disqualified) |"));
    const VerificationReport verified = verify_tournament(recorded.plan, recorded.folder());
    EXPECT_THAT(verified.faults, IsEmpty());
    EXPECT_EQ(verified.counted, summary->games) << "as in the table";
  }
}

TEST(CorrectedTournament, VerifyRefusesCorrectionsThatTheRulesDoNotAllow) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b", "c"], "pairs": 1})");
  RecordedRun early(plan, "early", 1);
  early.start_one();
  early.running.clear();
  early.run.void_game({}, "chance");
  early.run.bench({.player = early.run.progress().pairs()[0].first, .why = "ill"});
  early.run.take_back({.player = early.run.progress().pairs()[0].first, .reopened = {}});
  EXPECT_THAT(verify_tournament(plan, early.folder()).faults, ElementsAre(HasSubstr("cannot return here in this way")));
  RecordedRun late(plan, "late", 1);
  play(late, [](RecordedRun&) { return false; });
  late.run.disqualify({.player = 0, .why = "", .is_after_end = false});
  EXPECT_THAT(verify_tournament(plan, late.folder()).faults, ElementsAre(HasSubstr("cannot be disqualified here")));
}

TEST(CorrectedTournament, AReportCountsAnnulledGames) {
  RecordedRun recorded(plan_of(R"({"players": ["a", "b"], "pairs": 1, "audit": 0})"), "report", 1);
  recorded.start_one();
  recorded.end_one();
  ASSERT_TRUE(annul_any(recorded));
  TournamentSnapshot read = read_snapshot(recorded.plan, recorded.folder());
  EXPECT_THAT(report_text(read, {}), HasSubstr("\n1 game was annulled\n"));
  EXPECT_THAT(report_json(read, {}), HasSubstr("\"annulled\": 1"));
  EXPECT_EQ(summarise(read)->games, 0U);
}

}  // namespace
}  // namespace rensa::tournament::test
