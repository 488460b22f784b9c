#include "clients/bridge/text_protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

#include "engine/duel/game.h"
#include "tests/tools/field_picture.h"

namespace rensa::bridge {
namespace {

using rules::Placement;
using rules::Rotation;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string value_of(const std::string& text, const std::string& key) {
  std::istringstream words(text);
  std::string word;
  while (words >> word) {
    if (word.starts_with(key + "=")) return word.substr(key.size() + 1);
  }
  return "none";
}

std::vector<std::string> keys_of(const std::string& text) {
  std::vector<std::string> keys;
  std::istringstream words(text);
  std::string word;
  while (words >> word) keys.push_back(word.substr(0, word.find('=')));
  return keys;
}

// A real duel, sent frame by frame to seat one.
class Duel {
 public:
  Duel() : duel_({.ruleset = *rules::find_ruleset("tsu-1"), .seed = 11, .queue = std::nullopt}) { tell({}); }

  void step(const duel::Input& own = {}, const duel::Input& opponent = {}) { tell(duel_.step({own, opponent})); }
  void step_to_message(int id) {
    while (view.clock + 1 < id) step();
  }

  duel::View view;
  std::string text;

 private:
  void tell(const duel::Events& events) {
    view = duel::view_for_seat(duel_, duel::Seat::one);
    const std::vector<duel::Event> list(events.begin(), events.end());
    text = writer_.write({.id = id_of_clock(view.clock), .view = view, .events = list, .ending = std::nullopt});
  }

  duel::FrameGame duel_;
  RequestWriter writer_;
};

TEST(Request, FirstMessageShowsTheStateBeforeTheFirstFrame) {
  const Duel duel;
  const std::string zeros(72, '0');
  EXPECT_EQ(duel.text.substr(0, duel.text.find(" YP=")), "ID=1 YF=" + zeros + " OF=" + zeros);
  EXPECT_THAT(duel.text, HasSubstr(" YE=------- OE=------- YX=0 YY=0 YR=0 OX=0 OY=0 OR=0 YO=0 OO=0 YS=0 OS=0 "));
  EXPECT_EQ(duel.text.back(), ' ');
  EXPECT_THAT(duel.text, Not(HasSubstr("END")));
}

TEST(Request, KeysComeInTheOrderOfTheReference) {
  const std::vector<std::string> order{"ID", "YF", "OF", "YP", "OP", "YE", "OE", "YX", "YY",
                                       "YR", "OX", "OY", "OR", "YO", "OO", "YS", "OS"};
  EXPECT_EQ(keys_of(Duel().text), order);
}

TEST(Request, CurrentPairIsShownAsZerosBeforeTheFirst) {
  Duel duel;
  EXPECT_EQ(value_of(duel.text, "YP").size(), 4U);
  duel.step();
  const std::string pairs = value_of(duel.text, "YP");
  ASSERT_EQ(pairs.size(), 6U);
  EXPECT_EQ(pairs.substr(0, 2), "00");
  EXPECT_EQ(pairs.find_first_not_of("456", 2), std::string::npos);
  EXPECT_EQ(value_of(duel.text, "OP"), pairs);
}

TEST(Request, OpeningIsSentAsInTheReference) {
  Duel duel;
  std::vector<std::pair<int, std::string>> told;
  for (int id = 2; id <= 90; ++id) {
    duel.step_to_message(id);
    const std::string events = value_of(duel.text, "YE");
    EXPECT_EQ(value_of(duel.text, "OE"), events);
    if (events != "-------") told.emplace_back(id, events);
  }
  const std::vector<std::pair<int, std::string>> expected{
      {2, "W------"}, {62, "-G-----"}, {74, "---D---"}, {90, "W------"}};
  EXPECT_EQ(told, expected);
}

TEST(Request, NextButOneIsMissingUntilItIsRevealed) {
  Duel duel;
  duel.step_to_message(61);
  EXPECT_EQ(value_of(duel.text, "YP").size(), 6U);
  duel.step_to_message(62);
  EXPECT_EQ(value_of(duel.text, "YP").size(), 4U);
  duel.step_to_message(90);
  EXPECT_EQ(value_of(duel.text, "YP").size(), 6U);
}

TEST(Request, HasRoomForThreePairs) {
  duel::View view;
  view.own.pairs.fill({rules::Cell::red, rules::Cell::green});
  for (const auto& [shown, digits] : {std::pair(1, 2U), {2, 4U}, {3, 6U}, {4, 6U}, {5, 6U}}) {
    view.own.pairs_shown = shown;
    const std::string text = RequestWriter().write({.id = 5, .view = view, .events = {}, .ending = std::nullopt});
    EXPECT_EQ(value_of(text, "YP").size(), digits);
  }
}

TEST(Request, PairStaysWhereItLockedUntilTheNextOneMoves) {
  Duel duel;
  duel.step_to_message(74);
  EXPECT_EQ(value_of(duel.text, "YX") + value_of(duel.text, "YY") + value_of(duel.text, "YR"), "3120");
  duel.step(duel::Input::place({6, rules::Rotation::left}), duel::Input::place({1, rules::Rotation::down}));
  while (value_of(duel.text, "YE")[1] != 'G') duel.step();
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(value_of(duel.text, "YX") + value_of(duel.text, "YY") + value_of(duel.text, "YR"), "613");
    duel.step();
  }
  while (value_of(duel.text, "OE")[3] != 'D') duel.step();
  EXPECT_EQ(value_of(duel.text, "OX") + value_of(duel.text, "OY") + value_of(duel.text, "OR"), "3120");
}

TEST(Request, FieldIsWrittenFromRowTwelveDown) {
  duel::View view;
  view.own.field = tests::field_from_picture(
      "O....."
      "\nR....B"
      "\nY....G");
  for (int y = 4; y <= 14; ++y) view.own.field.put(2, y, rules::Cell::garbage);
  view.own.pairs_shown = 2;
  view.own.pairs = {{{rules::Cell::red, rules::Cell::green}, {rules::Cell::yellow, rules::Cell::blue}, {}}};
  view.own.waiting = {.pending = 4, .fixed = 38};
  view.own.score = 123456789;
  view.opponent.pairs_shown = 2;
  view.opponent.waiting = {.pending = 5, .fixed = 0};
  const std::string text = RequestWriter().write({.id = 500, .view = view, .events = {}, .ending = Ending::lost});
  const std::string field = value_of(text, "YF");
  ASSERT_EQ(field.size(), 72U);
  EXPECT_EQ(field.substr(0, 6), "010000");
  EXPECT_EQ(field.substr(54), "100000400005600007");
  EXPECT_EQ(value_of(text, "YP"), "4765");
  EXPECT_EQ(value_of(text, "YO"), "42");
  EXPECT_EQ(value_of(text, "OO"), "5");
  EXPECT_EQ(value_of(text, "YS"), "123456789");
  EXPECT_TRUE(text.ends_with(" END=-1 "));
  EXPECT_LE(text.size(), kMaxTextBytes);
}

TEST(Request, EventsStandAtFixedPlacesOfTheirSide) {
  using enum duel::EventKind;
  const duel::View view;
  const std::vector<duel::Event> events{
      duel::make_event(link_started, duel::Seat::one), duel::make_event(garbage_sent, duel::Seat::one),
      duel::make_event(garbage_fell, duel::Seat::two), duel::make_event(next_next_revealed, duel::Seat::two)};
  const std::string text = RequestWriter().write({.id = 9, .view = view, .events = events, .ending = std::nullopt});
  EXPECT_EQ(value_of(text, "YE"), "------E");
  EXPECT_EQ(value_of(text, "OE"), "W----O-");
}

TEST(Request, EndingIsSeenFromTheReceiver) {
  EXPECT_EQ(ending_of(duel::Seat::two, duel::Seat::two), Ending::won);
  EXPECT_EQ(ending_of(duel::Seat::one, duel::Seat::two), Ending::lost);
  EXPECT_EQ(ending_of(std::nullopt, duel::Seat::two), Ending::drawn);
}

TEST(Response, TokensComeInAnyOrder) {
  const auto response = response_of("MSG=hello R=3 MA=1 X=6 PX=1 PR=2 ID=74 ");
  ASSERT_TRUE(response);
  EXPECT_EQ(*response, (Response{74, Placement{6, Rotation::left}, "hello"}));
}

TEST(Response, RotationsAreNumberedAlike) {
  const std::array<Rotation, 4> rotations{Rotation::up, Rotation::right, Rotation::down, Rotation::left};
  for (std::size_t r = 0; r < rotations.size(); ++r) {
    EXPECT_EQ(response_of("ID=1 X=3 R=" + std::to_string(r))->placement, (Placement{3, rotations[r]}));
  }
}

TEST(Response, TwentyTwoDecisionsExist) {
  int count = 0;
  for (int x = -1; x <= 300; ++x) {
    for (int r = -1; r <= 300; ++r) {
      const std::string text = "ID=1 X=" + std::to_string(x) + " R=" + std::to_string(r);
      count += response_of(text)->placement ? 1 : 0;
    }
  }
  EXPECT_EQ(count, 22);
  EXPECT_FALSE(response_of("ID=1 X=1 R=3")->placement);
  EXPECT_FALSE(response_of("ID=1 X=6 R=1")->placement);
}

TEST(Response, IncompleteDecisionIsNone) {
  for (const char* text : {"ID=5", "ID=5 X=3", "ID=5 R=0", "ID=5 X= R=", "ID=5 X=3a R=0", "  ID=5  =  X "}) {
    ASSERT_TRUE(response_of(text)) << text;
    EXPECT_EQ(response_of(text)->id, 5);
    EXPECT_FALSE(response_of(text)->placement) << text;
  }
}

TEST(Response, WithoutAnIdItAnswersNothing) {
  for (const char* text : {"", " ", "X=3 R=0", "ID= X=3 R=0", "ID=x", "ID=99999999999", "id=4"}) {
    EXPECT_FALSE(response_of(text)) << text;
  }
}

TEST(Response, NewestDecisionThatIsNotAheadCounts) {
  const Placement one{1, Rotation::up};
  const Placement two{2, Rotation::up};
  const Placement three{3, Rotation::up};
  EXPECT_EQ(decision_among({{7, one, ""}, {8, two, ""}}, 8), two);
  EXPECT_EQ(decision_among({{7, one, ""}, {8, {}, ""}}, 8), one);
  EXPECT_EQ(decision_among({{7, one, ""}, {974, three, ""}}, 8), one);
  EXPECT_EQ(decision_among({{974, three, ""}}, 8), std::nullopt);
  EXPECT_EQ(decision_among({}, 8), std::nullopt);
}

TEST(Message, UnderscoreIsASpaceAndCommaANewLine) {
  EXPECT_THAT(lines_of("5_chain,in_3"), ElementsAre("5 chain", "in 3"));
  EXPECT_THAT(lines_of(""), IsEmpty());
  EXPECT_THAT(lines_of("5_chain,,in_3,,"), ElementsAre("5 chain", "", "in 3"));
  EXPECT_THAT(lines_of(","), IsEmpty());
}

TEST(Message, ControlCharactersAreNotShown) {
  EXPECT_THAT(lines_of("a\x1b[2J\r\n\x7f\xc2\x9b"), ElementsAre("a?[2J?????"));
}

}  // namespace
}  // namespace rensa::bridge
