#include "clients/cli/match_command.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>

#include "clients/cli/live/live_match.h"
#include "clients/cli/match/headless.h"
#include "clients/cli/match/progress.h"
#include "clients/cli/match/queue_option.h"
#include "clients/cli/match/ruleset_option.h"
#include "clients/cli/match/seed_option.h"
#include "clients/cli/match/stop_signal.h"
#include "clients/cli/match/summary.h"
#include "clients/cli/number_option.h"
#include "clients/option/entrant_option.h"

namespace rensa::cli {

namespace {

constexpr std::uint32_t kMaxGames = 100'000'000;
constexpr int kMaxJobs = 256;
constexpr double kMinSpeed = 0.01;
constexpr double kMaxSpeed = 1000;

struct Options {
  std::string one;
  std::string two;
  bool list_players = false;
  std::uint32_t games = 1;
  std::string seed;
  std::string ruleset = "tsu-1";
  std::string queue;
  bool swap = false;
  bool json = false;
  bool quiet = false;
  bool live = false;
  bool no_live = false;
  double speed = 1;
  int jobs = 1;
  std::string record_folder;
};

[[noreturn]] void refuse(const std::string& what) { throw CLI::ValidationError(what, CLI::ExitCodes::ValidationError); }

int list_players() {
  for (const players::PlayerKind& kind : players::player_kinds()) {
    std::cout << kind.name << std::string(kind.name.size() < 12 ? 12 - kind.name.size() : 1, ' ') << kind.summary
              << '\n';
    const std::string options = players::options_of(kind);
    if (!options.empty()) std::cout << std::string(12, ' ') << "options: " << options << '\n';
    if (kind.takes.nodes) {
      std::cout << std::string(12, ' ') << "weighs " << kind.nodes << " fields a hand at most, or about N\n";
    }
  }
  return 0;
}

players::Entrant entrant(const std::string& text) {
  if (text.empty()) refuse("match: two players are needed; there are " + players::names_of_players());
  const auto wanted = option::entrant_of_option(text);
  if (!wanted) refuse("match: " + wanted.error().message);
  return *wanted;
}

MatchSetup setup_of(const Options& options) {
  MatchSetup setup;
  setup.entrants = {entrant(options.one), entrant(options.two)};
  const auto ruleset = ruleset_of_option(options.ruleset);
  if (!ruleset) refuse("--ruleset: " + ruleset.error().message);
  setup.ruleset = *ruleset;
  if (!options.queue.empty()) {
    const auto queue = queue_of_option(options.queue, setup.ruleset.colours);
    if (!queue) refuse("--queue: " + queue.error().message);
    setup.queue = *queue;
  }
  setup.games = options.games;
  setup.swap = options.swap;
  if (options.swap && options.games % 2 != 0) refuse("--swap: plays games in pairs, --games has to be even");
  setup.seed = options.seed.empty() ? std::random_device()() : *seed_of_option(options.seed);
  if (!options.record_folder.empty()) setup.record_folder = options.record_folder;
  return setup;
}

// Nobody asked for a picture where there is none to see: without --live it is drawn only where that is possible.
bool shall_draw(const Options& options) {
  if (options.live && (options.no_live || options.quiet || options.json || options.jobs > 1)) {
    refuse("--live: does not go together with --no-live, --quiet, --json and --jobs");
  }
  if (options.live) {
    if (const std::string why = why_not_live(); !why.empty()) refuse("--live: " + why);
    return true;
  }
  return !options.no_live && !options.quiet && !options.json && options.jobs == 1 && why_not_live().empty();
}

Tally play_headless(const MatchSetup& setup, const Options& options) {
  Progress progress(setup, options.quiet);
  const Tally tally = play_match(setup, {.jobs = options.jobs,
                                         .stop = [] { return stop_signal() != 0; },
                                         .tell = [&progress](const Tally& so_far) { progress.tell(so_far); }});
  progress.finish(tally);
  return tally;
}

int play(const Options& options) {
  if (options.list_players) return list_players();
  const MatchSetup setup = setup_of(options);
  const bool live = shall_draw(options);
  if (setup.record_folder) std::filesystem::create_directories(*setup.record_folder);
  if (options.seed.empty() && !live) std::cerr << "seed " << setup.seed << '\n';
  watch_for_stop();
  const Tally tally =
      live ? play_live(setup, {.speed = options.speed, .stop_signal = stop_signal}) : play_headless(setup, options);
  std::cout << (options.json ? summary_json(setup, tally) : summary_text(setup, tally)) << std::flush;
  if (!std::cout) throw std::runtime_error("the summary cannot be written");
  if (stop_signal() != 0) return stopped_exit_code();
  return setup.has_mirrors() && tally.unmirrored() > 0 ? 1 : 0;
}

}  // namespace

void add_match_command(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("match", "Let two players play against each other");
  const auto options = std::make_shared<Options>();
  command->add_option("PLAYER1", options->one,
                      "Who plays, NAME or NAME:OPTION=VALUE,...: " + players::names_of_players());
  command->add_option("PLAYER2", options->two, "Against whom");
  command->add_flag("--list-players", options->list_players,
                    "Say who there is, what each does and which options it takes");
  command->add_option("--games", options->games, "How many games")
      ->check(CLI::Range(std::uint32_t{1}, kMaxGames))
      ->capture_default_str();
  command
      ->add_option("--seed", options->seed,
                   "What all chance comes from: the same seed gives the same match and, on stdout, the same bytes. "
                   "Without it one is drawn and printed")
      ->check(CLI::Validator(why_no_seed, "NUMBER"));
  command->add_option("--ruleset", options->ruleset, "A published ruleset or a JSON file")->capture_default_str();
  command->add_option("--queue", options->queue,
                      "The pairs of every game: \"RB YG ...\", repeated as needed, or official:N, a queue of the "
                      "console games (1 to 65536)");
  command->add_flag(
      "--swap", options->swap,
      "Play each game a second time with seats exchanged; with one queue for both it has to mirror the first");
  command->add_flag("--json", options->json, "Print the result as a JSON object");
  command->add_flag("--quiet", options->quiet, "No picture and no progress");
  command->add_flag("--live", options->live, "Draw the games, whatever else; usual on a terminal. Ctrl-C or q ends it");
  command->add_flag("--no-live", options->no_live, "Do not draw the games: as fast as possible");
  command->add_option("--speed", options->speed, "Of drawn games: 1 is 60 frames a second")
      ->check(number_in(kMinSpeed, kMaxSpeed))
      ->capture_default_str();
  command->add_option("--jobs", options->jobs, "Threads to play on; the result does not depend on it")
      ->check(CLI::Range(1, kMaxJobs))
      ->capture_default_str();
  command->add_option("--record", options->record_folder, "Write a record of every game into this folder");
  command->footer("How fast the games went is said on stderr.");
  command->callback([options, &exit_code] { exit_code = play(*options); });
}

}  // namespace rensa::cli
