#include "server/http_api/events/event_text.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "server/tournament/journal/journal_text.h"
#include "tests/server/tournament/plan/test_plan.h"

namespace rensa::http_api {
namespace {

using sessions::RunState;
using testing::HasSubstr;
using testing::Not;

constexpr StreamPosition kPosition{.next = 17, .state = RunState::running, .standings = 12};

TEST(EventText, AnIdHoldsThePosition) {
  EXPECT_EQ(id_of("cup", kPosition), "cup:17:running:12");
  EXPECT_EQ(id_of("cup", {}), "cup:0:-:0");
  for (const StreamPosition& position :
       {kPosition, StreamPosition{}, StreamPosition{.next = ~0ULL, .state = RunState::over, .standings = ~0ULL}}) {
    EXPECT_EQ(position_of(id_of("cup", position), "cup"), position);
  }
}

TEST(EventText, AnIdIsOneLineWithoutSeparatorsInItsName) {
  const std::string name = "a:b\nevent: x\r%";
  const std::string id = id_of(name, kPosition);
  EXPECT_EQ(id, "a%3Ab%0Aevent%3A%20x%0D%25:17:running:12");
  EXPECT_EQ(position_of(id, name), kPosition);
}

TEST(EventText, OtherTextsAreNoIds) {
  for (const char* text : {"",
                           "17",
                           "cup",
                           "cup:",
                           "cup:17",
                           "cup:17:running",
                           "cup:17:running:12:",
                           "cup:17:running:12:0",
                           "cup:17:running:18",
                           "cup:17:asleep:12",
                           "cup:x:running:12",
                           "cup:-1:running:0",
                           "cup: 17:running:12",
                           "cup:17:running:12 ",
                           "cup:99999999999999999999:running:0",
                           "cup:0x11:running:1",
                           "cup:+17:running:12",
                           "Cup:17:running:12",
                           "cup-2:17:running:12",
                           "cu:17:running:12",
                           ":17:running:12",
                           "cup::running:",
                           "cup:17::12",
                           "\xFF\xFE",
                           "cup:17:running:12\ncup:18:running:12"}) {
    EXPECT_EQ(position_of(text, "cup"), std::nullopt) << text;
  }
  EXPECT_EQ(position_of(std::string(100'000, ':'), "cup"), std::nullopt);
}

TEST(EventText, ABlockIsOfOneLineEach) {
  EXPECT_EQ(event_block("state", "cup:1:-:0", {{"name", "a\nb"}, {"n", 1}}),
            "event: state\nid: cup:1:-:0\ndata: {\"name\":\"a\\nb\",\"n\":1}\n\n");
}

// The events of a tournament as lines of its journal.
class JournalBlocks : public testing::Test {
 protected:
  JournalBlocks() {
    add(encoder_.plan_line(0x1234'5678'9ABC'DEF0ULL));
    apply(tournament::StageStarted{{0, 1}});
    apply(tournament::PairScheduled{{.first = 1, .second = 0, .legs = 2, .is_audit = true}});
    apply(tournament::GameStarted{kGame});
  }

  void add(std::string line) {
    line.pop_back();
    lines_.push_back(std::move(line));
  }
  void apply(const tournament::Event& event) {
    ASSERT_TRUE(progress_.apply(event));
    add(encoder_.event_line(event));
  }
  std::optional<std::string> block(const std::string& line) const {
    return journal_block(line, {.plan = plan_, .progress = progress_}, "cup:5:-:0");
  }
  // Returns the last event as "TYPE DATA".
  std::string last() const {
    const std::string text = block(lines_.back()).value_or("event: damaged\nid: x\ndata: {}\n\n");
    const std::size_t type_end = text.find('\n');
    const std::size_t data = text.find("\ndata: ") + 7;
    return text.substr(7, type_end - 7) + " " + text.substr(data, text.size() - data - 2);
  }

  static constexpr tournament::GameId kGame{.pair = 0, .leg = 0, .attempt = 0};
  const tournament::TournamentPlan plan_ =
      tournament::test::plan_of(R"({"name": "cup", "players": ["ann", "bob"], "seed": 991177})");
  tournament::JournalEncoder encoder_;
  tournament::TournamentProgress progress_{2};
  std::vector<std::string> lines_;
};

TEST_F(JournalBlocks, GamesHaveTheNamesOfTheirPlayers) {
  EXPECT_EQ(last(), R"(game_started {"game":"0-0","players":["bob","ann"]})");
  tournament::GameEnded ended{.game = kGame, .winner = 1, .cause = duel::Cause::choked};
  ended.thinking[0].add(815);
  apply(ended);
  EXPECT_EQ(last(), R"(game_ended {"game":"0-0","players":["bob","ann"],"winner":"ann","cause":"choked"})");
  apply(tournament::GameAnnulled{.game = kGame, .why = "a loose cable", .cancelled = {}});
  EXPECT_EQ(last(), R"(game_annulled {"game":"0-0","players":["bob","ann"],"why":"a loose cable"})");
}

TEST_F(JournalBlocks, ADrawnGameHasNoWinner) {
  apply(tournament::GameEnded{.game = kGame, .winner = std::nullopt, .cause = duel::Cause::choked});
  EXPECT_THAT(last(), HasSubstr(R"("winner":null)"));
}

TEST_F(JournalBlocks, PairsAndStagesAreTold) {
  EXPECT_EQ(block(lines_[0]), "");
  EXPECT_EQ(block(lines_[1]), "event: stage_started\nid: cup:5:-:0\ndata: {\"players\":2}\n\n");
  EXPECT_THAT(*block(lines_[2]), HasSubstr(R"({"players":["bob","ann"],"stage":1,"games":2})"));
  EXPECT_THAT(*block(lines_[2]), Not(HasSubstr("audit")));
}

TEST_F(JournalBlocks, PlayersThatComeAndGoAreTold) {
  apply(tournament::GameVoided{.game = kGame, .why = "ann takes no further part"});
  EXPECT_EQ(last(), R"(game_voided {"game":"0-0","players":["bob","ann"],"why":"ann takes no further part"})");
  apply(tournament::PlayerBenched{.player = 0, .why = "withdrawn"});
  EXPECT_EQ(last(), R"(player_benched {"player":"ann","why":"withdrawn"})");
  apply(tournament::PlayerReturned{.player = 0, .reopened = {0}});
  EXPECT_EQ(last(), R"(player_returned {"player":"ann"})");
  apply(tournament::RunRestarted{});
  EXPECT_EQ(last(), "restarted {}");
}

TEST_F(JournalBlocks, MessagesOfTheOrganisersAreTold) {
  apply(tournament::MessageSent{.text = "The \"final\" begins at 18:00", .sent_at = {}});
  EXPECT_EQ(last(), R"(message_sent {"text":"The \"final\" begins at 18:00","sent":"1970-01-01T00:00:00Z"})");
}

TEST_F(JournalBlocks, SecretsAreNotTold) {
  add(encoder_.event_line(
      tournament::PlayerJoined{.player = 1, .entry = R"({"name": "bob", "exec": ["/opt/secret", "--key=5"]})"}));
  EXPECT_EQ(last(), R"(player_joined {"player":"bob"})");
  for (const std::string& line : lines_) {
    EXPECT_THAT(*block(line), Not(HasSubstr("check")));
    EXPECT_THAT(*block(line), Not(HasSubstr("123456789abcdef0")));
  }
}

TEST_F(JournalBlocks, ADamagedLineHasNoBlock) {
  const std::string& line = lines_.back();
  EXPECT_EQ(block(""), std::nullopt);
  EXPECT_EQ(block("{}"), std::nullopt);
  EXPECT_EQ(block(line.substr(1)), std::nullopt);
  const auto with_event = [&](const tournament::Event& event) {
    std::string text = encoder_.event_line(event);
    text.pop_back();
    return block(text);
  };
  EXPECT_EQ(with_event(tournament::GameStarted{{.pair = 7, .leg = 0, .attempt = 0}}), std::nullopt) << "no such pair";
  EXPECT_EQ(with_event(tournament::PlayerBenched{.player = 2, .why = ""}), std::nullopt) << "no such player";
}

}  // namespace
}  // namespace rensa::http_api
