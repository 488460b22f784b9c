#include "clients/cli/sprt_command.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "clients/cli/match/progress_line.h"
#include "clients/cli/match/seed_option.h"
#include "clients/cli/match/stop_signal.h"
#include "clients/cli/number_option.h"
#include "clients/cli/sprt/sprt_summary.h"
#include "clients/cli/tournament/own_plan.h"
#include "clients/cli/tournament/run.h"
#include "clients/cli/tournament/temporary_folder.h"
#include "clients/option/text_file.h"
#include "engine/players/entrant.h"
#include "server/contest/open_run.h"
#include "server/league/sprt_format.h"
#include "server/app/house.h"
#include "server/app/programs.h"

namespace rensa::cli {

namespace {

constexpr std::uint32_t kMostGames = 1'000'000;

struct Options {
  std::string one;
  std::string two;
  std::string folder;
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

// A player's word, which may itself end with the name of a file, or a file of JSON that describes one as plans of
// tournaments do.
nlohmann::json player_of(const std::string& text) {
  if (const auto word = players::player_word_of(text)) {
    const std::string name = players::name_of(*word);
    return name == text ? nlohmann::json(text) : nlohmann::json{{"name", name}, {"player", text}};
  }
  if (!text.ends_with(".json")) return text;
  const rules::Parsed<std::string> file = option::text_of_file(text);
  if (!file) refuse("sprt: " + file.error().message);
  nlohmann::json player = nlohmann::json::parse(*file, nullptr, false);
  if (!player.is_object()) refuse("sprt: " + text + ": it has to be an object of JSON that describes a player");
  if (!player.contains("name")) player["name"] = std::filesystem::path(text).stem().string();
  return player;
}

std::string name_of(const nlohmann::json& player) {
  if (player.is_string()) return player.get<std::string>();
  return player["name"].is_string() ? player["name"].get<std::string>() : "";
}

contest::Plan plan_of(const Options& options) {
  if (options.games % 2 != 0) refuse("--games: has to be even, two are a pair");
  if (options.elo[1] - options.elo[0] < league::kLeastSprtWidth) {
    refuse("--elo: the first has to be less than the second, by a tenth at least");
  }
  if (options.alpha + options.beta >= 1) refuse("--alpha, --beta: they have to be less than 1 together");
  const nlohmann::json one = player_of(options.one);
  nlohmann::json two = player_of(options.two);
  if (name_of(one) == name_of(two)) {
    if (two.is_string()) two = {{"player", two}};
    two["name"] = name_of(one) + " (old)";
  }
  const nlohmann::json plan = {{"name", "sprt"},
                               {"ruleset", options.ruleset},
                               {"seed", options.seed.empty() ? std::random_device()() : *seed_of_option(options.seed)},
                               {"audit", 0},
                               {"format", "sprt"},
                               {"pairs", options.games / 2},
                               {"elo", options.elo},
                               {"scale", options.logistic ? "logistic" : "normalised"},
                               {"alpha", options.alpha},
                               {"beta", options.beta},
                               {"players", {one, two}}};
  return plan_of_text(plan.dump(), "sprt");
}

// What it is going to cost, for who wonders whether to wait.
void announce(const SprtQuestion& question, const Options& options) {
  if (options.seed.empty()) std::cerr << "seed " << question.seed << '\n';
  if (options.quiet || options.logistic) return;
  const auto games = [&question](double elo) { return std::llround(2 * league::forecast(question.terms, elo).pairs); };
  std::cerr << "about " << games(question.terms.elo0) << " games if the difference is nElo " << question.terms.elo0
            << ", " << games((question.terms.elo0 + question.terms.elo1) / 2) << " if it is halfway, less beyond\n";
}

// The test over a run as far as it is.
class TestOfRun {
 public:
  explicit TestOfRun(const contest::Plan& plan) : format_(0, {0, 1}, plan.stages[0].sprt, plan.stages[0].pairs) {}
  const league::Sprt& over(const league::Tournament& tournament) { return format_.test(tournament); }

 private:
  league::SprtFormat format_;
};

league::Sprt tested(const contest::Plan& plan, const Options& options) {
  ProgressLine progress(options.quiet);
  TestOfRun test(plan);
  const auto stop = [] { return stop_signal() != 0; };
  const auto tell = [&](const league::Tournament& so_far) {
    if (progress.is_due()) progress.show(sprt_standing(test.over(so_far)));
  };
  const std::vector<players::Entrant> entrants = entrants_of(plan);
  if (!entrants.empty()) {
    return test.over(
        run_tournament(plan, entrants, kept_nowhere(), {.jobs = options.jobs, .stop = stop, .tell = tell}));
  }
  const TemporaryFolder own;
  const std::filesystem::path folder = options.folder.empty() ? own.path() : std::filesystem::path(options.folder);
  const auto log = [&](const std::string& line) {
    progress.close();
    if (!options.quiet) std::cerr << line << '\n';
  };
  app::play_in_house(
      plan, folder,
      {.jobs = options.jobs, .stop = stop, .tell = tell, .log = log, .programs = app::find_programs()});
  return TestOfRun(plan).over(contest::read_run(plan, folder).tournament);
}

int test(const Options& options) {
  const contest::Plan plan = plan_of(options);
  const SprtQuestion question{.names = {plan.players[0].name, plan.players[1].name},
                              .ruleset = plan.ruleset.id,
                              .seed = plan.seed,
                              .terms = plan.stages[0].sprt};
  app::check_programs(plan);
  announce(question, options);
  watch_for_stop();
  const league::Sprt sprt = tested(plan, options);
  std::cout << (options.json ? sprt_json(question, sprt) : sprt_text(question, sprt)) << std::flush;
  if (!std::cout) throw std::runtime_error("the answer cannot be written");
  constexpr int kNotStronger = 1;
  constexpr int kNoAnswer = 3;
  if (sprt.verdict() == league::SprtVerdict::accept_elo1) return 0;
  if (sprt.verdict() == league::SprtVerdict::accept_elo0) return kNotStronger;
  return stop_signal() != 0 ? stopped_exit_code() : kNoAnswer;
}

}  // namespace

void add_sprt_command(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("sprt", "Find out whether one player is stronger than another");
  const auto options = std::make_shared<Options>();
  command
      ->add_option("NEW", options->one, "Who may be stronger: NAME, NAME:OPTION=VALUE,... or a JSON file of a player")
      ->required();
  command->add_option("OLD", options->two, "Than whom")->required();
  command
      ->add_option("--elo", options->elo,
                   "The differences between which to decide, in standard deviations of a game (347 are one)")
      ->expected(2)
      ->check(number_in(-league::kMostSprtElo, league::kMostSprtElo))
      ->capture_default_str();
  command->add_flag("--logistic", options->logistic, "They are Elo as ratings have it");
  command->add_option("--alpha", options->alpha, "How often the greater may be taken where the lesser is true")
      ->check(number_in(0.0001, 0.5))
      ->capture_default_str();
  command->add_option("--beta", options->beta, "And the lesser where the greater is")
      ->check(number_in(0.0001, 0.5))
      ->capture_default_str();
  command->add_option("--games", options->games, "Without an answer, so many at most")
      ->check(CLI::Range(std::uint32_t{2}, kMostGames))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "What all chance comes from; without it one is drawn and printed")
      ->check(CLI::Validator(why_no_seed, "NUMBER"));
  command->add_option("--ruleset", options->ruleset, "A published ruleset or a JSON file")->capture_default_str();
  command->add_option("--to", options->folder,
                      "Where a test of programs is kept, and goes on from; nowhere without it");
  command->add_option("--jobs", options->jobs, "Games at a time; the answer does not depend on it")
      ->check(CLI::Range(1, kMostGamesAtATime))
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print the answer as a JSON object");
  command->add_flag("--quiet", options->quiet, "No progress");
  command->footer("Exit 0: stronger; 1: not; 3: the games did not tell.");
  command->callback([options, &exit_code] { exit_code = test(*options); });
}

}  // namespace rensa::cli
