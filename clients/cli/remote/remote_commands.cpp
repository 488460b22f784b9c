#include "clients/cli/remote/remote_commands.h"

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "clients/cli/match/game_options.h"
#include "clients/cli/match/stop_signal.h"
#include "clients/cli/remote/remote_tournaments.h"
#include "clients/cli/report/report.h"
#include "clients/command_line/files.h"
#include "server/base/exit_code.h"

namespace rensa::cli {

namespace {

constexpr const char* kOrganiser = "of an administrator or of an organiser";

struct RemoteCommandOptions {
  RemoteOptions remote;
  std::string name;    // of the tournament, or the file of its plan
  std::string player;  // its name, or the file that describes it
  std::string game;    // its name, PAIR-LEG
  std::string reason;
  std::string text;  // of a message
  std::optional<int> jobs;
  bool force = false;
  bool keep_open = false;
  command_line::FormatChoice format;
  bool watch = false;
};

// Calls a request that sends this file. Its refusal, mostly for a mistake in the file, names the file.
template <class Request>
auto with_name_of_file(const std::string& file, Request request) {
  try {
    return request();
  } catch (const RequestRefused& refusal) {
    throw RequestRefused(file + ": " + refusal.what());
  }
}

void start(const RemoteCommandOptions& options) {
  const RemoteTournaments tournaments(server_url_of_options(options.remote), token_of_options(options.remote));
  const auto plan = command_line::read_text_file(options.name);
  if (!plan) throw command_line::UsageError("tournament: " + plan.error().message);
  std::cout << with_name_of_file(options.name, [&] {
    return tournaments.start({.plan = *plan, .jobs = options.jobs, .is_forced = options.force});
  }) << '\n';
}

// Calls `act`, which changes a tournament as an administrator and returns a text about its new state, and prints that
// text.
template <class Act>
void print_after(const RemoteCommandOptions& options, Act act) {
  const RemoteTournaments tournaments(server_url_of_options(options.remote), token_of_options(options.remote));
  // It may fail: then nothing is printed.
  const std::string state = with_checked_answers([&] { return act(tournaments); });
  std::cout << options.name << ": " << state << '\n';
}

// Does the same for `change`, which returns the new state of the tournament.
template <class Change>
void print_state_after(const RemoteCommandOptions& options, Change change) {
  print_after(options,
              [&](const RemoteTournaments& tournaments) { return progress_text(change(tournaments), std::nullopt); });
}

void join(const RemoteCommandOptions& options) {
  print_state_after(options, [&](const RemoteTournaments& tournaments) {
    const auto entry = command_line::read_text_file(options.player);
    if (!entry) throw command_line::UsageError("player: " + entry.error().message);
    return with_name_of_file(options.player, [&] { return tournaments.join(options.name, *entry); });
  });
}

// Prints all that the server says as JSON, or a row for each tournament.
void print_list(const nlohmann::ordered_json& list, base::TableFormat format) {
  if (format == base::TableFormat::json) return print_report(list, list, format);
  base::Table table{.columns = {"name", "state", "players", "running", "games", "awaited"}, .rows = {}};
  for (const nlohmann::ordered_json& tournament : list) {
    const auto number = [&tournament](const char* key) {
      return tournament.contains(key) ? base::Cell::literal(tournament.at(key).dump()) : base::Cell();
    };
    const std::string awaited = awaited_by(tournament);
    table.rows.push_back({tournament.at("id").get<std::string>(), tournament.at("state").get<std::string>(),
                          number("players"), number("running"), number("games"),
                          awaited.empty() ? base::Cell() : base::Cell(awaited)});
  }
  print_table(table, format);
}

std::string table_of_server(const RemoteTournaments& tournaments, const std::string& name, base::TableFormat format) {
  const char* const file = format == base::TableFormat::csv        ? "table.csv"
                           : format == base::TableFormat::markdown ? "table.md"
                                                                   : "table.txt";
  return tournaments.table(name, file);
}

// Runs `rensa tournament status`: lists the tournaments of a server, or shows the progress and the table of one.
int show_tournaments(const RemoteCommandOptions& options) {
  const RemoteTournaments tournaments(server_url_of_options(options.remote));
  if (options.name.empty()) {
    const auto list = tournaments.list();
    if (options.format.is_text()) {
      std::cout << list_text(list);
    } else {
      print_list(list, options.format.wanted());
    }
    return 0;
  }
  if (options.watch) {
    catch_stop_signals();
    watch(tournaments, options.name, must_stop);
    return exit_code_after_stop();
  }
  const auto status = tournaments.status(options.name);
  if (options.format.is_json()) {
    print_report(status, status, base::TableFormat::json);
  } else if (options.format.is_table()) {
    std::cout << table_of_server(tournaments, options.name, options.format.wanted());
  } else {
    std::cout << progress_text(status, std::nullopt) << '\n'
              << message_text(status) << '\n'
              << tournaments.table(options.name, "table.txt");
  }
  return status.at("state") == "failed" ? base::kExitAnswerIsNo : base::kExitSuccess;
}

command_line::Command& add_remote_command(command_line::Command& tournament, const char* name, const char* what,
                                          const std::shared_ptr<RemoteCommandOptions>& options) {
  command_line::Command& part = tournament.add_command(name, what);
  add_server_option(part, options->remote);
  return part;
}

}  // namespace

void add_server_tournament_commands(command_line::Command& tournament) {
  const auto options = std::make_shared<RemoteCommandOptions>();
  command_line::Command& start_command =
      add_remote_command(tournament, "start", "Start a tournament on a server, and print its name there", options);
  start_command.add_option("PLAN", options->name, "The plan of the tournament, a JSON file").required();
  add_token_options(start_command, options->remote, kOrganiser);
  start_command.add_option("--jobs", options->jobs, "Number of games at a time, 1 by default")
      .check(command_line::in_range(1, kMaxJobs));
  start_command.add_flag("--force", options->force, "Play more games at a time in real time than the machine can");
  start_command.set_task([options] { with_checked_answers([&] { start(*options); }); });

  command_line::Command& status_command =
      add_remote_command(tournament, "status", "List the tournaments of a server, or print the table of one", options);
  command_line::Option& name = status_command.add_option("NAME", options->name, "The name that start has printed");
  const auto [format, json] = command_line::add_format_options(status_command, options->format);
  status_command.add_flag("--watch", options->watch, "Show the table until the tournament is over")
      .needs(name)
      .excludes(format)
      .excludes(json);
  status_command.set_action([options] { return with_checked_answers([&] { return show_tournaments(*options); }); });

  const auto add_for_one = [&](const char* action, const char* help) -> command_line::Command& {
    command_line::Command& command = add_remote_command(tournament, action, help, options);
    command.add_option("NAME", options->name, "The name that start has printed").required();
    add_token_options(command, options->remote, kOrganiser);
    return command;
  };
  for (const auto& [order, help] : {std::pair("pause", "Begin no more games, and finish the running ones"),
                                    std::pair("resume", "Continue after a pause or a stop"),
                                    std::pair("stop", "Begin no more games, and void the running ones"),
                                    std::pair("end", "End a tournament that waits only for withdrawn players")}) {
    add_for_one(order, help).set_task([options, action = std::string(order)] {
      print_after(*options, [&](const RemoteTournaments& server) {
        const auto state = server.change_state(options->name, action);
        return action == "stop" ? stop_text(state) : progress_text(state, std::nullopt);
      });
    });
  }

  command_line::Command& delete_command = add_for_one("delete", "Delete a tournament of which no game has begun");
  delete_command.add_option("--reason", options->reason, "A sentence for the audit log");
  delete_command.set_task([options] {
    print_after(*options, [&](const RemoteTournaments& tournaments) {
      tournaments.remove(options->name, options->reason);
      return std::string("deleted");
    });
  });

  command_line::Command& withdraw_command = add_for_one("withdraw", "Take a player out, and void its running games");
  withdraw_command.add_option("PLAYER", options->player, "The name of the player in the plan").required();
  withdraw_command.add_option("--reason", options->reason, "A sentence for the player and the journal")
      .hidden_alias("--why");
  withdraw_command.add_flag("--keep-open", options->keep_open,
                            "If no other game is left, wait for the player to return until the tournament is ended");
  withdraw_command.set_task([options] {
    print_state_after(*options, [&](const RemoteTournaments& tournaments) {
      return tournaments.withdraw(
          options->name, {.player = options->player, .reason = options->reason, .keeps_open = options->keep_open});
    });
  });

  command_line::Command& return_command = add_for_one("return", "Let a withdrawn player take part again");
  return_command.add_option("PLAYER", options->player, "The name of the player in the plan").required();
  return_command.set_task([options] {
    print_state_after(*options, [&](const RemoteTournaments& tournaments) {
      return tournaments.take_back(options->name, options->player);
    });
  });

  command_line::Command& disqualify_command =
      add_for_one("disqualify", "Take a player out, and let none of its games count; also after the end");
  disqualify_command.add_option("PLAYER", options->player, "The name of the player in the plan").required();
  disqualify_command.add_option("--reason", options->reason, "A sentence for the player, the tables and the journal")
      .required();
  disqualify_command.set_task([options] {
    print_state_after(*options, [&](const RemoteTournaments& tournaments) {
      return tournaments.disqualify(options->name, options->player, options->reason);
    });
  });

  command_line::Command& annul_command = add_for_one("annul", "Annul the result of a game, and play it again");
  annul_command.add_option("GAME", options->game, "The game as the table of games names it: PAIR-LEG").required();
  annul_command.add_option("--reason", options->reason, "A sentence for the journal");
  annul_command.set_task([options] {
    print_state_after(*options, [&](const RemoteTournaments& tournaments) {
      return tournaments.annul(options->name, options->game, options->reason);
    });
  });

  command_line::Command& announce_command =
      add_for_one("announce", "Send a message to all players and spectators, which cannot be taken back");
  announce_command.add_option("TEXT", options->text, "A line of up to 500 bytes").required();
  announce_command.set_task([options] {
    print_state_after(*options, [&](const RemoteTournaments& tournaments) {
      return tournaments.send_message(options->name, options->text);
    });
  });

  command_line::Command& join_command = add_for_one("join", "Add a player to a ladder");
  join_command.add_option("FILE", options->player, "A JSON file with the player as in a plan").required();
  join_command.set_task([options] { join(*options); });
}

namespace {

int export_tournament(const ServerTournamentExport& options) {
  const RemoteTournaments tournaments(server_url_of_options(options.remote));
  if (options.format == base::TableFormat::json) {
    std::cout << tournaments.status(options.name).dump(2) << '\n';
  } else {
    std::cout << table_of_server(tournaments, options.name, options.format);
  }
  if (options.records.empty()) return 0;
  catch_stop_signals();
  const FetchedRecords fetched = fetch_records(tournaments, options.name, options.records, must_stop);
  std::cerr << fetched.fetched << " records fetched, " << fetched.existing << " were there\n";
  return exit_code_after_stop();
}

}  // namespace

nlohmann::ordered_json games_of_server_tournament(const RemoteOptions& remote, const std::string& name) {
  const RemoteTournaments tournaments(server_url_of_options(remote));
  return with_checked_answers([&] {
    nlohmann::ordered_json games = nlohmann::ordered_json::array();
    for_each_finished_game(tournaments, name, [&games](const nlohmann::ordered_json& game) {
      games.push_back(game);
      return true;
    });
    return games;
  });
}

int export_server_tournament(const ServerTournamentExport& options) {
  return with_checked_answers([&] { return export_tournament(options); });
}

}  // namespace rensa::cli
