#include <algorithm>
#include <array>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "engine/players/local_game.h"
#include "engine/players/registry.h"
#include "engine/rules/hash.h"
#include "tests/tools/paths.h"

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

  rules::Placement choose(const Position& position, const SearchLimits& limits) override {
    const rules::Placement placement = chooses_->choose(position, limits);
    choices += static_cast<char>('a' + rules::index_of(placement));
    if (choices.size() % kAdviceInterval == 0) {
      for (const Candidate& candidate : lists_->candidates(position, limits)) {
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

// The players that were there when the file was made. A later player gets games of its own at the end.
constexpr std::array kFirstKinds = {"random", "greedy", "potential", "gaze", "bestfirst", "template", "joseki"};

// Every one of the first players meets every other and itself under the frames of tsu-1, and two others in each game of
// turns.
std::vector<StoredGame> stored_games() {
  constexpr int kNodes = 800;
  constexpr int kFrames = 30 * 60;
  constexpr int kTurns = 25;
  std::vector<StoredGame> games;
  std::vector<const PlayerKind*> kinds;
  for (const char* name : kFirstKinds) kinds.push_back(find_player(name));
  std::uint64_t seed = 0;
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) {
    const bool is_frames = ruleset.pacing == rules::Pacing::frames;
    const int limit = is_frames ? kFrames : kTurns;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      for (std::size_t j = i; j < (is_frames ? kinds.size() : std::min(i + 3, kinds.size())); ++j) {
        games.push_back({kinds[i], kinds[j], &ruleset, ++seed, kNodes, limit});
      }
    }
  }
  const rules::Ruleset* tsu = rules::find_ruleset("tsu-1");
  const rules::Ruleset* jaist = rules::find_ruleset("jaist-1");
  games.push_back({find_player("gaze"), find_player("joseki"), tsu, 1001, 0, kFrames / 3});
  games.push_back({find_player("bestfirst"), find_player("template"), jaist, 1002, 0, 9});
  const PlayerKind* champion = find_player("champion");
  seed = 2000;
  for (const char* name : {"champion", "gaze", "joseki", "greedy"}) {
    games.push_back({champion, find_player(name), tsu, ++seed, kNodes, kFrames});
  }
  games.push_back({champion, find_player("greedy"), jaist, ++seed, kNodes, kTurns});
  games.push_back({champion, find_player("gaze"), rules::find_ruleset("class-1"), ++seed, kNodes, kTurns});
  games.push_back({champion, find_player("gaze"), tsu, ++seed, 0, kFrames / 3});
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

using Lines = std::vector<std::string>;

// The lines of the file, by the seed of their game.
std::map<std::string, Lines> read_stored_lines() {
  std::ifstream file(tests::data_path("player_choices.txt"));
  std::map<std::string, Lines> lines;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string player;
    std::string ruleset;
    std::string seed;
    words >> player >> ruleset >> seed;
    lines[seed].push_back(line);
  }
  return lines;
}

class StoredChoices : public testing::TestWithParam<std::string> {};

TEST_P(StoredChoices, EveryPlayerChoosesAsBefore) {
  const std::map<std::string, Lines> stored = read_stored_lines();
  for (const StoredGame& game : stored_games()) {
    const std::string group = game.nodes == 0 ? "default_nodes" : game.ruleset->id;
    if (group != GetParam()) continue;
    const auto lines = stored.find(std::to_string(game.seed));
    ASSERT_NE(lines, stored.end()) << "the file has no game " << game.seed;
    EXPECT_EQ(lines_of(game), lines->second);
  }
}

INSTANTIATE_TEST_SUITE_P(OfGames, StoredChoices, testing::Values("tsu-1", "jaist-1", "class-1", "default_nodes"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(StoredGames, EveryLineBelongsToAGame) {
  std::map<std::string, Lines> stored = read_stored_lines();
  std::size_t games = 0;
  for (const StoredGame& game : stored_games()) {
    EXPECT_EQ(stored.erase(std::to_string(game.seed)), 1U);
    ++games;
  }
  EXPECT_TRUE(stored.empty());
  EXPECT_GT(games, 60U);
}

}  // namespace
}  // namespace rensa::players
