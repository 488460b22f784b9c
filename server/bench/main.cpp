#include <algorithm>
#include <iomanip>
#include <iostream>
#include <vector>

#include "clients/command_line/command_line.h"
#include "clients/command_line/version.h"
#include "server/base/exit_code.h"
#include "server/base/temporary_folder.h"
#include "server/bench/in_process_load.h"
#include "server/bench/restored_log.h"
#include "server/bench/store_load.h"
#include "server/storage/sqlite/sqlite_store.h"

// Measures the cost of matches for the server without sockets, other processes and a disk; and the cost of a large
// store.

namespace {

using rensa::bench::cpu_seconds;
using rensa::bench::InProcessLoad;
using namespace std::chrono_literals;

void print(const std::string& what, double value, const std::string& unit) {
  std::cout << std::left << std::setw(52) << what << std::right << std::fixed << std::setprecision(value < 10 ? 2 : 0)
            << std::setw(10) << value << " " << unit << "\n";
}

void bench_virtual(const std::string& what, int matches, bool encodes, std::uint64_t games) {
  InProcessLoad load({.matches = matches, .terms = {}, .subscription = {}, .encodes = encodes});
  load.play_games(games / 10);
  const double began = cpu_seconds();
  load.play_games(games);
  print(what, static_cast<double>(games) / (cpu_seconds() - began), "games/s");
}

void bench_real(const std::string& what, int matches, rensa::match::Subscription subscription) {
  rensa::match::Terms terms;
  terms.clock = rensa::match::Clock::real;
  InProcessLoad load({.matches = matches, .terms = terms, .subscription = subscription, .encodes = false});
  load.run_for(3s);
  const double began = cpu_seconds();
  load.run_for(5s);
  print(what, (cpu_seconds() - began) / 5 / matches * 1e6, "us of CPU a match-second");
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + std::ssize(values) / 2, values.end());
  return values[values.size() / 2];
}

// Compares the cost of matches in real time without and with their log, in turns, since other programs may run beside.
// Those of persons have steering players.
void bench_log(const std::string& what, int matches, rensa::match::Subscription subscription) {
  constexpr int kRounds = 9;
  constexpr auto kWarmUp = 30s;  // the games are in all their stages then
  rensa::match::Terms terms;
  terms.clock = rensa::match::Clock::real;
  const rensa::base::TemporaryFolder folder;
  rensa::bench::LoadSettings settings{.matches = matches,
                                      .terms = terms,
                                      .subscription = subscription,
                                      .steers = subscription == rensa::match::Subscription::steering};
  InProcessLoad without(settings);
  settings.log_folder = folder.path();
  InProcessLoad with(settings);
  without.run_for(kWarmUp);
  with.run_for(kWarmUp);
  std::vector<double> costs_without;
  std::vector<double> costs_with;
  const std::uint64_t bytes_before = with.logged_bytes();
  for (int round = 0; round < kRounds; ++round) {
    for (auto [load, costs] : {std::pair(&without, &costs_without), {&with, &costs_with}}) {
      const double began = cpu_seconds();
      load->run_for(1s);
      costs->push_back((cpu_seconds() - began) / matches * 1e6);
    }
  }
  with.finish_log();
  print("real time, " + what, median(costs_without), "us of CPU a match-second");
  print("real time, " + what + ", with their log", median(costs_with), "us of CPU a match-second");
  print("the same, as a multiple", median(costs_with) / median(costs_without), "");
  const rensa::bench::RestoredLog restored = rensa::bench::restore_log(folder.path());
  const auto count = static_cast<double>(restored.matches);
  print("log of real time, " + what, static_cast<double>(with.logged_bytes() - bytes_before) / matches / kRounds,
        "bytes a match-second");
  print("matches of the log made again", count, "");
  print("reading their log", restored.read_seconds / count * 1e6, "us of CPU a match");
  print("making them again", restored.match_seconds / count * 1e6, "us of CPU a match");
  print("both", restored.read_seconds + restored.match_seconds, "s of CPU");
}

void bench_store(const std::string& file, std::uint64_t games) {
  rensa::bench::StoreLoad load([&file](rensa::storage::Executor executor) {
    using rensa::storage::SqliteOptions;
    return std::make_unique<rensa::storage::SqliteStore>(
        SqliteOptions{.file = file, .use = SqliteOptions::Use::command, .limits = {}}, std::move(executor));
  });
  const auto began = std::chrono::steady_clock::now();
  load.add_games(games);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
  print("games stored", static_cast<double>(games) / seconds.count(), "games/s");
  for (const auto& times : load.measure_pages(200)) {
    print("page by " + times.filter + ", median", times.median_ms, "ms");
    print("page by " + times.filter + ", p99", times.p99_ms, "ms");
  }
}

void bench_matches(int matches, std::uint64_t games) {
  using rensa::match::Subscription;
  bench_virtual("virtual time, one match at a time", 1, true, games);
  bench_virtual("virtual time, 64 at a time", 64, true, games);
  bench_virtual("virtual time, 64 at a time, nothing encoded", 64, false, games);
  bench_log("events", matches, Subscription::events);
  bench_real("real time, events, nothing encoded", matches, Subscription::events);
  bench_log("every frame", std::max(1, matches / 8), Subscription::frames);
  bench_real("real time, every frame, nothing encoded", matches, Subscription::frames);
  bench_log("two fast persons", std::max(1, matches / 8), Subscription::steering);
}

}  // namespace

int main(int argc, char** argv) {
  int matches = 4000;
  std::uint64_t games = 2000;
  rensa::command_line::Program app("rensa-server-bench",
                                   "Measures the cost of matches without sockets, other processes and a disk.");
  app.add_version_flag("rensa-server-bench " RENSA_VERSION,
                       rensa::command_line::build_text(rensa::command_line::kCommit));
  app.add_option("--matches", matches, "in real time").in_range_with_default(1, 100'000);
  app.add_option("--games", games, "in virtual time").in_range_with_default(10, 1'000'000);
  std::string store;
  std::uint64_t store_games = 1'000'000;
  app.add_option("--store", store, "fill this new database instead, and read pages of games from it");
  app.add_option("--store-games", store_games, "made-up games in that database")
      .in_range_with_default(1'000, 100'000'000);
  if (const auto exit_code = app.parse(argc, argv)) return *exit_code;
  try {
    store.empty() ? bench_matches(matches, games) : bench_store(store, store_games);
    return rensa::base::kExitSuccess;
  } catch (const std::exception& problem) {
    std::cerr << "rensa-server-bench: " << problem.what() << "\n";
    return rensa::base::kExitFailed;
  }
}
