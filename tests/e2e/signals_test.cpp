#include <csignal>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>

#include "tests/e2e/server.h"
#include "tests/tools/paths.h"

// Signals that change a running server, or that must not end it.

namespace rensa::e2e {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// A server with a file of settings.
class SignalledServer : public testing::Test {
 protected:
  SignalledServer() {
    write_settings({});
    server_ = std::make_unique<Server>(scratch_, Words{"--config", settings_file_, "--log-file", first_log_});
  }

  void write_settings(const Json& settings) {
    std::ofstream(settings_file_) << (settings.is_null() ? Json::object() : settings).dump();
  }
  // Returns the line of the log that answers the signal.
  std::string reload(const std::string& log) {
    const std::size_t before = count_of(read_text_file(log), "event=settings_");
    server_->process().signal(SIGHUP);
    EXPECT_TRUE(becomes_true([&] {
      const std::string text = read_text_file(log);
      return count_of(text, "event=settings_") > before && text.ends_with("\n");
    }));
    const std::string text = read_text_file(log);
    return text.substr(text.rfind("event=settings_"));
  }

  TemporaryFolder scratch_;
  const std::string settings_file_ = scratch_.file("settings.json");
  const std::string first_log_ = scratch_.file("first.log");
  std::unique_ptr<Server> server_;
};

TEST_F(SignalledServer, ReadsItsSettingsAgain) {
  EXPECT_EQ(server_->get("/livez").status, 200);
  write_settings({{"host_names", "other.example"}});
  EXPECT_THAT(reload(first_log_), HasSubstr("changed=\"host_names\" need_restart=\"\""));
  EXPECT_EQ(server_->get("/livez").status, 421) << "the server has another name now";
  write_settings({});
  EXPECT_THAT(reload(first_log_), HasSubstr("changed=\"host_names\""));
  EXPECT_EQ(server_->get("/livez").status, 200);
}

TEST_F(SignalledServer, NamesSettingsThatCannotChangeAndKeepsThem) {
  write_settings({{"worker_socket", "other.socket"}, {"max_matches", 7}});
  EXPECT_THAT(reload(first_log_), HasSubstr("changed=\"max_matches\" need_restart=\"worker_socket\""));
  EXPECT_EQ(server_->get("/livez").status, 200);
}

TEST_F(SignalledServer, RefusesWrongSettingsAndGoesOn) {
  for (const Json& wrong : {Json{{"max_matches", "many"}}, Json{{"no_such_setting", 1}}, Json{{"tls_key", "key.pem"}},
                            Json{{"max_matches", 7}, {"bind", ""}}}) {
    write_settings(wrong);
    EXPECT_THAT(reload(first_log_), HasSubstr("event=settings_refused why="));
  }
  write_settings({{"max_matches", 0}});
  EXPECT_THAT(reload(first_log_), HasSubstr("changed=\"max_matches\"")) << "none of the wrong ones was taken over";
  EXPECT_EQ(server_->get("/livez").status, 200);
}

TEST_F(SignalledServer, OpensItsLogAgain) {
  std::filesystem::rename(first_log_, scratch_.file("old.log"));
  EXPECT_THAT(reload(first_log_), HasSubstr("event=settings_read"));
  EXPECT_THAT(read_text_file(scratch_.file("old.log")), Not(HasSubstr("event=settings_read")));
}

TEST_F(SignalledServer, DoesNotTouchItsMatches) {
  Fake one(scratch_, *server_, Speech::tcp, "one", {"--games", "20"});
  Fake two(scratch_, *server_, Speech::web_json, "two", {"--games", "20"});
  ASSERT_TRUE(becomes_true([&] { return !server_->get_json("/api/v1/matches")["matches"].empty(); }));
  for (int i = 0; i < 5; ++i) {
    write_settings({{"max_matches", i}, {"grace_seconds", i}, {"think_seconds", 1 + i}});
    EXPECT_THAT(reload(first_log_), HasSubstr("event=settings_read"));
  }
  for (Fake* fake : {&one, &two}) {
    const Json& match = fake->seen()["matches"][0];
    EXPECT_TRUE(match["ended"]) << match;
    EXPECT_EQ(match["cause"], Json()) << match;
    for (const Json& game : match["games"]) EXPECT_TRUE(has_sound_record(*server_, game["record"]));
  }
}

TEST(ClosedPipe, TheServerGoesOnWithoutItsLog) {
  const TemporaryFolder scratch;
  const std::string pipe = scratch.file("pipe");
  // The reader of the log ends after its first line.
  const std::string script = "mkfifo \"$0\"; head -n 1 \"$0\" > /dev/null & exec \"$@\" 2> \"$0\"";
  Server server(scratch,
                Server::OtherProgram({"/bin/sh", "-c", script, pipe, tests::program_path("rensa-server"),
                                      "--worker-port", "0", "--web-port", "0", "--data", scratch.file("data")}));
  for (int i = 0; i < 3; ++i) {
    Fake one(scratch, server, Speech::tcp, "one", {"--games", "1"});
    Fake two(scratch, server, Speech::tcp, "two", {"--games", "1"});
    for (Fake* fake : {&one, &two}) EXPECT_TRUE(fake->seen()["matches"][0]["ended"]);
    server.process().signal(SIGHUP);  // writes to the log
    EXPECT_EQ(server.get("/livez").status, 200);
  }
  server.process().signal(SIGTERM);
  EXPECT_EQ(server.process().wait(), 0);
}

}  // namespace
}  // namespace rensa::e2e
