#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/submissions/bots_fixture.h"

// The accounts that the settings allow to submit bots, and what moderators can do to authors.

namespace rensa::submissions {
namespace {

using testing::HasSubstr;

class NamedAuthorsTest : public testing::Test, protected test::BotsFixture {
 protected:
  void SetUp() override {
    RENSA_SKIP_WITHOUT_ISOLATION();
    server.store.set_role(server.store.find_token(mod)->id, {.role = storage::Role::moderator});
    limits.accounts = {"ann", "zoe"};
    start_again();
  }
  std::int64_t account(const std::string& token) { return server.store.find_token(token)->id; }
  int rename(const std::string& actor, const std::string& token, const std::string& name) {
    last = ask("POST", "/api/v1/accounts/" + std::to_string(account(token)) + "/rename?minutes=5&why=x&name=" + name,
               actor);
    run_posted();
    return last.status;
  }
  int restrict(const std::string& query) {
    last = ask("POST", "/api/v1/restrictions?minutes=5&why=x&" + query, mod);
    run_posted();
    return last.status;
  }

  const std::string mod = server.store.create_token("mod", storage::Role::worker);
  net::HttpResponse last;
};

TEST_F(NamedAuthorsTest, AModeratorNeitherGivesNorTakesTheirNames) {
  const std::string boss = administrator();
  EXPECT_EQ(rename(mod, ann, "nobody"), 403);
  EXPECT_THAT(last.body, HasSubstr("only an administrator"));
  EXPECT_EQ(rename(mod, bob, "zoe"), 403) << "no account has this name";
  EXPECT_EQ(upload(bob, archive_of_bot("mine")).status, 403);
  EXPECT_EQ(rename(mod, bob, "rob"), 200) << last.body;
  EXPECT_EQ(rename(boss, ann, "anna"), 200) << last.body;
  EXPECT_EQ(rename(boss, bob, "zoe"), 200) << last.body;
  EXPECT_EQ(upload(bob, archive_of_bot("mine")).status, 202);
}

TEST_F(NamedAuthorsTest, NobodyRegistersTheirNames) {
  sessions::SessionServiceSettings settings;
  settings.registration = {.mode = sessions::RegistrationSettings::Mode::approval, .per_day = 3};
  server.service.change_settings(settings);
  net::HttpRequest request;
  request.method = "POST";
  request.path = "/api/v1/accounts";
  request.query = "name=zoe";
  request.address = request.network = "192.0.2.1";
  const net::HttpResponse refused = answer(request);
  EXPECT_EQ(refused.status, 409);
  EXPECT_THAT(refused.body, HasSubstr("the settings of this server name an account of this name"));
  request.query = "name=zoey";
  EXPECT_EQ(answer(request).status, 202);
}

// Two programs play an arranged match, and a guest reads their comments.
class WordsOfABot : public NamedAuthorsTest {
 protected:
  struct Programs final : sessions::TournamentHost {
    std::optional<std::string> admit(const std::string& ticket, sessions::Entrance) override {
      return ticket.starts_with("mine") ? std::optional(ticket) : std::nullopt;
    }
    void arrived(const sessions::PlayerArrival&) override {}
    void left(base::SessionId) override {}
    void keep(match::FinishedGame, Kept) override {}
  };

  void begin() {
    server.service.set_tournament_host(host);
    for (const char* name : {"mine v1", "mine v2"}) programs.push_back(server.enter("", name));
    match::Arrangement arrangement;
    arrangement.terms.clock = match::Clock::virtual_time;
    for (std::size_t seat = 0; seat < 2; ++seat) {
      const std::string name = seat == 0 ? "mine v1" : "mine v2";
      arrangement.players[seat] = {.id = server.service.lobby().presence().players_with_name_like(name).at(0),
                                   .name = name};
    }
    match = server.service.lobby().arranged_matches().start(arrangement, server.now).value();
    server.service.lobby().run_due_matches(server.now);
    server.settle();
    server.say(fan, proto::Watch{.match = match, .comments = true});
  }
  // Both programs choose, and the first one says this.
  void comment(const std::string& text) {
    ++decisions;
    for (const net::ConnectionId program : programs) {
      const auto update = server.last<proto::Update>(program);
      ASSERT_TRUE(update);
      server.say(program, proto::Decide{.match = match,
                                        .seat = *update->seat,
                                        .game = 1,
                                        .clock = update->view.clock,
                                        .id = decisions,
                                        .input = duel::Input::place({1, rules::Rotation::up}),
                                        .comment = program == programs[0] ? text : ""});
    }
    server.send_spectator_updates();
  }
  std::vector<std::string> read_comments() {
    std::vector<std::string> texts;
    for (const std::string& bytes : server.sent[fan]) {
      const auto message = proto::server_message_of(bytes, proto::Encoding::binary);
      const auto* comment = message ? std::get_if<proto::Comment>(&*message) : nullptr;
      if (comment != nullptr) texts.push_back(comment->text);
    }
    return texts;
  }

  Programs host;
  std::vector<net::ConnectionId> programs;
  const net::ConnectionId fan = server.enter("fan");
  base::MatchId match{};
  std::uint32_t decisions = 0;
};

TEST_F(WordsOfABot, FollowTheMuteAndTheBanOfItsAuthor) {
  ASSERT_EQ(upload(ann, archive_of_bot("mine")).status, 202);
  begin();
  comment("hello");
  EXPECT_THAT(read_comments(), testing::ElementsAre("hello"));
  ASSERT_EQ(restrict("kind=mute&player=mine%20v1"), 200) << last.body;
  EXPECT_EQ(nlohmann::json::parse(last.body)["account"], account(ann)) << "it is the author that is muted";
  comment("insult");
  const std::string id = nlohmann::json::parse(last.body)["id"].dump();
  ASSERT_EQ(ask("DELETE", "/api/v1/restrictions/" + id, mod).status, 200);
  run_posted();
  comment("sorry");
  ASSERT_EQ(restrict("kind=ban&account=" + std::to_string(account(ann))), 200) << last.body;
  comment("insult");
  EXPECT_THAT(read_comments(), testing::ElementsAre("hello", "sorry"));
  EXPECT_FALSE(server.closed.contains(programs[0])) << "the game goes on";
}

}  // namespace
}  // namespace rensa::submissions
