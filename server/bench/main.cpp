#include <CLI/CLI.hpp>
#include <ctime>
#include <iomanip>
#include <iostream>

#include "server/bench/rehearsal.h"

// What matches cost the server without sockets, other processes and a disk: the limit of what it could do.

namespace {

using rensa::bench::Plan;
using rensa::bench::Rehearsal;
using namespace std::chrono_literals;

double cpu_seconds() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

void print(const std::string& what, double value, const std::string& unit) {
  std::cout << std::left << std::setw(52) << what << std::right << std::fixed << std::setprecision(value < 10 ? 2 : 0)
            << std::setw(10) << value << " " << unit << "\n";
}

void bench_virtual(const std::string& what, int matches, bool encodes, std::uint64_t games) {
  Rehearsal rehearsal({.matches = matches, .terms = {}, .subscription = {}, .encodes = encodes});
  rehearsal.play_games(games / 10);
  const double began = cpu_seconds();
  rehearsal.play_games(games);
  print(what, static_cast<double>(games) / (cpu_seconds() - began), "games/s");
}

void bench_real(const std::string& what, int matches, rensa::proto::Subscription subscription, bool encodes) {
  rensa::proto::Terms terms;
  terms.clock = rensa::proto::Clock::real;
  Rehearsal rehearsal({.matches = matches, .terms = terms, .subscription = subscription, .encodes = encodes});
  rehearsal.pass(3s);
  const double began = cpu_seconds();
  rehearsal.pass(5s);
  print(what, (cpu_seconds() - began) / 5 / matches * 1e6, "us of CPU a match-second");
}

}  // namespace

int main(int argc, char** argv) {
  int matches = 4000;
  std::uint64_t games = 2000;
  CLI::App app("What matches cost without sockets, other processes and a disk.", "rensa-server-bench");
  app.add_option("--matches", matches, "in real time")->check(CLI::Range(1, 100'000))->capture_default_str();
  app.add_option("--games", games, "in virtual time")->check(CLI::Range(10, 1'000'000))->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  using rensa::proto::Subscription;
  bench_virtual("virtual time, one match at a time", 1, true, games);
  bench_virtual("virtual time, 64 at a time", 64, true, games);
  bench_virtual("virtual time, 64 at a time, nothing encoded", 64, false, games);
  bench_real("real time, events", matches, Subscription::events, true);
  bench_real("real time, events, nothing encoded", matches, Subscription::events, false);
  bench_real("real time, every frame", matches, Subscription::frames, true);
  bench_real("real time, every frame, nothing encoded", matches, Subscription::frames, false);
}
