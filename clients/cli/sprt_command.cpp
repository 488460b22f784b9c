#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
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
#include "clients/cli/report/report.h"
#include "clients/cli/tournament/local_tournament.h"
#include "clients/cli/tournament/player_argument.h"
#include "clients/command_line/command_line.h"
#include "server/app/config.h"
#include "server/app/plan_lookup.h"
#include "server/app/private_server.h"
#include "server/base/exit_code.h"
#include "server/base/formatted.h"
#include "server/base/signed_decimal.h"
#include "server/base/temporary_folder.h"
#include "server/tournament/formats/sprt_format.h"
#include "server/tournament/plan/tournament_run.h"
#include "server/tournament/statistics/elo.h"
#include "server/tournament/statistics/sprt.h"

namespace rensa::cli {

namespace {

// The players and the conditions of a test.
struct SprtQuestion {
  std::array<std::string, 2> names;
  std::string ruleset;
  std::uint64_t seed = 0;
  tournament::SprtTerms terms;
};

using base::formatted;
using nlohmann::ordered_json;

std::string answer_text(const SprtQuestion& question, tournament::SprtVerdict verdict) {
  const std::string scale = question.terms.scale == tournament::EloScale::normalised ? "nElo" : "Elo";
  const std::string elo0 = formatted("%g", question.terms.elo0);
  const std::string elo1 = formatted("%g", question.terms.elo1);
  if (verdict == tournament::SprtVerdict::open) return "no answer yet between " + scale + " " + elo0 + " and " + elo1;
  if (verdict == tournament::SprtVerdict::accept_elo1)
    return "stronger: " + scale + " " + elo1 + " fits better than " + elo0;
  return "not stronger: " + scale + " " + elo0 + " fits better than " + elo1;
}

// Returns the difference in Elo as text. If it is unbounded on one side, only the other bound is shown.
std::string elo_text(const tournament::EloEstimate& elo) {
  const auto [value, low, high] = elo.elo;
  const std::string lower = base::signed_decimal(low);
  const std::string upper = base::signed_decimal(high);
  if (!elo.is_unbounded) return "Elo " + base::signed_decimal(value) + " [" + lower + ", " + upper + "]";
  return value > 0 ? "Elo above " + lower : "Elo below " + upper;
}

ordered_json elo_json(const tournament::EloEstimate& elo) {
  const ordered_json none;
  const auto [value, low, high] = elo.elo;
  const bool is_won = elo.is_unbounded && value > 0;
  const bool is_lost = elo.is_unbounded && value < 0;
  return {{"value", elo.is_unbounded ? none : ordered_json(value)},
          {"low", is_lost ? none : ordered_json(low)},
          {"high", is_won ? none : ordered_json(high)}};
}

// Returns the progress as text, such as "120 games, LLR 0.53 of -2.94 .. 2.94".
std::string sprt_progress(const tournament::Sprt& sprt) {
  const auto [low, high] = sprt.bounds();
  return formatted("%lld games, LLR %.2f of %.2f .. %.2f", static_cast<long long>(sprt.counts().games()),
                   sprt.log_likelihood_ratio(), low, high);
}

// A test after its last game.
struct PlayedTest {
  tournament::Sprt sprt;
  std::string failed_player;   // was benched, so that the test could not go on; empty: none
  std::size_t late_games = 0;  // that had begun before the answer and do not count; depends on the threads
};

// Returns the result as a line for people. Neither this line nor the JSON for programs contains the elapsed time.
std::string sprt_text(const SprtQuestion& question, const PlayedTest& played) {
  const tournament::Sprt& sprt = played.sprt;
  std::string out = question.names[0] + " against " + question.names[1] + ": ";
  out += answer_text(question, sprt.verdict()) + "; " + sprt_progress(sprt);
  if (!played.failed_player.empty()) out += "; " + played.failed_player + " failed too often";
  if (sprt.counts().games() == 0) return out += '\n';
  const tournament::Sample sample(sprt.counts());
  const auto normalised = tournament::estimate_normalised_elo(sample);
  out += "; " + elo_text(tournament::estimate_elo(sample));
  if (!normalised.is_unbounded)
    out += formatted(", nElo %s +- %.1f", base::signed_decimal(normalised.elo).c_str(), normalised.error);
  return out += formatted(", LOS %.4f\n", tournament::likelihood_of_superiority(sample));
}

ordered_json sprt_json(const SprtQuestion& question, const PlayedTest& played) {
  const tournament::Sprt& sprt = played.sprt;
  const auto [low, high] = sprt.bounds();
  ordered_json out = {{"players", {question.names[0], question.names[1]}},
                      {"ruleset", question.ruleset},
                      {"seed", question.seed},
                      {"scale", name_of(question.terms.scale)},
                      {"elo0", question.terms.elo0},
                      {"elo1", question.terms.elo1},
                      {"alpha", question.terms.alpha},
                      {"beta", question.terms.beta},
                      {"accepted", name_of(sprt.verdict())},
                      {"games", sprt.counts().games()},
                      {"pairs", sprt.counts().pairs},
                      {"llr", sprt.log_likelihood_ratio()},
                      {"bounds", {low, high}}};
  if (!played.failed_player.empty()) out["failed_player"] = played.failed_player;
  if (sprt.counts().games() > 0) {
    const tournament::Sample sample(sprt.counts());
    const auto normalised = tournament::estimate_normalised_elo(sample);
    out["elo"] = elo_json(tournament::estimate_elo(sample));
    if (!normalised.is_unbounded) out["normalised_elo"] = {{"value", normalised.elo}, {"error", normalised.error}};
    out["los"] = tournament::likelihood_of_superiority(sample);
  }
  return out;
}

constexpr std::uint32_t kMaxGames = 1'000'000;

struct SprtOptions {
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
  std::string exec_isolation = app::Config{}.exec_isolation;
  int jobs = 1;
  command_line::FormatChoice format;
  bool quiet = false;
};

std::string name_of(const nlohmann::json& player) {
  if (player.is_string()) return player.get<std::string>();
  return player["name"].is_string() ? player["name"].get<std::string>() : "";
}

tournament::TournamentPlan plan_of(const SprtOptions& options) {
  if (options.games % 2 != 0)
    throw command_line::UsageError("--games: has to be even, because games are played in pairs");
  if (options.elo[1] - options.elo[0] < tournament::kMinSprtWidth) {
    throw command_line::UsageError("--elo: the second has to be greater than the first by at least 0.1");
  }
  if (options.alpha + options.beta >= 1)
    throw command_line::UsageError("--alpha, --beta: their sum has to be less than 1");
  const nlohmann::json one = player_of_argument(options.one, "sprt");
  nlohmann::json two = player_of_argument(options.two, "sprt");
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
  return plan_of_generated_text(plan.dump(), "sprt");
}

// Prints the number of games that the test will probably take.
void print_expected_games(const SprtQuestion& question, const SprtOptions& options) {
  if (options.seed.empty()) std::cerr << "seed " << question.seed << '\n';
  if (options.quiet || options.logistic) return;
  const auto games = [&question](double elo) {
    return std::llround(2 * tournament::forecast(question.terms, elo).pairs);
  };
  std::cerr << "about " << games(question.terms.elo0) << " games if the difference is nElo " << question.terms.elo0
            << ", " << games((question.terms.elo0 + question.terms.elo1) / 2) << " if it is halfway, less beyond\n";
}

// Computes the state of the test from the games played so far.
class SprtOfProgress {
 public:
  explicit SprtOfProgress(const tournament::TournamentPlan& plan)
      : format_(0, {0, 1}, plan.stages[0].sprt, plan.stages[0].pairs) {}
  const tournament::Sprt& after(const tournament::TournamentProgress& tournament) { return format_.test(tournament); }

 private:
  tournament::SprtFormat format_;
};

PlayedTest played_test_of(const tournament::TournamentPlan& plan, const tournament::TournamentProgress& progress) {
  PlayedTest played{.sprt = SprtOfProgress(plan).after(progress), .failed_player = {}};
  played.late_games = progress.games_finished() - static_cast<std::size_t>(played.sprt.counts().games());
  if (played.sprt.verdict() != tournament::SprtVerdict::open) return played;
  for (std::size_t player = 0; player < plan.players.size(); ++player) {
    if (progress.is_benched(player)) played.failed_player = plan.players[player].name;
  }
  return played;
}

std::optional<processes::Isolation> isolation_of(const SprtOptions& options) {
  return app::isolation_of_setting(options.exec_isolation, {options.folder});
}

// Plays games until the test has an answer, the games run out, a player fails too often or a signal stops the program.
PlayedTest run_test(const tournament::TournamentPlan& plan, const SprtOptions& options) {
  ProgressLine progress(options.quiet);
  SprtOfProgress test(plan);
  const auto show = [&](const tournament::TournamentProgress& so_far) {
    if (progress.is_due()) progress.show(sprt_progress(test.after(so_far)));
  };
  const std::vector<players::Entrant> entrants = entrants_of(plan);
  if (!entrants.empty()) {
    return played_test_of(plan, run_tournament(plan, entrants, store_nowhere(),
                                               {.jobs = options.jobs, .stop = must_stop, .on_progress = show}));
  }
  const base::TemporaryFolder own;
  const std::filesystem::path folder = options.folder.empty() ? own.path() : std::filesystem::path(options.folder);
  const auto log = [&](const std::string& line) {
    progress.close();
    if (!options.quiet) std::cerr << line << '\n';
  };
  app::play_on_private_server(plan, folder,
                              {.jobs = options.jobs,
                               .should_stop = must_stop,
                               .on_progress = show,
                               .log = log,
                               .programs = app::find_programs(),
                               .isolation = isolation_of(options)});
  return played_test_of(plan, tournament::read_snapshot(plan, folder).progress);
}

int exit_code_of(const PlayedTest& played) {
  if (played.sprt.verdict() == tournament::SprtVerdict::accept_elo1) return base::kExitSuccess;
  if (played.sprt.verdict() == tournament::SprtVerdict::accept_elo0) return base::kExitAnswerIsNo;
  if (must_stop()) return exit_code_after_stop();
  return played.failed_player.empty() ? base::kExitNoAnswer : base::kExitPlayerFailed;
}

int run_sprt_command(const SprtOptions& options) {
  const tournament::TournamentPlan plan = plan_of(options);
  const SprtQuestion question{.names = {plan.players[0].name, plan.players[1].name},
                              .ruleset = plan.ruleset.id,
                              .seed = plan.seed,
                              .terms = plan.stages[0].sprt};
  if (entrants_of(plan).empty()) app::check_private_server(plan, app::find_programs(), isolation_of(options));
  print_expected_games(question, options);
  catch_stop_signals();
  const PlayedTest played = run_test(plan, options);
  if (options.format.is_text()) {
    std::cout << sprt_text(question, played) << std::flush;
  } else {
    const ordered_json answer = sprt_json(question, played);
    print_report(answer, answer, options.format.wanted());
  }
  if (!std::cout) throw base::OutputError("the answer cannot be written");
  const bool is_decided = played.sprt.verdict() != tournament::SprtVerdict::open;
  if (is_decided && played.late_games > 0 && !options.quiet) {
    std::cerr << played.late_games << " more games ended after the answer and do not count\n";
  }
  return exit_code_of(played);
}

}  // namespace

void add_sprt_command(command_line::Command& program) {
  command_line::Command& command = program.add_command("sprt", "Find out whether one player is stronger than another");
  const auto options = std::make_shared<SprtOptions>();
  command
      .add_option("NEW", options->one,
                  "The player that may be stronger: NAME, NAME:OPTION=VALUE,... or a JSON file that describes it")
      .required();
  command.add_option("OLD", options->two, "The player with which it is compared").required();
  command
      .add_option("--elo", options->elo,
                  "Decide between these two differences of strength, in normalised Elo (347 are one standard deviation "
                  "of a game)")
      .expect_values(2)
      .check(command_line::number_in(-tournament::kMaxSprtElo, tournament::kMaxSprtElo))
      .show_default();
  command.add_flag("--logistic", options->logistic, "--elo is in the logistic Elo of ratings");
  command
      .add_option("--alpha", options->alpha, "Probability to accept the greater difference if the lesser one is true")
      .check(command_line::number_in(0.0001, 0.5))
      .show_default();
  command.add_option("--beta", options->beta, "Probability to accept the lesser difference if the greater one is true")
      .check(command_line::number_in(0.0001, 0.5))
      .show_default();
  command.add_option("--games", options->games, "Play at most this number of games")
      .in_range_with_default(std::uint32_t{2}, kMaxGames);
  command.add_option("--seed", options->seed, "The source of all chance; without it, a random seed is printed")
      .check(seed_check());
  command.add_option("--ruleset", options->ruleset, "A published ruleset or a JSON file").show_default();
  command
      .add_option("--folder", options->folder,
                  "Store a test of programs in this folder, and continue the test that is stored there")
      .hidden_alias("--to");
  add_jobs_option(command, options->jobs, "Number of games at a time; the answer does not depend on it");
  add_exec_isolation_option(command, options->exec_isolation);
  command_line::add_format_options(command, options->format);
  command.add_flag("--quiet", options->quiet, "Print no progress");
  command.set_footer(
      "Exit codes: 0 if NEW is stronger, 3 if it is not, 4 if the games gave no answer, 5 if a player "
      "failed too often.");
  command.set_action([options] { return run_sprt_command(*options); });
}

}  // namespace rensa::cli
