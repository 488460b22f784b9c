#include "clients/cli/server_tournament_command.h"

#include <iostream>
#include <memory>
#include <optional>

#include "clients/cli/match/stop_signal.h"
#include "clients/cli/remote/fetch_records.h"
#include "clients/cli/remote/hosted.h"
#include "clients/cli/remote/status_text.h"
#include "clients/cli/remote/watch.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"

namespace rensa::cli {

namespace {

constexpr int kFailed = 1;

struct Options {
  RemoteOptions remote;
  std::string name;    // of the tournament, or the file of its plan
  std::string player;  // its name, or the file that describes it
  std::string why;
  std::optional<int> jobs;
  bool force = false;
  bool json = false;
  bool watch = false;
};

int start(const Options& options) {
  const Hosted hosted(server_of(options.remote), token_of(options.remote));
  const auto plan = command_line::read_text_file(options.name);
  if (!plan) throw command_line::UsageError("tournament: " + plan.error().message);
  std::cout << hosted.start({.plan = *plan, .jobs = options.jobs, .is_forced = options.force}) << '\n';
  return 0;
}

int send_request(const Options& options, const std::string& what) {
  const Hosted hosted(server_of(options.remote), token_of(options.remote));
  const std::string now = progress_text(hosted.order(options.name, what), std::nullopt);
  std::cout << options.name << ": " << now << '\n';
  return 0;
}

int withdraw(const Options& options) {
  const Hosted hosted(server_of(options.remote), token_of(options.remote));
  const auto now = hosted.withdraw(options.name, options.player, options.why);
  std::cout << options.name << ": " << progress_text(now, std::nullopt) << '\n';
  return 0;
}

int join(const Options& options) {
  const Hosted hosted(server_of(options.remote), token_of(options.remote));
  const auto entry = command_line::read_text_file(options.player);
  if (!entry) throw command_line::UsageError("player: " + entry.error().message);
  const auto now = hosted.join(options.name, *entry);
  std::cout << options.name << ": " << progress_text(now, std::nullopt) << '\n';
  return 0;
}

int status(const Options& options) {
  const Hosted hosted(server_of(options.remote));
  if (options.name.empty()) {
    const auto tournaments = hosted.list();
    std::cout << (options.json ? tournaments.dump(2) + '\n' : list_text(tournaments));
    return 0;
  }
  if (options.watch) {
    catch_stop_signals();
    watch(hosted, options.name, [] { return received_stop_signal() != 0; });
    return received_stop_signal() == 0 ? 0 : exit_code_after_stop();
  }
  const auto seen = hosted.look(options.name);
  if (options.json) {
    std::cout << seen.dump(2) << '\n';
  } else {
    std::cout << progress_text(seen, std::nullopt) << "\n\n" << hosted.table(options.name, "table.txt");
  }
  return seen.at("state") == "failed" ? kFailed : 0;
}

command_line::Command& add(command_line::Command& tournament, const char* name, const char* what,
                           const std::shared_ptr<Options>& options) {
  command_line::Command& part = tournament.add_command(name, what);
  add_server_option(part, options->remote);
  return part;
}

}  // namespace

void add_server_tournament_commands(command_line::Command& tournament) {
  const auto options = std::make_shared<Options>();
  command_line::Command& starting = add(tournament, "start", "Have a server play one; prints its name there", options);
  starting.add_option("PLAN", options->name, "The tournament, a JSON file").required();
  add_token_options(starting, options->remote);
  starting.add_option("--jobs", options->jobs, "Games at a time").check(command_line::in_range(1, 256));
  starting.add_flag("--force", options->force, "More of them in real time than the machine is thought to carry");
  starting.set_action([options] { return start(*options); });

  command_line::Command& showing = add(tournament, "status", "What a server plays; of one, its table", options);
  command_line::Option& name = showing.add_option("NAME", options->name, "As start has printed it; without it, a list");
  command_line::Option& json = showing.add_flag("--json", options->json, "As a JSON object, of the list an array");
  showing.add_flag("--watch", options->watch, "Again and again, until it is over").needs(name).excludes(json);
  showing.set_action([options] { return status(*options); });

  for (const auto& [what, help] : {std::pair("pause", "Begin no more games; those that are played go on"),
                                   std::pair("resume", "Go on after a pause or a stop"),
                                   std::pair("stop", "Begin no more games, and void those that are played")}) {
    command_line::Command& ordering = add(tournament, what, help, options);
    ordering.add_option("NAME", options->name, "As start has printed it").required();
    add_token_options(ordering, options->remote);
    ordering.set_action([options, word = std::string(what)] { return send_request(*options, word); });
  }

  command_line::Command& withdrawing =
      add(tournament, "withdraw", "Take a player out; what it is playing is void", options);
  withdrawing.add_option("NAME", options->name, "As start has printed it").required();
  withdrawing.add_option("PLAYER", options->player, "Its name in the plan").required();
  withdrawing.add_option("--why", options->why, "A sentence for the player and the journal");
  add_token_options(withdrawing, options->remote);
  withdrawing.set_action([options] { return withdraw(*options); });

  command_line::Command& joining = add(tournament, "join", "Let one more player play on a ladder", options);
  joining.add_option("NAME", options->name, "As start has printed it").required();
  joining.add_option("FILE", options->player, "The player, as it would stand in a plan").required();
  add_token_options(joining, options->remote);
  joining.set_action([options] { return join(*options); });
}

int export_server_tournament(const ServerTournamentExport& options) {
  const Hosted hosted(server_of(options.remote));
  if (options.format == "json") std::cout << hosted.look(options.name).dump(2) << '\n';
  if (options.format == "csv") std::cout << hosted.table(options.name, "table.csv");
  if (options.format == "markdown") std::cout << hosted.table(options.name, "table.md");
  if (options.records.empty()) return 0;
  catch_stop_signals();
  const Fetched fetched =
      fetch_records(hosted, options.name, options.records, [] { return received_stop_signal() != 0; });
  std::cerr << fetched.records << " records fetched, " << fetched.there << " were there\n";
  return received_stop_signal() == 0 ? 0 : exit_code_after_stop();
}

}  // namespace rensa::cli
