#include "clients/cli/tournament_command.h"

#include <CLI/CLI.hpp>
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

#include "clients/cli/hosted_command.h"
#include "clients/cli/match/stop_signal.h"
#include "clients/cli/tournament/own_plan.h"
#include "clients/cli/tournament/run.h"
#include "clients/cli/tournament/run_view.h"
#include "server/base/formatted.h"
#include "server/contest/dry_run.h"
#include "server/contest/report.h"
#include "server/contest/verify.h"
#include "server/app/house.h"
#include "server/app/machine.h"
#include "server/app/programs.h"

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

// Beside the plan, unless it is said.
fs::path folder_of(const Options& options) {
  return options.folder.empty() ? fs::path(options.plan).replace_extension(".run") : fs::path(options.folder);
}

void print(const std::string& text) {
  std::cout << text << std::flush;
  if (!std::cout) throw std::runtime_error("the table cannot be written");
}

std::string report(const Options& options, contest::ReadRun& run) {
  const contest::ReportOptions wanted{.times = options.times};
  return options.json ? contest::report_json(run, wanted) : contest::report_text(run, wanted);
}

// By a few games that are played for nothing.
std::string expected_time(const contest::Plan& plan, int jobs) {
  const std::vector<players::Entrant> entrants = entrants_of(plan);
  const auto games = league::most_games(plan.stages, plan.players.size());
  if (!games) return "";
  if (entrants.empty() || plan.terms.clock == proto::Clock::real)
    return "how long that takes shows in the first games\n";
  const double seconds = seconds_a_game(plan, entrants, std::chrono::seconds(3));
  const double cores = std::min<double>(jobs, std::max(1U, std::thread::hardware_concurrency()));
  return base::formatted("about %.1f s with --jobs %d\n", seconds * static_cast<double>(*games) / cores, jobs);
}

void play(const contest::Plan& plan, const std::vector<players::Entrant>& entrants, const Options& options) {
  RunView view(plan, options.quiet);
  const auto stop = [] { return stop_signal() != 0; };
  const auto tell = [&view](const league::Tournament& so_far) { view.tell(so_far); };
  const bool needs_programs = entrants.empty() || options.over_sockets || plan.terms.clock == proto::Clock::real;
  if (needs_programs) {
    const auto log = [&view](const std::string& line) { view.log(line); };
    app::play_in_house(
        plan, folder_of(options),
        {.jobs = options.jobs, .stop = stop, .tell = tell, .log = log, .programs = app::find_programs()});
  } else {
    run_tournament(plan, entrants, kept_in(plan, folder_of(options)),
                   {.jobs = options.jobs, .stop = stop, .tell = tell});
  }
}

int run(const Options& options) {
  const contest::Plan plan = plan_of_file(options.plan);
  if (options.dry_run) {
    print(contest::dry_run(plan) + expected_time(plan, options.jobs));
    app::check_programs(plan);
    return 0;
  }
  const std::vector<players::Entrant> entrants = entrants_of(plan);
  const bool is_real = plan.terms.clock == proto::Clock::real;
  if (is_real && options.jobs > app::games_in_real_time() && !options.force) {
    throw std::runtime_error("in real time both players of a game want a core: this machine carries --jobs " +
                             std::to_string(app::games_in_real_time()) + "; more have to be forced (--force)");
  }
  app::check_programs(plan);
  watch_for_stop();
  play(plan, entrants, options);
  contest::ReadRun played = contest::read_run(plan, folder_of(options));
  print(report(options, played));
  return played.cup.is_over(played.tournament) ? 0 : stopped_exit_code();
}

int show(const Options& options) {
  contest::ReadRun played = contest::read_run(plan_of_file(options.plan), folder_of(options));
  print(report(options, played));
  return 0;
}

// A server that only the environment names is not asked for what stands in a file here.
bool is_hosted(const Options& options) {
  return !options.remote.server.empty() || (has_usual_server() && !fs::exists(options.plan));
}

int export_table(const Options& options) {
  if (is_hosted(options)) {
    return export_hosted(
        {.remote = options.remote, .name = options.plan, .format = options.format, .records = options.records});
  }
  if (!options.records.empty()) {
    throw CLI::ValidationError("--records goes with --server: those of a plan are in its folder",
                               CLI::ExitCodes::ValidationError);
  }
  contest::ReadRun played = contest::read_run(plan_of_file(options.plan), folder_of(options));
  if (options.format == "json") print(contest::report_json(played, {.times = true}));
  if (options.format == "csv") print(contest::report_csv(played));
  if (options.format == "markdown") print(contest::report_markdown(played));
  return 0;
}

int verify(const Options& options) {
  const contest::Verified verified = contest::verify_run(plan_of_file(options.plan), folder_of(options));
  print(contest::text_of(verified));
  return verified.faults.empty() ? 0 : 1;
}

CLI::App* add(CLI::App& command, const char* name, const char* what, const std::shared_ptr<Options>& options) {
  CLI::App* part = command.add_subcommand(name, what);
  part->add_option("PLAN", options->plan, "The tournament, a JSON file")->required();
  part->add_option("--to", options->folder,
                   "The folder of its journal and records; PLAN with .run at its end otherwise");
  return part;
}

}  // namespace

void add_tournament_command(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("tournament", "Play tournaments, here or on a server");
  command->require_subcommand(1);
  const auto options = std::make_shared<Options>();
  CLI::App* running = add(*command, "run", "Play one, or go on with it where it was", options);
  running->add_option("--jobs", options->jobs, "Games at a time; the results do not depend on it")
      ->check(CLI::Range(1, kMostGamesAtATime))
      ->capture_default_str();
  running->add_flag("--json", options->json, "Print the table as a JSON object");
  running->add_flag("--quiet", options->quiet, "No progress");
  running->add_flag("--times", options->times, "Also what thinking took, which no two runs agree on");
  running->add_flag("--over-sockets", options->over_sockets,
                    "Also our own players as programs of their own; it changes no result");
  running->add_flag("--force", options->force, "More games in real time than this machine is thought to carry");
  running->add_flag("--dry-run", options->dry_run,
                    "Only say who would play whom, how many games, and how long it takes");
  running->callback([options, &exit_code] { exit_code = run(*options); });
  CLI::App* showing = add(*command, "show", "Print the table of what has been played", options);
  showing->add_flag("--json", options->json, "As a JSON object");
  showing->add_flag("--times", options->times, "Also what thinking took");
  showing->callback([options, &exit_code] { exit_code = show(*options); });
  CLI::App* exporting = add(*command, "export", "Print the table for other programs", options);
  exporting->get_option("PLAN")->description("The tournament, a JSON file; of a server's, its name there");
  add_server_option(*exporting, options->remote);
  exporting->add_option("--records", options->records, "A folder that the records of a server's go to as well")
      ->excludes(exporting->get_option("--to"));
  exporting->get_option("--to")->excludes("--server");
  exporting->add_option("--format", options->format, "Of the table")
      ->check(CLI::IsMember({"json", "csv", "markdown"}))
      ->capture_default_str();
  exporting->callback([options, &exit_code] { exit_code = export_table(*options); });
  CLI::App* verifying = add(*command, "verify", "Play all its games again and compare", options);
  verifying->callback([options, &exit_code] { exit_code = verify(*options); });
  add_hosted_commands(*command, exit_code);
}

}  // namespace rensa::cli
