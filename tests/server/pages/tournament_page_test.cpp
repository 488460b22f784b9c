#include "server/pages/tournament_page.h"

#include <algorithm>
#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/pages/tournament_parts.h"
#include "tests/server/pages/some_run.h"

namespace rensa::pages {
namespace {

using test::expect_harmless;
using test::kHostile;
using test::kTwo;
using test::plan_text;
using test::run_of;
using test::sample_status;
using test::shown_part;
using test::statistics_part;
using testing::HasSubstr;
using testing::Not;

TournamentView view_after(const std::string& plan, int games) {
  tournament::TournamentSnapshot run = run_of(plan, games);
  return make_tournament_view(sample_status(), run);
}
std::string page_after(const std::string& plan, int games, Viewer viewer = {}) {
  return tournament_page(viewer, view_after(plan, games));
}

TEST(TournamentPage, NamesStayText) {
  const std::string html = page_after(plan_text(R"("format": "round-robin", "pairs": 1)", kHostile), 9);
  expect_harmless(html);
  EXPECT_THAT(html, HasSubstr("<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>"));
  EXPECT_THAT(html, HasSubstr("<bdi>&amp;lt;plain</bdi>"));
  EXPECT_THAT(html, HasSubstr("href=\"/league/cup/players/a%2Fb%3Fc%23d%20%C3%A9\""));
  EXPECT_THAT(html, HasSubstr("<title>Cup &lt;b&gt; · League · Rensa</title>"));
}

TEST(TournamentPage, ShowsTheStartUntilGamesHaveBegun) {
  const std::string plan = plan_text(R"("starts": "2999-12-24T18:00:00Z", "format": "round-robin", "pairs": 1)", kTwo);
  for (const TextId state : {TextId::state_waiting, TextId::state_paused}) {
    TournamentView view = view_after(plan, 0);
    view.status.state = state;
    view.status.games = 0;
    EXPECT_THAT(tournament_page({}, view), HasSubstr("datetime=\"2999-12-24T18:00:00Z\""));
  }
  TournamentView begun = view_after(plan, 2);
  begun.status.state = TextId::state_paused;
  EXPECT_THAT(tournament_page({}, begun), Not(HasSubstr("datetime=\"2999-12-24T18:00:00Z\"")));
}

TEST(TournamentPage, ShowsTheMessagesOfTheOrganisers) {
  const std::string plan = plan_text(R"("format": "round-robin", "pairs": 1)", kTwo);
  tournament::TournamentSnapshot run = run_of(plan, 1);
  const auto page = [&] { return tournament_page({}, make_tournament_view(sample_status(), run)); };
  EXPECT_THAT(page(), Not(HasSubstr("From the organisers")));
  const auto send = [&](const std::string& text) {
    const auto sent_at = std::chrono::sys_days(std::chrono::year(2026) / 12 / 24) + std::chrono::hours(18);
    ASSERT_TRUE(run.progress.apply(tournament::MessageSent{.text = text, .sent_at = sent_at}));
  };
  send("<b>The final</b> begins at 18:00");
  const std::string one = page();
  EXPECT_THAT(one, HasSubstr("<section class=\"messages\" aria-label=\"From the organisers\">"));
  EXPECT_THAT(one,
              HasSubstr("<li><p dir=\"auto\">&lt;b&gt;The final&lt;/b&gt; begins at 18:00</p>"
                        "<time class=\"sent\" datetime=\"2026-12-24T18:00:00Z\">2026-12-24 18:00 UTC</time></li>"));
  EXPECT_THAT(one, Not(HasSubstr("Earlier messages")));
  for (const char* text : {"two", "three", "four"}) send(text);
  const std::string four = page();
  EXPECT_LT(four.find(">four<"), four.find(">three<"));
  EXPECT_LT(four.find(">two<"), four.find("<summary>Earlier messages</summary>"));
  EXPECT_LT(four.find("<summary>Earlier messages</summary>"), four.find("begins at 18:00"));
}

TEST(TournamentPage, NoStyleAndNoScriptIsInline) {
  for (const auto& [format, players] :
       {std::pair{R"("format": "knock-out")", kHostile}, std::pair{R"("format": "sprt")", kTwo}}) {
    const std::string html = page_after(plan_text(format, players), 40);
    EXPECT_THAT(html, Not(HasSubstr("style=")));
    EXPECT_THAT(html, Not(HasSubstr("<style")));
    EXPECT_THAT(html, HasSubstr("<script type=\"module\" src=\"/league/live.js\"></script>"));
    EXPECT_THAT(html, HasSubstr("<body class=\"league\" data-tournament=\"cup\">"));
  }
}

TEST(TournamentPage, ShowsStandingsCrosstableAndGames) {
  const std::string html = page_after(plan_text(R"("format": "round-robin", "pairs": 3)", kTwo), 6);
  EXPECT_THAT(html, HasSubstr("<caption class=\"unseen\">Standings</caption>"));
  EXPECT_THAT(html, HasSubstr("<th scope=\"row\"><a href=\"/league/cup/players/new\"><bdi>new</bdi></a></th>"));
  EXPECT_THAT(html, HasSubstr("<td class=\"cross_self\"></td><td class=\"cross cross_won\">4–2</td>"));
  EXPECT_THAT(html, HasSubstr("<td class=\"cross cross_lost\">2–4</td><td class=\"cross_self\"></td>"));
  EXPECT_THAT(html, HasSubstr("href=\"/replay/?record=%2Fapi%2Fv1%2Ftournaments%2Fcup%2Frecords%2F2-1\""));
  EXPECT_THAT(html, HasSubstr("3 of 6"));
  EXPECT_THAT(html, HasSubstr("Longest chain"));
}

TEST(TournamentPage, TheFirstColumnsAreTheMostImportantOnes) {
  const std::string html = page_after(plan_text(R"("format": "round-robin", "pairs": 1)", kTwo), 2);
  const auto column = [](const std::string& part, const std::string& title) {
    const std::size_t at = part.find(">" + title + "</th>");
    EXPECT_NE(at, std::string::npos) << title;
    return at;
  };
  const std::string shown = shown_part(html);
  EXPECT_LT(column(shown, "Player"), column(shown, "Latest"));
  EXPECT_LT(column(shown, "Latest"), column(shown, "Points"));
  EXPECT_LT(column(shown, "Points"), column(shown, "Won"));
  EXPECT_THAT(shown, HasSubstr("<th scope=\"col\" class=\"number wide\">Rating</th>"))
      << "narrow screens do not show it";
  const std::string details = statistics_part(html);
  EXPECT_LT(column(details, "Points"), column(details, "Elo"));
  EXPECT_LT(column(details, "Elo"), column(details, "Games"));
  EXPECT_LT(column(details, "Games"), column(details, "Refused"));
}

TEST(TournamentPage, TheNumbersForOrganisersAreInAPartThatOpens) {
  const std::string html = page_after(plan_text(R"("format": "round-robin", "pairs": 1)", kTwo), 2);
  for (const char* number : {"95 % interval", "How they play", "tsu-1", "Games planned at most"}) {
    EXPECT_THAT(statistics_part(html), HasSubstr(number));
    EXPECT_THAT(shown_part(html), Not(HasSubstr(number)));
  }
}

TEST(TournamentPage, TheStandingsInSightAreThoseOfTheStageAndInTheEndThoseOfAll) {
  const std::string plan = R"({"name": "Cup", "audit": 0, "stages": [{"format": "round-robin", "pairs": 1},
    {"format": "knock-out", "take": 2, "best_of": 1}], "players": [)" +
                           kTwo + "]}";
  TournamentView view = view_after(plan, 1);
  EXPECT_THAT(shown_part(tournament_page({}, view)), HasSubstr("<h2>Stage 1: round robin</h2>"));
  view.status.state = TextId::state_over;
  const std::string over = tournament_page({}, view);
  EXPECT_THAT(shown_part(over), HasSubstr("<h2>Final standings</h2>"));
  EXPECT_THAT(shown_part(over), Not(HasSubstr("Stage 1")));
  EXPECT_THAT(statistics_part(over), HasSubstr("<h2>Stage 1: round robin</h2>"));
}

TEST(TournamentPage, StatisticsHaveTheRefusedAndTheLateDecisionsIfThereAreAny) {
  const std::string plan = plan_text(R"("format": "round-robin", "pairs": 1)", kTwo);
  const std::string html = page_after(plan, 1);
  EXPECT_THAT(html, HasSubstr(">Refused</th>"));
  EXPECT_THAT(html, HasSubstr(">Late</th>"));
  EXPECT_THAT(html, HasSubstr("<td class=\"number\">1001</td><td class=\"number\">2003</td>"));
  const std::string japanese = page_after(plan, 1, {.language = Language::japanese});
  EXPECT_THAT(japanese, HasSubstr(">置けない手</th>"));
  EXPECT_THAT(japanese, HasSubstr(">時間切れの手</th>"));
  const std::string none = page_after(plan, 0);
  EXPECT_THAT(none, Not(HasSubstr(">Refused</th>")));
  EXPECT_THAT(none, Not(HasSubstr(">Late</th>")));
}

TEST(TournamentPage, AGameIsALineThatLeadsToItsReplay) {
  TournamentView view = view_after(plan_text(R"("format": "round-robin", "pairs": 2)", kTwo), 4);
  view.games = {{.game = "1-0",
                 .place = {.number = 3},
                 .first = 0,
                 .second = 1,
                 .winner = 1,
                 .chains = {7, 12},
                 .clock = 52 * 60 + 59},
                {.game = "0-1", .first = 0, .second = 1, .winner = 0, .cause = duel::Cause::disconnected}};
  const std::string html = tournament_page({}, view);
  EXPECT_THAT(html, HasSubstr("<span class=\"game_side lost\"><bdi>new</bdi></span> "
                              "<span class=\"game_score\">0 – 1</span> "
                              "<span class=\"game_side won\"><bdi>old</bdi></span> "
                              "<span class=\"game_facts\">12-chain · 0:52</span>"));
  EXPECT_THAT(html, HasSubstr("<span class=\"game_facts\">disconnected</span>")) << "an unusual end is told";
  EXPECT_THAT(html, HasSubstr("<span class=\"game_name\">Game 3</span><span class=\"unseen\">, replay</span></a>"));
}

TEST(TournamentPage, EightGamesAreInSightAndTheOthersBehindAButton) {
  TournamentView view = view_after(plan_text(R"("format": "round-robin", "pairs": 6)", kTwo), 12);
  view.status.games = 12;
  const std::string html = tournament_page({}, view);
  const std::size_t button = html.find("<details class=\"more_games\"><summary>All games</summary>");
  ASSERT_NE(button, std::string::npos);
  const auto lines = [](const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = part.find("class=\"game_line\"", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  EXPECT_EQ(lines(html.substr(0, button)), 8U);
  EXPECT_EQ(lines(html), 12U);
  view.status.games = 1'000;
  EXPECT_THAT(tournament_page({}, view), HasSubstr("<summary>Earlier games</summary>")) << "not all are on the page";
}

TEST(TournamentPage, ThereIsAPageBeforeTheFirstGame) {
  EXPECT_THAT(page_after(plan_text(R"("format": "round-robin")", kTwo), 0), HasSubstr("No game is over yet."));
}

TEST(TournamentPage, AKnockOutHasItsRounds) {
  const std::string html = page_after(plan_text(R"("format": "knock-out", "best_of": 1)", kHostile), 3);
  EXPECT_LT(html.find("<h3>Semi-finals</h3>"), html.find("<h3>Final</h3>"));
  const std::string twice = page_after(plan_text(R"("format": "double-knock-out", "best_of": 1)", kHostile), 3);
  EXPECT_THAT(twice, HasSubstr("<h3>Round 1</h3>"));
  EXPECT_THAT(twice, HasSubstr("<span class=\"match_name\">Match 1</span>"));
}

TEST(TournamentPage, LinesLeadFromBothSemiFinalsToTheFinal) {
  TournamentView view = view_after(plan_text(R"("format": "knock-out", "best_of": 1)", kHostile), 3);
  const auto count = [](const std::string& html, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = html.find(what, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  const std::string running = tournament_page({}, view);
  EXPECT_EQ(count(running, "<li class=\"match to_next\">"), 2U);
  EXPECT_EQ(count(running, "<li class=\"match from_before\">"), 1U);
  view.status.state = TextId::state_over;
  const std::string over = tournament_page({}, view);
  EXPECT_EQ(count(over, "<li class=\"match to_next golden_to\">"), 1U) << "the way of the winner";
  EXPECT_EQ(count(over, "<li class=\"match to_next\">"), 1U);
  EXPECT_EQ(count(over, "<li class=\"match from_before golden_from\">"), 1U);
  EXPECT_EQ(count(over, "<li class=\"won gold\">"), 2U);
}

TEST(TournamentPage, AMatchThatIsNotKnownYetHasItsPlaceInTheBracket) {
  const std::string html = page_after(plan_text(R"("format": "knock-out", "best_of": 1)", kHostile), 1);
  EXPECT_THAT(html, HasSubstr("<h3>Final</h3><ol><li class=\"match from_before\"><div class=\"match_box\">"
                              "<p class=\"match_open\">–</p></div>"));
}

TEST(TournamentPage, ABracketIsAListThatMarksWinnersAndHasEachLinkOnce) {
  const std::string html = page_after(plan_text(R"("format": "knock-out", "best_of": 1)", kTwo), 1);
  EXPECT_THAT(html, HasSubstr("<div class=\"bracket_scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Bracket\">"
                              "<ol class=\"bracket tree\"><li><h3>Final</h3><ol>"
                              "<li class=\"match\"><div class=\"match_box\">"));
  EXPECT_THAT(html, HasSubstr("<li class=\"won\"><a href=\"/league/cup/players/new\"><bdi>new</bdi></a> "
                              "<span class=\"points\">1</span> <span class=\"unseen\">Winner</span></li>"));
  EXPECT_THAT(html, HasSubstr("<li class=\"lost\"><a href=\"/league/cup/players/old\"><bdi>old</bdi></a> "
                              "<span class=\"points\">0</span></li></ul>"));
  const std::string undecided = page_after(plan_text(R"("format": "knock-out", "best_of": 3)", kTwo), 1);
  EXPECT_THAT(undecided, Not(HasSubstr("class=\"won\"")));
}

TEST(TournamentPage, TheLeaderIsNamedFirstAndIsTheWinnerInTheEnd) {
  const std::string plan = plan_text(R"("format": "round-robin", "pairs": 1)", kTwo);
  TournamentView view = view_after(plan, 2);
  const std::string leader = "</span> <a href=\"/league/cup/players/new\"><bdi>new</bdi></a>";
  EXPECT_THAT(tournament_page({}, view), HasSubstr("<p class=\"leader\"><span>Leader" + leader));
  view.status.state = TextId::state_over;
  const std::string over = tournament_page({}, view);
  EXPECT_THAT(over, HasSubstr("<ol class=\"leader podium\"><li><span class=\"podium_place\">Winner" + leader));
  EXPECT_THAT(over, HasSubstr("<li><span class=\"podium_place\">No. 2</span> <a href=\"/league/cup/players/old\">"));
  view.status.games = 0;
  EXPECT_THAT(tournament_page({}, view), Not(HasSubstr("class=\"leader")));
  EXPECT_THAT(page_after(plan_text(R"("format": "sprt")", kTwo), 2), Not(HasSubstr("class=\"leader")));
}

TEST(TournamentPage, NoPlayerLeadsAKnockOutBeforeItIsDecided) {
  TournamentView view = view_after(plan_text(R"("format": "knock-out", "best_of": 3)", kTwo), 1);
  EXPECT_THAT(tournament_page({}, view), Not(HasSubstr("class=\"leader")));
  view.status.state = TextId::state_over;
  EXPECT_THAT(tournament_page({}, view), HasSubstr("<ol class=\"leader podium\">"));
}

TEST(TournamentPage, ItsStoryLinksToTheMomentsInTheReplays) {
  const std::string html = page_after(plan_text(R"("format": "round-robin", "pairs": 1)", kTwo), 2);
  const std::string record = "href=\"/replay/?record=%2Fapi%2Fv1%2Ftournaments%2Fcup%2Frecords%2F";
  EXPECT_THAT(html, HasSubstr("<h3>Longest chain</h3><p class=\"story_fact\">7-chain</p>"));
  EXPECT_THAT(html, HasSubstr(record + "0-0#moment=longest_chain\" aria-label=\"See it: Longest chain\""));
  EXPECT_THAT(html, HasSubstr(record + "0-1#moment=decision\""));
  EXPECT_LT(html.find("class=\"leader\""), html.find("class=\"story\""));
  EXPECT_LT(html.find("class=\"story\""), html.find("<table>"));
  EXPECT_THAT(html, HasSubstr("<h3>Latest win of No. 1</h3><p class=\"story_fact\">No. 1 beats No. 2</p>"));
  const std::string before = page_after(plan_text(R"("format": "round-robin", "pairs": 1)", kTwo), 0);
  EXPECT_THAT(before, Not(HasSubstr("class=\"story\"")));
}

TEST(TournamentPage, GroupsHaveATableEach) {
  const TournamentView view = view_after(plan_text(R"("format": "groups", "pairs": 1)", kHostile), 2);
  EXPECT_EQ(view.summary->stages[0].groups, (std::vector<std::vector<std::size_t>>{{0, 3}, {1, 2}}));
  const std::string html = tournament_page({}, view);
  EXPECT_THAT(html, HasSubstr("<caption>Group 1</caption>"));
  EXPECT_THAT(html, HasSubstr("<caption>Group 2</caption>"));
}

TEST(TournamentPage, ASequentialTestShowsItsAnswerAndItsPlot) {
  const TournamentView view = view_after(plan_text(R"("format": "sprt")", kTwo), 40);
  ASSERT_EQ(view.summary->stages[0].ratios.size(), 20U);
  EXPECT_EQ(view.summary->stages[0].ratios.back(), view.summary->stages[0].sprt->log_likelihood_ratio());
  EXPECT_THAT(tournament_page({}, view), HasSubstr("src=\"/league/cup/llr.svg?points=20\""));
  const std::string svg = sprt_plot({}, view, ColourScheme::light);
  EXPECT_THAT(svg, testing::StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_THAT(svg, HasSubstr("<polyline points=\""));
  EXPECT_THAT(svg, Not(HasSubstr("style=")));
  EXPECT_EQ(sprt_plot({}, view_after(plan_text(R"("format": "knock-out")", kTwo), 1), ColourScheme::light), "");
}

TEST(TournamentPage, GamesThatBreakTiesAreNotMoreThanThereAre) {
  TournamentStatus status = sample_status();
  status.games = 21;
  EXPECT_EQ(games_text({}, status, 21), "21 of 21");
  status.games = 27;
  EXPECT_EQ(games_text({}, status, 21), "27");
  EXPECT_EQ(games_text({}, status, std::nullopt), "27");
}

TEST(TournamentPage, ATournamentThatEndedEarlyDoesNotLookUnfinished) {
  TournamentStatus status = sample_status();
  status.games = 49;
  EXPECT_EQ(games_text({}, status, 56), "49 of 56");
  status.state = TextId::state_over;
  EXPECT_EQ(games_text({}, status, 56), "49");
}

TEST(TournamentPage, RunningGamesCanBeWatched) {
  TournamentView view = view_after(plan_text(R"("format": "round-robin", "pairs": 3)", kTwo), 2);
  EXPECT_THAT(tournament_page({}, view), Not(HasSubstr("On now")));
  view.status.running_games.push_back({.match = 57, .first = 1, .second = 0, .place = {.number = 3}});
  const std::string html = tournament_page({}, view);
  EXPECT_THAT(html, HasSubstr("<h2>On now</h2>"));
  EXPECT_THAT(html,
              HasSubstr("<a class=\"game_line is_live\" href=\"/watch/57\"><span class=\"game_side\"><bdi>old</bdi>"));
  EXPECT_THAT(html, HasSubstr("<span class=\"game_facts\">Game 3</span> <span class=\"game_watch\">Watch</span></a>"));
  EXPECT_THAT(html, HasSubstr("<a class=\"button primary\" href=\"/watch/57\">Watch live</a>"));
}

TEST(TournamentPage, WhatComesNextIsNamedWhileItIsPlayed) {
  TournamentView view = view_after(plan_text(R"("format": "knock-out", "best_of": 1)", kHostile), 0);
  EXPECT_THAT(tournament_page({}, view), Not(HasSubstr("<h2>Next</h2>"))) << "no game is scheduled before the start";
  view = view_after(plan_text(R"("format": "knock-out", "best_of": 1)", kHostile), 1);
  ASSERT_EQ(view.next_pairs.size(), 1U);
  EXPECT_THAT(tournament_page({}, view), HasSubstr("<h2>Next</h2>"));
  EXPECT_THAT(tournament_page({}, view), HasSubstr("<span class=\"game_facts\">Semi-finals</span>"));
  view.status.state = TextId::state_paused;
  EXPECT_THAT(tournament_page({}, view), Not(HasSubstr("<h2>Next</h2>")));
}

TEST(TournamentPage, GamesAreNamedByTheirRounds) {
  const std::string plan = R"({"name": "Cup", "audit": 0, "stages": [{"format": "round-robin", "pairs": 1},
    {"format": "knock-out", "take": 4, "best_of": 1, "third_place": true}], "players": [)" +
                           kHostile + "]}";
  tournament::TournamentSnapshot run = run_of(plan, 16);
  const auto name = [&](int pair, int leg, Viewer viewer = {}) {
    return game_name(viewer, place_of(run.plan, run.progress, {.pair = pair, .leg = leg}));
  };
  EXPECT_EQ(name(0, 0), "Round robin, game 1");
  EXPECT_EQ(name(5, 1), "Round robin, game 12");
  EXPECT_EQ(name(6, 0), "Semi-finals, game 1");
  EXPECT_EQ(name(7, 0), "Semi-finals, game 1");
  const bool is_final_first = place_of(run.plan, run.progress, {.pair = 8}).is_final();
  EXPECT_EQ(name(8, 0), is_final_first ? "Final, game 1" : "Third place, game 1");
  EXPECT_EQ(name(9, 0), is_final_first ? "Third place, game 1" : "Final, game 1");
  EXPECT_EQ(name(6, 0, {.language = Language::japanese}), "準決勝 第 1 試合");
}

std::size_t count_of(const std::string& html, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = html.find(what, at)) != std::string::npos; ++at) ++found;
  return found;
}

std::string podium_of(TournamentView view) {
  view.status.state = TextId::state_over;
  const std::string html = tournament_page({}, view);
  const std::size_t begin = html.find("<ol class=\"leader podium\">");
  return begin == std::string::npos ? "" : html.substr(begin, html.find("</ol>", begin) - begin);
}

TEST(TournamentPage, ThePodiumHasNoThirdPlaceThatWasNotPlayedFor) {
  const std::string equal = podium_of(view_after(plan_text(R"("format": "knock-out", "best_of": 1)", kHostile), 9));
  EXPECT_EQ(count_of(equal, "class=\"podium_place\""), 2U) << "both losers of the semi-finals are equal";
  const std::string played =
      podium_of(view_after(plan_text(R"("format": "knock-out", "best_of": 1, "third_place": true)", kHostile), 9));
  EXPECT_EQ(count_of(played, "class=\"podium_place\""), 3U);
}

TEST(TournamentPage, APodiumTellsPointsOnlyIfTheyHaveDecided) {
  EXPECT_THAT(podium_of(view_after(plan_text(R"("format": "round-robin", "pairs": 1)", kTwo), 2)),
              HasSubstr("<span class=\"podium_points\">Points: "));
  EXPECT_THAT(podium_of(view_after(plan_text(R"("format": "knock-out", "best_of": 1)", kHostile), 9)),
              Not(HasSubstr("podium_points")));
}

TEST(TournamentPage, ADisqualifiedPlayerIsNotOnThePodium) {
  tournament::TournamentSnapshot run = run_of(plan_text(R"("format": "round-robin", "pairs": 1)", kTwo), 2);
  ASSERT_TRUE(run.progress.apply(tournament::PlayerDisqualified{.player = 1, .why = "help", .is_after_end = true}));
  const std::string podium = podium_of(make_tournament_view(sample_status(), run));
  EXPECT_EQ(count_of(podium, "class=\"podium_place\""), 1U);
  EXPECT_THAT(podium, Not(HasSubstr("old")));
}

TEST(TournamentPage, AMatchThatNeededNoGameNamesTheWithdrawnPlayer) {
  const tournament::TournamentPlan plan =
      tournament::test::plan_of(plan_text(R"("format": "knock-out", "best_of": 1)", kHostile));
  tournament::TournamentRun run(plan, {}, [](const tournament::Event&) {});
  std::vector<std::size_t> finalists;
  for (int semi_final = 0; semi_final < 2; ++semi_final) {
    const auto game = run.start_next_game([](const tournament::PlayerPair&) { return true; });
    ASSERT_TRUE(game);
    run.end_game({.game = game->id, .winner = 0});
    finalists.push_back(game->pair.first);
    if (semi_final == 0) run.bench({.player = finalists.front(), .why = "ill"});
  }
  ASSERT_TRUE(run.is_over());
  tournament::TournamentSnapshot snapshot{
      .plan = plan, .progress = run.progress(), .stages = tournament::StageSequence(plan.stage_sequence_plan())};
  const TournamentView view = make_tournament_view(sample_status(), snapshot);
  const auto& matches = view.summary->stages[0].matches;
  const auto walkover =
      std::find_if(matches.begin(), matches.end(), [](const auto& match) { return !match.is_scheduled; });
  ASSERT_NE(walkover, matches.end());
  EXPECT_TRUE(walkover->is_decided);
  EXPECT_EQ(walkover->second, finalists.front());
  EXPECT_EQ(walkover->winner, finalists.back());
  EXPECT_EQ(view.summary->standings.front().player, finalists.back());
  const std::string html = tournament_page({}, view);
  EXPECT_THAT(html, HasSubstr("<span class=\"points\">–</span> <span class=\"advances\">withdrawn</span></li>"));
  EXPECT_THAT(html, HasSubstr("<li class=\"won\">"));
}

TEST(TournamentPage, TellsInTheTreeWhoWasDisqualified) {
  const tournament::TournamentPlan plan =
      tournament::test::plan_of(plan_text(R"("format": "knock-out", "best_of": 3)", kHostile));
  tournament::TournamentRun run(plan, {}, [](const tournament::Event&) {});
  const auto game = run.start_next_game([](const tournament::PlayerPair&) { return true; });
  ASSERT_TRUE(game);
  run.end_game({.game = game->id, .winner = 0});
  run.disqualify({.player = game->pair.first, .why = "help"});
  tournament::TournamentSnapshot snapshot{
      .plan = plan, .progress = run.progress(), .stages = tournament::StageSequence(plan.stage_sequence_plan())};
  const TournamentView view = make_tournament_view(sample_status(), snapshot);
  EXPECT_THAT(tournament_page({}, view), HasSubstr("<span class=\"advances\">disqualified</span>"));
  EXPECT_THAT(tournament_page({.language = Language::japanese}, view),
              HasSubstr("<span class=\"advances\">失格</span>"));
}

TEST(TournamentPage, TheMatchForTheThirdPlaceStandsApartFromTheTree) {
  const std::string html =
      page_after(plan_text(R"("format": "knock-out", "best_of": 1, "third_place": true)", kHostile), 9);
  const std::size_t last_round = html.find("<h3>Final</h3>");
  ASSERT_NE(last_round, std::string::npos);
  const std::size_t third = html.find("</ol></div><div class=\"bracket third_place\"><h3>Third place</h3>");
  ASSERT_NE(third, std::string::npos);
  EXPECT_GT(third, last_round);
}

TEST(TournamentPage, SpeaksJapanese) {
  const std::string html = page_after(plan_text(R"("format": "round-robin")", kTwo), 3,
                                      {.language = Language::japanese, .has_chosen_language = true});
  EXPECT_THAT(html, HasSubstr("<html lang=\"ja\">"));
  EXPECT_THAT(html, HasSubstr("順位表"));
  EXPECT_THAT(html, HasSubstr("href=\"/league/cup/players/new?lang=ja\"")) << "links keep the language";
}

TEST(TournamentPage, NamesTheReasonOfADisqualification) {
  tournament::TournamentSnapshot run = run_of(plan_text(R"("format": "round-robin", "pairs": 1)", kHostile), 12);
  run.progress.apply(tournament::PlayerDisqualified{.player = 0, .why = "<b>help</b>", .is_after_end = true});
  const TournamentView view = make_tournament_view(sample_status(), run);
  EXPECT_THAT(tournament_page({}, view), HasSubstr("<em>disqualified: &lt;b&gt;help&lt;/b&gt;</em>"));
  const Viewer japanese{.language = Language::japanese, .has_chosen_language = true};
  EXPECT_THAT(tournament_page(japanese, view), HasSubstr("<em>失格：&lt;b&gt;help"));
  const auto player = make_player_view(sample_status(), run, "<script>alert(1)</script>");
  ASSERT_TRUE(player);
  EXPECT_THAT(player_page({}, *player), HasSubstr("<em>disqualified: &lt;b&gt;"));
  EXPECT_TRUE(player->opponents.empty());
  EXPECT_TRUE(player->history.empty());
  EXPECT_EQ(player->games.size(), 6U) << "its results stay known";
}

TEST(TournamentPage, CountsAnnulledGames) {
  tournament::TournamentSnapshot run = run_of(plan_text(R"("format": "round-robin", "pairs": 1)", kHostile), 3);
  ASSERT_TRUE(run.progress.apply(tournament::GameAnnulled{.game = {}, .why = "wrong version"}));
  const TournamentView view = make_tournament_view(sample_status(), run);
  EXPECT_THAT(tournament_page({}, view), HasSubstr(", 1 annulled"));
  const Viewer japanese{.language = Language::japanese, .has_chosen_language = true};
  EXPECT_THAT(tournament_page(japanese, view), HasSubstr("取り消された試合 1"));
}

TEST(TournamentPage, ARecordOfAnAuditIsHiddenUntilBothGamesAreOver) {
  const std::string plan = R"({"audit": 1, "pairs": 1, "players": [)" + kTwo + "]}";
  EXPECT_THAT(page_after(plan, 1), HasSubstr("replay later"));
  EXPECT_THAT(page_after(plan, 1), Not(HasSubstr("/replay/")));
  EXPECT_THAT(page_after(plan, 2), HasSubstr("records%2F0-0\""));
}

}  // namespace
}  // namespace rensa::pages
