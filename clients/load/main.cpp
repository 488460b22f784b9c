#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/resource.h>

#include "clients/load/swarm.h"

// rensa-load: as many matches as asked for, over real sockets, and what they cost the server by its own metrics.

namespace {

using rensa::load::Options;

// Metrics by name; a bucket's name includes its label.
using Metrics = std::map<std::string, double>;

Metrics metrics_of(const Options& options) {
  Metrics metrics;
  if (options.metrics.empty()) return metrics;
  std::istringstream lines(rensa::load::http_get(options.metrics, "/metrics"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.rfind(' ');
    if (line.starts_with("#") || space == std::string::npos) continue;
    metrics[line.substr(0, space)] = std::strtod(line.c_str() + space, nullptr);
  }
  return metrics;
}

double grown(const Metrics& before, const Metrics& after, const std::string& name) {
  const auto from = before.find(name);
  const auto to = after.find(name);
  return to == after.end() ? 0 : to->second - (from == before.end() ? 0 : from->second);
}

// The quantile of the frames' lateness in milliseconds, between bounds of the histogram in proportion.
double lateness(const Metrics& before, const Metrics& after, double quantile) {
  const std::string prefix = "rensa_frame_lateness_seconds_bucket{le=\"";
  std::map<double, double> below;
  for (const auto& [name, value] : after) {
    if (!name.starts_with(prefix)) continue;
    const std::string bound = name.substr(prefix.size(), name.size() - prefix.size() - 2);
    below[bound == "+Inf" ? 1e9 : std::strtod(bound.c_str(), nullptr)] = grown(before, after, name);
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

int run(const Options& options) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);

  const Metrics idle = metrics_of(options);
  rensa::load::Swarm swarm(options);
  if (!swarm.ask_for_matches(2) || !swarm.play_for(1)) {  // until all have found each other
    throw std::runtime_error("before all matches had begun: " + swarm.seen().first_wrong);
  }
  const Metrics before = metrics_of(options);
  const auto games_before = swarm.seen().games_ended;
  const auto began = std::chrono::steady_clock::now();
  swarm.play_for(options.seconds);
  const Metrics after = metrics_of(options);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();

  const rensa::load::Seen& seen = swarm.seen();
  const double running = std::max(1, swarm.running());
  const auto gauge = [](const Metrics& metrics, const char* name) {
    const auto found = metrics.find(name);
    return found == metrics.end() ? 0.0 : found->second;
  };
  const char* memory = "process_resident_memory_bytes";
  nlohmann::ordered_json report = {
      {"matches", swarm.running()},
      {"seconds", seconds},
      {"games_per_second", static_cast<double>(seen.games_ended - games_before) / 2 / seconds},
      {"updates", seen.updates},
      {"decisions", seen.decisions},
      {"matches_refused", seen.refused_matches},
      {"lateness_ms",
       {{"p50", lateness(before, after, 0.5)},
        {"p99", lateness(before, after, 0.99)},
        {"p99.9", lateness(before, after, 0.999)}}},
      {"server_cpu_share", grown(before, after, "process_cpu_seconds_total") / seconds},
      {"server_real_time_share", gauge(after, "rensa_real_time_share")},
      {"server_cpu_us_per_match_second", grown(before, after, "process_cpu_seconds_total") / seconds / running * 1e6},
      {"server_kib_per_match", (gauge(after, memory) - gauge(idle, memory)) / running / 1024},
      {"wrong", seen.wrong},
  };
  if (seen.wrong > 0) report["first_wrong"] = seen.first_wrong;
  std::cout << report.dump(options.json ? -1 : 2) << "\n";
  return seen.wrong > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::string mode = "events";
  std::string clock = "real";
  CLI::App app("Plays as many matches as asked for, and says what they cost the server.", "rensa-load");
  app.add_option("--server", options.server, "HOST:PORT or unix:PATH")->capture_default_str();
  app.add_option("--metrics", options.metrics, "HOST:PORT of the server's HTTP; empty: none")->capture_default_str();
  app.add_option("--matches", options.matches, "at a time")->check(CLI::Range(1, 1'000'000))->capture_default_str();
  app.add_option("--seconds", options.seconds, "to measure")->check(CLI::Range(1, 86'400))->capture_default_str();
  app.add_option("--mode", mode, "what a seat hears of")
      ->check(CLI::IsMember({"events", "frames"}))
      ->capture_default_str();
  app.add_option("--clock", clock, "of the matches")
      ->check(CLI::IsMember({"real", "virtual", "turns"}))
      ->capture_default_str();
  app.add_option("--ruleset", options.terms.ruleset, "by its id")->capture_default_str();
  app.add_option("--games", options.terms.games, "a match")->check(CLI::Range(1, 1000))->capture_default_str();
  app.add_option("--seats-per-connection", options.seats_per_connection, "one connection carries them all")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_flag("--json", options.json, "one line of JSON");
  CLI11_PARSE(app, argc, argv);
  options.subscription = mode == "frames" ? rensa::proto::Subscription::frames : rensa::proto::Subscription::events;
  options.terms.clock = clock == "real"      ? rensa::proto::Clock::real
                        : clock == "virtual" ? rensa::proto::Clock::virtual_time
                                             : rensa::proto::Clock::turns;
  try {
    return run(options);
  } catch (const std::exception& problem) {
    std::cerr << "rensa-load: " << problem.what() << "\n";
    return 1;
  }
}
