#include <atomic>
#include <chrono>
#include <csignal>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "server/app/serve.h"
#include "tests/server/storage/intercepted_store.h"

// slow_store_server DATA DELAY NTH [CONFIG [STEP]]   a rensa-server on free ports with a store that answers after DELAY
//                                            milliseconds; each line of the standard input is a new delay.
//                                            Each NTH operation fails, before or after it is carried out; 0: none
//                                            fails. CONFIG is a JSON object with more settings. With STEP the server
//                                            dies while it saves its first game: "before" the store is given the game,
//                                            "after" the game is in the store, or when its match has been "told".
//                                            Of a tournament, it dies while it writes the first "started" or "ended"
//                                            game to the journal: "before_started", "after_started", "before_ended" or
//                                            "after_ended". It does not die, but cannot write the "started" games with
//                                            "failing_started", or open tournaments for the first time with
//                                            "failing_open".

namespace {

// Ends the process as a crash does.
void die() { std::raise(SIGKILL); }

}  // namespace

int main(int argc, char** argv) {
  using namespace rensa;
  if (argc < 4) return 2;
  static std::atomic<int> delay;  // the thread that changes it lives as long as the process
  delay = std::stoi(argv[2]);
  const int nth = std::stoi(argv[3]);
  app::Config config;
  if (argc > 4) {
    const auto given = app::config_of_json(argv[4], config);
    if (!given) return 2;
    config = *given;
  }
  config.data = argv[1];
  config.worker_port = 0;
  config.web_port = 0;
  const std::string step = argc > 5 ? argv[5] : "";
  std::atomic<bool> is_game_saved = false;
  storage::test::Interceptor interceptor;
  std::atomic<int> operations = 0;  // of several threads
  interceptor.failure = [&](const std::string& name) {
    if (step == "before" && name == "save_game") die();
    const int operation = ++operations;
    if (nth == 0 || operation % nth != 0) return storage::test::Failure::none;
    return operation / nth % 2 == 0 ? storage::test::Failure::after : storage::test::Failure::before;
  };
  interceptor.carried_out = [&](const std::string& name) {
    if (name != "save_game") return;
    if (step == "after") die();
    is_game_saved = true;
  };
  storage::test::Interceptor of_tournaments;
  bool has_opened = false;
  std::string appended;  // the lines that are being appended to the journal of the only tournament
  const auto die_if_appending = [&](const std::string& when, const std::string& operation) {
    if (!step.starts_with(when) || operation != "append_to_journal") return;
    if (appended.find("\"event\":\"" + step.substr(when.size()) + '"') != std::string::npos) die();
  };
  of_tournaments.appending = [&](const storage::JournalAppend& append) { appended = append.lines; };
  of_tournaments.failure = [&](const std::string& operation) {
    die_if_appending("before_", operation);
    const bool starts = operation == "append_to_journal" && appended.find(R"("event":"started")") != std::string::npos;
    const bool opens_first = operation == "open_tournament" && !std::exchange(has_opened, true);
    const bool fails = (step == "failing_started" && starts) || (step == "failing_open" && opens_first);
    return fails ? storage::test::Failure::before : storage::test::Failure::none;
  };
  of_tournaments.carried_out = [&](const std::string& operation) { die_if_appending("after_", operation); };
  const auto wrap_tournaments = [&](std::unique_ptr<storage::Tournaments> tournaments, const app::RunLater& later) {
    of_tournaments.deliver = [later](std::function<void()> answer) {
      later(std::chrono::milliseconds(delay), std::move(answer));
    };
    return std::make_unique<storage::test::InterceptedTournaments>(std::move(tournaments), of_tournaments);
  };
  const auto wrap = [&](std::unique_ptr<storage::Store> store, const app::RunLater& later) {
    interceptor.deliver = [later, &step, &is_game_saved](std::function<void()> answer) {
      const bool is_last = step == "told" && is_game_saved;
      later(std::chrono::milliseconds(delay), [answer = std::move(answer), is_last] {
        answer();
        if (is_last) die();
      });
    };
    return std::make_unique<storage::test::InterceptedStore>(std::move(store), interceptor);
  };
  std::thread([] {
    for (int next = 0; std::cin >> next;) delay = next;
  }).detach();
  try {
    return app::serve([&config] { return config; }, {.store = wrap, .tournaments = wrap_tournaments});
  } catch (const std::exception& problem) {
    std::cerr << "slow_store_server: " << problem.what() << "\n";
    return 1;
  }
}
