#include "server/tournament/journal/journal_text.h"

#include <gtest/gtest.h>

namespace rensa::tournament {
namespace {

constexpr GameId kGame{.pair = 7, .leg = 1, .attempt = 2};

GameEnded ended_with_all() {
  GameEnded ended{.game = kGame, .winner = 1, .cause = duel::Cause::illegal};
  std::int64_t number = 0;
  for (const duel::StatisticField& field : duel::kStatisticFields) ended.statistics[1].*field.count = ++number;
  ended.decisions = {duel::DecisionCounts{.refused = 3, .late = 1}, duel::DecisionCounts{.refused = 0, .late = 2}};
  for (const std::int64_t microseconds : {3, 900, 900, 5'000'000}) ended.thinking[0].add(microseconds);
  return ended;
}

const std::vector<Event>& some_events() {
  static const std::vector<Event> events{
      StageStarted{{2, 0, 1}},
      PairScheduled{{.first = 2,
                     .second = 0,
                     .stage = 1,
                     .number_in_format = 6,
                     .legs = 5,
                     .is_best_of = true,
                     .is_audit = false}},
      PlayerBenched{.player = 1, .why = "it crashes", .output = "No module\nnamed rensa"},
      GameStarted{kGame},
      ended_with_all(),
      GameEnded{.game = kGame, .winner = std::nullopt, .cause = duel::Cause::limit},
      GameVoided{.game = kGame, .why = "a \"strange\"\nhost \xFF"},
      RunRestarted{},
      PlayerJoined{.player = 3, .entry = R"({"name":"zoé","author":"x","exec":["./z","--key=secret"]})"},
      GameAnnulled{.game = kGame, .why = "the wrong version played", .cancelled = {8, 11}},
      PlayerDisqualified{.player = 2, .why = "it plays with help", .is_after_end = true},
      PlayerReturned{.player = 1, .reopened = {0, 4}},
      MessageSent{.text = "決勝は \"18:00\" から",
                  .sent_at = std::chrono::sys_seconds(std::chrono::seconds(1798135200))}};
  return events;
}

std::string some_journal() {
  JournalEncoder encoder;
  std::string text = encoder.plan_line(0x0123456789ABCDEF);
  for (const Event& event : some_events()) text += encoder.event_line(event);
  return text;
}

TEST(Journal, RoundTrips) {
  const ParsedJournal read = parse_journal(some_journal());
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.plan_digest, 0x0123456789ABCDEF);
  EXPECT_EQ(read.complete_bytes, some_journal().size());
  ASSERT_EQ(read.events.size(), some_events().size());
  for (const std::size_t i : {0U, 1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U, 10U, 11U, 12U})
    EXPECT_EQ(read.events[i], some_events()[i]) << i;
  EXPECT_EQ(std::get<GameVoided>(read.events[6]).game, kGame);
}

TEST(Journal, ContinuesAfterItsLastLine) {
  const std::string text = some_journal();
  ParsedJournal read = parse_journal(text);
  const ParsedJournal more = parse_journal(text + read.encoder.event_line(RunRestarted{}));
  EXPECT_EQ(more.error, "");
  EXPECT_EQ(more.events.size(), some_events().size() + 1);
}

TEST(Journal, AnUnfinishedLineIsIgnored) {
  const std::string text = some_journal();
  const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
  for (std::size_t size = last; size < text.size(); ++size) {
    const ParsedJournal read = parse_journal(std::string_view(text).substr(0, size));
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.complete_bytes, last);
    EXPECT_EQ(read.events.size(), some_events().size() - 1);
  }
  EXPECT_EQ(parse_journal("").error, "");
  EXPECT_EQ(parse_journal("").plan_digest, std::nullopt);
}

TEST(Journal, AnyChangedByteIsDetected) {
  const std::string text = some_journal();
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == '1' ? '2' : '1';
    if (text[i] == '\n') continue;  // two lines become one
    EXPECT_NE(parse_journal(changed).error, "") << i;
  }
}

TEST(Journal, AMissingOrRepeatedLineIsDetected) {
  const std::string text = some_journal();
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = text.find('\n', from) + 1;
    const bool is_last = to == text.size();
    EXPECT_TRUE(is_last || !parse_journal(text.substr(0, from) + text.substr(to)).error.empty());
    EXPECT_NE(parse_journal(text.substr(0, to) + text.substr(from)).error, "");
    from = to;
  }
}

TEST(Journal, NamesTheFaultyLine) {
  std::string text = some_journal();
  text[text.find("\"illegal\"") + 1] = 'I';
  EXPECT_EQ(parse_journal(text).error, "line 6: it is damaged, or one before it is missing");
}

TEST(Journal, PublicLinesHaveNoChecksumAndNoPlanDigest) {
  JournalEncoder encoder;
  const auto without_end = [](std::string line) {
    line.pop_back();
    return line;
  };
  const std::string plan = without_end(encoder.plan_line(0x1234));
  EXPECT_EQ(public_journal_line(plan), R"({"n":0,"event":"plan"})");
  EXPECT_EQ(journal_line_number(plan), 0U);
  const std::string restarted = without_end(encoder.event_line(RunRestarted{}));
  EXPECT_EQ(public_journal_line(restarted), R"({"n":1,"event":"restarted"})");
  EXPECT_EQ(journal_line_number(restarted), 1U);
  const std::string mean = without_end(encoder.event_line(PlayerBenched{.player = 0, .why = "\",\"check\":\"\"}"}));
  EXPECT_EQ(public_journal_line(mean), R"({"n":2,"event":"benched","player":0,"why":"\",\"check\":\"\"}"})");
  for (std::size_t size = 0; size < mean.size(); ++size)
    EXPECT_EQ(public_journal_line(mean.substr(0, size)), std::nullopt);
}

TEST(Journal, PublicLinesHideTheCommandOfALateEntry) {
  JournalEncoder encoder;
  encoder.plan_line(1);
  std::string line = encoder.event_line(
      PlayerJoined{.player = 3, .entry = R"({"name":"zo","exec":["./z"],"author":"x","stands_for":"y"})"});
  line.pop_back();
  EXPECT_EQ(public_journal_line(line), R"({"n":1,"event":"joined","player":3,"entry":{"name":"zo","author":"x"}})");
  line = encoder.event_line(PlayerBenched{.player = 0, .why = ",\"event\":\"joined\","});
  line.pop_back();
  EXPECT_NE(public_journal_line(line)->find("benched"), std::string::npos);
}

// A program chooses what it prints, and the public lines go to chats and streams.
TEST(Journal, PublicLinesHideTheOutputOfABenchedProgram) {
  JournalEncoder encoder;
  const std::string plan = encoder.plan_line(1);
  const PlayerBenched benched{.player = 0, .why = "5 games were lost", .output = "\x1b[2J<b>\nevent: x"};
  std::string line = encoder.event_line(benched);
  EXPECT_EQ(parse_journal(plan + line).events.at(0), Event(benched));
  line.pop_back();
  EXPECT_EQ(public_journal_line(line), R"({"n":1,"event":"benched","player":0,"why":"5 games were lost"})");
  line = encoder.event_line(
      PlayerBenched{.player = 0, .why = "5 games were lost; its last output: \x1b[2J /root/bot.py @everyone"});
  line.pop_back();
  EXPECT_EQ(public_journal_line(line), R"({"n":2,"event":"benched","player":0,"why":"5 games were lost"})")
      << "a journal of an older version";
}

TEST(Journal, PublicReasonsShowNoFoldersAndNoControlCharacters) {
  JournalEncoder encoder;
  encoder.plan_line(1);
  const auto public_line = [&encoder](const Event& event) {
    std::string line = encoder.event_line(event);
    line.pop_back();
    return *public_journal_line(line);
  };
  const std::string why = "ill: /root/data/x.log\x1b[2J";
  EXPECT_EQ(public_line(GameVoided{.game = kGame, .why = why}),
            R"({"n":1,"event":"voided","pair":7,"leg":1,"attempt":2,"why":"ill: x.log?[2J"})");
  EXPECT_EQ(public_line(GameAnnulled{.game = kGame, .why = why}),
            R"({"n":2,"event":"annulled","pair":7,"leg":1,"attempt":2,"why":"ill: x.log?[2J","cancelled":[]})");
  EXPECT_EQ(public_line(PlayerBenched{.player = 1, .why = why}),
            R"({"n":3,"event":"benched","player":1,"why":"ill: x.log?[2J"})");
  EXPECT_EQ(public_line(PlayerDisqualified{.player = 2, .why = why}),
            R"({"n":4,"event":"disqualified","player":2,"why":"ill: x.log?[2J","over":false})");
}

TEST(Journal, AMessageHasItsTextAndItsTime) {
  JournalEncoder encoder;
  const std::string plan = encoder.plan_line(1);
  const std::string line = encoder.event_line(MessageSent{.text = "The final begins at 18:00", .sent_at = {}});
  const std::string told =
      R"({"n":1,"event":"message","text":"The final begins at 18:00","sent":"1970-01-01T00:00:00Z"})";
  EXPECT_EQ(public_journal_line(line.substr(0, line.size() - 1)), told);
  EXPECT_EQ(public_message_line(1, {.text = "The final begins at 18:00", .sent_at = {}}), told);
  EXPECT_EQ(parse_journal(plan + line).error, "");
  EXPECT_FALSE(can_change_standings(MessageSent{.text = "x", .sent_at = {}}));
}

TEST(Journal, AnEntryMustBeAnObject) {
  JournalEncoder encoder;
  const std::string plan = encoder.plan_line(1);
  EXPECT_NE(parse_journal(plan + encoder.event_line(PlayerJoined{.player = 3, .entry = "7"})).error, "");
}

TEST(Journal, OtherTextHasNoLineNumber) {
  for (const char* line : {"", "{", R"({"n":)", R"({"n":12)", R"({"n":x,)", R"({"n":-1,)",
                           R"({"n":99999999999999999999,)", R"( {"n":1,)", R"({"n":1})"}) {
    EXPECT_EQ(journal_line_number(line), std::nullopt) << line;
  }
}

TEST(JournalText, AWithdrawalMayKeepTheTournamentOpen) {
  JournalEncoder encoder;
  const std::string plan = encoder.plan_line(1);
  const PlayerBenched benched{.player = 0, .why = "withdrawn", .keeps_open = true};
  std::string line = encoder.event_line(benched);
  EXPECT_EQ(parse_journal(plan + line).events.at(0), Event(benched));
  line.pop_back();
  EXPECT_EQ(public_journal_line(line), R"({"n":1,"event":"benched","player":0,"why":"withdrawn","keeps_open":true})");
}

}  // namespace
}  // namespace rensa::tournament
