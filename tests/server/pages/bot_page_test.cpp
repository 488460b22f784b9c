#include "server/pages/bot_page.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/pages/page_path.h"
#include "server/pages/pages.h"
#include "tests/server/pages/some_run.h"
#include "tests/server/submissions/bots_fixture.h"

namespace rensa::pages {
namespace {

using submissions::VersionState;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

submissions::Bot bot_named(const std::string& name) {
  submissions::Bot bot{.name = name, .owner = "<b>ann</b>"};
  for (const VersionState state : {VersionState::replaced, VersionState::entered, VersionState::refused}) {
    bot.versions.push_back({.number = static_cast<int>(bot.versions.size()) + 1,
                            .uploaded = "2026-05-06T11:00:00Z",
                            .digest = "0123456789abcdef",
                            .bytes = 7,
                            .manifest = {.name = name, .language = "py<thon", .command = {"x"}},
                            .state = state});
  }
  bot.versions[2].checks = {{"start", "ok", ""}, {"lost line", "failed", "secret output"}};
  bot.versions[2].why = "secret output";
  return bot;
}

// A round robin in which the first player of each pair wins, and every third game is lost by a crash.
BotEvent event_of(const std::string& id, const std::string& players, int games) {
  const tournament::TournamentPlan plan =
      tournament::test::plan_of(R"({"name": "Cup <i>", "audit": 0, "pairs": 3, "players": [)" + players + "]}");
  tournament::TournamentRun run(plan, {}, [](const tournament::Event&) {});
  for (int i = 0; i < games; ++i) {
    const auto game = run.start_next_game([](const tournament::PlayerPair&) { return true; });
    if (!game) break;
    const bool is_crash = i % 3 == 2;
    run.end_game({.game = game->id,
                  .winner = i % 2 == 0 ? 0 : 1,
                  .cause = is_crash ? duel::Cause::crashed : duel::Cause::choked});
  }
  return {
      .tournament = id,
      .run = {
          .plan = plan, .progress = run.progress(), .stages = tournament::StageSequence(plan.stage_sequence_plan())}};
}

const std::string kFour = R"({"name": "mine v1", "player": "greedy"}, {"name": "mine v2", "player": "greedy"},
    {"name": "other", "player": "greedy"}, {"name": "mines v1", "player": "greedy"})";

TEST(BotPageTest, CountsAllVersionsInAllTournaments) {
  std::vector<BotEvent> events;
  events.push_back(event_of("cup", kFour, 36));
  events.push_back(
      event_of("next", R"({"name": "other", "player": "greedy"}, {"name": "mine v2", "player": "greedy"})", 6));
  const BotView view = make_bot_view(bot_named("mine"), events);
  std::vector<std::string> entries;
  std::int64_t games = 0;
  for (const BotEntryRow& row : view.entries) {
    entries.push_back(row.tournament + " " + row.player);
    games += row.games.games();
  }
  EXPECT_THAT(entries, ElementsAre("cup mine v2", "next mine v2", "cup mine v1"));
  EXPECT_EQ(view.games.games(), games);
  EXPECT_EQ(view.games.games(), 18 + 18 + 6);
  ASSERT_TRUE(view.strength);
  EXPECT_LT(view.strength->low, view.strength->value);
  EXPECT_LT(view.strength->value, view.strength->high);
}

// Every game is counted by hand.
TEST(BotPageTest, ListsTheGamesThatWereLostByAFailure) {
  std::vector<BotEvent> events;
  events.push_back(event_of("cup", kFour, 36));
  const BotView view = make_bot_view(bot_named("mine"), events);
  std::size_t lost = 0;
  const auto& progress = events[0].run.progress;
  for (std::size_t pair = 0; pair < progress.pairs().size(); ++pair) {
    for (std::size_t leg = 0; leg < progress.leg_count(pair); ++leg) {
      const auto* ended = progress.game_result(pair, leg);
      if (ended == nullptr || ended->cause != duel::Cause::crashed) continue;
      const std::size_t loser = *ended->winner == 0 ? progress.pairs()[pair].second : progress.pairs()[pair].first;
      if (loser <= 1) ++lost;
    }
  }
  EXPECT_GT(lost, 0U);
  EXPECT_THAT(view.failures, SizeIs(lost));
  for (const BotFailureRow& row : view.failures) EXPECT_EQ(row.cause, duel::Cause::crashed);
  EXPECT_TRUE(std::is_sorted(view.failures.begin(), view.failures.end(), [](const auto& one, const auto& two) {
    return one.player > two.player;
  })) << "the newest version first";
  const std::string page = bot_page({}, view);
  EXPECT_THAT(page, HasSubstr(replay_url("cup", view.failures.front().game)));
}

TEST(BotPageTest, ShowsVersionsWithoutWhatTheyHavePrinted) {
  std::vector<BotEvent> none;
  const std::string page = bot_page({}, make_bot_view(bot_named("mine"), none));
  for (const char* part : {"Replaced", "Plays", "Refused", "lost line", "2026-05-06T11:00:00Z", "0123456789ab",
                           "No game is over yet.", "&lt;b&gt;ann", "py&lt;thon"}) {
    EXPECT_THAT(page, HasSubstr(part));
  }
  for (const char* part : {"<b>ann", "py<thon", "secret output"}) EXPECT_THAT(page, Not(HasSubstr(part)));
  submissions::Bot removed = bot_named("mine");
  removed.removed = "it <i>insults";
  EXPECT_THAT(bot_page({}, make_bot_view(removed, none)),
              HasSubstr("An administrator has removed this bot: it &lt;i&gt;insults"));
}

TEST(BotPageTest, ABotWithoutGamesHasNoRating) {
  std::vector<BotEvent> events;
  events.push_back(event_of("cup", kFour, 0));
  const BotView view = make_bot_view(bot_named("mine"), events);
  EXPECT_EQ(view.strength, std::nullopt);
  EXPECT_THAT(view.failures, IsEmpty());
}

class BotPagesTest : public testing::Test, protected submissions::test::BotsFixture {};

TEST_F(BotPagesTest, ABotHasAnAddress) {
  store.states["mine"] = submissions::text_of_bot(bot_named("mine"));
  start_again();
  int made = 0;
  Pages pages{tournaments, [&made](const auto& make, const auto& reply) {
                ++made;
                reply(make());
              }};
  net::HttpRequest request;
  request.method = "GET";
  request.path = "/bots/mine";
  net::HttpResponse answer;
  const net::HttpReply reply([&answer](net::HttpResponse response) { answer = std::move(response); });
  EXPECT_FALSE(pages.answer(request, reply)) << "the server has no bots";
  pages.use_submissions(*submissions);
  EXPECT_TRUE(pages.answer(request, reply));
  EXPECT_THAT(answer.body, HasSubstr("<h1><bdi>mine</bdi></h1>"));
  EXPECT_TRUE(pages.answer(request, reply));
  EXPECT_EQ(made, 1) << "it is kept";
  store.states["mine"] = submissions::text_of_bot(bot_named("mine"));
  request.query = "lang=ja";
  EXPECT_TRUE(pages.answer(request, reply));
  EXPECT_THAT(answer.body, HasSubstr("全大会の成績"));
  for (const char* other : {"/bots/none", "/bots", "/bots/", "/bots/mine/x"}) {
    request.path = other;
    EXPECT_FALSE(pages.answer(request, reply)) << other;
  }
  EXPECT_EQ(url_of({.kind = PageKind::bot, .tournament = {}, .player = "mine"}), "/bots/mine");
}

}  // namespace
}  // namespace rensa::pages
