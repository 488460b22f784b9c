#include "server/league/journal.h"

#include <gtest/gtest.h>

namespace rensa::league {
namespace {

constexpr GameId kGame{.pair = 7, .leg = 1, .attempt = 2};

GameEnded ended_with_all() {
  GameEnded ended{.game = kGame, .winner = 1, .cause = duel::Cause::illegal};
  std::int64_t number = 0;
  for (const duel::Feat& feat : duel::kFeats) ended.feats[1].*feat.count = ++number;
  for (const std::int64_t microseconds : {3, 900, 900, 5'000'000}) ended.thinking[0].add(microseconds);
  return ended;
}

const std::vector<Event>& some_events() {
  static const std::vector<Event> events{
      StageBegun{{2, 0, 1}},
      PairDrawn{{.first = 2, .second = 0, .stage = 1, .place = 6, .legs = 5, .is_best_of = true, .is_audit = false}},
      PlayerBenched{.player = 1, .why = "it crashes"},
      GameStarted{kGame},
      ended_with_all(),
      GameEnded{.game = kGame, .winner = std::nullopt, .cause = duel::Cause::limit},
      GameVoided{.game = kGame, .why = "a \"strange\"\nhost \xFF"},
      Restarted{},
      PlayerJoined{.player = 3, .entry = R"({"name":"zoé","author":"x","exec":["./z","--key=secret"]})"}};
  return events;
}

std::string some_journal() {
  JournalWriter writer;
  std::string text = writer.plan(0x0123456789ABCDEF);
  for (const Event& event : some_events()) text += writer.line_of(event);
  return text;
}

TEST(Journal, IsReadAsItWasWritten) {
  const JournalRead read = read_journal(some_journal());
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.plan, 0x0123456789ABCDEF);
  EXPECT_EQ(read.whole, some_journal().size());
  ASSERT_EQ(read.events.size(), some_events().size());
  for (const std::size_t i : {0U, 1U, 2U, 3U, 4U, 5U, 7U, 8U}) EXPECT_EQ(read.events[i], some_events()[i]) << i;
  EXPECT_EQ(std::get<GameVoided>(read.events[6]).game, kGame);
}

TEST(Journal, GoesOnWhereItEnds) {
  const std::string text = some_journal();
  JournalRead read = read_journal(text);
  const JournalRead more = read_journal(text + read.writer.line_of(Restarted{}));
  EXPECT_EQ(more.error, "");
  EXPECT_EQ(more.events.size(), some_events().size() + 1);
}

TEST(Journal, ALineThatWasNeverFinishedIsNotThere) {
  const std::string text = some_journal();
  const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
  for (std::size_t size = last; size < text.size(); ++size) {
    const JournalRead read = read_journal(std::string_view(text).substr(0, size));
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.whole, last);
    EXPECT_EQ(read.events.size(), some_events().size() - 1);
  }
  EXPECT_EQ(read_journal("").error, "");
  EXPECT_EQ(read_journal("").plan, std::nullopt);
}

TEST(Journal, AnyChangedByteIsFound) {
  const std::string text = some_journal();
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == '1' ? '2' : '1';
    if (text[i] == '\n') continue;  // two lines become one
    EXPECT_NE(read_journal(changed).error, "") << i;
  }
}

TEST(Journal, ALineThatIsMissingOrThereTwiceIsFound) {
  const std::string text = some_journal();
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = text.find('\n', from) + 1;
    const bool is_last = to == text.size();
    EXPECT_TRUE(is_last || !read_journal(text.substr(0, from) + text.substr(to)).error.empty());
    EXPECT_NE(read_journal(text.substr(0, to) + text.substr(from)).error, "");
    from = to;
  }
}

TEST(Journal, SaysWhichLineIsWrong) {
  std::string text = some_journal();
  text[text.find("\"illegal\"") + 1] = 'I';
  EXPECT_EQ(read_journal(text).error, "line 6: it is damaged, or one before it is missing");
}

TEST(Journal, AnOpenLineHasNoCheckAndSaysNothingOfThePlan) {
  JournalWriter writer;
  const auto without_end = [](std::string line) {
    line.pop_back();
    return line;
  };
  const std::string plan = without_end(writer.plan(0x1234));
  EXPECT_EQ(open_line(plan), R"({"n":0,"event":"plan"})");
  EXPECT_EQ(number_of_line(plan), 0U);
  const std::string restarted = without_end(writer.line_of(Restarted{}));
  EXPECT_EQ(open_line(restarted), R"({"n":1,"event":"restarted"})");
  EXPECT_EQ(number_of_line(restarted), 1U);
  const std::string mean = without_end(writer.line_of(PlayerBenched{.player = 0, .why = "\",\"check\":\"\"}"}));
  EXPECT_EQ(open_line(mean), R"({"n":2,"event":"benched","player":0,"why":"\",\"check\":\"\"}"})");
  for (std::size_t size = 0; size < mean.size(); ++size) EXPECT_EQ(open_line(mean.substr(0, size)), std::nullopt);
}

TEST(Journal, AnOpenLineSaysWhoHasJoinedAndNotHow) {
  JournalWriter writer;
  writer.plan(1);
  std::string line = writer.line_of(
      PlayerJoined{.player = 3, .entry = R"({"name":"zo","exec":["./z"],"author":"x","stands_for":"y"})"});
  line.pop_back();
  EXPECT_EQ(open_line(line), R"({"n":1,"event":"joined","player":3,"entry":{"name":"zo","author":"x"}})");
  line = writer.line_of(PlayerBenched{.player = 0, .why = ",\"event\":\"joined\","});
  line.pop_back();
  EXPECT_NE(open_line(line)->find("benched"), std::string::npos);
}

TEST(Journal, AnEntryIsAnObject) {
  JournalWriter writer;
  const std::string plan = writer.plan(1);
  EXPECT_NE(read_journal(plan + writer.line_of(PlayerJoined{.player = 3, .entry = "7"})).error, "");
}

TEST(Journal, NoNumberIsTakenFromWhatIsNoLine) {
  for (const char* line : {"", "{", R"({"n":)", R"({"n":12)", R"({"n":x,)", R"({"n":-1,)",
                           R"({"n":99999999999999999999,)", R"( {"n":1,)", R"({"n":1})"}) {
    EXPECT_EQ(number_of_line(line), std::nullopt) << line;
  }
}

}  // namespace
}  // namespace rensa::league
