#include "clients/cli/sprt_command.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <iostream>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "clients/cli/match/ruleset_option.h"
#include "clients/cli/match/seed_option.h"
#include "clients/cli/match/stop_signal.h"
#include "clients/cli/sprt/sprt_run.h"
#include "clients/cli/sprt/sprt_summary.h"
#include "clients/option/entrant_option.h"

namespace rensa::cli {

namespace {

constexpr std::uint32_t kMostGames = 1'000'000;
constexpr int kMostJobs = 256;

struct Options {
  std::string one;
  std::string two;
  std::vector<double> elo{0, 30};
  bool logistic = false;
  double alpha = 0.05;
  double beta = 0.05;
  std::uint32_t games = 100'000;
  std::string seed;
  std::string ruleset = "tsu-1";
  int jobs = 1;
  bool json = false;
  bool quiet = false;
};

[[noreturn]] void refuse(const std::string& what) { throw CLI::ValidationError(what, CLI::ExitCodes::ValidationError); }

players::Entrant entrant(const std::string& text) {
  const auto wanted = option::entrant_of_option(text);
  if (!wanted) refuse("sprt: " + wanted.error().message);
  return *wanted;
}

SprtSetup setup_of(const Options& options) {
  SprtSetup setup;
  setup.match.entrants = {entrant(options.one), entrant(options.two)};
  const auto ruleset = ruleset_of_option(options.ruleset);
  if (!ruleset) refuse("--ruleset: " + ruleset.error().message);
  setup.match.ruleset = *ruleset;
  if (options.games % 2 != 0) refuse("--games: has to be even, two are a pair");
  setup.match.games = options.games;
  setup.match.seed = options.seed.empty() ? std::random_device()() : *seed_of_option(options.seed);
  setup.terms = {.scale = options.logistic ? league::EloScale::logistic : league::EloScale::normalised,
                 .elo0 = options.elo[0],
                 .elo1 = options.elo[1],
                 .alpha = options.alpha,
                 .beta = options.beta};
  // The library's ranges take what is no number for one within.
  if (!(setup.terms.elo1 - setup.terms.elo0 >= league::kLeastSprtWidth)) {
    refuse("--elo: the first has to be less than the second, by a tenth at least");
  }
  if (!(options.alpha + options.beta < 1)) refuse("--alpha, --beta: they have to be less than 1 together");
  return setup;
}

// How far it is, on stderr: a line every ten seconds.
class Progress {
 public:
  explicit Progress(bool quiet) : quiet_(quiet) {}

  void tell(const league::Sprt& sprt) {
    const auto now = std::chrono::steady_clock::now();
    if (quiet_ || now - told_ < std::chrono::seconds(10)) return;
    told_ = now;
    std::cerr << sprt_standing(sprt) + '\n';
  }

 private:
  bool quiet_;
  std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();
};

// What it is going to cost, for who wonders whether to wait.
void announce(const SprtSetup& setup, const Options& options) {
  if (options.seed.empty()) std::cerr << "seed " << setup.match.seed << '\n';
  if (options.quiet || options.logistic) return;
  const auto games = [&setup](double elo) { return std::llround(2 * league::forecast(setup.terms, elo).pairs); };
  std::cerr << "about " << games(setup.terms.elo0) << " games if the difference is nElo " << setup.terms.elo0 << ", "
            << games((setup.terms.elo0 + setup.terms.elo1) / 2) << " if it is halfway, less beyond\n";
}

int test(const Options& options) {
  const SprtSetup setup = setup_of(options);
  announce(setup, options);
  watch_for_stop();
  Progress progress(options.quiet);
  const league::Sprt sprt =
      run_sprt(setup, {.jobs = options.jobs,
                       .stop = [] { return stop_signal() != 0; },
                       .tell = [&progress](const league::Sprt& so_far) { progress.tell(so_far); }});
  std::cout << (options.json ? sprt_json(setup, sprt) : sprt_text(setup, sprt)) << std::flush;
  if (!std::cout) throw std::runtime_error("the answer cannot be written");
  constexpr int kNotStronger = 1;
  constexpr int kNoAnswer = 3;
  constexpr int kSignalled = 128;
  if (sprt.verdict() == league::SprtVerdict::accept_elo1) return 0;
  if (sprt.verdict() == league::SprtVerdict::accept_elo0) return kNotStronger;
  return stop_signal() != 0 ? kSignalled + stop_signal() : kNoAnswer;
}

}  // namespace

void add_sprt_command(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("sprt", "Find out whether one player is stronger than another");
  const auto options = std::make_shared<Options>();
  command->add_option("NEW", options->one, "Who may be stronger, NAME or NAME:OPTION=VALUE,...")->required();
  command->add_option("OLD", options->two, "Than whom")->required();
  command
      ->add_option("--elo", options->elo,
                   "The differences between which to decide, in standard deviations of a game (347 are one)")
      ->expected(2)
      ->check(CLI::Range(-league::kMostSprtElo, league::kMostSprtElo))
      ->capture_default_str();
  command->add_flag("--logistic", options->logistic, "They are Elo as ratings have it");
  command->add_option("--alpha", options->alpha, "How often the greater may be taken where the lesser is true")
      ->check(CLI::Range(0.0001, 0.5))
      ->capture_default_str();
  command->add_option("--beta", options->beta, "And the lesser where the greater is")
      ->check(CLI::Range(0.0001, 0.5))
      ->capture_default_str();
  command->add_option("--games", options->games, "Without an answer, so many at most")
      ->check(CLI::Range(std::uint32_t{2}, kMostGames))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "What all chance comes from; without it one is drawn and printed")
      ->check(CLI::Validator(why_no_seed, "NUMBER"));
  command->add_option("--ruleset", options->ruleset, "A published ruleset or a JSON file")->capture_default_str();
  command->add_option("--jobs", options->jobs, "Threads to play on; the answer does not depend on it")
      ->check(CLI::Range(1, kMostJobs))
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print the answer as a JSON object");
  command->add_flag("--quiet", options->quiet, "No progress");
  command->footer("Exit 0: stronger; 1: not; 3: the games did not tell.");
  command->callback([options, &exit_code] { exit_code = test(*options); });
}

}  // namespace rensa::cli
