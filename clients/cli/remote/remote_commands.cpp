#include "clients/cli/remote/remote_commands.h"

#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>

#include "clients/cli/match/game_options.h"
#include "clients/cli/match/stop_signal.h"
#include "clients/cli/remote/remote_tournaments.h"
#include "clients/cli/remote/tournament_status.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"

namespace rensa::cli {

namespace {

constexpr const char* kServerVariable = "RENSA_SERVER_URL";
constexpr const char* kTokenVariable = "RENSA_TOKEN";

std::string environment_value(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Throws command_line::UsageError if no server is named, or if its name is not a URL.
ServerUrl server_url_of_options(const RemoteOptions& options) {
  const std::string text = options.server.empty() ? environment_value(kServerVariable) : options.server;
  if (text.empty()) throw command_line::UsageError("--server is required, because RENSA_SERVER_URL is not set");
  const auto server = server_url_of(text);
  if (!server) throw command_line::UsageError("--server: " + server.error().message);
  return *server;
}

// Throws command_line::UsageError if there is no token, and std::runtime_error if its file cannot be read.
std::string token_of_options(const RemoteOptions& options) {
  if (!options.token_file.empty()) return command_line::read_token_file(options.token_file);
  std::string token = options.token.empty() ? environment_value(kTokenVariable) : options.token;
  if (token.empty())
    throw command_line::UsageError("--token or --token-file is required, because RENSA_TOKEN is not set");
  return token;
}

void add_token_options(command_line::Command& command, RemoteOptions& options) {
  command_line::Option& token =
      command.add_option("--token", options.token, "The token of an administrator; by default, RENSA_TOKEN");
  command
      .add_option("--token-file", options.token_file,
                  "A file with the token, which keeps it out of the list of processes")
      .excludes(token);
}

struct RemoteCommandOptions {
  RemoteOptions remote;
  std::string name;    // of the tournament, or the file of its plan
  std::string player;  // its name, or the file that describes it
  std::string reason;
  std::optional<int> jobs;
  bool force = false;
  bool json = false;
  bool watch = false;
};

int start(const RemoteCommandOptions& options) {
  const RemoteTournaments tournaments(server_url_of_options(options.remote), token_of_options(options.remote));
  const auto plan = command_line::read_text_file(options.name);
  if (!plan) throw command_line::UsageError("tournament: " + plan.error().message);
  std::cout << tournaments.start({.plan = *plan, .jobs = options.jobs, .is_forced = options.force}) << '\n';
  return 0;
}

int change_state(const RemoteCommandOptions& options, const std::string& action) {
  const RemoteTournaments tournaments(server_url_of_options(options.remote), token_of_options(options.remote));
  const std::string now = progress_text(tournaments.change_state(options.name, action), std::nullopt);
  std::cout << options.name << ": " << now << '\n';
  return 0;
}

int withdraw(const RemoteCommandOptions& options) {
  const RemoteTournaments tournaments(server_url_of_options(options.remote), token_of_options(options.remote));
  const auto now = tournaments.withdraw(options.name, options.player, options.reason);
  std::cout << options.name << ": " << progress_text(now, std::nullopt) << '\n';
  return 0;
}

int join(const RemoteCommandOptions& options) {
  const RemoteTournaments tournaments(server_url_of_options(options.remote), token_of_options(options.remote));
  const auto entry = command_line::read_text_file(options.player);
  if (!entry) throw command_line::UsageError("player: " + entry.error().message);
  const auto now = tournaments.join(options.name, *entry);
  std::cout << options.name << ": " << progress_text(now, std::nullopt) << '\n';
  return 0;
}

// Runs `rensa tournament status`: lists the tournaments of a server, or shows the progress and the table of one.
int show_tournaments(const RemoteCommandOptions& options) {
  const RemoteTournaments tournaments(server_url_of_options(options.remote));
  if (options.name.empty()) {
    const auto list = tournaments.list();
    std::cout << (options.json ? list.dump(2) + '\n' : list_text(list));
    return 0;
  }
  if (options.watch) {
    catch_stop_signals();
    watch(tournaments, options.name, [] { return received_stop_signal() != 0; });
    return received_stop_signal() == 0 ? 0 : exit_code_after_stop();
  }
  const auto status = tournaments.status(options.name);
  if (options.json) {
    std::cout << status.dump(2) << '\n';
  } else {
    std::cout << progress_text(status, std::nullopt) << "\n\n" << tournaments.table(options.name, "table.txt");
  }
  return status.at("state") == "failed" ? 1 : 0;
}

command_line::Command& add_remote_command(command_line::Command& tournament, const char* name, const char* what,
                                          const std::shared_ptr<RemoteCommandOptions>& options) {
  command_line::Command& part = tournament.add_command(name, what);
  add_server_option(part, options->remote);
  return part;
}

}  // namespace

command_line::Option& add_server_option(command_line::Command& command, RemoteOptions& options) {
  return command.add_option("--server", options.server,
                            "The URL of the server, http://HOST:PORT or https://...; by default, RENSA_SERVER_URL");
}

bool has_default_server() { return !environment_value(kServerVariable).empty(); }

void add_server_tournament_commands(command_line::Command& tournament) {
  const auto options = std::make_shared<RemoteCommandOptions>();
  command_line::Command& start_command =
      add_remote_command(tournament, "start", "Start a tournament on a server, and print its name there", options);
  start_command.add_option("PLAN", options->name, "The plan of the tournament, a JSON file").required();
  add_token_options(start_command, options->remote);
  start_command.add_option("--jobs", options->jobs, "Number of games at a time")
      .check(command_line::in_range(1, kMaxJobs));
  start_command.add_flag("--force", options->force, "Play more games at a time in real time than the machine can");
  start_command.set_action([options] { return start(*options); });

  command_line::Command& status_command =
      add_remote_command(tournament, "status", "List the tournaments of a server, or print the table of one", options);
  command_line::Option& name = status_command.add_option("NAME", options->name, "The name that start has printed");
  command_line::Option& json = status_command.add_flag("--json", options->json, "Print JSON");
  status_command.add_flag("--watch", options->watch, "Show the table until the tournament is over")
      .needs(name)
      .excludes(json);
  status_command.set_action([options] { return show_tournaments(*options); });

  const auto add_for_one = [&](const char* action, const char* help) -> command_line::Command& {
    command_line::Command& command = add_remote_command(tournament, action, help, options);
    command.add_option("NAME", options->name, "The name that start has printed").required();
    add_token_options(command, options->remote);
    return command;
  };
  for (const auto& [action, help] : {std::pair("pause", "Begin no more games, and finish the running ones"),
                                     std::pair("resume", "Continue after a pause or a stop"),
                                     std::pair("stop", "Begin no more games, and void the running ones")}) {
    add_for_one(action, help).set_action([options, action = std::string(action)] {
      return change_state(*options, action);
    });
  }

  command_line::Command& withdraw_command = add_for_one("withdraw", "Take a player out, and void its running games");
  withdraw_command.add_option("PLAYER", options->player, "The name of the player in the plan").required();
  withdraw_command.add_option("--reason", options->reason, "A sentence for the player and the journal")
      .hidden_alias("--why");
  withdraw_command.set_action([options] { return withdraw(*options); });

  command_line::Command& join_command = add_for_one("join", "Add a player to a ladder");
  join_command.add_option("FILE", options->player, "A JSON file with the player as in a plan").required();
  join_command.set_action([options] { return join(*options); });
}

int export_server_tournament(const ServerTournamentExport& options) {
  const RemoteTournaments tournaments(server_url_of_options(options.remote));
  if (options.format == "json") std::cout << tournaments.status(options.name).dump(2) << '\n';
  if (options.format == "csv") std::cout << tournaments.table(options.name, "table.csv");
  if (options.format == "markdown") std::cout << tournaments.table(options.name, "table.md");
  if (options.records.empty()) return 0;
  catch_stop_signals();
  const FetchedRecords fetched =
      fetch_records(tournaments, options.name, options.records, [] { return received_stop_signal() != 0; });
  std::cerr << fetched.fetched << " records fetched, " << fetched.existing << " were there\n";
  return received_stop_signal() == 0 ? 0 : exit_code_after_stop();
}

}  // namespace rensa::cli
