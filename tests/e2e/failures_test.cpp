#include <csignal>
#include <gtest/gtest.h>
#include <memory>
#include <optional>

#include "tests/e2e/server.h"

// Tests how a failing player affects its match, its opponent and all other players; docs/failures.md describes it.

namespace rensa::e2e {
namespace {

// Limits of the server in seconds. A limit that the test does not exceed is so long that no slow machine exceeds it.
struct Limits {
  std::string grace;
  std::string think;
};

class Failures : public testing::TestWithParam<Speech> {
 protected:
  explicit Failures(const Limits& limits = {.grace = "1", .think = "300"})
      : server_(scratch_,
                {"--grace-seconds", limits.grace, "--think-seconds", limits.think, "--turn-bank-seconds", limits.think,
                 // A low limit, so that a slow machine can exceed it.
                 "--person-messages-per-second", "200", "--worker-messages-per-second", "200"}),
        calm_one_(scratch_, server_, GetParam(), "calm-one", calm_words("11")),
        calm_two_(scratch_, server_, GetParam(), "calm-two", calm_words("12")) {}

  // The calm players have other terms, so that they are paired with each other.
  static Words calm_words(const std::string& seed) {
    return {"--charge-frames", "7", "--games", "2", "--slow", "5", "--seed", seed};
  }

  // Runs an honest and a failing player to their ends.
  void play(Words bad, const Words& both = {}) {
    Words good{"--player", "greedy"};
    good.insert(good.end(), both.begin(), both.end());
    bad.insert(bad.end(), both.begin(), both.end());
    Fake honest(scratch_, server_, GetParam(), "honest", good);
    Fake failing(scratch_, server_, GetParam(), "failing", bad);
    good_ = honest.seen();
    bad_ = failing.seen();
    ASSERT_FALSE(good_.is_null()) << read_text_file(scratch_.file("fakes.log"));
    ASSERT_EQ(good_["matches"].size(), 1U) << good_;
    EXPECT_EQ(good_["errors"], Json::object()) << good_;
    EXPECT_EQ(good_["end"], "");
  }

  // Checks the end of the only game, and of the match.
  void expect_honest_wins(const std::string& game_cause, const Json& match_cause) {
    const Json& match = good_["matches"][0];
    ASSERT_EQ(match["games"].size(), 1U) << good_;
    EXPECT_EQ(match["games"][0]["cause"], game_cause);
    EXPECT_EQ(match["games"][0]["winner"], match["seat"]);
    EXPECT_EQ(match["cause"], match_cause);
    EXPECT_TRUE(match["ended"]);
    EXPECT_TRUE(has_sound_record(server_, match["games"][0]["record"]));
  }

  // The match ended by the rules, and both players were sent the same end.
  void expect_played_out() {
    const Json& match = good_["matches"][0];
    ASSERT_EQ(match["games"].size(), 1U) << good_;
    EXPECT_TRUE(match["games"][0]["cause"] == "choked" || match["games"][0]["cause"] == "no_move") << good_;
    EXPECT_EQ(match["cause"], Json());
    ASSERT_FALSE(bad_.is_null()) << read_text_file(scratch_.file("fakes.log"));
    ASSERT_EQ(bad_["matches"].size(), 1U) << bad_;
    EXPECT_EQ(bad_["matches"][0]["games"], match["games"]);
    EXPECT_TRUE(bad_["matches"][0]["ended"]);
    EXPECT_TRUE(has_sound_record(server_, match["games"][0]["record"]));
  }

  void expect_the_rest_undisturbed() {
    for (Fake* calm : {&calm_one_, &calm_two_}) {
      const Json& seen = calm->seen();
      ASSERT_FALSE(seen.is_null());
      EXPECT_EQ(seen["errors"], Json::object());
      EXPECT_EQ(seen["standing"], 0);
      ASSERT_EQ(seen["matches"].size(), 1U);
      EXPECT_TRUE(seen["matches"][0]["ended"]);
      ASSERT_EQ(seen["matches"][0]["games"].size(), 2U);
      for (const Json& game : seen["matches"][0]["games"]) {
        EXPECT_TRUE(game["cause"] == "choked" || game["cause"] == "no_move") << game;
        EXPECT_TRUE(has_sound_record(server_, game["record"]));
      }
    }
    EXPECT_EQ(server_.get("/livez").status, 200);
    EXPECT_TRUE(becomes_true([this] { return server_.get_json("/api/v1/matches")["count"] == 0; }));
    EXPECT_TRUE(becomes_true([this] { return server_.get_json("/api/v1/players")["players"].empty(); }));
    server_.process().signal(SIGTERM);
    EXPECT_EQ(server_.process().wait(), 0) << read_text_file(scratch_.file("server.log"));
  }

  TemporaryFolder scratch_;
  Server server_;
  Fake calm_one_;
  Fake calm_two_;
  Json good_;
  Json bad_;
};

// Six pairs of a silent player wait for the limit until its field is full.
class SilentPlayers : public Failures {
 protected:
  SilentPlayers() : Failures({.grace = "1", .think = "3"}) {}
};

class ReturningPlayers : public Failures {
 protected:
  ReturningPlayers() : Failures({.grace = "300", .think = "300"}) {}
};

const auto kSpeeches = testing::Values(Speech::tcp, Speech::web_json);
std::string name_of_speech(const testing::TestParamInfo<Speech>& speech) {
  return speech.param == Speech::tcp ? "Tcp" : "WebSocket";
}

INSTANTIATE_TEST_SUITE_P(Over, Failures, kSpeeches, name_of_speech);
INSTANTIATE_TEST_SUITE_P(Over, SilentPlayers, kSpeeches, name_of_speech);
INSTANTIATE_TEST_SUITE_P(Over, ReturningPlayers, kSpeeches, name_of_speech);

TEST_P(Failures, TheServerWaitsForASlowPlayer) {
  ASSERT_NO_FATAL_FAILURE(play({"--slow", "30"}));
  expect_played_out();
  EXPECT_EQ(good_["standing"], 0);
  EXPECT_EQ(bad_["errors"], Json::object());
  expect_the_rest_undisturbed();
}

TEST_P(SilentPlayers, PairsOfASilentPlayerFall) {
  ASSERT_NO_FATAL_FAILURE(play({"--stall"}));
  expect_honest_wins("choked", Json());
  EXPECT_EQ(good_["standing"], 0);
  EXPECT_EQ(bad_["end"], "");
  EXPECT_EQ(bad_["errors"], Json::object());
  expect_the_rest_undisturbed();
}

TEST_P(Failures, PairsWithOnlyIllegalPlacementsFall) {
  ASSERT_NO_FATAL_FAILURE(play({"--illegal"}));
  expect_honest_wins("choked", Json());
  EXPECT_EQ(good_["standing"], 0);
  EXPECT_GE(bad_["refused"], 6);  // three for each pair
  EXPECT_EQ(bad_["refused"].get<int>() % 3, 0);
  EXPECT_EQ(bad_["end"], "");
  expect_the_rest_undisturbed();
}

TEST_P(Failures, ACrashedPlayerLosesAfterTheGracePeriod) {
  ASSERT_NO_FATAL_FAILURE(play({"--crash-at-frame", "200"}));
  EXPECT_TRUE(bad_.is_null());
  expect_honest_wins("disconnected", "disconnected");
  EXPECT_EQ(good_["standing"], 1);
  expect_the_rest_undisturbed();
}

TEST_P(Failures, ACrashEndsTheWholeMatch) {
  ASSERT_NO_FATAL_FAILURE(play({"--crash-at-frame", "200"}, {"--games", "5"}));
  expect_honest_wins("disconnected", "disconnected");
  expect_the_rest_undisturbed();
}

TEST_P(Failures, ACrashedPlayerLosesUnderEveryClock) {
  ASSERT_NO_FATAL_FAILURE(play({"--crash-at-frame", "74"}, {"--clock", "real"}));
  expect_honest_wins("disconnected", "disconnected");
  ASSERT_NO_FATAL_FAILURE(play({"--crash-at-frame", "3"}, {"--clock", "turns", "--ruleset", "jaist-1"}));
  expect_honest_wins("disconnected", "disconnected");
  expect_the_rest_undisturbed();
}

TEST_P(Failures, AMatchEndsWhenBothHaveLeft) {
  Fake one(scratch_, server_, GetParam(), "one", {"--crash-at-frame", "200"});
  Fake two(scratch_, server_, GetParam(), "two", {"--crash-at-frame", "200"});
  EXPECT_TRUE(one.seen().is_null());
  EXPECT_TRUE(two.seen().is_null());
  calm_one_.seen();  // the calm players play the only other games
  calm_two_.seen();
  Json games;
  ASSERT_TRUE(becomes_true([&] {
    games = server_.get_json("/api/v1/games")["games"];
    return games.size() == 3;
  }));
  const auto crashed =
      std::find_if(games.begin(), games.end(), [](const Json& game) { return game["cause"] == "disconnected"; });
  ASSERT_NE(crashed, games.end()) << games;
  EXPECT_TRUE(has_sound_record(server_, (*crashed)["record"]));
  expect_the_rest_undisturbed();
}

TEST_P(Failures, AResigningPlayerLosesAtOnce) {
  ASSERT_NO_FATAL_FAILURE(play({"--resign"}, {"--games", "5"}));
  expect_honest_wins("resigned", "resigned");
  EXPECT_EQ(good_["standing"], 0);
  EXPECT_EQ(bad_["matches"][0]["games"], good_["matches"][0]["games"]);
  expect_the_rest_undisturbed();
}

TEST_P(Failures, AFloodingPlayerIsClosedAndLoses) {
  ASSERT_NO_FATAL_FAILURE(play({"--flood"}));
  EXPECT_NE(bad_["end"], "");
  expect_honest_wins("disconnected", "disconnected");
  EXPECT_EQ(good_["standing"], 1);
  expect_the_rest_undisturbed();
}

TEST_P(Failures, APlayerThatSendsGarbageIsClosedAndLoses) {
  ASSERT_NO_FATAL_FAILURE(play({"--garbage"}));
  EXPECT_NE(bad_["end"], "");
  EXPECT_EQ(bad_["errors"], (Json{{"malformed", 1}}));
  expect_honest_wins("disconnected", "disconnected");
  EXPECT_EQ(good_["standing"], 1);
  expect_the_rest_undisturbed();
}

TEST_P(Failures, APlayerWithAnOversizedMessageIsClosedAndLoses) {
  ASSERT_NO_FATAL_FAILURE(play({"--oversize"}));
  EXPECT_EQ(bad_["end"], GetParam() == Speech::tcp ? "closed" : "1009");
  expect_honest_wins("disconnected", "disconnected");
  EXPECT_EQ(good_["standing"], 1);
  expect_the_rest_undisturbed();
}

TEST_P(Failures, DecisionsForTheWrongFrameGameSeatOrMatchAreRefused) {
  ASSERT_NO_FATAL_FAILURE(play({"--wrong-frame"}));
  expect_played_out();
  EXPECT_EQ(good_["standing"], 0);
  EXPECT_EQ(bad_["errors"], (Json{{"late", 10}, {"not_yours", 5}, {"unknown_match", 5}}));
  expect_the_rest_undisturbed();
}

TEST_P(ReturningPlayers, APlayerThatComesBackPlaysOn) {
  ASSERT_NO_FATAL_FAILURE(play({"--disconnect-and-resume"}));
  expect_played_out();
  EXPECT_TRUE(bad_["resumed"]);
  EXPECT_EQ(good_["standing"], 1);
  expect_the_rest_undisturbed();
}

TEST_P(ReturningPlayers, APlayerThatComesBackToAGameInTurnsPlaysOn) {
  ASSERT_NO_FATAL_FAILURE(play({"--disconnect-and-resume"}, {"--clock", "turns", "--ruleset", "jaist-1"}));
  expect_played_out();
  EXPECT_TRUE(bad_["resumed"]);
  EXPECT_EQ(good_["standing"], 1);
  expect_the_rest_undisturbed();
}

TEST_P(SilentPlayers, AnotherSessionCannotUseTheSeat) {
  auto one = std::make_unique<Fake>(scratch_, server_, GetParam(), "one", Words{"--stall"});
  auto two = std::make_unique<Fake>(scratch_, server_, GetParam(), "two", Words{"--stall"});
  std::optional<proto::MatchId> match;
  ASSERT_TRUE(becomes_true([&] {
    const Json matches = server_.get_json("/api/v1/matches")["matches"];
    for (const Json& running : matches) {
      const std::string player = running["players"][0];
      if (!player.starts_with("calm")) match = proto::MatchId{running["match"]};
    }
    return match.has_value();
  }));
  {
    Wire stranger(GetParam(), server_.port(GetParam()));
    stranger.send(proto::Hello{});
    proto::Resume resume{.match = *match, .seat = duel::Seat::one, .token = "guessed", .last = 0, .subscription = {}};
    stranger.send(resume);
    resume.token.clear();
    stranger.send(resume);
    stranger.send(proto::Decide{.match = *match, .seat = duel::Seat::one, .game = 1, .clock = 0, .id = 1, .input = {}});
    stranger.send(proto::Leave{.match = *match, .seat = duel::Seat::two});
    const auto welcome = stranger.next(Clock::now() + test::kTimeLimit);
    ASSERT_TRUE(welcome && std::holds_alternative<proto::Welcome>(*welcome));
    for (int refused = 0; refused < 4; ++refused) {
      const auto answer = stranger.next(Clock::now() + test::kTimeLimit);
      ASSERT_TRUE(answer && std::holds_alternative<proto::Error>(*answer)) << refused;
      EXPECT_EQ(std::get<proto::Error>(*answer).code, proto::ErrorCode::not_yours) << refused;
    }
  }
  one.reset();
  two.reset();
  expect_the_rest_undisturbed();
}

TEST_P(ReturningPlayers, TheNewestConnectionHasTheSeat) {
  ASSERT_NO_FATAL_FAILURE(play({"--resume-twice"}));
  expect_played_out();
  EXPECT_TRUE(bad_["resumed"]);
  EXPECT_EQ(bad_["errors"], (Json{{"not_yours", 1}}));
  EXPECT_EQ(good_["standing"], 0);
  expect_the_rest_undisturbed();
}

// With many matches at once, the buffers are soon full: on a busy machine even before the last match has begun.
TEST_P(Failures, APlayerThatDoesNotReadIsClosedAndLoses) {
  const std::string matches = GetParam() == Speech::tcp ? "60" : "20";
  const Words both{"--clock", "real", "--matches", matches};
  Words deaf = both;
  deaf.insert(deaf.end(), {"--frames", "--slow-reader"});
  Words patient = both;
  patient.push_back("--end-with-last-match");
  Fake honest(scratch_, server_, GetParam(), "honest", patient);
  Fake failing(scratch_, server_, GetParam(), "failing", deaf);
  const Json& seen = honest.seen();
  ASSERT_FALSE(seen.is_null()) << read_text_file(scratch_.file("fakes.log"));
  ASSERT_GT(seen["matches"].size(), 0U) << seen;
  EXPECT_EQ(seen["standing"].get<std::size_t>(), seen["matches"].size());
  for (const Json& match : seen["matches"]) {
    ASSERT_EQ(match["games"].size(), 1U) << match;
    EXPECT_EQ(match["games"][0]["cause"], "disconnected");
    EXPECT_EQ(match["games"][0]["winner"], match["seat"]);
    EXPECT_EQ(match["cause"], "disconnected");
    EXPECT_TRUE(has_sound_record(server_, match["games"][0]["record"]));
  }
  EXPECT_NE(failing.seen()["end"], "");
  expect_the_rest_undisturbed();
}

TEST_P(Failures, ASlowSpectatorSkipsToTheNewestState) {
  const std::string matches = GetParam() == Speech::tcp ? "60" : "30";
  const Words both{"--clock", "real", "--matches", matches};
  auto one = std::make_unique<Fake>(scratch_, server_, Speech::tcp, "one", both);
  auto two = std::make_unique<Fake>(scratch_, server_, Speech::tcp, "two", both);
  Fake spectator(scratch_, server_, GetParam(), "spectator", {"--slow-spectator", "--matches", matches});
  const Json& seen = spectator.seen();
  EXPECT_GT(seen["skipped"], 1) << seen;
  EXPECT_EQ(seen["end"], "");
  EXPECT_EQ(seen["errors"], Json::object());
  one.reset();
  two.reset();
  expect_the_rest_undisturbed();
}

}  // namespace
}  // namespace rensa::e2e
