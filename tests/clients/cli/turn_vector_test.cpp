#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include "clients/cli/vectors/checks.h"
#include "tests/tools/paths.h"

namespace rensa::cli {
namespace {

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  gzFile file = gzopen(path.c_str(), "rb");
  std::string line;
  for (int byte = gzgetc(file); byte >= 0; byte = gzgetc(file)) {
    if (byte != '\n') {
      line += static_cast<char>(byte);
    } else {
      lines.push_back(line);
      line.clear();
    }
  }
  gzclose(file);
  return lines;
}

TurnVector vector_of(const std::string& line) {
  const nlohmann::json json = nlohmann::json::parse(line);
  TurnVector turn;
  json.at("field").get_to(turn.field);
  json.at("pair").get_to(turn.pair);
  json.at("fixed_ojama").get_to(turn.fixed_garbage);
  json.at("events").get_to(turn.events);
  json.at("lock_x").get_to(turn.lock_x);
  json.at("lock_y").get_to(turn.lock_y);
  json.at("lock_r").get_to(turn.lock_r);
  json.at("score").get_to(turn.score);
  json.at("sent").get_to(turn.sent);
  json.at("own_ojama_left").get_to(turn.garbage_left);
  turn.dead = json.at("dead").get<int>() != 0;
  json.at("end_frame").get_to(turn.end_step);
  json.at("after14").get_to(turn.after);
  return turn;
}

const std::vector<std::string>& all_lines() {
  static const std::vector<std::string> lines = lines_of(tests::data_path("turn_dev.jsonl.gz"));
  return lines;
}

// A turn with a chain, an attack and garbage.
TurnVector rich_turn() {
  for (const std::string& line : all_lines()) {
    TurnVector turn = vector_of(line);
    if (!turn.sent.empty() && turn.events.size() > 5) return turn;
  }
  return {};
}

TEST(TurnVectors, EveryDifferenceIsNoticed) {
  const TurnVector right = rich_turn();
  ASSERT_EQ(find_difference(right), std::nullopt);
  const auto complaint = [&](auto change) {
    TurnVector turn = right;
    change(turn);
    return find_difference(turn).value_or("none").substr(0, 8);
  };
  EXPECT_EQ(complaint([](TurnVector& t) { ++t.events.back().first; }), "events: ");
  EXPECT_EQ(complaint([](TurnVector& t) { t.events.pop_back(); }), "events: ");
  EXPECT_EQ(complaint([](TurnVector& t) { ++t.sent.back().second; }), "sent: ex");
  EXPECT_EQ(complaint([](TurnVector& t) { t.sent.emplace_back(9999, 1); }), "sent: ex");
  EXPECT_EQ(complaint([](TurnVector& t) { ++t.end_step; }), "end_fram");
  EXPECT_EQ(complaint([](TurnVector& t) { t.dead = !t.dead; }), "dead: ex");
  EXPECT_EQ(complaint([](TurnVector& t) { ++t.garbage_left; }), "own_ojam");
  EXPECT_EQ(complaint([](TurnVector& t) { t.after[0] = '4'; }), "after14:");
  EXPECT_EQ(complaint([](TurnVector& t) { t.score -= 10; }), "score: -");
  EXPECT_EQ(complaint([](TurnVector& t) { t.score += 10; }), "score: 1");
}

TEST(TurnVectors, MalformedVectorsAreRefused) {
  const TurnVector right = rich_turn();
  const auto complaint = [&](auto change) {
    TurnVector turn = right;
    change(turn);
    return find_difference(turn).value_or("none");
  };
  EXPECT_EQ(complaint([](TurnVector& t) { t.field.pop_back(); }), "field: a field has 72, 78 or 84 digits, not 77");
  EXPECT_EQ(complaint([](TurnVector& t) { t.field[0] = '9'; }),
            "field: '9' at position 1 is not a cell: 0, 1, 4, 5, 6 and 7 are");
  EXPECT_EQ(complaint([](TurnVector& t) { t.pair = "4"; }),
            "pair: the text ends at position 1 in the middle of a pair");
  EXPECT_EQ(complaint([](TurnVector& t) { t.pair = "4x"; }),
            "pair: 'x' at position 2 is not a colour: 4, 5, 6 and 7 are");
  EXPECT_EQ(complaint([](TurnVector& t) { t.lock_x = 7; }), "lock: out of range");
  EXPECT_EQ(complaint([](TurnVector& t) { t.events.clear(); }), "events: no G");
}

}  // namespace
}  // namespace rensa::cli
