#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "engine/players/local_game.h"
#include "engine/players/registry.h"
#include "engine/rules/hash.h"

namespace rensa::players {
namespace {

// tests/data/player_choices.txt has a line for each seat of some games: the players, the ruleset, the seed, the hands
// as letters ("a" is the first of kPlacements), and a hash of the candidates of every eighth hand with their worth. The
// file was made before players were given positions, and never changes: a player's choices are a published result.

constexpr int kAdviceInterval = 8;  // hands

// Lets a player choose, and notes its choices. Another player of the same kind sees the same positions; now and then it
// lists candidates instead.
class NotedPlayer final : public Player {
 public:
  NotedPlayer(const PlayerKind& kind, const PlayerSetup& setup)
      : chooses_(kind.make(setup)), lists_(kind.make(setup)) {}

  rules::Placement choose(const duel::View& view) override {
    const rules::Placement placement = chooses_->choose(view);
    choices += static_cast<char>('a' + rules::index_of(placement));
    if (choices.size() % kAdviceInterval == 0) {
      for (const Candidate& candidate : lists_->candidates(view)) {
        advice_.add(rules::index_of(candidate.placement)).add(candidate.worth ? 1 : 0);
        advice_.add(static_cast<std::uint64_t>(candidate.worth.value_or(0)));
      }
    }
    return placement;
  }

  std::uint64_t advice() const { return advice_.value(); }

  std::string choices;

 private:
  std::unique_ptr<Player> chooses_;
  std::unique_ptr<Player> lists_;
  rules::Hash advice_;
};

struct StoredGame {
  const PlayerKind* one;
  const PlayerKind* other;
  const rules::Ruleset* ruleset;
  std::uint64_t seed;
  int nodes;        // 0: the default
  int clock_limit;  // frames or turns, because the defaults take long
};

// Every player meets every other and itself under the frames of tsu-1, and two others in each game of turns.
std::vector<StoredGame> stored_games() {
  constexpr int kNodes = 800;
  constexpr int kFrames = 30 * 60;
  constexpr int kTurns = 25;
  std::vector<StoredGame> games;
  const auto kinds = player_kinds();
  std::uint64_t seed = 0;
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) {
    const bool is_frames = ruleset.pacing == rules::Pacing::frames;
    const int limit = is_frames ? kFrames : kTurns;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      for (std::size_t j = i; j < (is_frames ? kinds.size() : std::min(i + 3, kinds.size())); ++j) {
        games.push_back({&kinds[i], &kinds[j], &ruleset, ++seed, kNodes, limit});
      }
    }
  }
  const rules::Ruleset* tsu = rules::find_ruleset("tsu-1");
  const rules::Ruleset* jaist = rules::find_ruleset("jaist-1");
  games.push_back({find_player("gaze"), find_player("joseki"), tsu, 1001, 0, kFrames / 3});
  games.push_back({find_player("bestfirst"), find_player("template"), jaist, 1002, 0, 9});
  return games;
}

std::string line_of(const StoredGame& game, const PlayerKind& kind, const NotedPlayer& player) {
  return std::string(kind.name) + ' ' + game.ruleset->id + ' ' + std::to_string(game.seed) + ' ' + player.choices +
         ' ' + std::to_string(player.advice());
}

std::vector<std::string> lines_of(const StoredGame& game) {
  const auto setup = [&game](const PlayerKind& kind, int entrant) {
    PlayerSetup made{.ruleset = *game.ruleset, .seed = player_seed(game.seed, entrant)};
    if (kind.supports.nodes) made.options.nodes = game.nodes;
    return made;
  };
  NotedPlayer one(*game.one, setup(*game.one, 0));
  NotedPlayer other(*game.other, setup(*game.other, 1));
  LocalGame played({.ruleset = *game.ruleset, .seed = game.seed, .queue = std::nullopt}, {&one, &other}, nullptr);
  played.play_until(game.clock_limit);
  return {line_of(game, *game.one, one), line_of(game, *game.other, other)};
}

TEST(StoredChoices, EveryPlayerChoosesAsBefore) {
  std::ifstream file(RENSA_TEST_DATA "/player_choices.txt");
  std::string stored;
  std::size_t compared = 0;
  for (const StoredGame& game : stored_games()) {
    for (const std::string& line : lines_of(game)) {
      ASSERT_TRUE(std::getline(file, stored)) << "the file has too few lines";
      EXPECT_EQ(line, stored);
      ++compared;
    }
  }
  EXPECT_FALSE(std::getline(file, stored)) << "the file has a line without a game: " << stored;
  EXPECT_GT(compared, 100U);
}

}  // namespace
}  // namespace rensa::players
