#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>

#include "clients/cli/commands.h"
#include "clients/cli/live/live_match.h"
#include "clients/cli/live/terminal.h"
#include "clients/cli/match/game_options.h"
#include "clients/cli/match/match.h"
#include "clients/cli/match/progress.h"
#include "clients/cli/match/stop_signal.h"
#include "clients/cli/match/summary.h"
#include "clients/cli/report/report.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/entrant_option.h"
#include "clients/command_line/files.h"
#include "clients/command_line/ruleset_option.h"
#include "engine/json/document.h"
#include "server/base/exit_code.h"

namespace rensa::cli {

namespace {

constexpr std::uint32_t kMaxGames = 100'000'000;
constexpr double kMinSpeed = 0.01;
constexpr double kMaxSpeed = 1000;

struct MatchOptions {
  std::string one;
  std::string two;
  bool list_players = false;
  std::uint32_t games = 1;
  std::string seed;
  std::string ruleset = "tsu-1";
  std::string queue;
  bool swap = false;
  command_line::FormatChoice format;
  bool quiet = false;
  bool live = false;
  bool no_live = false;
  double speed = 1;
  int jobs = 1;
  std::string record_folder;
};

int list_players(const command_line::FormatChoice& format) {
  if (!format.is_text()) {
    base::Table table{.columns = {"player", "summary", "options", "nodes"}, .rows = {}};
    for (const players::PlayerKind& kind : players::player_kinds()) {
      table.rows.push_back({std::string(kind.name), std::string(kind.summary), players::option_summary(kind),
                            kind.supports.nodes ? base::Cell(kind.nodes) : base::Cell()});
    }
    print_table(table, format.wanted());
    return 0;
  }
  for (const players::PlayerKind& kind : players::player_kinds()) {
    std::cout << kind.name << std::string(kind.name.size() < 12 ? 12 - kind.name.size() : 1, ' ') << kind.summary
              << '\n';
    const std::string options = players::option_summary(kind);
    if (!options.empty()) std::cout << std::string(12, ' ') << "options: " << options << '\n';
    if (kind.supports.nodes) {
      std::cout << std::string(12, ' ') << "weighs " << kind.nodes << " fields a hand at most, or about N\n";
    }
  }
  return 0;
}

players::Entrant entrant_of_option(const std::string& text) {
  if (text.empty())
    throw command_line::UsageError("match: two players are needed; the players are " + players::names_of_players());
  const auto wanted = command_line::read_entrant(text);
  if (!wanted) throw command_line::UsageError("match: " + wanted.error().message);
  return *wanted;
}

MatchSetup setup_of(const MatchOptions& options) {
  MatchSetup setup;
  setup.entrants = {entrant_of_option(options.one), entrant_of_option(options.two)};
  setup.ruleset = command_line::ruleset_of_option(options.ruleset);
  if (!options.queue.empty()) {
    const auto queue = parse_queue(options.queue, setup.ruleset.colours);
    if (!queue) throw command_line::UsageError("--queue: " + queue.error().message);
    setup.queue = *queue;
  }
  setup.games = options.games;
  setup.swap = options.swap;
  if (options.swap && options.games % 2 != 0)
    throw command_line::UsageError("--swap: --games has to be even, because games are played in pairs");
  setup.seed = options.seed.empty() ? std::random_device()() : *parse_seed(options.seed);
  if (!options.record_folder.empty()) setup.record_folder = options.record_folder;
  return setup;
}

// Returns true if the games are drawn. Without --live and --no-live, they are drawn if the terminal allows it.
bool is_drawn_live(const MatchOptions& options) {
  if (options.live && (options.no_live || options.quiet || !options.format.is_text() || options.jobs > 1)) {
    throw command_line::UsageError("--live: cannot be used with --no-live, --quiet, --json, --format or --jobs");
  }
  if (options.live) {
    if (const std::string why = why_not_drawable(); !why.empty()) throw command_line::UsageError("--live: " + why);
    return true;
  }
  return !options.no_live && !options.quiet && options.format.is_text() && options.jobs == 1 &&
         why_not_drawable().empty();
}

MatchTotals play_headless(const MatchSetup& setup, const MatchOptions& options) {
  MatchProgress progress(setup, options.quiet);
  const MatchTotals totals = play_match(
      setup, {.jobs = options.jobs, .stop = must_stop, .on_progress = [&progress](const MatchTotals& so_far) {
                progress.update(so_far);
              }});
  progress.finish(totals);
  return totals;
}

// As a table for other programs, the result has a row for each player.
void print_summary(const MatchSetup& setup, const MatchTotals& totals, const command_line::FormatChoice& format) {
  if (format.is_table()) {
    const nlohmann::ordered_json summary = *json::parse_ordered_document(summary_json(setup, totals));
    return print_table(table_of(summary["players"]), format.wanted());
  }
  std::cout << (format.is_json() ? summary_json(setup, totals) : summary_text(setup, totals)) << std::flush;
}

int play(const MatchOptions& options) {
  if (options.list_players) return list_players(options.format);
  const MatchSetup setup = setup_of(options);
  const bool live = is_drawn_live(options);
  if (setup.record_folder) command_line::make_folders(options.record_folder);
  if (options.seed.empty() && !live) std::cerr << "seed " << setup.seed << '\n';
  catch_stop_signals();
  const MatchTotals totals = live ? play_live(setup, {.speed = options.speed, .stop_signal = received_stop_signal})
                                  : play_headless(setup, options);
  print_summary(setup, totals, options.format);
  if (!std::cout) throw base::OutputError("the summary cannot be written");
  if (must_stop()) return exit_code_after_stop();
  const bool is_wrong = setup.expects_mirrored_pairs() && totals.pairs_not_mirrored() > 0;
  return is_wrong ? base::kExitAnswerIsNo : base::kExitSuccess;
}

}  // namespace

void add_match_command(command_line::Command& program) {
  command_line::Command& command = program.add_command("match", "Let two players play against each other");
  const auto options = std::make_shared<MatchOptions>();
  command.add_option("PLAYER1", options->one,
                     "The first player, NAME or NAME:OPTION=VALUE,...: " + players::names_of_players());
  command.add_option("PLAYER2", options->two, "The second player");
  command.add_flag("--list-players", options->list_players, "List the players and their options");
  command.add_option("--games", options->games, "Number of games").in_range_with_default(std::uint32_t{1}, kMaxGames);
  command
      .add_option("--seed", options->seed,
                  "The source of all chance: the same seed gives the same match and, on stdout, the same bytes. "
                  "Without it, a random seed is printed")
      .check(seed_check());
  command.add_option("--ruleset", options->ruleset, "A published ruleset or a JSON file").show_default();
  command.add_option("--queue", options->queue,
                     "The pairs of every game: \"RB YG ...\", repeated as needed, or official:N, a queue of the "
                     "console games (1 to 65536)");
  command.add_flag("--swap", options->swap,
                   "Play each game a second time with exchanged seats. If both seats have the same queue, the second "
                   "game has to mirror the first");
  command_line::add_format_options(command, options->format);
  command.add_flag("--quiet", options->quiet, "Draw no games and print no progress");
  command.add_flag("--live", options->live,
                   "Draw the games, which is the default on a terminal. Ctrl-C or q ends the match");
  command.add_flag("--no-live", options->no_live, "Play as fast as possible without drawing the games");
  command.add_option("--speed", options->speed, "Speed of drawn games: 1 is 60 frames a second")
      .check(command_line::number_in(kMinSpeed, kMaxSpeed))
      .show_default();
  add_jobs_option(command, options->jobs, "Number of threads; the result does not depend on it");
  command.add_option("--record", options->record_folder, "Write a record of every game into this folder");
  command.set_footer("The speed of the games is printed on stderr.");
  command.set_action([options] { return play(*options); });
}

}  // namespace rensa::cli
