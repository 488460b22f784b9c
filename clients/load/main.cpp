#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <sys/resource.h>

#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "clients/command_line/version.h"
#include "clients/load/connections.h"
#include "clients/load/simulated_flood.h"
#include "clients/load/simulated_players.h"
#include "clients/load/simulated_spectators.h"
#include "server/base/exit_code.h"

// rensa-load plays many matches over real sockets and reports their cost from the metrics of the server.

namespace {

using rensa::load::Options;
using Json = nlohmann::ordered_json;

// The metrics of a server by name. The name of a histogram's bucket includes its label.
using Metrics = std::map<std::string, double>;

// Fetches the metrics over HTTP from HOST:PORT. Throws std::runtime_error.
Metrics fetch_metrics(const std::string& server) {
  Metrics metrics;
  std::istringstream lines(rensa::load::http_get(server, "/metrics"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.rfind(' ');
    if (line.starts_with("#") || space == std::string::npos) continue;
    metrics[line.substr(0, space)] = std::strtod(line.c_str() + space, nullptr);
  }
  return metrics;
}

// Returns 0 if there is no such metric.
double value_of(const Metrics& metrics, const std::string& name) {
  const auto found = metrics.find(name);
  return found == metrics.end() ? 0 : found->second;
}

double increase_of(const Metrics& before, const Metrics& after, const std::string& name) {
  return value_of(after, name) - value_of(before, name);
}

// Returns the quantile of the lateness of frames in milliseconds, interpolated between the bounds of the histogram.
double frame_lateness_ms(const Metrics& before, const Metrics& after, double quantile) {
  const std::string prefix = "rensa_frame_lateness_seconds_bucket{le=\"";
  std::map<double, double> below;
  for (const auto& [name, value] : after) {
    if (!name.starts_with(prefix)) continue;
    const std::string bound = name.substr(prefix.size(), name.size() - prefix.size() - 2);
    below[bound == "+Inf" ? 1e9 : std::strtod(bound.c_str(), nullptr)] = increase_of(before, after, name);
  }
  if (below.empty() || below.rbegin()->second <= 0) return 0;
  const double wanted = below.rbegin()->second * quantile;
  double last_bound = 0;
  double last_count = 0;
  for (const auto& [bound, count] : below) {
    if (count >= wanted) {
      const double share = count > last_count ? (wanted - last_count) / (count - last_count) : 1;
      return (last_bound + (std::min(bound, 10.0) - last_bound) * share) * 1000;
    }
    last_bound = bound;
    last_count = count;
  }
  return last_bound * 1000;
}

// Returns the quantile of the values for this share, 0 < share <= 1; 0 if there are no values.
double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at = std::min(values.size() - 1, static_cast<std::size_t>(static_cast<double>(values.size()) * share));
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  return values[at];
}

constexpr const char* kCpu = "process_cpu_seconds_total";
constexpr const char* kMemory = "process_resident_memory_bytes";
constexpr int kArrivalSeconds = 5;
constexpr int kDepartureSeconds = 3;
constexpr int kFloodBeginSeconds = 3;
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
  return options.metrics.empty() ? Metrics{} : fetch_metrics(options.metrics);
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
        {"round_trip_ms", {{"p50", quantile(round_trips, 0.5)}, {"p99", quantile(round_trips, 0.99)}}},
        {"server_cpu_share", increase_of(before_, after_, kCpu) / seconds_},
        {"server_real_time_share", value_of(after_, "rensa_real_time_cpu_share")},
    };
  }

  double cpu_share() const { return increase_of(before_, after_, kCpu) / seconds_; }
  double memory() const { return value_of(after_, kMemory); }

 private:
  double lateness_ms(double share) const { return frame_lateness_ms(before_, after_, share); }

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
  // The server may have told some of them to come back later.
  players.play_until([&] { return spectators.active() >= options.watchers || spectators.errors().count > 0; });
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
      {"frames_behind_seats", {{"p50", quantile(counts.lags, 0.5)}, {"p99", quantile(counts.lags, 0.99)}}},
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

// Measures while guests flood the server, so that this can be compared with the time before.
Json measure_flood(const Options& options, rensa::load::SimulatedPlayers& players,
                   const rensa::load::MatchClocks& match_clocks) {
  rensa::load::SimulatedFlood flood(options, rensa::load::kFloods.at(options.flood), players.names(),
                                    match_clocks.matches());
  players.play_for(kFloodBeginSeconds);
  flood.take_counts();
  Json report = Measurement(options, players).measure(options.seconds);
  const rensa::load::FloodCounts counts = flood.take_counts();
  report["flood"] = {{"kind", options.flood},
                     {"connected", flood.connected()},
                     {"bytes_sent", counts.bytes_sent},
                     {"bytes_received", counts.bytes_received},
                     {"closed", counts.closed}};
  return report;
}

int run(const Options& options) {
  allow_many_files();
  const Metrics idle_metrics = metrics_of(options);
  rensa::load::MatchClocks match_clocks;
  rensa::load::SimulatedPlayers players(options, match_clocks);
  const auto are_all_let_in = [&players] { return players.are_all_let_in(); };
  if (!players.start_matches(2) || !players.play_until(are_all_let_in) ||
      !players.play_for(1)) {  // until all players have an opponent
    throw std::runtime_error("before all matches had begun: " + players.counts().first_error);
  }
  Measurement span(options, players);
  Json report = span.measure(options.seconds);
  const double running_matches = std::max(1, players.running_matches());
  report.update({
      {"matches", players.running_matches()},
      {"matches_refused", players.counts().refused_matches},
      {"server_cpu_us_per_match_second", span.cpu_share() / running_matches * 1e6},
      {"server_kib_per_match", (span.memory() - value_of(idle_metrics, kMemory)) / running_matches / 1024},
  });
  if (options.watchers > 0) report.update(measure_watchers(options, players, match_clocks, span.memory()));
  if (!options.flood.empty()) report["flooded"] = measure_flood(options, players, match_clocks);
  const rensa::load::PlayerCounts& counts = players.counts();
  report["wrong"] = counts.errors;
  if (counts.errors > 0) report["first_wrong"] = counts.first_error;
  std::cout << report.dump(options.json ? -1 : 2) << "\n";
  return counts.errors > 0 || report.value("watchers_wrong", 0) > 0 ? rensa::base::kExitAnswerIsNo
                                                                    : rensa::base::kExitSuccess;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::string mode = "events";
  std::string clock = "real";
  rensa::command_line::Program app("rensa-load", "Plays many matches on a server and reports their cost.");
  app.add_version_flag("rensa-load " RENSA_VERSION, rensa::command_line::build_text(rensa::command_line::kCommit));
  app.add_option("--server", options.server, "HOST:PORT or unix:PATH").show_default();
  app.add_option("--metrics", options.metrics, "HOST:PORT of the server's HTTP, also for spectators; empty: no metrics")
      .show_default();
  app.add_option("--matches", options.matches, "matches at a time").in_range_with_default(1, 1'000'000);
  app.add_option("--seconds", options.seconds, "seconds to measure").in_range_with_default(1, 86'400);
  app.add_option("--mode", mode, "the updates that a seat gets")
      .check(rensa::command_line::one_of({"events", "frames"}))
      .show_default();
  app.add_option("--clock", clock, "the clock of the matches")
      .check(rensa::command_line::one_of({"real", "virtual", "turns"}))
      .show_default();
  app.add_option("--ruleset", options.terms.ruleset, "the id of a ruleset").show_default();
  app.add_option("--games", options.terms.games, "the games of a match").in_range_with_default(1, 1000);
  app.add_option("--seats-per-connection", options.seats_per_connection, "seats that share a connection")
      .in_range_with_default(1, 256);
  app.add_option("--watchers", options.watchers,
                 "spectators that connect like pages, for a while in the middle of the run")
      .in_range_with_default(0, 1'000'000);
  app.add_flag("--watch-one", options.watch_one, "all spectators watch the same match");
  app.add_option("--flood", options.flood,
                 "guests send these as fast as the server takes them, after the first measurement")
      .check(rensa::command_line::one_of(
          {"challenges", "frames", "http", "invitations", "lobby", "pings", "subscriptions"}));
  app.add_option("--flooding", options.flooding, "guests that flood the server").in_range_with_default(1, 100'000);
  app.add_option("--flood-addresses", options.flood_addresses, "addresses that they come from: 127.0.1.1 and so on")
      .in_range_with_default(1, 250);
  app.add_flag("--json", options.json, "prints one line of JSON");
  if (const auto exit_code = app.parse(argc, argv)) return *exit_code;
  options.subscription = mode == "frames" ? rensa::proto::Subscription::frames : rensa::proto::Subscription::events;
  options.terms.clock = clock == "real"      ? rensa::proto::Clock::real
                        : clock == "virtual" ? rensa::proto::Clock::virtual_time
                                             : rensa::proto::Clock::turns;
  if (!options.flood.empty() && options.metrics.empty()) {
    std::cerr << "rensa-load: --flood needs --metrics: what it does to the server is read there\n";
    return rensa::base::kExitWrongCall;
  }
  if (options.watchers > 0 && options.metrics.empty()) {
    std::cerr << "rensa-load: --watchers needs --metrics: spectators connect to that address\n";
    return rensa::base::kExitWrongCall;
  }
  try {
    return run(options);
  } catch (const std::exception& problem) {
    std::cerr << "rensa-load: " << rensa::command_line::message_of(problem) << "\n";
    return rensa::base::kExitFailed;
  }
}
