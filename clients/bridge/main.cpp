#include <csignal>
#include <iostream>
#include <unistd.h>

#include "clients/bridge/bridge.h"
#include "clients/command_line/command_line.h"
#include "clients/worker/address.h"
#include "clients/worker/options.h"
#include "clients/worker/stop.h"

namespace {

using namespace rensa;

constexpr int kWentWrong = 1;
constexpr int kUsage = 2;
constexpr int kMaxThinkSeconds = 3600;

struct Options {
  worker::WorkerOptions worker;  // the options that rensa-worker has, too
  std::string program;
  std::string connector = "stdio";
  int listen_port = 0;
  int think_seconds = 10;
};

std::string score_of(int won, int drawn, int lost) {
  return std::to_string(won) + " won, " + std::to_string(drawn) + " drawn, " + std::to_string(lost) + " lost";
}

void print(const worker::MatchReport& match) {
  std::cout << "match " << static_cast<std::uint64_t>(match.seat.match) << ' ' << match.players[0] << " - "
            << match.players[1] << " as " << match.players[duel::index_of(match.seat.seat)] << ": "
            << score_of(match.wins, match.draws, match.losses);
  if (match.is_lost) std::cout << ", out of sight";
  if (match.cause) std::cout << ", broken off";
  std::cout << std::endl;
}

void print(const bridge::MoveCounts& counts) {
  std::cout << counts.matches << " matches: " << score_of(counts.won, counts.drawn, counts.lost)
            << "\nplacements: " << counts.accepted << " accepted, " << counts.refused
            << " refused; answers: " << counts.late << " late, " << counts.unheard << " without an ID" << std::endl;
}

bridge::BridgeOptions bridge_options_of(const Options& options) {
  const auto address = worker::address_of(options.worker.server);
  if (!address) throw std::invalid_argument("--server: " + address.error().message);
  bridge::BridgeOptions bridge;
  bridge.plan = {worker::terms_of(options.worker), options.worker.matches, options.worker.arranged};
  if (const auto why = bridge::why_unbridgeable(*rules::find_ruleset(bridge.plan.terms.ruleset))) {
    throw std::invalid_argument("--ruleset: " + *why);
  }
  if (!options.program.empty() && access(options.program.c_str(), X_OK) != 0) {
    throw std::invalid_argument("--exec: " + options.program + " cannot be run");
  }
  bridge.server = options.worker.server;
  bridge.token = worker::token_of(options.worker);
  bridge.name = options.worker.name;
  bridge.software = "rensa-bridge " RENSA_VERSION;
  bridge.program.path = options.program;
  bridge.program.connector = options.connector == "tcp" ? bridge::Connector::tcp : bridge::Connector::stdio;
  bridge.program.listen_port = options.listen_port;
  bridge.think = std::chrono::seconds(options.think_seconds);
  return bridge;
}

int run(Options options) {
  accept(worker::invitation(), options.worker);
  bridge::BridgeOptions bridge = bridge_options_of(options);
  const worker::StopSignals signals;
  std::signal(SIGPIPE, SIG_IGN);
  bridge.stop_descriptor = signals.descriptor();
  bridge.notice = [](const std::string& what) { std::cerr << "rensa-bridge: " << what << std::endl; };
  if (!options.worker.quiet) {
    bridge.match_ended = [](const worker::MatchReport& match) { print(match); };
    bridge.message = [](const std::string& line) { std::cout << "program: " << line << std::endl; };
  }
  const bridge::BridgeReport report = bridge::run(bridge);
  print(report.counts);
  if (report.why_failed.empty()) return 0;
  std::cerr << "rensa-bridge: " << report.why_failed << '\n';
  return kWentWrong;
}

void add_options(command_line::Command& program, Options& options) {
  worker::WorkerOptions& common = options.worker;
  program.add_option("--server", common.server, "HOST:PORT or unix:PATH; without it, what RENSA_SERVER says");
  command_line::Option& token =
      program.add_option("--token", common.token, "Who plays; without one, RENSA_TOKEN, or else a guest");
  program.add_option("--token-file", common.token_file, "A file with the token: other users see the command line")
      .excludes(token);
  program.add_option("--name", common.name, "What a guest wants to be called");
  command_line::Option& exec = program.add_option(
      "--exec", options.program, "The program, started with Player1 or Player2: a path, no shell, no search");
  command_line::Option& connector =
      program
          .add_option("--connector", options.connector,
                      "How a started program is spoken to: over its stdin and stdout, or over a port")
          .check(command_line::one_of({"stdio", "tcp"}))
          .show_default();
  command_line::Option& listen =
      program.add_option("--listen", options.listen_port, "Port of 127.0.0.1 for a program that connects; 0: any")
          .check(command_line::in_range(0, 65'535))
          .excludes(connector)
          .excludes(exec);
  command_line::Option& arranged = program.add_flag(
      "--arranged", common.arranged, "Plays what a host of tournaments arranges, by its terms; asks for no matches");
  program.add_option("--ruleset", common.ruleset, "One of frames and up to four colours")
      .show_default()
      .excludes(arranged);
  common.clock = "virtual";
  program.add_option("--clock", common.clock, "Whether the duel waits for the program")
      .check(command_line::one_of({"real", "virtual"}))
      .show_default()
      .excludes(arranged);
  program.add_option("--games", common.games, "Of a match")
      .check(command_line::in_range(1, proto::kMaxGames))
      .show_default()
      .excludes(arranged);
  program.add_option("--matches", common.matches, "How many; without it, until it is stopped")
      .check(command_line::in_range(1, 1'000'000'000))
      .excludes(arranged);
  program
      .add_option("--think-seconds", options.think_seconds,
                  "For an answer under --clock virtual; then the pair falls until the program says something again")
      .check(command_line::in_range(1, kMaxThinkSeconds))
      .show_default();
  program.add_flag("--quiet", common.quiet, "No line for every match, and none of the program's messages");
  program.set_footer("What the program says with MSG= is shown here, and to those who watch the match.");
  program.add_version_flag("rensa-bridge " RENSA_VERSION);
  program.set_action([&options, &exec, &listen] {
    if (!exec.is_given() && !listen.is_given()) {
      throw command_line::UsageError("--exec PROGRAM or --listen PORT is required");
    }
    return run(options);
  });
}

}  // namespace

// Exit codes: 0 all was played, or a signal came; 1 it could not go on; 2 it was not called as it wants to be.
int main(int argc, char** argv) {
  command_line::Program program("rensa-bridge", "Brings a program for the reference's text protocol to a Rensa server");
  Options options;
  add_options(program, options);
  try {
    return program.run(argc, argv);
  } catch (const command_line::UsageError& error) {
    std::cerr << "rensa-bridge: " << error.what() << '\n';
    return kUsage;
  } catch (const std::invalid_argument& error) {
    std::cerr << "rensa-bridge: " << error.what() << '\n';
    return kUsage;
  } catch (const std::exception& error) {
    std::cerr << "rensa-bridge: " << error.what() << '\n';
    return kWentWrong;
  }
}
