#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <variant>

#include "server/base/exit_code.h"
#include "tests/e2e/server.h"

// Tests of rensa-server as a program.

namespace rensa::e2e {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// A server that makes a store says so first, also if it then cannot start.
std::string without_new_store(const std::string& errors) {
  const std::size_t end = errors.find('\n');
  const bool is_first = errors.substr(0, end).find(" event=store_created ") != std::string::npos;
  return is_first ? errors.substr(end + 1) : errors;
}

// Expects a failure with one line of text.
void expect_refused(const ProgramResult& ran, const std::string& why, int exit_code = base::kExitFailed) {
  EXPECT_EQ(ran.status, exit_code);
  EXPECT_EQ(ran.output, "");
  const std::string errors = without_new_store(ran.errors);
  EXPECT_THAT(errors, StartsWith("rensa-server: "));
  EXPECT_THAT(errors, HasSubstr(why));
  EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1) << ran.errors;
}

// Allows so few connections that the limits of this machine do not matter.
ProgramResult run_second(const TemporaryFolder& scratch, Words words) {
  words.insert(words.end(), {"--max-connections", "100"});
  return run_server_program(scratch, words);
}

TEST(Program, ADataDirectoryIsUsedByOneServer) {
  const TemporaryFolder scratch;
  const Server server(scratch, {});
  const std::string data = scratch.file("data");
  expect_refused(run_second(scratch, {"--worker-port", "0", "--web-port", "0", "--data", data}), data);
  EXPECT_EQ(server.get("/livez").status, 200);
}

TEST(Program, ATakenPortIsNamed) {
  const TemporaryFolder scratch;
  const Server server(scratch, {});
  const std::string data = scratch.file("other");
  const std::string web = std::to_string(server.port(Speech::web_json));
  const auto expect_named = [&](const std::string& setting, const std::string& port, const std::string& flag,
                                const Words& words) {
    expect_refused(run_second(scratch, words),
                   setting + ": cannot listen on 127.0.0.1:" + port + ": another program has this port, perhaps an " +
                       "earlier run of this one: stop it, or choose another port with " + flag);
  };
  expect_named("web_port", web, "--web-port", {"--worker-port", "0", "--web-port", web, "--data", data});
  const std::string worker = std::to_string(server.port(Speech::tcp));
  expect_named("worker_port", worker, "--worker-port", {"--worker-port", worker, "--web-port", "0", "--data", data});
}

TEST(Program, ATakenPortLeavesNoNewStore) {
  const TemporaryFolder scratch;
  const Server server(scratch, {});
  const std::string data = scratch.file("other");
  const std::string web = std::to_string(server.port(Speech::web_json));
  const ProgramResult ran = run_second(scratch, {"--worker-port", "0", "--web-port", web, "--data", data});
  EXPECT_EQ(ran.status, base::kExitFailed);
  EXPECT_FALSE(std::filesystem::exists(data + "/rensa.db")) << ran.errors;
}

TEST(Program, ServesItsBuiltInPage) {
  const TemporaryFolder scratch;
  const Server server(scratch, {});
  const HttpAnswer page = server.get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.head, HasSubstr("Content-Type: text/html; charset=utf-8\r\n"));
  EXPECT_THAT(page.head, HasSubstr("script-src 'self'"));
  EXPECT_THAT(page.body, StartsWith("<!doctype html>"));
  const HttpAnswer packed = server.get("/", "Accept-Encoding: gzip\r\n");
  EXPECT_THAT(packed.head, HasSubstr("Content-Encoding: gzip\r\n"));
  EXPECT_LT(packed.body.size(), page.body.size());
  const std::size_t etag = page.head.find("ETag: ") + 6;
  const std::string tag = page.head.substr(etag, page.head.find("\r\n", etag) - etag);
  const HttpAnswer known = server.get("/", "If-None-Match: " + tag + "\r\n");
  EXPECT_EQ(known.status, 304);
  EXPECT_EQ(known.body, "");
  EXPECT_EQ(server.get("/nothing").status, 404);
}

TEST(Program, ServesAFolderInstead) {
  const TemporaryFolder scratch;
  std::filesystem::create_directory(scratch.folder / "web");
  const auto write = [&](const std::string& text) { std::ofstream(scratch.file("web/new page.html")) << text; };
  write("first");
  std::ofstream(scratch.file("secret")) << "secret";
  const Server server(scratch, {"--web-root", scratch.file("web")});
  EXPECT_EQ(server.get("/new%20page.html").body, "first");
  write("second");
  EXPECT_EQ(server.get("/new%20page.html").body, "second");
  EXPECT_EQ(server.get("/").status, 404);
  EXPECT_EQ(server.get("/livez").status, 200);
  for (const char* path : {"/../secret", "/%2e%2e/secret", "/..%2fsecret", "/%2e%2e%2fsecret", "/x/../../secret",
                           "/.%00./secret", "//secret"}) {
    const HttpAnswer answer = server.get(path);
    EXPECT_TRUE(answer.status == 400 || answer.status == 404) << path;
    EXPECT_THAT(answer.body, testing::Not(HasSubstr("secret"))) << path;
  }
  expect_refused(run_second(scratch, {"--worker-port", "0", "--web-port", "0", "--data", scratch.file("other"),
                                      "--web-root", scratch.file("nowhere")}),
                 "web_root", base::kExitWrongCall);
}

TEST(Program, PrintsTheConfigurationThatItReads) {
  const TemporaryFolder scratch;
  const ProgramResult first = run_server_program(scratch, {"--think-seconds", "17", "--bind", "::1", "--print-config"});
  EXPECT_EQ(first.status, 0);
  EXPECT_EQ(Json::parse(first.output)["think_seconds"], 17);
  std::ofstream(scratch.file("config")) << first.output;
  const ProgramResult second = run_server_program(scratch, {"--config", scratch.file("config"), "--print-config"});
  EXPECT_EQ(second.status, 0) << second.errors;
  EXPECT_EQ(second.output, first.output);
}

TEST(Program, RefusesInvalidConfigurations) {
  const TemporaryFolder scratch;
  std::ofstream(scratch.file("unknown")) << R"({"think_second": 17})";
  expect_refused(run_server_program(scratch, {"--config", scratch.file("unknown")}), "think_second",
                 base::kExitWrongCall);
  std::ofstream(scratch.file("wrong")) << R"({"think_seconds": "long"})";
  expect_refused(run_server_program(scratch, {"--config", scratch.file("wrong")}), "think_seconds",
                 base::kExitWrongCall);
  expect_refused(run_server_program(scratch, {"--config", scratch.file("absent")}), scratch.file("absent"),
                 base::kExitWrongCall);
}

// Returns the answer to a Hello.
std::optional<proto::ServerMessage> greet(const Server& server, const std::string& token) {
  Wire wire(Speech::tcp, server.port(Speech::tcp));
  proto::Hello hello;
  hello.token = token;
  wire.send(hello);
  const auto answer = wire.next(Clock::now() + test::kTimeLimit);
  if (answer && std::holds_alternative<proto::Error>(*answer)) {
    EXPECT_FALSE(wire.next(Clock::now() + test::kTimeLimit));
    EXPECT_NE(wire.end(), "") << "it should be closed";
  }
  return answer;
}

// Returns the first message of this type that comes; nullopt if none does.
template <typename Message>
std::optional<Message> wait_for(Wire& wire) {
  const auto until = Clock::now() + test::kTimeLimit;
  while (const auto message = wire.next(until)) {
    if (const auto* wanted = std::get_if<Message>(&*message)) return *wanted;
  }
  return std::nullopt;
}

TEST(Program, TheSettingDelaysSpectatorsOfPersons) {
  const TemporaryFolder scratch;
  const Server server(scratch, {"--spectator-delay-seconds", "7"});
  const auto delay_of_match = [&](proto::Subscription subscription) -> std::optional<int> {
    Wire one(Speech::web_binary, server.port(Speech::web_binary));
    Wire two(Speech::web_binary, server.port(Speech::web_binary));
    Wire spectator(Speech::web_binary, server.port(Speech::web_binary));
    for (Wire* wire : {&one, &two, &spectator}) wire->send(proto::Hello{});
    for (Wire* wire : {&one, &two}) wire->send(proto::QuickMatch{proto::Terms{}, subscription});
    const auto begun = wait_for<proto::MatchStart>(one);
    if (!begun) return std::nullopt;
    spectator.send(proto::Watch{.match = begun->match});
    const auto shown = wait_for<proto::MatchStart>(spectator);
    return shown ? shown->terms.spectator_delay_seconds : std::nullopt;
  };
  EXPECT_EQ(delay_of_match(proto::Subscription::steering), 7);
  EXPECT_EQ(delay_of_match(proto::Subscription::events), 0) << "two programs are seen at once";
}

TEST(Program, TokensCanBeMadeAndRevokedWhileTheServerRuns) {
  const TemporaryFolder scratch;
  const Server server(scratch, {"--guests-over-tcp", "0"});
  const Words token{"token", "--data", scratch.file("data")};
  const auto run = [&](const Words& more) {
    Words words = token;
    words.insert(words.end(), more.begin(), more.end());
    return run_server_program(scratch, words);
  };
  const ProgramResult made = run({"create", "--name", "deepchain"});
  ASSERT_EQ(made.status, 0) << made.errors;
  const std::string secret = made.output.substr(0, made.output.find('\n'));
  const auto welcome = greet(server, secret);
  ASSERT_TRUE(welcome && std::holds_alternative<proto::Welcome>(*welcome));
  EXPECT_EQ(std::get<proto::Welcome>(*welcome).name, "deepchain");
  const std::string software = std::get<proto::Welcome>(*welcome).software;
  EXPECT_THAT(run_server_program(scratch, {"--version"}).output, StartsWith(software + " (commit "))
      << "without a build";

  const ProgramResult list = run({"list"});
  EXPECT_EQ(list.status, 0);
  EXPECT_THAT(list.output, StartsWith("1\tworker\tdeepchain\t"));
  EXPECT_THAT(list.output, testing::Not(HasSubstr(secret)));

  // The directory may be named in several ways.
  EXPECT_EQ(run_server_program(scratch, {"token", "list", "--data", scratch.file("data")}).output, list.output);
  EXPECT_EQ(run_server_program(scratch, {"--data", scratch.file("data"), "token", "list"}).output, list.output);

  EXPECT_EQ(run({"revoke", "1"}).status, 0);
  EXPECT_THAT(run({"list"}).output, HasSubstr("revoked"));
  expect_refused(run({"revoke", "2"}), "2");
  for (const std::string& refused : {secret, std::string("never-made"), std::string()}) {
    const auto answer = greet(server, refused);
    ASSERT_TRUE(answer && std::holds_alternative<proto::Error>(*answer));
    EXPECT_EQ(std::get<proto::Error>(*answer).code, proto::ErrorCode::token);
  }
}

}  // namespace
}  // namespace rensa::e2e
