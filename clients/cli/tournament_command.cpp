#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/match/stop_signal.h"
#include "clients/cli/server_tournament_command.h"
#include "clients/cli/tournament/own_plan.h"
#include "clients/cli/tournament/run.h"
#include "clients/cli/tournament/run_view.h"
#include "clients/command_line/command_line.h"
#include "server/app/operating_system.h"
#include "server/app/plan_lookup.h"
#include "server/app/private_server.h"
#include "server/base/formatted.h"
#include "server/tournament/plan/report.h"
#include "server/tournament/plan/verify.h"

namespace rensa::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
  std::string plan;
  std::string folder;
  int jobs = 1;
  bool json = false;
  bool quiet = false;
  bool dry_run = false;
  bool times = false;
  bool over_sockets = false;
  bool force = false;
  std::string format = "json";
  RemoteOptions remote;
  std::string records;
};

// Without --to, the folder is beside the plan.
fs::path folder_of(const Options& options) {
  return options.folder.empty() ? fs::path(options.plan).replace_extension(".run") : fs::path(options.folder);
}

void print(const std::string& text) {
  std::cout << text << std::flush;
  if (!std::cout) throw std::runtime_error("the table cannot be written");
}

std::string report(const Options& options, tournament::TournamentSnapshot& run) {
  const tournament::ReportOptions wanted{.times = options.times};
  return options.json ? tournament::report_json(run, wanted) : tournament::report_text(run, wanted);
}

// Estimates the time by playing a few games.
std::string expected_time(const tournament::TournamentPlan& plan, int jobs) {
  const std::vector<players::Entrant> entrants = entrants_of(plan);
  const auto games = tournament::max_games(plan.stages, plan.players.size());
  if (!games) return "";
  if (entrants.empty() || plan.terms.clock == proto::Clock::real)
    return "how long that takes shows in the first games\n";
  const double seconds = seconds_a_game(plan, entrants, std::chrono::seconds(3));
  const double cores = std::min<double>(jobs, std::max(1U, std::thread::hardware_concurrency()));
  return base::formatted("about %.1f s with --jobs %d\n", seconds * static_cast<double>(*games) / cores, jobs);
}

void play(const tournament::TournamentPlan& plan, const std::vector<players::Entrant>& entrants,
          const Options& options) {
  RunView view(plan, options.quiet);
  const auto stop = [] { return received_stop_signal() != 0; };
  const auto tell = [&view](const tournament::TournamentProgress& so_far) { view.tell(so_far); };
  const bool needs_programs = entrants.empty() || options.over_sockets || plan.terms.clock == proto::Clock::real;
  if (needs_programs) {
    const auto log = [&view](const std::string& line) { view.log(line); };
    app::play_on_private_server(
        plan, folder_of(options),
        {.jobs = options.jobs, .stop = stop, .tell = tell, .log = log, .programs = app::find_programs()});
  } else {
    run_tournament(plan, entrants, kept_in(plan, folder_of(options)),
                   {.jobs = options.jobs, .stop = stop, .tell = tell});
  }
}

int run(const Options& options) {
  const tournament::TournamentPlan plan = plan_of_file(options.plan);
  if (options.dry_run) {
    print(tournament::dry_run_text(plan) + expected_time(plan, options.jobs));
    app::check_programs(plan);
    return 0;
  }
  const std::vector<players::Entrant> entrants = entrants_of(plan);
  const bool is_real = plan.terms.clock == proto::Clock::real;
  if (is_real && options.jobs > app::max_real_time_games() && !options.force) {
    throw std::runtime_error("in real time both players of a game want a core: this machine carries --jobs " +
                             std::to_string(app::max_real_time_games()) + "; more have to be forced (--force)");
  }
  app::check_programs(plan);
  catch_stop_signals();
  play(plan, entrants, options);
  tournament::TournamentSnapshot played = tournament::read_snapshot(plan, folder_of(options));
  print(report(options, played));
  return played.stages.is_over(played.progress) ? 0 : exit_code_after_stop();
}

int show(const Options& options) {
  tournament::TournamentSnapshot played = tournament::read_snapshot(plan_of_file(options.plan), folder_of(options));
  print(report(options, played));
  return 0;
}

// If the plan is a file here, RENSA_SERVER_URL alone does not mean that a server plays it.
bool is_on_server(const Options& options) {
  return !options.remote.server.empty() || (has_usual_server() && !fs::exists(options.plan));
}

int export_table(const Options& options) {
  if (is_on_server(options)) {
    return export_server_tournament(
        {.remote = options.remote, .name = options.plan, .format = options.format, .records = options.records});
  }
  if (!options.records.empty()) {
    throw command_line::UsageError("--records goes with --server: those of a plan are in its folder");
  }
  tournament::TournamentSnapshot played = tournament::read_snapshot(plan_of_file(options.plan), folder_of(options));
  if (options.format == "json") print(tournament::report_json(played, {.times = true}));
  if (options.format == "csv") print(tournament::report_csv(played));
  if (options.format == "markdown") print(tournament::report_markdown(played));
  return 0;
}

int verify(const Options& options) {
  const tournament::VerificationReport verified =
      tournament::verify_tournament(plan_of_file(options.plan), folder_of(options));
  print(tournament::verification_text(verified));
  return verified.faults.empty() ? 0 : 1;
}

struct PlanCommand {
  command_line::Command& command;
  command_line::Option& plan;
  command_line::Option& folder;
};

PlanCommand add(command_line::Command& tournament, const char* name, const char* help,
                const std::shared_ptr<Options>& options) {
  command_line::Command& command = tournament.add_command(name, help);
  command_line::Option& plan = command.add_option("PLAN", options->plan, "The tournament, a JSON file").required();
  command_line::Option& folder = command.add_option(
      "--to", options->folder, "The folder of its journal and records; PLAN with .run at its end otherwise");
  return {command, plan, folder};
}

}  // namespace

void add_tournament_command(command_line::Command& program) {
  command_line::Command& command = program.add_command("tournament", "Play tournaments, here or on a server");
  command.require_command();
  const auto options = std::make_shared<Options>();
  command_line::Command& running = add(command, "run", "Play one, or go on with it where it was", options).command;
  running.add_option("--jobs", options->jobs, "Games at a time; the results do not depend on it")
      .check(command_line::in_range(1, kMostGamesAtATime))
      .show_default();
  running.add_flag("--json", options->json, "Print the table as a JSON object");
  running.add_flag("--quiet", options->quiet, "No progress");
  running.add_flag("--times", options->times, "Also what thinking took, which no two runs agree on");
  running.add_flag("--over-sockets", options->over_sockets,
                   "Also our own players as programs of their own; it changes no result");
  running.add_flag("--force", options->force, "More games in real time than this machine is thought to carry");
  running.add_flag("--dry-run", options->dry_run,
                   "Only say who would play whom, how many games, and how long it takes");
  running.set_action([options] { return run(*options); });
  command_line::Command& showing = add(command, "show", "Print the table of what has been played", options).command;
  showing.add_flag("--json", options->json, "As a JSON object");
  showing.add_flag("--times", options->times, "Also what thinking took");
  showing.set_action([options] { return show(*options); });
  const auto [exporting, plan, folder] = add(command, "export", "Print the table for other programs", options);
  plan.help("The tournament, a JSON file; of a server's, its name there");
  add_server_option(exporting, options->remote).excludes(folder);
  exporting.add_option("--records", options->records, "A folder that the records of a server's go to as well")
      .excludes(folder);
  exporting.add_option("--format", options->format, "Of the table")
      .check(command_line::one_of({"json", "csv", "markdown"}))
      .show_default();
  exporting.set_action([options] { return export_table(*options); });
  command_line::Command& verifying = add(command, "verify", "Play all its games again and compare", options).command;
  verifying.set_action([options] { return verify(*options); });
  add_server_tournament_commands(command);
}

}  // namespace rensa::cli
