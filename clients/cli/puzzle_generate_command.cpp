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

#include "clients/cli/commands.h"
#include "clients/cli/match/game_options.h"
#include "clients/cli/puzzle/problem_files.h"
#include "clients/cli/puzzle/puzzle_text.h"
#include "clients/cli/puzzle/sheet.h"
#include "clients/cli/range_option.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "engine/puzzles/puzzle_rating.h"

namespace rensa::cli {

namespace {

// The number of solutions over which the features of a problem are averaged.
constexpr std::size_t kDescribedSolutions = 1000;
// Browsers cannot print larger pages.
constexpr int kMaxOnSheet = 1000;
constexpr std::uint64_t kMaxTries = 1'000'000'000'000;  // takes weeks

// The score "2" means 1.5 to 2.5.
constexpr RangeRule kScores{.least = 1, .most = 5, .tolerance = 0.5};
constexpr RangeRule kSuperfluous{.least = 0, .most = 60, .numbers = Numbers::whole};

constexpr const char* kBackward = "backward";
constexpr const char* kRandom = "random";

struct GenerateOptions {
  puzzles::GeneratorSettings settings;
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
  puzzles::GeneratedPuzzle generated;
  puzzles::Features features;
  puzzles::PuzzleRating rating;
};

Problem describe(puzzles::GeneratedPuzzle generated) {
  const puzzles::SolveResult solved = puzzles::solve(generated.puzzle, {.max_solutions = kDescribedSolutions});
  const puzzles::Features features = puzzles::features_of(generated.puzzle, solved);
  return {.generated = std::move(generated),
          .features = features,
          .rating = puzzles::predict_rating(features, puzzles::kPublishedRatingModel)};
}

std::string why_method_refused(const std::string& text) {
  if (text == kBackward || text == kRandom) return {};
  return "there is no method '" + text + "', only " + kBackward + " and " + kRandom;
}

std::string why_folder_refused(const std::string& text) { return text.empty() ? "a name is needed" : ""; }

// Precondition: the text has passed the check of its option.
Range range_of(const std::optional<std::string>& text, const RangeRule& rule) {
  return text ? *parse_range(*text, rule) : Range{};
}

puzzles::GeneratorSettings settings_of(const GenerateOptions& options) {
  puzzles::GeneratorSettings settings = options.settings;
  settings.method = options.method == kRandom ? puzzles::Method::random : puzzles::Method::backward;
  settings.solutions = options.only_one ? puzzles::Solutions::only_one : puzzles::Solutions::any;
  settings.neighbours = options.alike ? puzzles::SideNeighbours::may_match : puzzles::SideNeighbours::differ;
  const Range superfluous = range_of(options.superfluous, kSuperfluous);
  if (superfluous.low) settings.min_superfluous = static_cast<int>(*superfluous.low);
  if (superfluous.high) settings.max_superfluous = static_cast<int>(*superfluous.high);
  if (options.sheet && options.count > kMaxOnSheet) {
    throw command_line::UsageError("a sheet has room for " + std::to_string(kMaxOnSheet) + " problems");
  }
  if (const auto why = puzzles::find_settings_error(settings)) throw command_line::UsageError(*why);
  return settings;
}

// Calls `take` with each problem when it is found, and returns their number.
template <class Take>
int generate(const puzzles::GeneratorSettings& settings, const GenerateOptions& options, Take take) {
  const Range difficulty = range_of(options.difficulty, kScores);
  const Range usefulness = range_of(options.usefulness, kScores);
  puzzles::Generator generator(settings, options.seed);
  int found = 0;
  std::uint64_t sketches_before = 0;
  while (found < options.count && generator.sketches() - sketches_before < options.tries) {
    auto generated = generator.next(options.tries - (generator.sketches() - sketches_before));
    if (!generated) break;
    Problem problem = describe(std::move(*generated));
    if (!difficulty.has(problem.rating.difficulty) || !usefulness.has(problem.rating.usefulness)) continue;
    sketches_before = generator.sketches();
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
  row["difficulty"] = problem.rating.difficulty;
  row["usefulness"] = problem.rating.usefulness;
  return row;
}

// Returns a file for `rensa puzzle solve`, with the task, the rating and a solution as comments.
std::string file_of(const Problem& problem) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(2) << "# " << task_of(problem.generated.puzzle) << '\n'
       << "# difficulty " << problem.rating.difficulty << ", usefulness " << problem.rating.usefulness << '\n'
       << url_of(problem.generated.puzzle, {}) << '\n'
       << "# solution: " << text_of(problem.generated.puzzle, problem.generated.solution) << '\n';
  return text.str();
}

int run_generate(const GenerateOptions& options) {
  constexpr int kTooFew = 1;
  const puzzles::GeneratorSettings settings = settings_of(options);
  if (options.files) prepare_folder(*options.files);
  const auto begin = std::clock();
  std::vector<puzzles::GeneratedPuzzle> kept;
  int number = 0;
  const int found = generate(settings, options, [&](Problem problem) {
    ++number;
    if (options.files) {
      command_line::write_output_file(file_in(*options.files, number), file_of(problem));
    } else if (options.json) {
      std::cout << json_of_problem(problem).dump() << '\n';
    } else if (!options.sheet) {
      std::cout << url_of(problem.generated.puzzle, {}) << '\n';
    }
    if (options.sheet) kept.push_back(std::move(problem.generated));
  });
  // An empty sheet does not replace an existing file.
  if (options.sheet && found > 0) command_line::write_output_file(*options.sheet, sheet_of(kept, "Problems"));
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::cerr << found << (found == 1 ? " problem in " : " problems in ") << std::fixed << std::setprecision(2) << seconds
            << " s of CPU\n";
  if (found == options.count) return 0;
  std::cerr << "rensa: no more than " << found << " found; a wider range or more --tries may help\n";
  return kTooFew;
}

// Options that the chosen method does not use are refused instead of ignored.
void refuse_options_of_other_method(const GenerateOptions& options,
                                    const std::vector<command_line::Option*>& backward_only,
                                    const std::vector<command_line::Option*>& random_only) {
  const bool is_random = options.method == kRandom;
  for (const command_line::Option* option : is_random ? backward_only : random_only) {
    if (!option->is_given()) continue;
    throw command_line::UsageError(option->name() + " is for --method " + (is_random ? kBackward : kRandom));
  }
}

}  // namespace

void add_puzzle_generate_command(command_line::Command& puzzle) {
  const auto options = std::make_shared<GenerateOptions>();
  puzzles::GeneratorSettings& settings = options->settings;
  command_line::Command& command =
      puzzle.add_command("generate", "Problems \"in so many hands a chain of so many links\"");
  command.add_option("--hands", settings.hands, "Pairs that are to be placed").show_default();
  command.add_option("--chain", settings.links, "Links, exactly").show_default();
  command.add_option("--count", options->count, "So many problems")
      .check(command_line::in_range(1, 10'000'000))
      .show_default();
  command.add_option("--method", options->method, "From the end, or by chance")
      .check({why_method_refused, "backward or random"})
      .show_default();
  command.add_option("--difficulty", options->difficulty, "Only those thought to be so hard; 2 is 1.5..2.5")
      .check(range_in(kScores));
  command.add_option("--usefulness", options->usefulness, "Only those thought to be so useful; 2 is 1.5..2.5")
      .check(range_in(kScores));
  command.add_option("--superfluous", options->superfluous, "So many puyos that do not vanish; 2 is exactly two")
      .check(range_in(kSuperfluous));
  command.add_flag("--only-one", options->only_one, "Only problems with one solution");
  command.add_option("--colours", settings.colours, "Of 5").show_default();
  command_line::Option& largest_group =
      command.add_option("--largest-group", settings.largest_group, "backward: groups of up to so many puyos, 4 to 6")
          .show_default();
  command_line::Option& supports =
      command.add_option("--supports", settings.supports, "backward: at most so many puyos that hold others up")
          .show_default();
  command.add_option("--rows", settings.rows, "How high columns may be").show_default();
  command_line::Option& alike =
      command.add_flag("--alike", options->alike, "random: puyos side by side may be of one colour");
  command.add_option("--seed", options->seed, "The same problems for the same seed").check(seed_check()).show_default();
  command.add_option("--tries", options->tries, "Give up after so many sketches without a problem")
      .check(command_line::whole_number_in(1, kMaxTries))
      .show_default();
  command_line::Option& json = command.add_flag("--json", options->json, "A line of JSON each, not its URL");
  command.add_option("--files", options->files, "A file each in this folder, which is made if it is not there")
      .check({why_folder_refused, "FOLDER"})
      .excludes(json);
  command.add_option("--sheet", options->sheet, "A page of HTML to be printed, solutions at the end")
      .check({command_line::why_not_writable, "FILE"});
  command.set_footer(kNotation);
  command.set_action([options, &largest_group, &supports, &alike] {
    refuse_options_of_other_method(*options, {&largest_group, &supports}, {&alike});
    return run_generate(*options);
  });
}

}  // namespace rensa::cli
