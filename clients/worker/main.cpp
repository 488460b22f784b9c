#include <iostream>
#include <map>
#include <random>
#include <sys/resource.h>

#include "clients/command_line/command_line.h"
#include "clients/command_line/entrant_option.h"
#include "clients/session/options.h"
#include "clients/session/process.h"
#include "clients/worker/play.h"
#include "engine/players/registry.h"

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
      .check(command_line::in_range(1, kMaxThreads))
      .show_default();
  session::add_matches_option(program, options).excludes(arranged).excludes(open);
  program.add_option("--ruleset", options.ruleset, "The id of a published ruleset")
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
  program.add_version_flag("rensa-worker " RENSA_VERSION);
}

players::Entrant entrant_of(const Options& options) {
  const auto entrant = command_line::read_entrant(options.player);
  if (!entrant) throw std::invalid_argument("--player: " + entrant.error().message);
  return *entrant;
}

class PlayerBrain : public worker::Brain {
 public:
  PlayerBrain(const players::Entrant& entrant, const rules::Ruleset& ruleset, std::uint64_t seed)
      : ruleset_(ruleset), player_(entrant.make(ruleset, seed)) {}

  rules::Placement choose(const duel::View& view) override {
    return player_->choose(players::position_of(view, ruleset_), {.stop = &stop_});
  }
  std::string comment() override { return player_->remark(); }
  std::vector<players::Candidate> advise(const duel::View& view) override {
    return player_->candidates(players::position_of(view, ruleset_), {.stop = &stop_});
  }
  void stop_thinking() override { stop_.set(); }

 private:
  const rules::Ruleset& ruleset_;
  std::unique_ptr<players::Player> player_;
  limits::StopFlag stop_;
};

// Brains that are players of engine/players. If the server gives a game its own chance, that is the player's seed: then
// the same chance and the same views lead to the same choices, in whatever order matches come. In other games the same
// seed, the same order of matches and the same views lead to the same choices. The seed of such a game is that of
// `rensa match`, where matches count from 0 as they begin here, whatever numbers the server gives them.
worker::MakeBrain brains_of(const players::Entrant& entrant, std::uint64_t seed) {
  using MatchNumbers = std::map<proto::MatchId, std::uint32_t>;
  return [entrant, seed, numbers = MatchNumbers()](const worker::GameInfo& game) mutable {
    if (game.chance) return std::make_unique<PlayerBrain>(entrant, game.ruleset, *game.chance);
    const auto next_number = static_cast<std::uint32_t>(numbers.size());
    const std::uint32_t number = numbers.emplace(game.match, next_number).first->second;
    const std::uint64_t match_seed = players::game_seed(seed, number);
    const std::uint64_t game_seed = players::game_seed(match_seed, static_cast<std::uint32_t>(game.game - 1));
    const std::uint64_t own = players::player_seed(game_seed, static_cast<int>(duel::index_of(game.seat)));
    return std::make_unique<PlayerBrain>(entrant, game.ruleset, own);
  };
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
  play.terms = terms_of(options);
  play.slots = options.open.value_or(options.slots);
  play.threads = options.threads;
  play.matches = options.matches;
  if (options.arranged) play.source = session::MatchSource::host;
  if (options.open) play.source = session::MatchSource::challenges;
  const session::StopSignals signals;
  play.stop_descriptor = signals.descriptor();

  const std::uint64_t seed = options.seed ? *options.seed : std::random_device()();
  if (!options.seed) std::cerr << "seed " << seed << '\n';
  lower_priority(options);
  const worker::PlayReport report = worker::play(play, brains_of(entrant, seed));
  const session::MatchTotals& totals = report.totals;
  std::cout << totals.matches << " matches: " << session::score_of(totals.won, totals.drawn, totals.lost) << std::endl;
  if (report.why_failed.empty()) return 0;
  std::cerr << "rensa-worker: " << report.why_failed << '\n';
  return session::kExitFailed;
}

}  // namespace

int main(int argc, char** argv) {
  command_line::Program program("rensa-worker", "Brings a player to a Rensa server");
  Options options;
  add_options(program, options);
  program.set_action([&options] { return run(options); });
  return session::run_program(program, "rensa-worker", argc, argv);
}
