#include <exception>
#include <iostream>
#include <random>
#include <sys/resource.h>

#include "clients/command_line/command_line.h"
#include "clients/command_line/entrant_option.h"
#include "clients/worker/address.h"
#include "clients/worker/options.h"
#include "clients/worker/play.h"
#include "clients/worker/player_brain.h"
#include "clients/worker/stop.h"

namespace {

using namespace rensa;
using worker::WorkerOptions;

constexpr int kWentWrong = 1;
constexpr int kUsage = 2;
constexpr int kMaxSlots = 1024;
constexpr int kMaxThreads = 256;
constexpr int kPoliteNice = 10;

void add_options(command_line::Command& program, WorkerOptions& options) {
  program.add_option("--server", options.server, "HOST:PORT or unix:PATH; without it, what RENSA_SERVER says");
  command_line::Option& token =
      program.add_option("--token", options.token, "Who plays; without one, RENSA_TOKEN, or else a guest");
  program.add_option("--token-file", options.token_file, "A file with the token: other users see the command line")
      .excludes(token);
  program.add_option("--name", options.name, "What a guest wants to be called");
  program
      .add_option("--player", options.player,
                  "Who thinks, NAME or NAME:OPTION=VALUE,...: " + players::names_of_players())
      .required();
  command_line::Option& arranged = program.add_flag(
      "--arranged", options.arranged, "Plays what a host of tournaments arranges, by its terms; asks for no matches");
  command_line::Option& open =
      program
          .add_option("--open", options.open,
                      "Takes any challenge, by its terms, so many matches at once; asks for no matches")
          .check(command_line::in_range(1, kMaxSlots))
          .excludes(arranged);
  program.add_option("--slots", options.slots, "Matches at once")
      .check(command_line::in_range(1, kMaxSlots))
      .excludes(open)
      .show_default();
  program.add_option("--threads", options.threads, "To think on")
      .check(command_line::in_range(1, kMaxThreads))
      .show_default();
  program.add_option("--matches", options.matches, "How many; without it, until it is stopped")
      .check(command_line::in_range(1, 1'000'000'000))
      .excludes(arranged)
      .excludes(open);
  program.add_option("--ruleset", options.ruleset, "A published one").show_default().excludes(arranged).excludes(open);
  program.add_option("--clock", options.clock, "real, virtual or turns; without it, turns or virtual by the ruleset")
      .check(command_line::one_of({"real", "virtual", "turns"}))
      .excludes(arranged)
      .excludes(open);
  program
      .add_option("--charge", options.charge, "What thinking costs under --clock virtual: none, fixed:FRAMES, measured")
      .show_default()
      .excludes(arranged)
      .excludes(open);
  program.add_option("--games", options.games, "Of a match")
      .check(command_line::in_range(1, proto::kMaxGames))
      .show_default()
      .excludes(arranged)
      .excludes(open);
  program.add_option("--seed", options.seed,
                     "What the player's chance comes from where the server does not give it; without it, one is drawn "
                     "and printed");
  program
      .add_option("--nice", options.nice, "How far to stand back for others; without it, 10 on the server's own host")
      .check(command_line::in_range(0, 19));
  program.add_flag("--quiet", options.quiet, "No line for every match");
  program.add_version_flag("rensa-worker " RENSA_VERSION);
}

players::Entrant entrant_of(const WorkerOptions& options) {
  const auto entrant = command_line::read_entrant(options.player);
  if (!entrant) throw std::invalid_argument("--player: " + entrant.error().message);
  return *entrant;
}

// Two busy threads at the server's own priority cost it most of its punctuality.
void stand_back(const WorkerOptions& options, const worker::Address& server) {
  const int nice = options.nice.value_or(worker::is_on_this_host(server) ? kPoliteNice : 0);
  if (nice > 0) setpriority(PRIO_PROCESS, 0, nice);
}

std::string score_of(int wins, int draws, int losses) {
  return std::to_string(wins) + " won, " + std::to_string(draws) + " drawn, " + std::to_string(losses) + " lost";
}

void print(const worker::MatchReport& match) {
  std::cout << "match " << static_cast<std::uint64_t>(match.seat.match) << ' ' << match.players[0] << " - "
            << match.players[1] << " as " << match.players[duel::index_of(match.seat.seat)] << ": "
            << score_of(match.wins, match.draws, match.losses);
  if (match.is_lost) std::cout << ", out of sight";
  if (match.cause) std::cout << ", broken off";
  std::cout << std::endl;
}

int run(WorkerOptions options) {
  accept(worker::invitation(), options);
  const players::Entrant entrant = entrant_of(options);
  const auto address = worker::address_of(options.server);
  if (!address) throw std::invalid_argument("--server: " + address.error().message);
  worker::PlayOptions play;
  play.server = options.server;
  play.terms = terms_of(options);
  play.token = token_of(options);
  play.name = options.name;
  play.software = "rensa-worker " RENSA_VERSION;
  play.slots = options.open.value_or(options.slots);
  play.threads = options.threads;
  play.matches = options.matches;
  if (options.arranged) play.source = worker::Source::host;
  if (options.open) play.source = worker::Source::challenges;
  const worker::StopSignals signals;
  play.stop_descriptor = signals.descriptor();
  play.notice = [](const std::string& what) { std::cerr << "rensa-worker: " << what << std::endl; };
  if (!options.quiet) play.match_ended = print;

  const std::uint64_t seed = options.seed ? *options.seed : std::random_device()();
  if (!options.seed) std::cerr << "seed " << seed << '\n';
  stand_back(options, *address);
  const worker::PlayReport report = worker::play(play, worker::brains_of(entrant, seed));
  std::cout << report.matches << " matches: " << score_of(report.games_won, report.games_drawn, report.games_lost)
            << std::endl;
  if (report.why_failed.empty()) return 0;
  std::cerr << "rensa-worker: " << report.why_failed << '\n';
  return kWentWrong;
}

}  // namespace

// Exit codes: 0 all was played, or a signal came; 1 it could not go on; 2 it was not called as it wants to be.
int main(int argc, char** argv) {
  command_line::Program program("rensa-worker", "Brings a player to a Rensa server");
  WorkerOptions options;
  add_options(program, options);
  program.set_action([&options] { return run(options); });
  try {
    return program.run(argc, argv);
  } catch (const command_line::UsageError& error) {
    std::cerr << "rensa-worker: " << error.what() << '\n';
    return kUsage;
  } catch (const std::invalid_argument& error) {
    std::cerr << "rensa-worker: " << error.what() << '\n';
    return kUsage;
  } catch (const std::exception& error) {
    std::cerr << "rensa-worker: " << error.what() << '\n';
    return kWentWrong;
  }
}
