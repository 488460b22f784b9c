#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

#include "clients/bridge/bridge.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/version.h"
#include "clients/session/options.h"
#include "clients/session/process.h"
#include "server/base/exit_code.h"

namespace {

using namespace rensa;

constexpr int kMaxThinkSeconds = 1'000'000;  // as in plans of tournaments

struct Options : session::ClientOptions {
  std::string program;
  std::vector<std::string> arguments;
  std::string connector = "stdio";
  int listen_port = 0;
  int think_seconds = 10;
  int first_think_seconds = 30;
};

void print(const bridge::BridgeReport& report) {
  const auto& [matches, won, drawn, lost] = report.totals;
  const bridge::MoveCounts& counts = report.counts;
  std::cout << matches << " matches: " << session::score_of(won, drawn, lost) << "\nplacements: " << counts.accepted
            << " accepted, " << counts.refused << " refused; answers: " << counts.late << " late, " << counts.without_id
            << " without an ID" << std::endl;
}

// Returns the reason why a path is no program, to be put after the path; empty if it can be started.
std::string why_not_runnable(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return " is a folder, not a program";
  return access(path.c_str(), X_OK) == 0 ? "" : " cannot be run";
}

bridge::BridgeOptions bridge_options_of(const Options& options) {
  bridge::BridgeOptions bridge;
  static_cast<session::SessionOptions&>(bridge) = session::session_options_of(options, "rensa-bridge", RENSA_VERSION);
  bridge.plan.own_rulesets = {ruleset_of(options)};
  bridge.plan.terms = terms_of(options, bridge.plan.own_rulesets[0]);
  bridge.plan.matches = options.matches;
  if (options.arranged) bridge.plan.source = session::MatchSource::host;
  if (const auto why = bridge::why_unbridgeable(bridge.plan.own_rulesets[0])) {
    throw std::invalid_argument("--ruleset: " + *why);
  }
  if (const std::string why = why_not_runnable(options.program); !options.program.empty() && !why.empty()) {
    throw std::invalid_argument("--exec: " + options.program + why);
  }
  bridge.program.path = options.program;
  bridge.program.arguments = options.arguments;
  bridge.program.connector = options.connector == "tcp" ? bridge::Connector::tcp : bridge::Connector::stdio;
  bridge.program.listen_port = options.listen_port;
  bridge.think = std::chrono::seconds(options.think_seconds);
  bridge.first_think = std::chrono::seconds(std::max(options.think_seconds, options.first_think_seconds));
  bridge.program.patience = bridge.first_think;
  if (!options.quiet) {
    bridge.message = [](const std::string& line) { std::cout << "program: " << line << std::endl; };
  }
  return bridge;
}

int run(Options options) {
  accept(session::invitation(), options);
  bridge::BridgeOptions bridge = bridge_options_of(options);
  const session::StopSignals signals;
  bridge.stop_descriptor = signals.descriptor();
  const bridge::BridgeReport report = bridge::run(bridge);
  print(report);
  if (report.why_failed.empty()) return 0;
  std::cerr << "rensa-bridge: " << report.why_failed << '\n';
  return report.has_program_failed ? base::kExitPlayerFailed : base::kExitFailed;
}

void add_options(command_line::Command& program, Options& options) {
  session::add_identity_options(program, options);
  command_line::Option& exec =
      program.add_option("--exec", options.program,
                         "The path of the program, which is started with Player1 or Player2: no shell, no search");
  program
      .add_option("--argument", options.arguments,
                  "A further argument of the program, --argument=TEXT; may be given several times")
      .needs(exec);
  command_line::Option& connector =
      program
          .add_option("--connector", options.connector,
                      "The connection to a started program: its stdin and stdout, or a port")
          .check(command_line::one_of({"stdio", "tcp"}))
          .show_default();
  command_line::Option& listen =
      program.add_option("--listen", options.listen_port, "Port of 127.0.0.1 for a program that connects; 0: any")
          .check(command_line::in_range(0, 65'535))
          .excludes(connector)
          .excludes(exec);
  command_line::Option& arranged = session::add_arranged_flag(program, options);
  program
      .add_option("--ruleset", options.ruleset,
                  "The id or the JSON file of a ruleset with frames and at most four colours")
      .show_default()
      .excludes(arranged);
  options.clock = "virtual";
  program.add_option("--clock", options.clock, "virtual: the duel waits for the program; real: it does not")
      .check(command_line::one_of({"real", "virtual"}))
      .show_default()
      .excludes(arranged);
  session::add_games_option(program, options).excludes(arranged);
  session::add_matches_option(program, options).excludes(arranged);
  program
      .add_option(
          "--think-seconds", options.think_seconds,
          "The time for an answer under --clock virtual; after it, the pair falls until the program answers again")
      .in_range_with_default(1, kMaxThinkSeconds);
  program
      .add_option("--first-think-seconds", options.first_think_seconds,
                  "The time for the first decision of a game under --clock virtual, and for a started program to "
                  "connect, if it is longer than --think-seconds")
      .in_range_with_default(1, kMaxThinkSeconds);
  program.add_flag("--quiet", options.quiet, "Prints no line for each match, and no messages of the program");
  program.set_footer("Messages of the program (MSG=) are shown here, and to those who watch the match.");
  program.add_version_flag("rensa-bridge " RENSA_VERSION, command_line::build_text(command_line::kCommit));
  program.set_action([&options, &exec, &listen] {
    if (!exec.is_given() && !listen.is_given()) {
      throw command_line::UsageError("--exec PROGRAM or --listen PORT is required");
    }
    return run(options);
  });
}

}  // namespace

int main(int argc, char** argv) {
  command_line::Program program("rensa-bridge", "Brings a program for the reference's text protocol to a Rensa server");
  Options options;
  add_options(program, options);
  return session::run_program(program, "rensa-bridge", argc, argv);
}
