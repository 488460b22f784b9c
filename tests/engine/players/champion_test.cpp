#include "engine/players/champion.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "engine/players/basic_players.h"
#include "engine/players/choices.h"
#include "engine/players/local_game.h"
#include "engine/players/registry.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "tests/engine/players/given_view.h"
#include "tests/tools/play_game.h"

namespace rensa::players {
namespace {

constexpr int kFew = 3'000;  // nodes: it plays badly, but within milliseconds
// Two links, once RG stands on the greens, the red above: 360 points.
constexpr const char* kReady =
    "GGG...\n"
    "RRR...";

PlayerSetup setup_for(const rules::Ruleset& ruleset, std::uint64_t seed = 1, int nodes = kFew) {
  return {.ruleset = ruleset, .seed = seed, .options = {.nodes = nodes}};
}

rules::Ruleset tsu_with_rate(int garbage_rate) {
  rules::Ruleset ruleset = *rules::find_ruleset("tsu-1");
  ruleset.garbage_rate = garbage_rate;
  return ruleset;
}

constexpr ChampionSituation kSituation{.incoming = 0, .garbage_rate = 70, .garbage_to_win = 50};
constexpr int kLarge = 100'000;  // more points than anything but a victory

// An attack of which each garbage costs the opponent a hundred points.
ChampionOption attack(int sent, int answer, int expected_points = 0) {
  ChampionOption option{.survives = true, .expected_points = expected_points, .sent = sent, .answer = answer};
  option.fired = {.links = 5, .score = 70 * sent};
  option.garbage_to_lose = 60;
  option.harm = 100 * std::max(garbage_that_lands(option), 0);
  return option;
}

TEST(ChampionValue, WithoutAnAttackIsWhatCanBeBuilt) {
  const ChampionOption builds{.survives = true, .expected_points = 50'000};
  const ChampionOption attacks_sooner{.survives = true, .expected_points = 50'000, .soonest_attack = 1'000};
  EXPECT_GT(champion_value(attacks_sooner, kSituation), champion_value(builds, kSituation));
  EXPECT_LT(champion_value(attacks_sooner, kSituation), 55'000);
}

TEST(ChampionValue, IsAVictoryOnlyAfterTheAnswer) {
  EXPECT_GT(champion_value(attack(100, 0), kSituation), kLarge);
  EXPECT_GT(champion_value(attack(100, 40), kSituation), kLarge);
  EXPECT_LT(champion_value(attack(100, 60), kSituation), kLarge) << "too little lands";
  EXPECT_LT(champion_value(attack(49, 0), kSituation), kLarge);
}

TEST(ChampionValue, SinksWithTheAnswer) {
  std::int64_t last = champion_value(attack(40, 0), kSituation);
  for (int answer = 5; answer <= 60; answer += 5) {
    const std::int64_t value = champion_value(attack(40, answer), kSituation);
    EXPECT_LE(value, last) << answer;
    last = value;
  }
  EXPECT_LT(champion_value(attack(40, 200), kSituation), last - 10'000) << "the answer buries the attacker";
}

TEST(ChampionValue, OfAnAnsweredAttackIsBetterWithAChainInHand) {
  EXPECT_GT(champion_value(attack(10, 200, 60'000), kSituation), champion_value(attack(10, 200, 3'000), kSituation));
  EXPECT_GT(champion_value(attack(10, 200, 60'000), kSituation), 0) << "it answers the answer";
}

TEST(ChampionValue, OfAChainLosesThePointsThatCancel) {
  ChampionOption option{.survives = true};
  option.fired = {.links = 4, .score = 7'000};
  EXPECT_EQ(champion_value(option, kSituation), 7'000);
  ChampionSituation attacked = kSituation;
  attacked.incoming = 60;
  EXPECT_EQ(champion_value(option, attacked), 7'000 - 60 * 70);
  attacked.incoming = 300;
  EXPECT_EQ(champion_value(option, attacked), 0);
}

TEST(GarbageToCome, LosesWhatTheRunningChainCancelsFirst) {
  Position position;
  position.own_incoming = {.fixed = 3, .pending = 5, .expected = 20, .fixed_in = 200};
  EXPECT_EQ(garbage_to_come(position), (search::GarbageToCome{.certain = 3, .announced = 25}));
  position.opponent.waiting = {.pending = 4, .fixed = 8};
  EXPECT_EQ(garbage_to_come(position), (search::GarbageToCome{.certain = 3, .announced = 13}));
  position.opponent.waiting.fixed = 100;
  EXPECT_EQ(garbage_to_come(position), (search::GarbageToCome{.certain = 3, .announced = 5}));
}

// A view with the pair RG over the field that is ready, against a field without room for chains.
duel::View view_of_attack() {
  duel::View view = test::given_view(kReady, "RG", rules::Pacing::frames);
  view.own.hand = view.opponent.hand = 4;
  view.opponent.phase = duel::Phase::control;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= 9; ++y) view.opponent.field.put(x, y, rules::Cell::garbage);
  }
  view.opponent.pairs[0] = {rules::Cell::yellow, rules::Cell::blue};
  view.opponent.pairs_shown = 1;
  return view;
}

int links_chosen(const duel::View& view, const rules::Ruleset& ruleset) {
  Champion champion(setup_for(ruleset));
  rules::Field field = view.own.field;
  rules::drop_pair(field, view.own.pairs[0], test::choose(champion, view, ruleset));
  return rules::simulate_chain(field).links;
}

TEST(Champion, FiresIfTheOpponentCannotAnswer) { EXPECT_EQ(links_chosen(view_of_attack(), tsu_with_rate(10)), 2); }

TEST(Champion, DoesNotFireIntoAGreaterAnswer) {
  duel::View view = view_of_attack();
  // Without room for a greater chain of its own, it could not answer the answer.
  view.own.field =
      tests::field_from_picture(kReady + std::string("\nOOOOOO\nOOOOOO\nOOOOOO\nOOOOOO\nOOOOOO\nOOOOOO\nOOOOOO"));
  EXPECT_EQ(links_chosen(view, tsu_with_rate(4)), 2) << "nothing comes back";
  // Three links with the pair that the opponent places, and a thousand points.
  view.opponent.field = tests::field_from_picture(
      "BBB...\n"
      "GGG...\n"
      "RRR...\n"
      "YBYY..");
  view.opponent.pairs[0] = {rules::Cell::red, rules::Cell::green};
  EXPECT_EQ(links_chosen(view, tsu_with_rate(4)), 0);
}

TEST(Champion, CancelsAnAttackThatItsSmallChainOutweighs) {
  duel::View view = view_of_attack();
  view.opponent.field = {};
  view.own.waiting.fixed = 30;
  EXPECT_EQ(links_chosen(view, tsu_with_rate(12)), 2);
}

TEST(Champion, SaysWhyItChooses) {
  Champion champion(setup_for(tsu_with_rate(10)));
  EXPECT_EQ(champion.remark(), "");
  test::choose(champion, view_of_attack(), tsu_with_rate(10));
  EXPECT_EQ(champion.remark(), "harasses with 2 links for 36 garbage");
  duel::View attacked = view_of_attack();
  attacked.own.waiting.fixed = 30;
  test::choose(champion, attacked, tsu_with_rate(10));
  EXPECT_EQ(champion.remark(), "answers 30 garbage with 2 links");
}

// Tests that the choices of another player are possible, and records them.
class Witness final : public Player {
 public:
  explicit Witness(const PlayerSetup& setup) : watched_(setup) {}

  rules::Placement choose(const Position& position, const SearchLimits& limits) override {
    const rules::Placement placement = watched_.choose(position, limits);
    const auto at = std::ranges::find(rules::kPlacements, placement) - rules::kPlacements.begin();
    EXPECT_TRUE(at < rules::kPlacementCount && (possible_placements(position) >> at & 1U) != 0);
    seen.emplace_back(position, placement);
    return placement;
  }

  std::vector<std::pair<Position, rules::Placement>> seen;

 private:
  Champion watched_;
};

GameResult against_greedy(Player& player, const rules::Ruleset& ruleset, std::uint64_t seed, bool swapped = false) {
  Greedy greedy({.ruleset = ruleset, .seed = seed});
  const duel::GameSetup setup{.ruleset = ruleset, .seed = seed, .queue = std::nullopt};
  return swapped ? tests::play_game(setup, {&greedy, &player}, nullptr)
                 : tests::play_game(setup, {&player, &greedy}, nullptr);
}

TEST(Champion, PlaysEveryKindOfGame) {
  for (const rules::Ruleset& published : rules::published_rulesets()) {
    for (const int colours : {3, 4, 5}) {
      rules::Ruleset ruleset = published;
      ruleset.colours = colours;
      Witness champion(setup_for(ruleset));
      const GameResult result = against_greedy(champion, ruleset, 2);
      EXPECT_NE(result.outcome.cause, duel::Cause::illegal) << ruleset.id;
      EXPECT_GT(champion.seen.size(), 5U) << ruleset.id;
    }
  }
}

TEST(Champion, PlaysWithEveryNumberOfVisiblePairs) {
  for (const int pairs : {1, 2, 3, 4, 5}) {
    rules::Ruleset ruleset = *rules::find_ruleset("tsu-1");
    ruleset.visible_pairs = pairs;
    Witness champion(setup_for(ruleset));
    EXPECT_NE(against_greedy(champion, ruleset, 3).outcome.cause, duel::Cause::illegal) << pairs;
  }
}

TEST(Champion, TheSameViewsLeadToTheSamePlacements) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  Witness champion(setup_for(ruleset));
  against_greedy(champion, ruleset, 4);
  Champion again(setup_for(ruleset));
  for (const auto& [position, placement] : champion.seen) {
    ASSERT_EQ(again.choose(position, {}), placement) << "hand " << position.own.hand;
  }
  const auto& [position, placement] = champion.seen.back();
  EXPECT_EQ(Champion(setup_for(ruleset)).choose(position, {}), placement) << "earlier positions do not count";
}

TEST(Champion, PlaysTheSameInBothSeats) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  Champion one(setup_for(ruleset));
  Champion other(setup_for(ruleset));
  const GameResult first = against_greedy(one, ruleset, 5, false);
  const GameResult second = against_greedy(other, ruleset, 5, true);
  EXPECT_EQ(first.outcome.frame, second.outcome.frame);
  EXPECT_EQ(first.seats[0], second.seats[1]);
}

TEST(Champion, WinsMostGamesAgainstGreedy) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  int wins = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Champion champion(setup_for(ruleset, seed));
    wins += against_greedy(champion, ruleset, seed).outcome.winner == duel::Seat::one ? 1 : 0;
  }
  EXPECT_GE(wins, 9);
}

}  // namespace
}  // namespace rensa::players
