#include <iostream>
#include <random>
#include <sys/resource.h>

#include "clients/command_line/command_line.h"
#include "clients/command_line/entrant_option.h"
#include "clients/command_line/version.h"
#include "clients/session/options.h"
#include "clients/session/process.h"
#include "clients/worker/play.h"
#include "clients/worker/player_brain.h"
#include "engine/players/registry.h"
#include "server/base/exit_code.h"

namespace {

using namespace rensa;

constexpr int kMaxSlots = 1024;
constexpr int kMaxThreads = 256;
constexpr int kPoliteNice = 10;

struct Options : session::ClientOptions {
  std::string player;
  std::optional<int> open;  // matches at once
  int slots = 1;
  int threads = 1;
  std::optional<std::uint64_t> seed;
  std::optional<int> nice;
  bool ponders = false;
};

void add_options(command_line::Command& program, Options& options) {
  session::add_identity_options(program, options);
  program
      .add_option("--player", options.player,
                  "The player that thinks, NAME or NAME:OPTION=VALUE,...: " + players::names_of_players())
      .required();
  command_line::Option& arranged = session::add_arranged_flag(program, options);
  command_line::Option& open =
      program
          .add_option("--open", options.open,
                      "Accepts any challenge, by its terms, up to this number of matches at once; requests none")
          .check(command_line::in_range(1, kMaxSlots))
          .excludes(arranged);
  program.add_option("--slots", options.slots, "The number of matches at once")
      .check(command_line::in_range(1, kMaxSlots))
      .excludes(open)
      .show_default();
  program.add_option("--threads", options.threads, "The number of threads that think")
      .in_range_with_default(1, kMaxThreads);
  program.add_flag(
      "--ponder", options.ponders,
      "Thinks about the next pair already while the opponent moves; champion, gaze and joseki can, others rest");
  session::add_matches_option(program, options).excludes(arranged).excludes(open);
  program
      .add_option("--ruleset", options.ruleset,
                  "The id of a published ruleset, or a JSON file that the server has, too")
      .show_default()
      .excludes(arranged)
      .excludes(open);
  program.add_option("--clock", options.clock, "real, virtual or turns; without it, turns or virtual by the ruleset")
      .check(command_line::one_of({"real", "virtual", "turns"}))
      .excludes(arranged)
      .excludes(open);
  program
      .add_option("--charge", options.charge,
                  "The cost of thinking under --clock virtual: none, fixed:FRAMES, measured")
      .show_default()
      .excludes(arranged)
      .excludes(open);
  session::add_games_option(program, options).excludes(arranged).excludes(open);
  program.add_option("--seed", options.seed,
                     "The seed of the player's random choices where the server gives none; without it, one is drawn "
                     "and printed");
  program
      .add_option("--nice", options.nice,
                  "How far the process lowers its priority; without it, 10 on the server's own host")
      .check(command_line::in_range(0, 19));
  program.add_flag("--quiet", options.quiet, "Prints no line for each match");
  program.add_version_flag("rensa-worker " RENSA_VERSION, command_line::build_text(command_line::kCommit));
}

players::Entrant entrant_of(const Options& options) {
  const auto entrant = command_line::read_entrant(options.player);
  if (!entrant) throw std::invalid_argument("--player: " + entrant.error().message);
  return *entrant;
}

// Two busy threads at the server's own priority cost it most of its punctuality.
void lower_priority(const Options& options) {
  const bool is_near = session::is_on_this_host(*session::address_of(options.server));
  const int nice = options.nice.value_or(is_near ? kPoliteNice : 0);
  if (nice > 0) setpriority(PRIO_PROCESS, 0, nice);
}

int run(Options options) {
  accept(session::invitation(), options);
  const players::Entrant entrant = entrant_of(options);
  worker::PlayOptions play;
  static_cast<session::SessionOptions&>(play) = session::session_options_of(options, "rensa-worker", RENSA_VERSION);
  play.own_rulesets = {ruleset_of(options)};
  play.terms = terms_of(options, play.own_rulesets[0]);
  play.slots = options.open.value_or(options.slots);
  play.threads = options.threads;
  play.matches = options.matches;
  if (options.ponders) play.between_decisions = worker::BetweenDecisions::ponder;
  if (options.arranged) play.source = session::MatchSource::host;
  if (options.open) play.source = session::MatchSource::challenges;
  const session::StopSignals signals;
  play.stop_descriptor = signals.descriptor();

  const std::uint64_t seed = options.seed ? *options.seed : std::random_device()();
  if (!options.seed) std::cerr << "seed " << seed << '\n';
  lower_priority(options);
  const worker::PlayReport report = worker::play(play, worker::player_brains(entrant, seed));
  const session::MatchTotals& totals = report.totals;
  std::cout << totals.matches << " matches: " << session::score_of(totals.won, totals.drawn, totals.lost) << std::endl;
  if (report.why_failed.empty()) return 0;
  std::cerr << "rensa-worker: " << report.why_failed << '\n';
  return base::kExitFailed;
}

}  // namespace

int main(int argc, char** argv) {
  command_line::Program program("rensa-worker", "Brings a player to a Rensa server");
  Options options;
  add_options(program, options);
  program.set_action([&options] { return run(options); });
  return session::run_program(program, "rensa-worker", argc, argv);
}
