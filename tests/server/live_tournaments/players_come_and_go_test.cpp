#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <thread>

#include "engine/record/codec.h"
#include "server/base/atomic_file.h"
#include "server/tournament/plan/summary.h"
#include "server/tournament/plan/verify.h"
#include "tests/server/live_tournaments/cup_on_server.h"
#include "tests/tools/paths.h"
#include "tests/tools/time_limit.h"

// Tournaments of real processes and guests. Their players come and leave while games are played.

namespace rensa::live_tournaments {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using nlohmann::json;

json program(const std::string& name, const std::string& fault = "honest") {
  return {{"name", name}, {"exec", {tests::program_path("host_player"), fault}}};
}

json guest(const std::string& name) { return {{"name", name}, {"guest", true}}; }

class PlayersComeAndGo : public test::CupOnServer {
 protected:
  void start(const json& players, json more = json::object()) {
    more.update({{"name", "cup"}, {"players", players}});
    ASSERT_EQ(server_->start(more.dump()), "cup");
  }
  std::optional<Refusal> control(const std::string& what) { return server_->control("cup", what); }
  using Done = std::function<void()>;
  // Gives an order, and waits until it is on disk if it is not refused.
  std::optional<Refusal> order(const std::function<std::optional<Refusal>(TournamentRegistry&, const Done&)>& give) {
    const auto done = std::make_shared<std::promise<void>>();
    const std::future<void> is_done = done->get_future();
    const auto refusal =
        server_->with([&give, done](TournamentRegistry& all) { return give(all, [done] { done->set_value(); }); });
    if (!refusal) is_done.wait();
    return refusal;
  }
  std::optional<Refusal> withdraw(const std::string& player, const std::string& why) {
    return order([&](TournamentRegistry& all, const Done& done) {
      return all.withdraw("cup", {.player = player, .why = why}, done);
    });
  }
  std::optional<Refusal> disqualify(const std::string& player) {
    return order([&](TournamentRegistry& all, const Done& done) {
      return all.disqualify("cup", {.player = player, .why = "plays with help"}, done);
    });
  }
  std::optional<Refusal> take_back(const std::string& player) {
    return order([&](TournamentRegistry& all, const Done& done) { return all.return_player("cup", player, done); });
  }
  std::optional<Refusal> annul(const std::string& game) {
    return order([&](TournamentRegistry& all, const Done& done) {
      return all.annul("cup", {.game = game, .why = "wrong version"}, done);
    });
  }
  std::optional<Refusal> join(const json& player) {
    return order(
        [&](TournamentRegistry& all, const Done& done) { return all.join("cup", {.entry = player.dump()}, done); });
  }
  // Connects with a token of this name. The default is an offer to play one game at a time.
  std::unique_ptr<e2e::Wire> arrives(const std::string& name,
                                     const std::vector<std::string>& features = {"arranged:1"}) {
    auto wire = std::make_unique<e2e::Wire>(e2e::Speech::tcp, server_->port(e2e::Speech::tcp));
    proto::Hello hello;
    hello.token = server_->token_of(name);
    hello.features = features;
    wire->send(hello);
    return wire;
  }
  std::vector<json> events(const std::string& kind) const {
    std::vector<json> found;
    std::ifstream in(storage::journal_file_in(run()));
    // The server may be writing the last line.
    for (std::string line; std::getline(in, line) && !in.eof();) {
      if (json event = json::parse(line); event["event"] == kind) found.push_back(event);
    }
    return found;
  }
  void expect_sound() const {
    const tournament::TournamentPlan plan =
        tournament::test::plan_of(base::read_text_file(storage::plan_file_in(run())));
    EXPECT_THAT(tournament::verify_tournament(plan, run()).faults, testing::IsEmpty());
  }
};

TEST_F(PlayersComeAndGo, TheStoreListsEachGameOfATournament) {
  start({program("ann"), program("bob")}, {{"pairs", 2}});
  ASSERT_TRUE(is_over_soon());
  const auto played = server_->with(
      [](TournamentRegistry& all) { return static_cast<std::size_t>(all.find("cup")->progress().games_finished()); });
  ASSERT_GE(played, 4U);
  std::vector<storage::GameRow> listed;
  // The last game is listed after its result is known.
  const auto until = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
  while (listed.size() < played && std::chrono::steady_clock::now() < until) {
    listed = server_->listed_games({.tournament = "cup"});
    std::this_thread::sleep_for(10ms);
  }
  ASSERT_EQ(listed.size(), played);
  std::set<std::string> names;
  for (const storage::GameRow& game : listed) {
    EXPECT_TRUE(names.insert(game.tournament_game).second);
    EXPECT_TRUE(fs::exists(run() / "games" / (game.tournament_game + ".rensa"))) << game.tournament_game;
    EXPECT_THAT(game.players, testing::UnorderedElementsAre("ann", "bob"));
  }
  EXPECT_TRUE(server_->listed_games({.tournament = "other"}).empty());
}

TEST_F(PlayersComeAndGo, AServerThatStartsNoProgramsPausesTheirTournaments) {
  start({program("ann"), program("bob")}, {{"pairs", 1000}});
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.progress().games_finished() > 0; }));
  start_server_again(false);
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.state() == RunState::paused; }));
  const auto refusal = control("resume");
  ASSERT_TRUE(refusal);
  EXPECT_THAT(refusal->text, testing::HasSubstr("exec_players"));
  EXPECT_TRUE(waits_for([](const LiveTournament& run) { return run.games_running() == 0; }));
  start_server_again();
  EXPECT_TRUE(waits_for([](const LiveTournament& run) { return run.state() == RunState::running; }));
}

TEST_F(PlayersComeAndGo, RunningGamesAreListedWithTheMatchesInWhichTheyCanBeWatched) {
  start({program("ann"), program("bob", "hang")}, {{"pairs", 1}, {"audit", 0}, {"think_seconds", 600}});
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.games_in_matches().size() == 2; }));
  const auto games = server_->with([](TournamentRegistry& all) { return all.find("cup")->games_in_matches(); });
  EXPECT_NE(games[0].match, games[1].match);
  std::set<std::string> names;
  for (const LiveTournament::GameInMatch& game : games) {
    names.insert(tournament::name_of(game.game));
    EXPECT_THAT(game.players, testing::UnorderedElementsAre(0, 1));
  }
  EXPECT_EQ(names, (std::set<std::string>{"0-0", "0-1"}));
  EXPECT_EQ(withdraw("bob", "it hangs"), std::nullopt);
  ASSERT_TRUE(is_over_soon());
  EXPECT_TRUE(server_->with([](TournamentRegistry& all) { return all.find("cup")->games_in_matches().empty(); }));
}

TEST_F(PlayersComeAndGo, ThePlanDelaysSpectators) {
  start({program("ann"), program("bob", "hang")},
        {{"pairs", 1}, {"think_seconds", 600}, {"spectator_delay_seconds", 4}});
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return !run.games_in_matches().empty(); }));
  const auto match =
      server_->with([](TournamentRegistry& all) { return all.find("cup")->games_in_matches().at(0).match; });
  e2e::Wire spectator(e2e::Speech::tcp, server_->port(e2e::Speech::tcp));
  spectator.send(proto::Hello{});
  spectator.send(proto::Watch{.match = match});
  std::optional<proto::MatchStart> shown;
  while (const auto message = spectator.next(e2e::Clock::now() + rensa::test::kTimeLimit)) {
    if (const auto* start = std::get_if<proto::MatchStart>(&*message)) shown = *start;
    if (shown) break;
  }
  ASSERT_TRUE(shown);
  EXPECT_EQ(shown->terms.spectator_delay_seconds, 4);
  EXPECT_EQ(withdraw("bob", "it hangs"), std::nullopt);
  EXPECT_TRUE(is_over_soon());
}

TEST_F(PlayersComeAndGo, MissingRemotePlayersAreListed) {
  start({program("ann"), guest("bob"), guest("cid")});
  EXPECT_TRUE(waits_for([](const LiveTournament& run) {
    return run.missing_remote_players() == std::vector<std::string>{"bob", "cid"};
  }));
  withdraw("cid", "");
  EXPECT_TRUE(waits_for(
      [](const LiveTournament& run) { return run.missing_remote_players() == std::vector<std::string>{"bob"}; }));
}

TEST_F(PlayersComeAndGo, AGameThatWaitsForItsOtherPlayerIsVoidWhenAGuestTakesBackItsOffer) {
  start({program("ann", "absent"), guest("zoe")}, {{"pairs", 1}});
  const auto zoe = arrives("zoe");
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.games_running() == 1; }));
  EXPECT_TRUE(server_->with([](TournamentRegistry& all) { return all.find("cup")->games_in_matches().empty(); }));
  zoe->send(proto::Leave{.arranged = true});
  ASSERT_TRUE(waits_for([](const LiveTournament& run) {
    return run.games_running() == 0 && run.missing_remote_players() == std::vector<std::string>{"zoe"};
  }));
  EXPECT_EQ(withdraw("zoe", ""), std::nullopt);
  ASSERT_TRUE(is_over_soon());
  ASSERT_EQ(events("voided").size(), 1U);
  EXPECT_EQ(events("voided")[0]["why"], "it has taken back its offer to play");
  EXPECT_TRUE(events("ended").empty());
  expect_sound();
}

TEST_F(PlayersComeAndGo, SnapshotsShareTheirSummaryUntilTheNextEvent) {
  start({guest("ann"), guest("bob"), guest("cid")});
  const auto snapshot = [&] {
    return server_->with([](TournamentRegistry& all) { return all.find("cup")->snapshot(); });
  };
  tournament::TournamentSnapshot first = snapshot();
  tournament::TournamentSnapshot second = snapshot();
  const auto summary = tournament::summarise(first);
  EXPECT_EQ(tournament::summarise(second), summary);
  EXPECT_EQ(summary->benched, (std::vector<bool>{false, false, false}));
  EXPECT_EQ(withdraw("cid", ""), std::nullopt);
  tournament::TournamentSnapshot later = snapshot();
  EXPECT_EQ(tournament::summarise(later)->benched, (std::vector<bool>{false, false, true}));
  EXPECT_EQ(tournament::summarise(second), summary);
}

TEST_F(PlayersComeAndGo, AWithdrawnPlayerThatNeverConnectedBlocksNothing) {
  start({program("ann"), program("bob"), guest("zoe")}, {{"pairs", 2}});
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.progress().games_finished() == 4; }));
  EXPECT_EQ(server_->with([](TournamentRegistry& all) { return all.find("cup")->state(); }), RunState::running);
  EXPECT_EQ(withdraw("zoe", ""), std::nullopt);
  ASSERT_TRUE(is_over_soon());
  ASSERT_EQ(events("benched").size(), 1U);
  EXPECT_EQ(events("benched")[0]["why"], "withdrawn");
  EXPECT_EQ(events("ended").size(), 4U);
  expect_sound();
}

TEST_F(PlayersComeAndGo, WithdrawingAHangingPlayerVoidsItsGame) {
  start({program("ann"), program("bob", "hang"), program("cid")}, {{"pairs", 1}, {"think_seconds", 600}});
  // At least one of them is a game of bob.
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.games_running() == 3; }));
  EXPECT_EQ(withdraw("bob", "it hangs"), std::nullopt);
  ASSERT_TRUE(is_over_soon());
  EXPECT_EQ(events("benched")[0]["why"], "withdrawn: it hangs");
  ASSERT_FALSE(events("voided").empty());
  EXPECT_EQ(events("voided")[0]["why"], "bob takes no further part");
  EXPECT_EQ(events("ended").size(), 2U);
  expect_sound();
}

TEST_F(PlayersComeAndGo, AWithdrawalDuringAPauseSurvivesARestart) {
  start({guest("zoe"), program("ann"), program("bob")}, {{"pairs", 1}});
  ASSERT_EQ(control("pause"), std::nullopt);
  EXPECT_EQ(withdraw("zoe", "ill"), std::nullopt);
  start_server_again();
  EXPECT_TRUE(waits_for([](const LiveTournament& run) { return run.state() == RunState::paused; }));
  EXPECT_TRUE(withdraw("zoe", "ill").has_value());
  const auto zoe = arrives("zoe");
  std::optional<proto::Error> told;
  while (const auto message = zoe->next(e2e::Clock::now() + rensa::test::kTimeLimit)) {
    const auto* error = std::get_if<proto::Error>(&*message);
    if (error == nullptr) continue;
    told = *error;
    break;
  }
  ASSERT_TRUE(told.has_value());
  EXPECT_EQ(told->code, proto::ErrorCode::benched);
  EXPECT_EQ(told->text, "zoe takes no further part in cup");
  ASSERT_EQ(control("resume"), std::nullopt);
  ASSERT_TRUE(is_over_soon());
  EXPECT_EQ(events("benched").size(), 1U);
  EXPECT_EQ(events("ended").size(), 2U);
  expect_sound();
}

TEST_F(PlayersComeAndGo, AWithdrawnPlayerDoesNotNeedItsProgramAnyMore) {
  const std::string copy = (folder_ / "copy").string();
  fs::copy_file(tests::program_path("host_player"), copy);
  const json copied = {{"name", "copy"}, {"exec", {copy, "honest"}}};
  start({program("a"), program("b"), copied}, {{"pairs", 10'000}});
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.saved_progress().games_finished() > 0; }));
  EXPECT_FALSE(withdraw("copy", "it is replaced"));
  fs::remove(copy);
  start_server_again();
  EXPECT_TRUE(waits_for([](const LiveTournament& run) { return run.state() == RunState::running; }));
  const auto refused = take_back("copy");
  ASSERT_TRUE(refused);
  EXPECT_THAT(refused->text, testing::HasSubstr("copy"));
  EXPECT_TRUE(waits_for([](const LiveTournament& run) { return run.state() == RunState::running; }));
}

TEST_F(PlayersComeAndGo, APlayerThatOffersNoArrangedMatchesIsToldSo) {
  start({program("ann"), guest("zoe")});
  const auto zoe = arrives("zoe", {"open:1"});
  std::optional<proto::Error> told;
  while (!told) {
    const auto message = zoe->next(e2e::Clock::now() + rensa::test::kTimeLimit);
    ASSERT_TRUE(message) << "no error came";
    if (const auto* error = std::get_if<proto::Error>(&*message)) told = *error;
  }
  EXPECT_EQ(told->code, proto::ErrorCode::unexpected);
  EXPECT_THAT(told->text, testing::AllOf(testing::HasSubstr("cup"), testing::HasSubstr("--arranged")));
  EXPECT_THAT(server_->log(), testing::Contains(testing::HasSubstr("event=guest_offers_no_matches")));
}

TEST_F(PlayersComeAndGo, AWithdrawnRemotePlayerIsToldAndItsGameEnds) {
  start({program("ann"), guest("zoe")}, {{"think_seconds", 600}});
  const auto zoe = arrives("zoe");
  const auto hears = [&zoe](const auto& what) {
    while (const auto message = zoe->next(e2e::Clock::now() + rensa::test::kTimeLimit)) {
      if (what(*message)) return true;
    }
    return false;
  };
  ASSERT_TRUE(hears([](const auto& said) { return std::holds_alternative<proto::GameStart>(said); }));
  EXPECT_EQ(withdraw("zoe", "wrong version"), std::nullopt);
  std::optional<proto::Error> told;
  ASSERT_TRUE(hears([&told](const auto& said) {
    if (const auto* error = std::get_if<proto::Error>(&said)) told = *error;
    return std::holds_alternative<proto::MatchEnd>(said);
  }));
  ASSERT_TRUE(told.has_value());
  EXPECT_EQ(told->code, proto::ErrorCode::benched);
  EXPECT_EQ(told->text, "withdrawn: wrong version");
  EXPECT_TRUE(is_over_soon());
  expect_sound();
}

TEST_F(PlayersComeAndGo, ADisqualifiedPlayerIsToldAndItsGamesEnd) {
  start({program("ann"), program("bob", "hang"), program("cid")}, {{"pairs", 1}, {"think_seconds", 600}});
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.games_running() == 3; }));
  EXPECT_EQ(disqualify("bob"), std::nullopt);
  ASSERT_TRUE(is_over_soon());
  EXPECT_EQ(events("disqualified")[0]["why"], "plays with help");
  ASSERT_FALSE(events("voided").empty());
  EXPECT_EQ(events("voided")[0]["why"], "bob was disqualified");
  EXPECT_EQ(events("ended").size(), 2U);
  EXPECT_EQ(disqualify("cid"), std::nullopt) << "also after the end";
  EXPECT_EQ(events("disqualified").size(), 2U);
  EXPECT_EQ(events("disqualified")[1]["over"], true);
  start_server_again();
  ASSERT_TRUE(is_over_soon());
  EXPECT_TRUE(server_->with(
      [](TournamentRegistry& all) { return all.find("cup")->saved_progress().disqualified_players().size() == 2; }));
  EXPECT_EQ(events("ended").size(), 2U) << "no game is played after the end";
  expect_sound();
}

TEST_F(PlayersComeAndGo, AReturnedPlayerPlaysItsGamesAfterAll) {
  start({program("ann"), program("bob"), guest("zoe")}, {{"pairs", 1}});
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.progress().games_finished() == 2; }));
  EXPECT_EQ(withdraw("bob", "ill"), std::nullopt);
  EXPECT_EQ(take_back("bob"), std::nullopt);
  EXPECT_EQ(annul(std::to_string(events("ended")[0]["pair"].get<int>()) + "-0"), std::nullopt) << "it can play again";
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.saved_progress().games_finished() == 2; }));
  start_server_again();
  EXPECT_EQ(withdraw("zoe", ""), std::nullopt);
  ASSERT_TRUE(is_over_soon());
  EXPECT_EQ(events("returned").size(), 1U);
  EXPECT_EQ(take_back("zoe")->text, "it is over");
  expect_sound();
}

TEST_F(PlayersComeAndGo, ABenchedPlayerIsNotBenchedAgainForItsOldFailures) {
  start({program("ann"), program("bob", "crash"), guest("zoe")}, {{"pairs", 1}, {"bench_after", 1}, {"audit", 0}});
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.saved_progress().is_benched(1); }));
  ASSERT_EQ(control("pause"), std::nullopt);
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.games_running() == 0; }));
  EXPECT_EQ(take_back("bob"), std::nullopt);
  start_server_again();
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.state() == RunState::paused; }));
  EXPECT_FALSE(server_->with([](TournamentRegistry& all) { return all.find("cup")->progress().is_benched(1); }));
}

TEST_F(PlayersComeAndGo, AConnectedGuestPlaysAsSoonAsItReturns) {
  start({program("ann"), guest("zoe"), guest("yan")}, {{"think_seconds", 600}});
  EXPECT_EQ(withdraw("zoe", ""), std::nullopt);
  const auto zoe = arrives("zoe");
  const auto hears = [&zoe](const auto& what) {
    while (const auto message = zoe->next(e2e::Clock::now() + rensa::test::kTimeLimit)) {
      if (what(*message)) return true;
    }
    return false;
  };
  ASSERT_TRUE(hears([](const auto& said) { return std::holds_alternative<proto::Error>(said); }));
  EXPECT_EQ(take_back("zoe"), std::nullopt);
  EXPECT_TRUE(hears([](const auto& said) { return std::holds_alternative<proto::GameStart>(said); }));
  expect_sound();
}

// The queue of a game that has ended.
std::uint64_t queue_of(const fs::path& run, const std::string& game) {
  return record::decode(base::read_binary_file(storage::record_file_in(run, game))).record->setup.seed;
}

TEST_F(PlayersComeAndGo, AnAnnulledGameIsPlayedAgainWithANewQueueAlsoAfterARestart) {
  start({program("ann"), program("bob"), guest("zoe")}, {{"pairs", 1}, {"audit", 1}});
  const auto has_played_all = [](const LiveTournament& run) { return run.saved_progress().games_finished() == 2; };
  ASSERT_TRUE(waits_for(has_played_all));
  const int pair = events("ended")[0]["pair"];
  const std::string game = std::to_string(pair) + "-0";
  EXPECT_EQ(annul(game), std::nullopt);
  ASSERT_EQ(events("annulled").size(), 1U) << "it is on disk";
  start_server_again();
  ASSERT_TRUE(waits_for(has_played_all));
  EXPECT_EQ(annul(game)->text, "there is no game " + game + " with a result that counts");
  EXPECT_EQ(withdraw("zoe", ""), std::nullopt);
  ASSERT_TRUE(is_over_soon());
  const std::vector<json> ended = events("ended");
  ASSERT_EQ(ended.size(), 4U) << "both games on one queue are played again";
  std::set<std::uint64_t> new_queues;
  for (const std::size_t again : {2U, 3U}) {
    new_queues.insert(queue_of(run(), tournament::name_of({.pair = pair,
                                                           .leg = ended[again]["leg"].get<int>(),
                                                           .attempt = ended[again]["attempt"].get<int>()})));
  }
  EXPECT_EQ(new_queues.size(), 1U);
  EXPECT_FALSE(new_queues.contains(queue_of(run(), game)));
  EXPECT_EQ(server_->with([](TournamentRegistry& all) { return all.find("cup")->saved_progress().games_annulled(); }),
            2U);
  expect_sound();
}

TEST_F(PlayersComeAndGo, AnAnnulmentEndsTheRunningGameOfTheNextRound) {
  start({program("ann", "hang"), program("bob"), program("cid")},
        {{"format", "knock-out"}, {"best_of", 1}, {"think_seconds", 600}});
  const auto final_runs = [](const LiveTournament& run) { return run.games_in_matches().size() == 1; };
  ASSERT_TRUE(
      waits_for([&](const LiveTournament& run) { return run.progress().games_finished() == 1 && final_runs(run); }));
  EXPECT_EQ(annul("0-0"), std::nullopt);
  ASSERT_TRUE(waits_for([&](const LiveTournament& run) {
    return run.progress().pairs().size() == 3 && run.progress().games_finished() == 1 && final_runs(run);
  })) << "the final is scheduled again";
  EXPECT_EQ(withdraw("ann", ""), std::nullopt);
  ASSERT_TRUE(is_over_soon());
  EXPECT_EQ(events("annulled")[0]["cancelled"], json({1}));
  EXPECT_EQ(events("ended").size(), 2U);
  expect_sound();
}

constexpr const char* kLadder = R"({"format": "ladder", "pairs": 1, "rounds": 4, "seasons": 0})";

bool has_played(const LiveTournament& run, std::size_t player, std::size_t games) {
  std::size_t played = 0;
  for (std::size_t number = 0; number < run.progress().pairs().size(); ++number) {
    const tournament::PlayerPair& pair = run.progress().pairs()[number];
    if (pair.first != player && pair.second != player) continue;
    for (std::size_t leg = 0; leg < run.progress().leg_count(number); ++leg) {
      if (run.progress().game_result(number, leg) != nullptr) ++played;
    }
  }
  return played >= games;
}

TEST_F(PlayersComeAndGo, ALateEntryPlaysSoonAndAfterARestart) {
  start({program("ann"), program("bob")}, json::parse(kLadder));
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.progress().games_finished() >= 3; }));
  EXPECT_EQ(join(program("cid")), std::nullopt);
  ASSERT_EQ(events("joined").size(), 1U) << "it is on disk";
  EXPECT_EQ(events("joined")[0]["entry"]["exec"], json({tests::program_path("host_player"), "honest"}));
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return has_played(run, 2, 3); }));
  start_server_again();
  EXPECT_EQ(join(program("cid"))->text, "two players are called cid");
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return has_played(run, 2, 9); }));
  EXPECT_EQ(join(program("dan", "crash")), std::nullopt);
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.progress().is_benched(3); }));
  for (const char* player : {"ann", "cid"}) EXPECT_EQ(withdraw(player, ""), std::nullopt);
  ASSERT_TRUE(is_over_soon());
  EXPECT_EQ(join(program("eve"))->text, "it is over");
  expect_sound();
}

TEST_F(PlayersComeAndGo, AConnectedPlayerPlaysAsSoonAsItJoins) {
  start({program("ann"), program("bob")}, json::parse(kLadder));
  const auto zoe = arrives("zoe");
  ASSERT_TRUE(zoe->next(e2e::Clock::now() + rensa::test::kTimeLimit));
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.progress().games_finished() >= 1; }));
  EXPECT_EQ(join(guest("zoe")), std::nullopt);
  bool plays = false;
  while (!plays) {
    const auto message = zoe->next(e2e::Clock::now() + rensa::test::kTimeLimit);
    ASSERT_TRUE(message);
    plays = std::holds_alternative<proto::GameStart>(*message);
  }
  expect_sound();
}

}  // namespace
}  // namespace rensa::live_tournaments
