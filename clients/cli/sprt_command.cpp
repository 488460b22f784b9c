#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/match/game_options.h"
#include "clients/cli/match/progress.h"
#include "clients/cli/match/stop_signal.h"
#include "clients/cli/sprt/sprt_summary.h"
#include "clients/cli/tournament/own_plan.h"
#include "clients/cli/tournament/run.h"
#include "clients/cli/tournament/temporary_folder.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "engine/players/registry.h"
#include "server/app/plan_lookup.h"
#include "server/app/private_server.h"
#include "server/tournament/formats/sprt_format.h"
#include "server/tournament/plan/tournament_run.h"

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

// Reads a player from its name with options, or from a JSON file that describes it as in the plan of a tournament.
nlohmann::json player_of(const std::string& text) {
  if (const auto word = players::parse_player_spec(text)) {
    const std::string name = players::display_name(*word);
    return name == text ? nlohmann::json(text) : nlohmann::json{{"name", name}, {"player", text}};
  }
  if (!text.ends_with(".json")) return text;
  const rules::Parsed<std::string> file = command_line::read_text_file(text);
  if (!file) throw command_line::UsageError("sprt: " + file.error().message);
  nlohmann::json player = nlohmann::json::parse(*file, nullptr, false);
  if (!player.is_object())
    throw command_line::UsageError("sprt: " + text + ": it has to be an object of JSON that describes a player");
  if (!player.contains("name")) player["name"] = std::filesystem::path(text).stem().string();
  return player;
}

std::string name_of(const nlohmann::json& player) {
  if (player.is_string()) return player.get<std::string>();
  return player["name"].is_string() ? player["name"].get<std::string>() : "";
}

tournament::TournamentPlan plan_of(const Options& options) {
  if (options.games % 2 != 0) throw command_line::UsageError("--games: has to be even, two are a pair");
  if (options.elo[1] - options.elo[0] < tournament::kMinSprtWidth) {
    throw command_line::UsageError("--elo: the first has to be less than the second, by a tenth at least");
  }
  if (options.alpha + options.beta >= 1)
    throw command_line::UsageError("--alpha, --beta: they have to be less than 1 together");
  const nlohmann::json one = player_of(options.one);
  nlohmann::json two = player_of(options.two);
  if (name_of(one) == name_of(two)) {
    if (two.is_string()) two = {{"player", two}};
    two["name"] = name_of(one) + " (old)";
  }
  const nlohmann::json plan = {{"name", "sprt"},
                               {"ruleset", options.ruleset},
                               {"seed", options.seed.empty() ? std::random_device()() : *parse_seed(options.seed)},
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

// Prints the number of games that the test will probably take.
void announce(const SprtQuestion& question, const Options& options) {
  if (options.seed.empty()) std::cerr << "seed " << question.seed << '\n';
  if (options.quiet || options.logistic) return;
  const auto games = [&question](double elo) {
    return std::llround(2 * tournament::forecast(question.terms, elo).pairs);
  };
  std::cerr << "about " << games(question.terms.elo0) << " games if the difference is nElo " << question.terms.elo0
            << ", " << games((question.terms.elo0 + question.terms.elo1) / 2) << " if it is halfway, less beyond\n";
}

// Computes the state of the test from the games played so far.
class TestOfRun {
 public:
  explicit TestOfRun(const tournament::TournamentPlan& plan)
      : format_(0, {0, 1}, plan.stages[0].sprt, plan.stages[0].pairs) {}
  const tournament::Sprt& over(const tournament::TournamentProgress& tournament) { return format_.test(tournament); }

 private:
  tournament::SprtFormat format_;
};

tournament::Sprt tested(const tournament::TournamentPlan& plan, const Options& options) {
  ProgressLine progress(options.quiet);
  TestOfRun test(plan);
  const auto stop = [] { return received_stop_signal() != 0; };
  const auto tell = [&](const tournament::TournamentProgress& so_far) {
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
  app::play_on_private_server(
      plan, folder, {.jobs = options.jobs, .stop = stop, .tell = tell, .log = log, .programs = app::find_programs()});
  return TestOfRun(plan).over(tournament::read_snapshot(plan, folder).progress);
}

int test(const Options& options) {
  const tournament::TournamentPlan plan = plan_of(options);
  const SprtQuestion question{.names = {plan.players[0].name, plan.players[1].name},
                              .ruleset = plan.ruleset.id,
                              .seed = plan.seed,
                              .terms = plan.stages[0].sprt};
  app::check_programs(plan);
  announce(question, options);
  catch_stop_signals();
  const tournament::Sprt sprt = tested(plan, options);
  std::cout << (options.json ? sprt_json(question, sprt) : sprt_text(question, sprt)) << std::flush;
  if (!std::cout) throw std::runtime_error("the answer cannot be written");
  constexpr int kNotStronger = 1;
  constexpr int kNoAnswer = 3;
  if (sprt.verdict() == tournament::SprtVerdict::accept_elo1) return 0;
  if (sprt.verdict() == tournament::SprtVerdict::accept_elo0) return kNotStronger;
  return received_stop_signal() != 0 ? exit_code_after_stop() : kNoAnswer;
}

}  // namespace

void add_sprt_command(command_line::Command& program) {
  command_line::Command& command = program.add_command("sprt", "Find out whether one player is stronger than another");
  const auto options = std::make_shared<Options>();
  command.add_option("NEW", options->one, "Who may be stronger: NAME, NAME:OPTION=VALUE,... or a JSON file of a player")
      .required();
  command.add_option("OLD", options->two, "Than whom").required();
  command
      .add_option("--elo", options->elo,
                  "The differences between which to decide, in standard deviations of a game (347 are one)")
      .expect_values(2)
      .check(command_line::number_in(-tournament::kMaxSprtElo, tournament::kMaxSprtElo))
      .show_default();
  command.add_flag("--logistic", options->logistic, "They are Elo as ratings have it");
  command.add_option("--alpha", options->alpha, "How often the greater may be taken where the lesser is true")
      .check(command_line::number_in(0.0001, 0.5))
      .show_default();
  command.add_option("--beta", options->beta, "And the lesser where the greater is")
      .check(command_line::number_in(0.0001, 0.5))
      .show_default();
  command.add_option("--games", options->games, "Without an answer, so many at most")
      .check(command_line::in_range(std::uint32_t{2}, kMostGames))
      .show_default();
  command.add_option("--seed", options->seed, "What all chance comes from; without it one is drawn and printed")
      .check(seed_check());
  command.add_option("--ruleset", options->ruleset, "A published ruleset or a JSON file").show_default();
  command.add_option("--to", options->folder, "Where a test of programs is kept, and goes on from; nowhere without it");
  command.add_option("--jobs", options->jobs, "Games at a time; the answer does not depend on it")
      .check(command_line::in_range(1, kMostGamesAtATime))
      .show_default();
  command.add_flag("--json", options->json, "Print the answer as a JSON object");
  command.add_flag("--quiet", options->quiet, "No progress");
  command.set_footer("Exit 0: stronger; 1: not; 3: the games did not tell.");
  command.set_action([options] { return test(*options); });
}

}  // namespace rensa::cli
