#include <algorithm>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <sys/resource.h>

#include "clients/command_line/command_line.h"
#include "clients/load/metrics.h"
#include "clients/load/simulated_players.h"
#include "clients/load/simulated_spectators.h"

// rensa-load plays many matches over real sockets and reports their cost from the metrics of the server.

namespace {

using rensa::load::Metrics;
using rensa::load::Options;
using Json = nlohmann::ordered_json;

constexpr const char* kCpu = "process_cpu_seconds_total";
constexpr const char* kMemory = "process_resident_memory_bytes";
constexpr int kArrivalSeconds = 5;
constexpr int kDepartureSeconds = 3;
// The time between fetching the metrics and the start of a measurement. Play pauses while the metrics are fetched, and
// this delay must not be part of the measurement.
constexpr double kSettlingSeconds = 0.1;

void allow_many_files() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
}

Metrics metrics_of(const Options& options) {
  return options.metrics.empty() ? Metrics{} : rensa::load::fetch_metrics(options.metrics);
}

// The measurement of one span of time.
class Measurement {
 public:
  Measurement(const Options& options, rensa::load::SimulatedPlayers& players)
      : options_(options), players_(players), before_(metrics_of(options)) {
    players_.play_for(kSettlingSeconds);
    players_.take_round_trips();
    counts_ = players_.counts();
    began_ = std::chrono::steady_clock::now();
  }

  // Plays for this time and returns the measured values.
  Json measure(int seconds) {
    players_.play_for(seconds);
    after_ = metrics_of(options_);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    const rensa::load::PlayerCounts& counts = players_.counts();
    const std::vector<double> round_trips = players_.take_round_trips();
    return {
        {"seconds", seconds_},
        {"games_per_second", static_cast<double>(counts.games_ended - counts_.games_ended) / 2 / seconds_},
        {"updates", counts.updates - counts_.updates},
        {"decisions", counts.decisions - counts_.decisions},
        {"lateness_ms",
         {{"p50", lateness_ms(0.5)},
          {"p99", lateness_ms(0.99)},
          {"p99.9", lateness_ms(0.999)},
          {"most", lateness_ms(1)}}},
        {"round_trip_ms",
         {{"p50", rensa::load::quantile(round_trips, 0.5)}, {"p99", rensa::load::quantile(round_trips, 0.99)}}},
        {"server_cpu_share", rensa::load::increase_of(before_, after_, kCpu) / seconds_},
        {"server_real_time_share", rensa::load::value_of(after_, "rensa_real_time_cpu_share")},
    };
  }

  double cpu_share() const { return rensa::load::increase_of(before_, after_, kCpu) / seconds_; }
  double memory() const { return rensa::load::value_of(after_, kMemory); }

 private:
  double lateness_ms(double share) const { return rensa::load::frame_lateness_ms(before_, after_, share); }

  const Options& options_;
  rensa::load::SimulatedPlayers& players_;
  const Metrics before_;
  rensa::load::PlayerCounts counts_;
  std::chrono::steady_clock::time_point began_;
  Metrics after_;
  double seconds_ = 0;
};

// Measures in one run while spectators connect, while they watch, while they leave, and after that, so that the spans
// can be compared with each other and with the time before.
Json measure_watchers(const Options& options, rensa::load::SimulatedPlayers& players,
                      const rensa::load::MatchClocks& match_clocks, double memory_before) {
  Json report;
  rensa::load::SimulatedSpectators spectators(options, match_clocks);
  spectators.set_target(options.watchers, kArrivalSeconds);
  report["coming"] = Measurement(options, players).measure(kArrivalSeconds + 1);
  report["coming"]["present"] = spectators.active();
  spectators.take_counts();
  const auto began = std::chrono::steady_clock::now();
  Measurement watched(options, players);
  report["watched"] = watched.measure(options.seconds);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const rensa::load::SpectatorCounts counts = spectators.take_counts();
  const double watchers = std::max(1, spectators.active());
  report["watched"]["watchers"] = {
      {"present", spectators.active()},
      {"updates_per_second_each", static_cast<double>(counts.updates) / seconds / watchers},
      {"bytes_per_second", static_cast<double>(counts.bytes) / seconds},
      {"frames_behind_seats",
       {{"p50", rensa::load::quantile(counts.lags, 0.5)}, {"p99", rensa::load::quantile(counts.lags, 0.99)}}},
      {"server_kib_each", (watched.memory() - memory_before) / watchers / 1024},
  };
  spectators.set_target(0, 1);
  report["going"] = Measurement(options, players).measure(kDepartureSeconds);
  report["after"] = Measurement(options, players).measure(options.seconds);
  const rensa::load::ErrorCount errors = spectators.errors();
  report["watchers_wrong"] = errors.count;
  if (errors.count > 0) report["watchers_first_wrong"] = errors.first;
  return report;
}

int run(const Options& options) {
  allow_many_files();
  const Metrics idle_metrics = metrics_of(options);
  rensa::load::MatchClocks match_clocks;
  rensa::load::SimulatedPlayers players(options, match_clocks);
  if (!players.start_matches(2) || !players.play_for(1)) {  // until all players have an opponent
    throw std::runtime_error("before all matches had begun: " + players.counts().first_error);
  }
  Measurement span(options, players);
  Json report = span.measure(options.seconds);
  const double running_matches = std::max(1, players.running_matches());
  report.update({
      {"matches", players.running_matches()},
      {"matches_refused", players.counts().refused_matches},
      {"server_cpu_us_per_match_second", span.cpu_share() / running_matches * 1e6},
      {"server_kib_per_match", (span.memory() - rensa::load::value_of(idle_metrics, kMemory)) / running_matches / 1024},
  });
  if (options.watchers > 0) report.update(measure_watchers(options, players, match_clocks, span.memory()));
  const rensa::load::PlayerCounts& counts = players.counts();
  report["wrong"] = counts.errors;
  if (counts.errors > 0) report["first_wrong"] = counts.first_error;
  std::cout << report.dump(options.json ? -1 : 2) << "\n";
  return counts.errors > 0 || report.value("watchers_wrong", 0) > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::string mode = "events";
  std::string clock = "real";
  rensa::command_line::Program app("rensa-load", "Plays many matches on a server and reports their cost.");
  app.add_option("--server", options.server, "HOST:PORT or unix:PATH").show_default();
  app.add_option("--metrics", options.metrics, "HOST:PORT of the server's HTTP, also for spectators; empty: no metrics")
      .show_default();
  app.add_option("--matches", options.matches, "matches at a time")
      .check(rensa::command_line::in_range(1, 1'000'000))
      .show_default();
  app.add_option("--seconds", options.seconds, "seconds to measure")
      .check(rensa::command_line::in_range(1, 86'400))
      .show_default();
  app.add_option("--mode", mode, "the updates that a seat gets")
      .check(rensa::command_line::one_of({"events", "frames"}))
      .show_default();
  app.add_option("--clock", clock, "the clock of the matches")
      .check(rensa::command_line::one_of({"real", "virtual", "turns"}))
      .show_default();
  app.add_option("--ruleset", options.terms.ruleset, "the id of a ruleset").show_default();
  app.add_option("--games", options.terms.games, "the games of a match")
      .check(rensa::command_line::in_range(1, 1000))
      .show_default();
  app.add_option("--seats-per-connection", options.seats_per_connection, "seats that share a connection")
      .check(rensa::command_line::in_range(1, 256))
      .show_default();
  app.add_option("--watchers", options.watchers,
                 "spectators that connect like pages, for a while in the middle of the run")
      .check(rensa::command_line::in_range(0, 1'000'000))
      .show_default();
  app.add_flag("--watch-one", options.watch_one, "all spectators watch the same match");
  app.add_flag("--json", options.json, "prints one line of JSON");
  if (const auto exit_code = app.parse(argc, argv)) return *exit_code;
  options.subscription = mode == "frames" ? rensa::proto::Subscription::frames : rensa::proto::Subscription::events;
  options.terms.clock = clock == "real"      ? rensa::proto::Clock::real
                        : clock == "virtual" ? rensa::proto::Clock::virtual_time
                                             : rensa::proto::Clock::turns;
  if (options.watchers > 0 && options.metrics.empty()) {
    std::cerr << "rensa-load: --watchers needs --metrics: spectators connect to that address\n";
    return 2;
  }
  try {
    return run(options);
  } catch (const std::exception& problem) {
    std::cerr << "rensa-load: " << problem.what() << "\n";
    return 1;
  }
}
