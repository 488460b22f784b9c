#include "clients/cli/puzzle_generate_command.h"

#include <CLI/CLI.hpp>
#include <ctime>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "clients/cli/match/seed_option.h"
#include "clients/cli/number_option.h"
#include "clients/cli/puzzle/problem_files.h"
#include "clients/cli/puzzle/puzzle_text.h"
#include "clients/cli/puzzle/sheet.h"
#include "clients/cli/range_option.h"
#include "clients/option/output_file.h"
#include "engine/puzzles/appeal.h"

namespace rensa::cli {

namespace {

// Features are means over the first so many solutions.
constexpr std::size_t kDescribedSolutions = 1000;
// A page that a browser can still print.
constexpr int kMostOnSheet = 1000;
constexpr std::uint64_t kMostTries = 1'000'000'000'000;  // weeks

// Nobody asks for 2.0 to the last digit.
constexpr RangeRule kScores{.least = 1, .most = 5, .around = 0.5};
constexpr RangeRule kSuperfluous{.least = 0, .most = 60, .numbers = Numbers::whole};

constexpr const char* kBackward = "backward";
constexpr const char* kRandom = "random";

struct GenerateOptions {
  puzzles::Recipe recipe;
  int count = 10;
  std::string method = kBackward;
  std::optional<std::string> difficulty;
  std::optional<std::string> usefulness;
  std::optional<std::string> superfluous;
  bool only_one = false;
  bool alike = false;
  std::uint64_t seed = 1;
  std::uint64_t tries = 2'000'000;
  bool json = false;
  std::optional<std::string> files;
  std::optional<std::string> sheet;
};

struct Problem {
  puzzles::Generated generated;
  puzzles::Features features;
  puzzles::Appeal appeal;
};

Problem described(puzzles::Generated generated) {
  const puzzles::Solved solved = puzzles::solve(generated.puzzle, {.most_solutions = kDescribedSolutions});
  const puzzles::Features features = puzzles::features_of(generated.puzzle, solved);
  return {.generated = std::move(generated),
          .features = features,
          .appeal = puzzles::appeal_of(features, puzzles::kPublishedModel)};
}

std::string why_no_method(const std::string& text) {
  if (text == kBackward || text == kRandom) return {};
  return "there is no method '" + text + "', only " + kBackward + " and " + kRandom;
}

std::string why_no_path(const std::string& text) { return text.empty() ? "a name is needed" : ""; }

// Precondition: the option's own check has let it pass.
Range asked(const std::optional<std::string>& text, const RangeRule& rule) {
  return text ? *range_of_option(*text, rule) : Range{};
}

puzzles::Recipe recipe_of(const GenerateOptions& options) {
  puzzles::Recipe recipe = options.recipe;
  recipe.method = options.method == kRandom ? puzzles::Method::random : puzzles::Method::backward;
  recipe.solutions = options.only_one ? puzzles::Solutions::only_one : puzzles::Solutions::any;
  recipe.beside = options.alike ? puzzles::Beside::may_be_alike : puzzles::Beside::differ;
  const Range superfluous = asked(options.superfluous, kSuperfluous);
  if (superfluous.low) recipe.least_superfluous = static_cast<int>(*superfluous.low);
  if (superfluous.high) recipe.most_superfluous = static_cast<int>(*superfluous.high);
  if (options.sheet && options.count > kMostOnSheet) {
    throw CLI::ValidationError("a sheet has room for " + std::to_string(kMostOnSheet) + " problems");
  }
  if (const auto why = puzzles::why_not(recipe)) throw CLI::ValidationError(*why);
  return recipe;
}

// `take` is told of each as it is found; the number of them.
template <class Take>
int generate(const puzzles::Recipe& recipe, const GenerateOptions& options, Take take) {
  const Range difficulty = asked(options.difficulty, kScores);
  const Range usefulness = asked(options.usefulness, kScores);
  puzzles::Generator generator(recipe, options.seed);
  int found = 0;
  std::uint64_t begun = 0;
  while (found < options.count && generator.sketches() - begun < options.tries) {
    auto generated = generator.next(options.tries - (generator.sketches() - begun));
    if (!generated) break;
    Problem problem = described(std::move(*generated));
    if (!difficulty.has(problem.appeal.difficulty) || !usefulness.has(problem.appeal.usefulness)) continue;
    begun = generator.sketches();
    ++found;
    take(std::move(problem));
  }
  return found;
}

nlohmann::ordered_json json_of_problem(const Problem& problem) {
  nlohmann::ordered_json row = json_of(problem.generated.puzzle);
  row["solution"] = text_of(problem.generated.puzzle, problem.generated.solution);
  row["superfluous"] = problem.generated.superfluous;
  row["features"] = json_of(problem.features);
  row["difficulty"] = problem.appeal.difficulty;
  row["usefulness"] = problem.appeal.usefulness;
  return row;
}

// A file that `rensa puzzle solve` takes, with what people want to know as comments.
std::string file_of(const Problem& problem) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(2) << "# " << task_of(problem.generated.puzzle) << '\n'
       << "# difficulty " << problem.appeal.difficulty << ", usefulness " << problem.appeal.usefulness << '\n'
       << url_of(problem.generated.puzzle, {}) << '\n'
       << "# solution: " << text_of(problem.generated.puzzle, problem.generated.solution) << '\n';
  return text.str();
}

int run_generate(const GenerateOptions& options) {
  constexpr int kTooFew = 1;
  const puzzles::Recipe recipe = recipe_of(options);
  if (options.files) prepare_folder(*options.files);
  const auto begin = std::clock();
  std::vector<puzzles::Generated> kept;
  int number = 0;
  const int found = generate(recipe, options, [&](Problem problem) {
    ++number;
    if (options.files) {
      option::write_output_file(file_in(*options.files, number), file_of(problem));
    } else if (options.json) {
      std::cout << json_of_problem(problem).dump() << '\n';
    } else if (!options.sheet) {
      std::cout << url_of(problem.generated.puzzle, {}) << '\n';
    }
    if (options.sheet) kept.push_back(std::move(problem.generated));
  });
  // An empty page is not worth the one that may be there.
  if (options.sheet && found > 0) option::write_output_file(*options.sheet, sheet_of(kept, "Problems"));
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::cerr << found << (found == 1 ? " problem in " : " problems in ") << std::fixed << std::setprecision(2) << seconds
            << " s of CPU\n";
  if (found == options.count) return 0;
  std::cerr << "rensa: no more than " << found << " found; a wider range or more --tries may help\n";
  return kTooFew;
}

// What the other method does not know is refused with it, not read over.
void refuse_of_other_method(const GenerateOptions& options, const std::vector<CLI::Option*>& backward_only,
                            const std::vector<CLI::Option*>& random_only) {
  const bool is_random = options.method == kRandom;
  for (const CLI::Option* option : is_random ? backward_only : random_only) {
    if (option->count() == 0) continue;
    throw CLI::ValidationError(option->get_name() + " is for --method " + (is_random ? kBackward : kRandom));
  }
}

}  // namespace

void add_puzzle_generate_command(CLI::App& puzzle, int& exit_code) {
  const auto options = std::make_shared<GenerateOptions>();
  puzzles::Recipe& recipe = options->recipe;
  CLI::App* command = puzzle.add_subcommand("generate", "Problems \"in so many hands a chain of so many links\"");
  command->add_option("--hands", recipe.hands, "Pairs that are to be placed")->capture_default_str();
  command->add_option("--chain", recipe.links, "Links, exactly")->capture_default_str();
  command->add_option("--count", options->count, "So many problems")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  command->add_option("--method", options->method, "From the end, or by chance")
      ->check(CLI::Validator(why_no_method, "backward or random"))
      ->capture_default_str();
  command->add_option("--difficulty", options->difficulty, "Only those thought to be so hard; 2 is 1.5..2.5")
      ->check(range_in(kScores));
  command->add_option("--usefulness", options->usefulness, "Only those thought to be so useful; 2 is 1.5..2.5")
      ->check(range_in(kScores));
  command->add_option("--superfluous", options->superfluous, "So many puyos that do not vanish; 2 is exactly two")
      ->check(range_in(kSuperfluous));
  command->add_flag("--only-one", options->only_one, "Only problems with one solution");
  command->add_option("--colours", recipe.colours, "Of 5")->capture_default_str();
  CLI::Option* largest_group =
      command->add_option("--largest-group", recipe.largest_group, "backward: groups of up to so many puyos, 4 to 6")
          ->capture_default_str();
  CLI::Option* supports =
      command->add_option("--supports", recipe.supports, "backward: at most so many puyos that hold others up")
          ->capture_default_str();
  command->add_option("--rows", recipe.rows, "How high columns may be")->capture_default_str();
  CLI::Option* alike = command->add_flag("--alike", options->alike, "random: puyos side by side may be of one colour");
  command->add_option("--seed", options->seed, "The same problems for the same seed")
      ->check(CLI::Validator(why_no_seed, "NUMBER"))
      ->capture_default_str();
  command->add_option("--tries", options->tries, "Give up after so many sketches without a problem")
      ->check(whole_number_in(1, kMostTries))
      ->capture_default_str();
  CLI::Option* json = command->add_flag("--json", options->json, "A line of JSON each, not its URL");
  command->add_option("--files", options->files, "A file each in this folder, which is made if it is not there")
      ->check(CLI::Validator(why_no_path, "FOLDER"))
      ->excludes(json);
  command->add_option("--sheet", options->sheet, "A page of HTML to be printed, solutions at the end")
      ->check(CLI::Validator(option::why_not_written, "FILE"));
  command->footer(kNotation);
  command->callback([=, &exit_code] {
    refuse_of_other_method(*options, {largest_group, supports}, {alike});
    exit_code = run_generate(*options);
  });
}

}  // namespace rensa::cli
