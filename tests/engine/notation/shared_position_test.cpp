#include "engine/notation/shared_position.h"

#include <gtest/gtest.h>
#include <vector>

#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "tests/engine/notation/random_shared.h"
#include "tests/tools/field_picture.h"

namespace rensa::notation {
namespace {

TEST(SharedField, IsPlayableIfTheRulesKnowItsCells) {
  const rules::Field field = tests::field_from_picture(R"(
    .....P
    RBYGPO
  )");
  const rules::Parsed<SharedField> shared = shared_field(field);
  ASSERT_TRUE(shared);
  EXPECT_EQ(shared->at(6, 2), SharedCell::purple);
  EXPECT_EQ(shared->at(2, 1), SharedCell::blue);
  EXPECT_EQ(*playable_field(*shared), field);
}

TEST(SharedField, EveryFieldWithoutTrapRowComesBack) {
  rules::Rng rng(3);
  for (int round = 0; round < 300; ++round) {
    const SharedField shared = random_shared_field(rng, SharedCell::garbage);
    const rules::Parsed<rules::Field> field = playable_field(shared);
    ASSERT_TRUE(field);
    EXPECT_EQ(*shared_field(*field), shared);
  }
}

TEST(SharedField, CellsUnknownToTheRulesAreNamed) {
  const auto message = [](SharedCell cell) {
    SharedField shared;
    shared.put(4, 7, cell);
    return playable_field(shared).error().message;
  };
  EXPECT_EQ(message(SharedCell::hard), "column 4, row 7 holds hard garbage, which the rules do not know");
  EXPECT_EQ(message(SharedCell::iron), "column 4, row 7 holds iron, which the rules do not know");
  EXPECT_EQ(message(SharedCell::point), "column 4, row 7 holds a point puyo, which the rules do not know");
}

TEST(SharedField, HasNoTrapRow) {
  rules::Field field;
  field.put(2, 14, rules::Cell::red);
  EXPECT_EQ(shared_field(field).error().message, "column 2, row 14 is filled, but shared fields have 13 rows");
}

TEST(SharedUrl, WithAQuestionMarkIsAnIpsUrl) {
  const rules::Parsed<SharedPosition> ips = parse_share_url("http://ips.karou.jp/simu/pn.html?800F08J08A0EB_8161__270");
  ASSERT_TRUE(ips) << ips.error().message;
  EXPECT_TRUE(ips->goal);
  const rules::Parsed<SharedPosition> puyop = parse_share_url("https://www.puyop.com/s/_2cii8Ahq");
  ASSERT_TRUE(puyop) << puyop.error().message;
  EXPECT_EQ(puyop->moves.size(), 4U);
  EXPECT_FALSE(parse_share_url("http://example.org/"));
  EXPECT_FALSE(parse_share_url(""));
}

// Positions that people shared, played by the rules. With a wrong column, colour or rotation they would not chain.
rules::ChainResult best(rules::ChainResult a, rules::ChainResult b) { return a.score >= b.score ? a : b; }

// Drops the placed pairs and returns the best chain.
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
    EXPECT_TRUE(field.is_all_clear());
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
  EXPECT_TRUE(field.is_all_clear());
}

}  // namespace
}  // namespace rensa::notation
