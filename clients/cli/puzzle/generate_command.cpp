#include <cmath>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/match/game_options.h"
#include "clients/cli/puzzle/puzzle_text.h"
#include "clients/cli/report/report.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "engine/puzzles/puzzle_rating.h"
#include "engine/rules/numbers.h"
#include "engine/rules/parsed.h"
#include "server/base/exit_code.h"
#include "server/base/formatted.h"

namespace rensa::cli {

namespace {

// The value of an option such as "2..4", "2..", "..4" or "2".
struct Range {
  std::optional<double> low{};  // nullopt: no bound
  std::optional<double> high{};
  bool has(double value) const { return (!low || value >= *low) && (!high || value <= *high); }
};

// The allowed bounds of a range.
struct RangeRule {
  double least = 0;
  double most = 0;
  bool is_whole = false;
  double tolerance = 0;  // a single number x means x - tolerance to x + tolerance
};

rules::ParseError range_error(const std::string& text, const std::string& why) { return {"'" + text + "' " + why, 0}; }

// Refuses an empty range and bounds that the rule does not allow.
rules::Parsed<Range> parse_range(const std::string& text, const RangeRule& rule) {
  const auto dots = text.find("..");
  const bool is_alone = dots == std::string::npos;
  const std::string first = text.substr(0, dots);
  const std::string last = is_alone ? first : text.substr(dots + 2);
  const Range range{.low = rules::parse_number<double>(first), .high = rules::parse_number<double>(last)};
  const auto is_unreadable = [](const std::string& part, const std::optional<double>& number) {
    return !part.empty() && !number;
  };
  if (is_unreadable(first, range.low) || is_unreadable(last, range.high) || (!range.low && !range.high)) {
    return range_error(text, "is no number and no range such as 2..4");
  }
  for (const auto& number : {range.low, range.high}) {
    if (!number) continue;
    // The condition is written so that it also refuses "nan".
    if (!(*number >= rule.least && *number <= rule.most)) {
      return range_error(text, base::formatted("is not within %.12g to %.12g", rule.least, rule.most));
    }
    if (rule.is_whole && *number != std::floor(*number)) return range_error(text, "is not whole");
  }
  if (is_alone) return Range{.low = *range.low - rule.tolerance, .high = *range.high + rule.tolerance};
  if (range.low && range.high && *range.low > *range.high)
    return range_error(text, "is empty: the larger number is first");
  return range;
}

command_line::Check range_in(const RangeRule& rule) {
  const auto why_refused = [rule](const std::string& text) {
    const auto range = parse_range(text, rule);
    return range ? std::string() : range.error().message;
  };
  return {why_refused, base::formatted("A..B within %.12g to %.12g", rule.least, rule.most)};
}

namespace fs = std::filesystem;

constexpr const char* kFileBegin = "puzzle_";
constexpr const char* kFileEnd = ".txt";

[[noreturn]] void refuse_path(const fs::path& path, const std::string& why) {
  throw std::runtime_error(path.string() + " cannot be written: " + why);
}

// Checks that the folder above the path exists. Only the last folder of a path is made, so that a typing error does not
// make several folders.
void check_parent_folder(const fs::path& path) {
  const fs::path itself = path.has_filename() ? path : path.parent_path();  // "made/" becomes "made"
  const fs::path above = itself.has_parent_path() ? itself.parent_path() : fs::path(".");
  std::error_code ignored;
  if (!fs::is_directory(above, ignored)) refuse_path(path, "there is no folder " + above.string());
}

bool is_problem(const fs::path& file) {
  return file.filename().string().starts_with(kFileBegin) && file.extension() == kFileEnd;
}

// Makes the folder if it does not exist. Throws std::runtime_error if the path is a file, if the folder above it is
// missing, or if the folder already has problems: files of an earlier call would remain among the new ones.
void prepare_folder(const fs::path& folder) {
  std::error_code failed;
  if (!fs::exists(folder, failed)) {
    check_parent_folder(folder);
    fs::create_directory(folder, failed);
    if (failed) refuse_path(folder, failed.message());
    return;
  }
  if (!fs::is_directory(folder, failed)) refuse_path(folder, "it is a file, not a folder");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
    if (is_problem(entry.path())) {
      refuse_path(folder, "it has problems in it already, such as " + entry.path().filename().string());
    }
  }
  if (failed) refuse_path(folder, failed.message());
}

fs::path file_in(const fs::path& folder, int number) {
  std::ostringstream name;
  name << kFileBegin << std::setw(5) << std::setfill('0') << number << kFileEnd;
  return folder / name.str();
}

// The number of solutions over which the features of a problem are averaged.
constexpr std::size_t kDescribedSolutions = 1000;
// The most problems on a sheet, because browsers cannot print larger pages.
constexpr int kMaxOnSheet = 1000;
constexpr std::uint64_t kMaxTries = 1'000'000'000'000;  // takes weeks

// The score "2" means 1.5 to 2.5.
constexpr RangeRule kScores{.least = 1, .most = 5, .tolerance = 0.5};
constexpr RangeRule kSuperfluous{.least = 0, .most = 60, .is_whole = true};

constexpr const char* kBackward = "backward";
constexpr const char* kRandom = "random";

struct GenerateOptions {
  puzzles::GeneratorSettings settings;
  int count = 10;
  std::string method = kBackward;
  std::optional<std::string> difficulty;
  std::optional<std::string> usefulness;
  std::optional<std::string> superfluous;
  bool one_solution = false;
  bool has_same_neighbours = false;
  std::uint64_t seed = 1;
  std::uint64_t tries = 2'000'000;
  command_line::FormatChoice format;
  std::optional<std::string> folder;
  std::optional<std::string> sheet;
};

struct Problem {
  puzzles::GeneratedPuzzle generated;
  puzzles::Features features;
  puzzles::PuzzleRating rating;
};

// Computes the features and the rating of a problem.
Problem describe_problem(puzzles::GeneratedPuzzle generated) {
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
  settings.method = options.method == kRandom ? puzzles::SketchMethod::random : puzzles::SketchMethod::backward;
  settings.solutions = options.one_solution ? puzzles::RequiredSolutions::only_one : puzzles::RequiredSolutions::any;
  settings.neighbours =
      options.has_same_neighbours ? puzzles::SideNeighbours::may_match : puzzles::SideNeighbours::differ;
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
    Problem problem = describe_problem(std::move(*generated));
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

// Returns the content of a file for `rensa puzzle solve`, with the task, the rating and a solution as comments.
std::string file_text_of(const Problem& problem) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(2) << "# " << task_of(problem.generated.puzzle) << '\n'
       << "# difficulty " << problem.rating.difficulty << ", usefulness " << problem.rating.usefulness << '\n'
       << url_of(problem.generated.puzzle, {}) << '\n'
       << "# solution: " << text_of(problem.generated.puzzle, problem.generated.solution) << '\n';
  return text.str();
}

int run_generate(const GenerateOptions& options) {
  const puzzles::GeneratorSettings settings = settings_of(options);
  if (options.folder) prepare_folder(*options.folder);
  const auto begin = std::clock();
  std::vector<puzzles::GeneratedPuzzle> kept;
  int number = 0;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  const int found = generate(settings, options, [&](Problem problem) {
    ++number;
    if (options.folder) {
      command_line::write_output_file(file_in(*options.folder, number), file_text_of(problem));
    } else if (options.format.is_json()) {
      std::cout << json_of_problem(problem).dump() << '\n';
    } else if (options.format.is_table()) {
      rows.push_back(json_of_problem(problem));
    } else if (!options.sheet) {
      std::cout << url_of(problem.generated.puzzle, {}) << '\n';
    }
    if (options.sheet) kept.push_back(std::move(problem.generated));
  });
  if (options.format.is_table() && !options.folder) print_report(rows, rows, options.format.wanted());
  // Without problems no sheet is written, so that an empty one does not replace an existing file.
  if (options.sheet && found > 0) command_line::write_output_file(*options.sheet, sheet_of(kept, "Problems"));
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::cerr << found << (found == 1 ? " problem in " : " problems in ") << std::fixed << std::setprecision(2) << seconds
            << " s of CPU\n";
  if (found == options.count) return 0;
  std::cerr << "rensa: no more than " << found << " found; a wider range or more --tries may help\n";
  return base::kExitNoAnswer;
}

// Refuses options that the chosen method does not use, instead of ignoring them.
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
      puzzle.add_command("generate", "Make problems such as \"in 2 hands a chain of 3 links\"");
  command.add_option("--hands", settings.hands, "Number of pairs to place").show_default();
  command.add_option("--chain", settings.links, "Exact number of links of the chain").show_default();
  command.add_option("--count", options->count, "Number of problems").in_range_with_default(1, 10'000'000);
  command.add_option("--method", options->method, "Build sketches backward from the end, or at random")
      .check({why_method_refused, "backward or random"})
      .show_default();
  command.add_option("--difficulty", options->difficulty, "Only problems with this predicted difficulty; 2 is 1.5..2.5")
      .check(range_in(kScores));
  command.add_option("--usefulness", options->usefulness, "Only problems with this predicted usefulness; 2 is 1.5..2.5")
      .check(range_in(kScores));
  command.add_option("--superfluous", options->superfluous, "Number of puyos that do not vanish; 2 is exactly two")
      .check(range_in(kSuperfluous));
  command.add_flag("--one-solution", options->one_solution, "Only problems with exactly one solution")
      .hidden_alias("--only-one");
  command.add_option("--colours", settings.colours, "Number of colours, at most 5").show_default();
  command_line::Option& largest_group =
      command.add_option("--largest-group", settings.largest_group, "backward: most puyos of a group, 4 to 6")
          .show_default();
  command_line::Option& supports =
      command
          .add_option("--max-supports", settings.supports, "backward: at most this number of puyos only hold others up")
          .show_default()
          .hidden_alias("--supports");
  command.add_option("--max-height", settings.rows, "Greatest height of a column")
      .show_default()
      .hidden_alias("--rows");
  command_line::Option& same_neighbours = command
                                              .add_flag("--same-colour-neighbours", options->has_same_neighbours,
                                                        "random: puyos side by side may have the same colour")
                                              .hidden_alias("--alike");
  add_seed_option(command, options->seed, "The same seed gives the same problems");
  command.add_option("--tries", options->tries, "Give up after this number of sketches without a problem")
      .check(command_line::whole_number_in(1, kMaxTries))
      .show_default();
  const auto [format, json] = command_line::add_format_options(command, options->format);
  json.help("The same as --format json: a line of JSON for each problem, as soon as it is found");
  command.add_option("--folder", options->folder, "Write a file for each problem into this folder")
      .check({why_folder_refused, "FOLDER"})
      .excludes(json)
      .excludes(format)
      .hidden_alias("--files");
  command.add_option("--sheet", options->sheet, "Write a page of HTML to print, with the solutions at its end")
      .check({command_line::why_not_writable, "FILE"});
  command.set_footer(kNotation);
  command.set_action([options, &largest_group, &supports, &same_neighbours] {
    refuse_options_of_other_method(*options, {&largest_group, &supports}, {&same_neighbours});
    return run_generate(*options);
  });
}

}  // namespace rensa::cli
