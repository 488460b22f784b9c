#include "clients/cli/hosted_command.h"

#include <iostream>
#include <memory>
#include <optional>

#include "clients/cli/match/stop_signal.h"
#include "clients/cli/remote/fetch_records.h"
#include "clients/cli/remote/hosted.h"
#include "clients/cli/remote/status_text.h"
#include "clients/cli/remote/watch.h"
#include "clients/option/text_file.h"

namespace rensa::cli {

namespace {

constexpr int kWentWrong = 1;

struct Options {
  RemoteOptions remote;
  std::string name;    // of the tournament, or of the plan's file
  std::string player;  // its name, or the file with its entry
  std::string why;
  std::optional<int> jobs;
  bool force = false;
  bool json = false;
  bool watch = false;
};

int start(const Options& options) {
  const Hosted hosted(server_of(options.remote), token_of(options.remote));
  const auto plan = option::text_of_file(options.name);
  if (!plan) throw CLI::ValidationError("tournament: " + plan.error().message, CLI::ExitCodes::ValidationError);
  std::cout << hosted.start({.plan = *plan, .jobs = options.jobs, .is_forced = options.force}) << '\n';
  return 0;
}

int order(const Options& options, const std::string& what) {
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
  const auto entry = option::text_of_file(options.player);
  if (!entry) throw CLI::ValidationError("player: " + entry.error().message, CLI::ExitCodes::ValidationError);
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
    watch_for_stop();
    watch(hosted, options.name, [] { return stop_signal() != 0; });
    return stop_signal() == 0 ? 0 : stopped_exit_code();
  }
  const auto seen = hosted.look(options.name);
  if (options.json) {
    std::cout << seen.dump(2) << '\n';
  } else {
    std::cout << progress_text(seen, std::nullopt) << "\n\n" << hosted.table(options.name, "table.txt");
  }
  return seen.at("state") == "failed" ? kWentWrong : 0;
}

CLI::App* add(CLI::App& tournament, const char* name, const char* what, const std::shared_ptr<Options>& options) {
  CLI::App* part = tournament.add_subcommand(name, what);
  add_server_option(*part, options->remote);
  return part;
}

}  // namespace

void add_hosted_commands(CLI::App& tournament, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* starting = add(tournament, "start", "Have a server play one; prints its name there", options);
  starting->add_option("PLAN", options->name, "The tournament, a JSON file")->required();
  add_token_options(*starting, options->remote);
  starting->add_option("--jobs", options->jobs, "Games at a time")->check(CLI::Range(1, 256));
  starting->add_flag("--force", options->force, "More of them in real time than the machine is thought to carry");
  starting->callback([options, &exit_code] { exit_code = start(*options); });

  CLI::App* showing = add(tournament, "status", "What a server plays; of one, its table", options);
  CLI::Option* name = showing->add_option("NAME", options->name, "As start has printed it; without it, a list");
  CLI::Option* json = showing->add_flag("--json", options->json, "As a JSON object, of the list an array");
  showing->add_flag("--watch", options->watch, "Again and again, until it is over")->needs(name)->excludes(json);
  showing->callback([options, &exit_code] { exit_code = status(*options); });

  for (const auto& [what, help] : {std::pair("pause", "Begin no more games; those that are played go on"),
                                   std::pair("resume", "Go on after a pause or a stop"),
                                   std::pair("stop", "Begin no more games, and void those that are played")}) {
    CLI::App* ordering = add(tournament, what, help, options);
    ordering->add_option("NAME", options->name, "As start has printed it")->required();
    add_token_options(*ordering, options->remote);
    ordering->callback([options, &exit_code, word = std::string(what)] { exit_code = order(*options, word); });
  }

  CLI::App* withdrawing = add(tournament, "withdraw", "Take a player out; what it is playing is void", options);
  withdrawing->add_option("NAME", options->name, "As start has printed it")->required();
  withdrawing->add_option("PLAYER", options->player, "Its name in the plan")->required();
  withdrawing->add_option("--why", options->why, "A sentence for the player and the journal");
  add_token_options(*withdrawing, options->remote);
  withdrawing->callback([options, &exit_code] { exit_code = withdraw(*options); });

  CLI::App* joining = add(tournament, "join", "Let one more player play on a ladder", options);
  joining->add_option("NAME", options->name, "As start has printed it")->required();
  joining->add_option("FILE", options->player, "The player, as it would stand in a plan")->required();
  add_token_options(*joining, options->remote);
  joining->callback([options, &exit_code] { exit_code = join(*options); });
}

int export_hosted(const HostedExport& wanted) {
  const Hosted hosted(server_of(wanted.remote));
  if (wanted.format == "json") std::cout << hosted.look(wanted.name).dump(2) << '\n';
  if (wanted.format == "csv") std::cout << hosted.table(wanted.name, "table.csv");
  if (wanted.format == "markdown") std::cout << hosted.table(wanted.name, "table.md");
  if (wanted.records.empty()) return 0;
  watch_for_stop();
  const Fetched fetched = fetch_records(hosted, wanted.name, wanted.records, [] { return stop_signal() != 0; });
  std::cerr << fetched.records << " records fetched, " << fetched.there << " were there\n";
  return stop_signal() == 0 ? 0 : stopped_exit_code();
}

}  // namespace rensa::cli
