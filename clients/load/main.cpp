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

// rensa-load: as many matches as asked for, over real sockets, and what they cost the server by its own metrics.

namespace {

using rensa::load::Metrics;
using rensa::load::Options;
using Json = nlohmann::ordered_json;

constexpr const char* kCpu = "process_cpu_seconds_total";
constexpr const char* kMemory = "process_resident_memory_bytes";
constexpr int kArrivalSeconds = 5;
constexpr int kDepartureSeconds = 3;
// Nobody plays while the metrics are asked for: what that delays belongs to no span.
constexpr double kSettlingSeconds = 0.1;

void allow_many_files() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
}

Metrics metrics_of(const Options& options) {
  return options.metrics.empty() ? Metrics{} : rensa::load::metrics_at(options.metrics);
}

// What is measured of a span of time.
class Span {
 public:
  Span(const Options& options, rensa::load::Swarm& swarm)
      : options_(options), swarm_(swarm), before_(metrics_of(options)) {
    swarm_.play_for(kSettlingSeconds);
    swarm_.take_round_trips();
    seen_ = swarm_.seen();
    began_ = std::chrono::steady_clock::now();
  }

  // Plays, and says what that came to.
  Json measure(int seconds) {
    swarm_.play_for(seconds);
    after_ = metrics_of(options_);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    const rensa::load::Seen& seen = swarm_.seen();
    const std::vector<double> round_trips = swarm_.take_round_trips();
    return {
        {"seconds", seconds_},
        {"games_per_second", static_cast<double>(seen.games_ended - seen_.games_ended) / 2 / seconds_},
        {"updates", seen.updates - seen_.updates},
        {"decisions", seen.decisions - seen_.decisions},
        {"lateness_ms", {{"p50", late(0.5)}, {"p99", late(0.99)}, {"p99.9", late(0.999)}, {"most", late(1)}}},
        {"round_trip_ms",
         {{"p50", rensa::load::quantile(round_trips, 0.5)}, {"p99", rensa::load::quantile(round_trips, 0.99)}}},
        {"server_cpu_share", rensa::load::grown(before_, after_, kCpu) / seconds_},
        {"server_real_time_share", rensa::load::value_of(after_, "rensa_real_time_share")},
    };
  }

  double cpu_share() const { return rensa::load::grown(before_, after_, kCpu) / seconds_; }
  double memory() const { return rensa::load::value_of(after_, kMemory); }

 private:
  double late(double share) const { return rensa::load::lateness(before_, after_, share); }

  const Options& options_;
  rensa::load::Swarm& swarm_;
  const Metrics before_;
  rensa::load::Seen seen_;
  std::chrono::steady_clock::time_point began_;
  Metrics after_;
  double seconds_ = 0;
};

// Without watchers, while they come, with them, while they go, and without them again: all in one run, so that the
// spans can be compared.
Json measure_watchers(const Options& options, rensa::load::Swarm& swarm, const rensa::load::Playbill& playbill,
                      double memory_before) {
  Json report;
  rensa::load::Gallery gallery(options, playbill);
  gallery.fill(options.watchers, kArrivalSeconds);
  report["coming"] = Span(options, swarm).measure(kArrivalSeconds + 1);
  report["coming"]["present"] = gallery.present();
  gallery.take_seen();
  const auto began = std::chrono::steady_clock::now();
  Span watched(options, swarm);
  report["watched"] = watched.measure(options.seconds);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const rensa::load::Watched seen = gallery.take_seen();
  const double watchers = std::max(1, gallery.present());
  report["watched"]["watchers"] = {
      {"present", gallery.present()},
      {"updates_per_second_each", static_cast<double>(seen.updates) / seconds / watchers},
      {"bytes_per_second", static_cast<double>(seen.bytes) / seconds},
      {"frames_behind_seats",
       {{"p50", rensa::load::quantile(seen.lags, 0.5)}, {"p99", rensa::load::quantile(seen.lags, 0.99)}}},
      {"server_kib_each", (watched.memory() - memory_before) / watchers / 1024},
  };
  gallery.fill(0, 1);
  report["going"] = Span(options, swarm).measure(kDepartureSeconds);
  report["after"] = Span(options, swarm).measure(options.seconds);
  const rensa::load::Wrong wrong = gallery.wrong();
  report["watchers_wrong"] = wrong.count;
  if (wrong.count > 0) report["watchers_first_wrong"] = wrong.first;
  return report;
}

int run(const Options& options) {
  allow_many_files();
  const Metrics idle = metrics_of(options);
  rensa::load::Playbill playbill;
  rensa::load::Swarm swarm(options, playbill);
  if (!swarm.ask_for_matches(2) || !swarm.play_for(1)) {  // until all have found each other
    throw std::runtime_error("before all matches had begun: " + swarm.seen().first_wrong);
  }
  Span span(options, swarm);
  Json report = span.measure(options.seconds);
  const double running = std::max(1, swarm.running());
  report.update({
      {"matches", swarm.running()},
      {"matches_refused", swarm.seen().refused_matches},
      {"server_cpu_us_per_match_second", span.cpu_share() / running * 1e6},
      {"server_kib_per_match", (span.memory() - rensa::load::value_of(idle, kMemory)) / running / 1024},
  });
  if (options.watchers > 0) report.update(measure_watchers(options, swarm, playbill, span.memory()));
  const rensa::load::Seen& seen = swarm.seen();
  report["wrong"] = seen.wrong;
  if (seen.wrong > 0) report["first_wrong"] = seen.first_wrong;
  std::cout << report.dump(options.json ? -1 : 2) << "\n";
  return seen.wrong > 0 || report.value("watchers_wrong", 0) > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::string mode = "events";
  std::string clock = "real";
  rensa::command_line::Program app("rensa-load",
                                   "Plays as many matches as asked for, and says what they cost the server.");
  app.add_option("--server", options.server, "HOST:PORT or unix:PATH").show_default();
  app.add_option("--metrics", options.metrics, "HOST:PORT of the server's HTTP, for watchers too; empty: none")
      .show_default();
  app.add_option("--matches", options.matches, "at a time")
      .check(rensa::command_line::in_range(1, 1'000'000))
      .show_default();
  app.add_option("--seconds", options.seconds, "to measure")
      .check(rensa::command_line::in_range(1, 86'400))
      .show_default();
  app.add_option("--mode", mode, "what a seat hears of")
      .check(rensa::command_line::one_of({"events", "frames"}))
      .show_default();
  app.add_option("--clock", clock, "of the matches")
      .check(rensa::command_line::one_of({"real", "virtual", "turns"}))
      .show_default();
  app.add_option("--ruleset", options.terms.ruleset, "by its id").show_default();
  app.add_option("--games", options.terms.games, "a match")
      .check(rensa::command_line::in_range(1, 1000))
      .show_default();
  app.add_option("--seats-per-connection", options.seats_per_connection, "one connection carries them all")
      .check(rensa::command_line::in_range(1, 256))
      .show_default();
  app.add_option("--watchers", options.watchers, "who look on as pages do, for a while in the middle of the run")
      .check(rensa::command_line::in_range(0, 1'000'000))
      .show_default();
  app.add_flag("--watch-one", options.watch_one, "all of them the same match");
  app.add_flag("--json", options.json, "one line of JSON");
  if (const auto exit_code = app.parse(argc, argv)) return *exit_code;
  options.subscription = mode == "frames" ? rensa::proto::Subscription::frames : rensa::proto::Subscription::events;
  options.terms.clock = clock == "real"      ? rensa::proto::Clock::real
                        : clock == "virtual" ? rensa::proto::Clock::virtual_time
                                             : rensa::proto::Clock::turns;
  if (options.watchers > 0 && options.metrics.empty()) {
    std::cerr << "rensa-load: watchers come in where the metrics are: --metrics\n";
    return 2;
  }
  try {
    return run(options);
  } catch (const std::exception& problem) {
    std::cerr << "rensa-load: " << problem.what() << "\n";
    return 1;
  }
}
