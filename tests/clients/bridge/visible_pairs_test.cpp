#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "clients/bridge/text_protocol.h"
#include "engine/duel/game.h"
#include "engine/json/record_json.h"
#include "engine/json/settings_json.h"
#include "engine/players/registry.h"
#include "engine/record/codec.h"
#include "engine/record/record_writer.h"
#include "engine/record/replay.h"
#include "engine/record/verify.h"
#include "proto/codec.h"

namespace rensa::bridge {
namespace {

constexpr int kFewNodes = 1'500;
constexpr int kMaxFrames = 45 * 60;
constexpr int kMaxTurns = 30;
constexpr std::size_t kPairsOfReference = 3;

rules::Ruleset ruleset_of(int visible_pairs, const std::string& base) {
  const std::string text = R"({"id": "shows-)" + std::to_string(visible_pairs) + R"(", "base": ")" + base +
                           R"(", "visible_pairs": )" + std::to_string(visible_pairs) + "}";
  const auto ruleset = json::ruleset_of_json(text);
  EXPECT_TRUE(ruleset) << text;
  return *ruleset;
}

// Sends a message as a server or client does, and returns what the other end reads.
proto::ServerMessage through_wire(const proto::ServerMessage& message, proto::Encoding encoding) {
  const auto read = proto::server_message_of(proto::encode(message, encoding), encoding);
  EXPECT_TRUE(read) << read.error().message;
  return *read;
}

proto::ClientMessage through_wire(const proto::ClientMessage& message, proto::Encoding encoding) {
  const auto read = proto::client_message_of(proto::encode(message, encoding), encoding);
  EXPECT_TRUE(read) << read.error().message;
  return *read;
}

// The value of a key in a message of the reference's text protocol.
std::string pairs_value_of(const std::string& text, const std::string& key) {
  const std::size_t begin = text.find(key + "=") + key.size() + 1;
  return text.substr(begin, text.find(' ', begin) - begin);
}

// Plays a game: each seat's view goes through the wire to a bot, and its decision back. One seat speaks Protobuf's
// binary form, the other one JSON.
class WiredGame {
 public:
  WiredGame(const rules::Ruleset& ruleset, const char* one, const char* two)
      : setup_{.ruleset = ruleset, .seed = 11, .queue = std::nullopt}, game_(setup_), writer_(setup_, {one, two}) {
    for (const char* name : {one, two}) {
      const players::PlayerKind* kind = players::find_player(name);
      players::PlayerSetup setup{.ruleset = setup_.ruleset, .seed = 3 + players_.size()};
      if (kind->supports.nodes) setup.options.nodes = kFewNodes;
      players_.push_back(kind->make(setup));
    }
  }

  record::Record play() {
    const bool is_frames = setup_.ruleset.pacing == rules::Pacing::frames;
    const int limit = is_frames ? kMaxFrames : kMaxTurns;
    while (!game_.outcome() && game_.clock() < limit) {
      duel::Inputs inputs{};
      for (const duel::Seat seat : duel::kSeats) inputs[duel::index_of(seat)] = input_of(seat);
      writer_.before_step(game_, inputs);
      const duel::Events events = game_.step(inputs);
      writer_.after_step(game_, events);
      events_.assign(events.begin(), events.end());
    }
    return writer_.finish(game_, game_.outcome().value_or(duel::Outcome{
                                     .winner = std::nullopt, .cause = duel::Cause::voided, .frame = game_.clock()}));
  }

  int decisions = 0;
  int most_pairs = 0;

 private:
  duel::Input input_of(duel::Seat seat) {
    const auto encoding = seat == duel::Seat::one ? proto::Encoding::binary : proto::Encoding::json;
    const duel::View seen = duel::view_for_seat(game_, seat);
    proto::Update update{.seat = seat, .view = seen, .events = events_, .answer_due = seen.decision_due};
    const auto heard = std::get<proto::Update>(through_wire(update, encoding));
    duel::View view = heard.view;
    view.pacing = setup_.ruleset.pacing;
    EXPECT_EQ(duel::known_pairs(view.own).size(), duel::known_pairs(seen.own).size());
    EXPECT_EQ(view.own.pairs, seen.own.pairs);
    EXPECT_EQ(view.opponent.pairs, seen.opponent.pairs);
    most_pairs = std::max(most_pairs, view.own.pairs_shown);
    if (view.pacing == rules::Pacing::frames) speak_to_program(seat, view);
    if (!view.decision_due) return {};
    ++decisions;
    const players::Position position = players::position_of(view, setup_.ruleset);
    const auto placement = players_[duel::index_of(seat)]->choose(position, {});
    const proto::Decide decide{.seat = seat, .clock = view.clock, .input = duel::Input::place(placement)};
    return std::get<proto::Decide>(through_wire(decide, encoding)).input;
  }

  // The reference's protocol has room for three pairs: of more, a program sees the first three.
  void speak_to_program(duel::Seat seat, const duel::View& view) {
    const std::string text = requests_[duel::index_of(seat)].write(
        {.id = id_of_clock(view.clock), .view = view, .events = events_, .ending = std::nullopt});
    const std::string pairs = pairs_value_of(text, "YP");
    const std::size_t shown = std::min(static_cast<std::size_t>(view.own.pairs_shown), kPairsOfReference);
    ASSERT_EQ(pairs.size(), 2 * shown);
    for (std::size_t i = 0; i < shown; ++i) {
      EXPECT_EQ(pairs[2 * i] - '0', static_cast<int>(view.own.pairs[i].axis));
      EXPECT_EQ(pairs[2 * i + 1] - '0', static_cast<int>(view.own.pairs[i].child));
    }
  }

  duel::GameSetup setup_;
  duel::Game game_;
  record::RecordWriter writer_;
  std::vector<std::unique_ptr<players::Player>> players_;
  std::array<RequestWriter, 2> requests_;
  std::vector<duel::Event> events_;
};

class VisiblePairs : public testing::TestWithParam<int> {};

TEST_P(VisiblePairs, AreReadFromJsonAndWrittenToIt) {
  const rules::Ruleset ruleset = ruleset_of(GetParam(), "tsu-1");
  EXPECT_EQ(ruleset.visible_pairs, GetParam());
  EXPECT_EQ(*json::ruleset_of_json(json::json_of(ruleset)), ruleset);
  EXPECT_EQ(rules::digest(ruleset) == rules::digest(*rules::find_ruleset("tsu-1")), GetParam() == 3);
}

TEST_P(VisiblePairs, ArePlayedByEveryBotThroughWireBridgeAndRecord) {
  const std::vector<std::pair<const char*, const char*>> games{
      {"gaze", "greedy"}, {"bestfirst", "potential"}, {"joseki", "random"}, {"template", "gaze"}};
  for (const char* base : {"tsu-1", "jaist-1", "class-1"}) {
    for (const auto& [one, two] : games) {
      WiredGame game(ruleset_of(GetParam(), base), one, two);
      const record::Record record = game.play();
      EXPECT_NE(record.outcome.cause, duel::Cause::illegal) << base << ' ' << one << ' ' << two;
      EXPECT_GT(game.decisions, 10) << base << ' ' << one << ' ' << two;
      EXPECT_EQ(game.most_pairs, GetParam());

      EXPECT_TRUE(record::verify(record).ok()) << record::verify(record).message;
      const std::vector<std::uint8_t> bytes = record::encode(record);
      const record::DecodeResult decoded = record::decode(bytes);
      ASSERT_TRUE(decoded.record);
      EXPECT_EQ(*decoded.record, record);
      EXPECT_EQ(decoded.record->setup.ruleset.visible_pairs, GetParam());
      EXPECT_TRUE(record::verify(bytes).ok());
      const auto from_json = json::record_of_json(json::json_of(record));
      ASSERT_TRUE(from_json) << from_json.error().message;
      EXPECT_EQ(*from_json, record);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfJsonRulesets, VisiblePairs, testing::Values(1, 2, 3, 4, 5),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace rensa::bridge
