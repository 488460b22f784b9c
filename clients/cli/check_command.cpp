#include <algorithm>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/match/game_options.h"
#include "clients/cli/match/stop_signal.h"
#include "clients/cli/report/report.h"
#include "clients/cli/tournament/player_argument.h"
#include "clients/command_line/command_line.h"
#include "server/app/check/program_check.h"
#include "server/app/config.h"
#include "server/app/plan_lookup.h"
#include "server/base/exit_code.h"

namespace rensa::cli {

namespace {

using app::CheckResult;
using app::CheckVerdict;
using app::GameClock;

struct CommandOptions {
  std::vector<std::string> words;
  std::string clocks = "virtual,turns,real";
  std::string exec_isolation = app::Config{}.exec_isolation;
  command_line::FormatChoice format;
};

// Reads names of clocks with commas between them. Returns nothing if one of them is none, or is given twice.
std::optional<std::vector<GameClock>> clocks_of(const std::string& text) {
  std::vector<GameClock> clocks;
  std::istringstream names(text + ',');
  for (std::string name; std::getline(names, name, ',');) {
    if (name != "virtual" && name != "turns" && name != "real") return std::nullopt;
    const GameClock clock = name == "virtual" ? GameClock::virtual_time
                            : name == "turns" ? GameClock::turns
                                              : GameClock::real;
    if (std::find(clocks.begin(), clocks.end(), clock) != clocks.end()) return std::nullopt;
    clocks.push_back(clock);
  }
  return clocks;
}

command_line::Check list_of_clocks() {
  return {.why_refused =
              [](const std::string& text) {
                return clocks_of(text)
                           ? ""
                           : text + " is no list of clocks: there are virtual, turns and real, each at most once";
              },
          .accepted_values = "CLOCK,..."};
}

void print_line(const CheckResult& result) {
  const std::string shown = result.verdict == CheckVerdict::failed ? result.reason : name_of(result.verdict);
  std::cout << std::left << std::setw(14) << result.name + ':' << shown << std::endl;
}

// The words are a program and its arguments, or a file that describes a player.
nlohmann::ordered_json player_of(const std::vector<std::string>& words) {
  if (words.size() > 1 || !words.front().ends_with(".json")) return {{"exec", words}};
  const nlohmann::ordered_json player = player_of_argument(words.front(), "check");
  if (player.is_object() && player.contains("exec")) return player;
  throw command_line::UsageError("check: " + words.front() + ": \"exec\" has to name a program and its arguments");
}

int check(const CommandOptions& options) {
  const app::ProgramCheckOptions wanted{.player = player_of(options.words),
                                        .clocks = *clocks_of(options.clocks),
                                        .isolation = app::isolation_of_setting(options.exec_isolation, {}),
                                        .should_stop = must_stop};
  catch_stop_signals();
  std::vector<CheckResult> results;
  try {
    results = app::check_program(wanted, [&options](const CheckResult& result) {
      if (options.format.is_text()) print_line(result);
    });
  } catch (const std::runtime_error&) {
    if (must_stop()) return exit_code_after_stop();
    throw;
  }
  if (!options.format.is_text()) {
    base::Table table{.columns = {"check", "result", "reason"}, .rows = {}};
    for (const CheckResult& result : results) {
      table.rows.push_back({result.name, name_of(result.verdict), result.reason});
    }
    print_table(table, options.format.wanted());
  }
  const bool is_ok = std::all_of(results.begin(), results.end(),
                                 [](const CheckResult& result) { return result.verdict == CheckVerdict::ok; });
  return is_ok ? base::kExitSuccess : base::kExitAnswerIsNo;
}

}  // namespace

void add_check_command(command_line::Command& program) {
  command_line::Command& command = program.add_command(
      "check", "Check before a tournament that a program starts, answers, and survives a lost line and a slow machine");
  const auto options = std::make_shared<CommandOptions>();
  command
      .add_option("PROGRAM", options->words,
                  "The program and its arguments, as a plan names them by exec; after -- if an argument begins with -. "
                  "Or a JSON file that describes the player as in a plan, with the files that it may read")
      .required();
  command.add_option("--clock", options->clocks, "The clocks under which the program plays, with commas between them")
      .check(list_of_clocks())
      .show_default();
  add_exec_isolation_option(command, options->exec_isolation);
  command_line::add_format_options(command, options->format);
  command.set_action([options] { return check(*options); });
}

}  // namespace rensa::cli
