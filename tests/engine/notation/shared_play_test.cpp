#include <gtest/gtest.h>
#include <vector>

#include "engine/notation/shared_position.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"

// What people shared, played by the rules: a slip in a column, a colour or a rotation would not chain.

namespace rensa::notation {
namespace {

rules::ChainResult best(rules::ChainResult a, rules::ChainResult b) { return a.score >= b.score ? a : b; }

// Puts down the pairs that were placed; the best chain on the way.
rules::ChainResult play(const SharedPosition& shared, rules::Field& field) {
  field = *playable_field(shared.field);
  rules::ChainResult result;
  for (const SharedMove& move : shared.moves) {
    const auto* placed = std::get_if<PlacedPair>(&move);
    if (placed == nullptr) continue;
    EXPECT_TRUE(rules::landing(field.heights(), placed->placement).fits());
    rules::drop_pair(field, placed->pair, placed->placement);
    result = best(result, rules::simulate_chain(field));
  }
  return result;
}

SharedPosition puyop(std::string_view text) { return *parse_puyop(text); }

TEST(SharedGame, FullFieldsFireNineteenChains) {
  for (const std::string_view code :
       {"23aj9x9AsaxpyxsyqxhqxpssczApspqs9yqqbji", "BizsHHBizBjGsHjBjGsGGsGIzzytrIjIIjIIjI"}) {
    rules::Field field = *playable_field(puyop(code).field);
    const rules::ChainResult chain = rules::simulate_chain(field);
    EXPECT_EQ(chain.links, 19);
    EXPECT_EQ(chain.score, 175080);
    EXPECT_TRUE(field.all_clear());
  }
}

TEST(SharedGame, PlayedGamesEndInTheirChains) {
  struct Game {
    std::string_view moves;
    int links;
    int score;
  };
  const Game games[] = {
      {"_3uh83scm2I2AaM4cnk38iMi8jCfgfwis2Icuka4MdyoMdqekaInI2MeSfwoMeKascqoQfIdQcAku3i48jm4a3GnC4a3ShGmmim4a2Geamqh0i"
       "0",
       9, 48670},
      {"_ni4c8woq8Ego5ckk1a9Q0u6Gf83wiungnuoG6c1KjQ3Q0M6MgEjAiwnogk9qnEnwoE088q8si050", 13, 81390},
      {"_6aeS4qeQ4EaA1s6Q9k2semcS4m6clmkm1ae81qcAlIaE6A1KaM5you7glKkIoM4SaQ7qow5q1K40k0", 13, 87050},
  };
  for (const Game& game : games) {
    rules::Field field;
    const rules::ChainResult chain = play(puyop(game.moves), field);
    EXPECT_EQ(chain.links, game.links);
    EXPECT_EQ(chain.score, game.score);
  }
}

TEST(SharedGame, PuzzleIsSolvedByItsSolution) {
  SharedPosition puzzle = *parse_ips("800F08J08A0EB_8161__270");
  const std::vector<rules::Placement> solution = {{4, rules::Rotation::right}, {4, rules::Rotation::up}};
  for (std::size_t i = 0; i < solution.size(); ++i) {
    puzzle.moves[i] = PlacedPair{std::get<UpcomingPair>(puzzle.moves[i]).pair, solution[i]};
  }
  rules::Field field;
  const rules::ChainResult chain = play(puzzle, field);
  EXPECT_EQ(chain.links, 3);
  EXPECT_EQ(chain.score, 1840);
  EXPECT_TRUE(field.all_clear());
}

}  // namespace
}  // namespace rensa::notation
