#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/match/game_options.h"
#include "clients/cli/match/stop_signal.h"
#include "clients/cli/remote/remote_commands.h"
#include "clients/cli/report/report.h"
#include "clients/cli/tournament/local_tournament.h"
#include "clients/cli/tournament/tournament_view.h"
#include "clients/command_line/command_line.h"
#include "server/app/config.h"
#include "server/app/operating_system.h"
#include "server/app/plan_lookup.h"
#include "server/app/private_server.h"
#include "server/base/exit_code.h"
#include "server/base/formatted.h"
#include "server/storage/folders/tournament_folders.h"
#include "server/tournament/plan/game_list.h"
#include "server/tournament/plan/report.h"
#include "server/tournament/plan/verify.h"

namespace rensa::cli {

namespace {

namespace fs = std::filesystem;

struct CommandOptions {
  std::string plan;
  std::string folder;
  int jobs = 1;
  command_line::FormatChoice format;
  bool quiet = false;
  bool dry_run = false;
  bool times = false;
  bool over_sockets = false;
  bool force = false;
  std::string exec_isolation = app::Config{}.exec_isolation;
  command_line::FormatChoice export_format{"json"};
  RemoteOptions remote;
  std::string records;
};

// Returns the folder of the tournament. Without --folder, it is beside the plan.
fs::path folder_of(const CommandOptions& options) {
  return options.folder.empty() ? fs::path(options.plan).replace_extension(".run") : fs::path(options.folder);
}

std::string report_in_format(base::TableFormat format, tournament::TournamentSnapshot& run, bool times) {
  switch (format) {
    case base::TableFormat::text:
      return tournament::report_text(run, {.times = times});
    case base::TableFormat::json:
      return tournament::report_json(run, {.times = times});
    case base::TableFormat::csv:
      return tournament::report_csv(run);
    case base::TableFormat::markdown:
      return tournament::report_markdown(run);
  }
  return {};
}

// Estimates the time by playing a few games.
std::string expected_time(const tournament::TournamentPlan& plan, const std::vector<players::Entrant>& entrants,
                          int jobs) {
  const auto games = tournament::max_games(plan.stages, plan.players.size());
  if (!games) return "";
  if (entrants.empty() || plan.terms.clock == match::Clock::real)
    return "the first games will show how long it takes\n";
  const double seconds = seconds_per_game(plan, entrants, std::chrono::seconds(3));
  const int cores = std::min(jobs, app::core_count());
  return base::formatted("about %.1f s with --jobs %d\n", seconds * static_cast<double>(*games) / cores, jobs);
}

// Returns true if the players are programs on a private server, and not functions of this process.
bool needs_programs(const tournament::TournamentPlan& plan, const std::vector<players::Entrant>& entrants,
                    const CommandOptions& options) {
  return entrants.empty() || options.over_sockets || plan.terms.clock == match::Clock::real;
}

// The plan, in which the seed stands, is hidden from programs. The private server hides the folder of the run.
std::optional<processes::Isolation> isolation_of(const CommandOptions& options) {
  return app::isolation_of_setting(options.exec_isolation, {options.plan, folder_of(options).string()});
}

// Throws std::runtime_error if the tournament cannot be played here. Writes nothing, so a dry run refuses the same.
void check_run(const tournament::TournamentPlan& plan, const std::vector<players::Entrant>& entrants,
               const CommandOptions& options) {
  const bool is_real = plan.terms.clock == match::Clock::real;
  if (is_real && options.jobs > app::max_real_time_games() && !options.force) {
    throw std::runtime_error("in real time both players of a game need a core: this machine can play --jobs " +
                             std::to_string(app::max_real_time_games()) + " at most; --force plays more");
  }
  const bool is_on_private_server = needs_programs(plan, entrants, options);
  if (is_on_private_server) app::check_private_server(plan, app::find_programs(), isolation_of(options));
  const std::vector<tournament::Event> past = check_tournament_folder(plan, folder_of(options));
  if (is_on_private_server) {
    app::check_private_server(tournament::with_late_entries(plan, past), app::find_programs(), isolation_of(options));
  } else {
    refuse_joined_players(past);
  }
}

void play(const tournament::TournamentPlan& plan, const std::vector<players::Entrant>& entrants,
          const CommandOptions& options) {
  TournamentView view(plan, options.quiet);
  const auto show = [&view](const tournament::TournamentProgress& so_far) { view.update(so_far); };
  if (needs_programs(plan, entrants, options)) {
    const auto log = [&view](const std::string& line) { view.log(line); };
    app::play_on_private_server(plan, folder_of(options),
                                {.jobs = options.jobs,
                                 .should_stop = must_stop,
                                 .on_progress = show,
                                 .log = log,
                                 .programs = app::find_programs(),
                                 .isolation = isolation_of(options)});
  } else {
    run_tournament(plan, entrants, store_in(plan, folder_of(options)),
                   {.jobs = options.jobs, .stop = must_stop, .on_progress = show});
  }
}

// Returns true if all games were played by an earlier call. Precondition: check_run().
bool is_over_already(const tournament::TournamentPlan& plan, const fs::path& folder) {
  if (!fs::exists(storage::journal_file_in(folder))) return false;
  tournament::TournamentSnapshot played = tournament::read_snapshot(plan, folder);
  return played.stages.is_over(played.progress);
}

int run(const CommandOptions& options) {
  const tournament::TournamentPlan plan = plan_of_file(options.plan);
  const std::vector<players::Entrant> entrants = entrants_of(plan);
  check_run(plan, entrants, options);
  if (options.dry_run) {
    if (needs_programs(plan, entrants, options)) {
      catch_stop_signals();
      if (!app::check_program_starts(plan, app::find_programs(), isolation_of(options), must_stop)) {
        return exit_code_after_stop();
      }
    }
    print_text(tournament::dry_run_text(plan) + expected_time(plan, entrants, options.jobs));
    return base::kExitSuccess;
  }
  if (is_over_already(plan, folder_of(options))) {
    std::cerr << "rensa: this tournament is over already, so nothing was played: to play it anew, remove "
              << folder_of(options).string() << " or name another folder with --folder\n";
  } else {
    catch_stop_signals();
    play(plan, entrants, options);
  }
  tournament::TournamentSnapshot played = tournament::read_snapshot(plan, folder_of(options));
  print_text(report_in_format(options.format.wanted(), played, options.times));
  if (played.stages.is_over(played.progress)) return base::kExitSuccess;
  return must_stop() ? exit_code_after_stop() : base::kExitNoAnswer;
}

int show(const CommandOptions& options) {
  tournament::TournamentSnapshot played = tournament::read_snapshot(plan_of_file(options.plan), folder_of(options));
  print_text(report_in_format(options.format.wanted(), played, options.times));
  return 0;
}

// Returns true if the command is about a tournament on a server. If the plan is a file on this machine,
// RENSA_SERVER_URL alone does not mean that a server plays it.
bool is_on_server(const CommandOptions& options) {
  return !options.remote.server.empty() || (has_default_server() && !fs::exists(options.plan));
}

int export_table(const CommandOptions& options) {
  if (is_on_server(options)) {
    return export_server_tournament({.remote = options.remote,
                                     .name = options.plan,
                                     .format = options.export_format.wanted(),
                                     .records = options.records});
  }
  if (!options.records.empty()) {
    throw command_line::UsageError("--records needs --server: the records of a local tournament are in its folder");
  }
  tournament::TournamentSnapshot played = tournament::read_snapshot(plan_of_file(options.plan), folder_of(options));
  print_text(report_in_format(options.export_format.wanted(), played, true));
  return 0;
}

// Prints the finished games, whose names `annul` takes.
int list_games(const CommandOptions& options) {
  nlohmann::ordered_json games;
  if (is_on_server(options)) {
    games = games_of_server_tournament(options.remote, options.plan);
  } else {
    const tournament::TournamentSnapshot played =
        tournament::read_snapshot(plan_of_file(options.plan), folder_of(options));
    games = tournament::finished_games_json(played.plan, played.progress);
  }
  const base::TableFormat format = options.format.wanted();
  if (format == base::TableFormat::json) {
    print_text(games.dump(2) + '\n');
  } else {
    print_text(base::text_of(tournament::game_table(games), format));
  }
  return base::kExitSuccess;
}

int verify(const CommandOptions& options) {
  const tournament::VerificationReport verified =
      tournament::verify_tournament(plan_of_file(options.plan), folder_of(options));
  print_text(tournament::verification_text(verified, options.format.wanted()));
  return verified.faults.empty() ? base::kExitSuccess : base::kExitAnswerIsNo;
}

// A command that has a plan as its argument.
struct PlanCommand {
  command_line::Command& command;
  command_line::Option& plan;
  command_line::Option& folder;
};

PlanCommand add_plan_command(command_line::Command& tournament, const char* name, const char* help,
                             const std::shared_ptr<CommandOptions>& options) {
  command_line::Command& command = tournament.add_command(name, help);
  command_line::Option& plan =
      command.add_option("PLAN", options->plan, "The plan of the tournament, a JSON file").required();
  command_line::Option& folder =
      command
          .add_option("--folder", options->folder,
                      "The folder of the journal and the records; by default, PLAN with the ending .run")
          .hidden_alias("--to");
  return {command, plan, folder};
}

}  // namespace

void add_tournament_command(command_line::Command& program) {
  command_line::Command& command = program.add_command("tournament", "Play tournaments, here or on a server");
  command.require_command();
  const auto options = std::make_shared<CommandOptions>();
  const auto add_thinking_times = [&options](command_line::Command& part) {
    part.add_flag("--thinking-times", options->times, "Also print the thinking times, which differ between runs")
        .hidden_alias("--times");
  };
  command_line::Command& run_command =
      add_plan_command(command, "run", "Play a tournament, or continue it", options).command;
  add_jobs_option(run_command, options->jobs, "Number of games at a time; the results do not depend on it");
  command_line::add_format_options(run_command, options->format);
  run_command.add_flag("--quiet", options->quiet, "Print no progress");
  add_thinking_times(run_command);
  run_command.add_flag("--over-sockets", options->over_sockets,
                       "Start built-in players as programs, too; the results do not depend on it");
  add_exec_isolation_option(run_command, options->exec_isolation);
  run_command.add_flag("--force", options->force, "Play more games at a time in real time than this machine can");
  run_command.add_flag("--dry-run", options->dry_run,
                       "Only check the plan and print the pairings, the number of games and the expected time");
  run_command.set_action([options] { return run(*options); });

  command_line::Command& show_command =
      add_plan_command(command, "show", "Print the table of the finished games", options).command;
  command_line::add_format_options(show_command, options->format);
  add_thinking_times(show_command);
  show_command.set_action([options] { return show(*options); });

  const auto [export_command, plan, folder] =
      add_plan_command(command, "export", "Print the table for other programs", options);
  plan.help("The plan of the tournament, a JSON file; for a tournament on a server, its name");
  add_server_option(export_command, options->remote).excludes(folder);
  export_command.add_option("--records", options->records, "Also fetch the records from the server into this folder")
      .excludes(folder);
  command_line::add_format_options(export_command, options->export_format);
  export_command.set_action([options] { return export_table(*options); });

  const auto [games_command, games_plan, games_folder] =
      add_plan_command(command, "games", "List the finished games with their names, PAIR-LEG", options);
  games_plan.help("The plan of the tournament, a JSON file; for a tournament on a server, its name");
  add_server_option(games_command, options->remote).excludes(games_folder);
  command_line::add_format_options(games_command, options->format);
  games_command.set_action([options] { return list_games(*options); });

  command_line::Command& verify_command =
      add_plan_command(command, "verify", "Play all games again and compare them with the records", options).command;
  command_line::add_format_options(verify_command, options->format);
  verify_command.set_action([options] { return verify(*options); });
  add_server_tournament_commands(command);
}

}  // namespace rensa::cli
