#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/submissions/submissions.h"
#include "tests/server/http_api/api_fixture.h"
#include "tests/server/submissions/memory_bots.h"
#include "tests/tools/isolation.h"
#include "tests/tools/paths.h"

namespace rensa::submissions::test {

// The programs of checks, which print and end when the test says so.
struct ScriptedProgram {
  processes::ChildOptions options;
  processes::ExitHandler on_exit;
  std::string output{};
  bool was_terminated = false;
  bool is_gone = false;
};

class ScriptedRunner final : public processes::RunningProgram {
 public:
  explicit ScriptedRunner(std::shared_ptr<ScriptedProgram> program) : program_(std::move(program)) {}
  ~ScriptedRunner() override { program_->is_gone = true; }
  void terminate(processes::EndGrace) override { program_->was_terminated = true; }
  std::string output_tail() const override { return program_->output; }
  std::string take_output() override { return ""; }

 private:
  std::shared_ptr<ScriptedProgram> program_;
};

// A server with a ladder "bots", which is paused, so that no game begins. Its stores outlive its restarts.
class BotsFixture : public http_api::test::ApiFixture {
 public:
  static constexpr const char* kLadder =
      R"({"name": "bots", "format": "ladder", "seasons": 0, "players": [{"name": "one", "guest": true},
      {"name": "two", "guest": true}]})";

  explicit BotsFixture(const std::string& isolator = "bwrap")
      : ApiFixture(Programs{.are_started = true,
                            .isolation = processes::Isolation{.isolator = isolator},
                            .supervisor = tests::program_path("rensa-keeper")}),
        folder(std::filesystem::path(testing::TempDir()) /
               (std::string("bots_") + testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::remove_all(folder);
    write_run("bots", kLadder, 1);
    set_paused("bots");
    open_tournaments();
    start_again();
  }
  ~BotsFixture() { std::filesystem::remove_all(folder); }

  // Ends the checks as the end of a server does, and lets the next one begin.
  void start_again() {
    submissions.reset();
    submissions.emplace(
        SubmissionOptions{.ladder = ladder,
                          .limits = limits,
                          .supervisor = "keeper",
                          .files_of_version =
                              [this](const std::string& bot, int version) {
                                const auto files = folder / bot / std::to_string(version);
                                if (!are_files_missing) std::filesystem::create_directories(files);
                                return files.string();
                              },
                          .words_of_check = [](const std::string& bot, int version) -> std::vector<std::string> {
                            return {"check", bot, std::to_string(version)};
                          }},
        SubmissionServices{
            .tournaments = tournaments,
            .store = store,
            .cores = cores,
            .start_program =
                [this](const processes::ChildOptions& options, processes::ExitHandler on_exit) {
                  checks.push_back(std::make_shared<ScriptedProgram>(
                      ScriptedProgram{.options = options, .on_exit = std::move(on_exit)}));
                  return std::make_unique<ScriptedRunner>(checks.back());
                },
            .is_like_account = [this](const std::string& name) { return server.service.has_account_like(name); },
            .run_in_background =
                [this](const std::function<void()>& work, const std::function<void()>& done) {
                  work();
                  post(done);
                },
            .now = [this] { return now; },
            .wall_time = [this] { return date; },
            .post_later = [this](std::chrono::milliseconds,
                                 std::function<void()> call) { later.push_back(std::move(call)); },
            .log = [this](const std::string& line) { bot_log.push_back(line); }});
    api.use_submissions(*submissions);
    submissions->open([] {});
    run_posted();
  }
  // Runs what was put off until now.
  void run_put_off() {
    for (auto& call : std::exchange(later, {})) call();
    run_posted();
  }
  static std::string archive_of_bot(const std::string& name, const std::string& code = "print()") {
    const std::string manifest =
        R"({"name": ")" + name + R"(", "language": "python", "command": ["python3", "bot.py"]})";
    return archive_of({{"bot.json", manifest, false}, {"bot.py", code, false}});
  }
  net::HttpResponse upload(const std::string& token, const std::string& archive) {
    const net::HttpResponse response = ask("POST", "/api/v1/bots", token, archive);
    run_posted();
    return response;
  }
  nlohmann::json bot(const std::string& name, const std::string& token = "") {
    return nlohmann::json::parse(ask("GET", "/api/v1/bots/" + name, token).body);
  }
  std::string state_of(const std::string& name, int version) {
    return bot(name)["versions"].at(static_cast<std::size_t>(version) - 1)["state"];
  }
  // Ends the newest check.
  void end_check(int status, const std::string& output = kGood) {
    const auto check = checks.back();
    check->output += output;
    check->on_exit({.kind = processes::ExitKind::exited, .code = status});
    run_posted();
    run_posted();
  }
  std::vector<std::string> players() {
    std::vector<std::string> names;
    for (const auto& player : tournaments.find("bots")->plan().players) names.push_back(player.name);
    return names;
  }
  bool is_withdrawn(const std::string& name) {
    const std::vector<std::string> all = players();
    const auto found = std::find(all.begin(), all.end(), name);
    return found != all.end() &&
           tournaments.find("bots")->progress().is_benched(static_cast<std::size_t>(found - all.begin()));
  }

  static constexpr const char* kGood = "{\"check\": \"start\", \"result\": \"ok\", \"reason\": \"\"}\n";
  static constexpr const char* kBad =
      "{\"check\": \"start\", \"result\": \"ok\", \"reason\": \"\"}\n"
      "{\"check\": \"virtual\", \"result\": \"failed\", \"reason\": \"it ended\"}\n";

  const std::filesystem::path folder;
  std::string ladder = "bots";
  bool are_files_missing = false;
  SubmissionLimits limits;
  base::Time now{};
  std::chrono::system_clock::time_point date = std::chrono::sys_days(std::chrono::year(2026) / 5 / 6);
  MemoryBots store{post};
  std::vector<std::shared_ptr<ScriptedProgram>> checks;
  std::vector<std::function<void()>> later;
  std::vector<std::string> bot_log;
  std::optional<Submissions> submissions;
  const std::string ann = server.store.create_token("ann", storage::Role::worker);
  const std::string bob = server.store.create_token("bob", storage::Role::worker);
};

}  // namespace rensa::submissions::test
