#include "clients/cli/puzzle_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "clients/cli/match/seed_option.h"
#include "clients/cli/puzzle/puzzle_source.h"
#include "clients/cli/puzzle/puzzle_text.h"
#include "clients/cli/puzzle/sheet.h"
#include "engine/puzzle/appeal.h"
#include "engine/rules/picture.h"

namespace rensa::cli {

namespace {

constexpr int kWentWrong = 1;

// "2..4", "2.." and "3": bounds that may be left open.
struct Range {
  double low = -1e9;
  double high = 1e9;
  bool has(double value) const { return value >= low && value <= high; }
};

Range range_of(const std::string& option, const std::string& text) {
  if (text.empty()) return {};
  const auto number = [&](const std::string& part, double open) {
    if (part.empty()) return open;
    std::size_t read = 0;
    double value = 0;
    try {
      value = std::stod(part, &read);
    } catch (const std::logic_error&) {
      read = 0;
    }
    if (read != part.size() || !std::isfinite(value))
      throw CLI::ValidationError(option + " " + text + " is no range such as 2..4");
    return value;
  };
  const auto dots = text.find("..");
  Range range;
  range.low = number(text.substr(0, dots), range.low);
  range.high = dots == std::string::npos ? range.low : number(text.substr(dots + 2), range.high);
  if (range.low > range.high) throw CLI::ValidationError(option + " " + text + " is empty");
  return range;
}

// --- solve

struct SolveOptions {
  std::string source;
  std::string goal;
  std::size_t show = 10;
  std::uint64_t nodes = 200'000'000;
  bool json = false;
};

// Features are means over the first so many solutions.
constexpr std::size_t kDescribedSolutions = 1000;
// A page that a browser can still print.
constexpr int kMostOnSheet = 1000;

std::string summary_of(const puzzle::Solved& solved) {
  if (solved.different == 0) return solved.complete ? "no solution" : "none found, the search was given up";
  std::string text = std::to_string(solved.different) + (solved.different == 1 ? " solution" : " solutions");
  if (solved.ways != solved.different) text += " (" + std::to_string(solved.ways) + " with doubles upside down)";
  text += ", the shortest in " + std::to_string(solved.hands) + (solved.hands == 1 ? " hand" : " hands");
  return solved.complete ? text : text + "; the search was given up, there may be more";
}

int run_solve(const SolveOptions& options) {
  bool all_solvable = true;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const NamedPuzzle& named : puzzles_of(options.source, options.goal)) {
    const puzzle::Solved solved =
        puzzle::solve(named.puzzle, {.most_solutions = options.show, .most_nodes = options.nodes});
    all_solvable = all_solvable && solved.different > 0;
    if (options.json) {
      nlohmann::ordered_json row = json_of(named.puzzle);
      row.update(json_of(named.puzzle, solved));
      rows.push_back(row);
      continue;
    }
    std::cout << named.name << '\n'
              << rules::picture_of(named.puzzle.field) << task_of(named.puzzle) << ": " << summary_of(solved) << '\n';
    for (const puzzle::Solution& solution : solved.solutions) {
      std::cout << "  " << text_of(named.puzzle, solution) << "  " << url_of(named.puzzle, solution) << '\n';
    }
  }
  if (options.json) std::cout << rows.dump(2) << '\n';
  return all_solvable ? 0 : kWentWrong;
}

void add_solve(CLI::App& command, int& exit_code) {
  const auto options = std::make_shared<SolveOptions>();
  CLI::App* solve = command.add_subcommand("solve", "All solutions of a puzzle, the shortest first");
  solve->add_option("puzzle", options->source, "An ips URL, the part of it after \"?\", or a file with one a line")
      ->required();
  solve->add_option("--goal", options->goal, "Instead of the URL's: three letters as there, such as u03 or 270");
  solve->add_option("--show", options->show, "So many solutions")->check(CLI::Range(0, 100'000))->capture_default_str();
  solve->add_option("--nodes", options->nodes, "Give up after so many fields")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  solve->add_flag("--json", options->json, "The same as JSON");
  solve->callback([options, &exit_code] { exit_code = run_solve(*options); });
}

// --- generate

struct GenerateOptions {
  puzzle::Recipe recipe;
  int count = 10;
  std::string difficulty;
  std::string usefulness;
  std::string superfluous;
  bool only_one = false;
  bool alike = false;
  std::uint64_t seed = 1;
  std::uint64_t tries = 2'000'000;
  bool json = false;
  std::string files;
  std::string sheet;
};

struct Problem {
  puzzle::Generated generated;
  puzzle::Features features;
  puzzle::Appeal appeal;
};

Problem described(puzzle::Generated generated) {
  const puzzle::Solved solved = puzzle::solve(generated.puzzle, {.most_solutions = kDescribedSolutions});
  const puzzle::Features features = puzzle::features_of(generated.puzzle, solved);
  return {.generated = std::move(generated),
          .features = features,
          .appeal = puzzle::appeal_of(features, puzzle::kPublishedModel)};
}

puzzle::Recipe recipe_of(const GenerateOptions& options) {
  puzzle::Recipe recipe = options.recipe;
  recipe.solutions = options.only_one ? puzzle::Solutions::only_one : puzzle::Solutions::any;
  recipe.beside = options.alike ? puzzle::Beside::may_be_alike : puzzle::Beside::differ;
  if (!options.superfluous.empty()) {
    const Range range = range_of("--superfluous", options.superfluous);
    recipe.least_superfluous = static_cast<int>(std::ceil(std::clamp(range.low, 0.0, 61.0)));
    if (range.high < 1e9) recipe.most_superfluous = static_cast<int>(std::floor(std::clamp(range.high, -1.0, 61.0)));
  }
  if (options.alike && recipe.method != puzzle::Method::random) {
    throw CLI::ValidationError("--alike is for --method random");
  }
  if (!options.sheet.empty() && options.count > kMostOnSheet) {
    throw CLI::ValidationError("a sheet has room for " + std::to_string(kMostOnSheet) + " problems");
  }
  if (const auto why = puzzle::why_not(recipe)) throw CLI::ValidationError(*why);
  return recipe;
}

// `take` is told of each as it is found; the number of them.
template <class Take>
int generate(const GenerateOptions& options, Take take) {
  const Range difficulty = range_of("--difficulty", options.difficulty);
  const Range usefulness = range_of("--usefulness", options.usefulness);
  puzzle::Generator generator(recipe_of(options), options.seed);
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

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.flush();
  if (!file) throw std::runtime_error(path.string() + " cannot be written");
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

std::string file_name(int number) {
  std::ostringstream name;
  name << "puzzle_" << std::setw(5) << std::setfill('0') << number << ".txt";
  return name.str();
}

int run_generate(const GenerateOptions& options) {
  const auto begin = std::clock();
  std::vector<puzzle::Generated> kept;
  int number = 0;
  if (!options.files.empty()) std::filesystem::create_directories(options.files);
  const int found = generate(options, [&](Problem problem) {
    ++number;
    if (!options.files.empty()) {
      write_file(std::filesystem::path(options.files) / file_name(number), file_of(problem));
    } else if (options.json) {
      std::cout << json_of_problem(problem).dump() << '\n';
    } else if (options.sheet.empty()) {
      std::cout << url_of(problem.generated.puzzle, {}) << '\n';
    }
    if (!options.sheet.empty()) kept.push_back(std::move(problem.generated));
  });
  if (!options.sheet.empty()) write_file(options.sheet, sheet_of(kept, "Problems"));
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::cerr << found << " problems in " << std::fixed << std::setprecision(2) << seconds << " s of CPU\n";
  if (found == options.count) return 0;
  std::cerr << "rensa: no more than " << found << " found; a wider range or more --tries may help\n";
  return kWentWrong;
}

void add_generate(CLI::App& command, int& exit_code) {
  const auto options = std::make_shared<GenerateOptions>();
  puzzle::Recipe& recipe = options->recipe;
  CLI::App* generate = command.add_subcommand("generate", "Problems \"in so many hands a chain of so many links\"");
  generate->add_option("--hands", recipe.hands, "Pairs that are to be placed")->capture_default_str();
  generate->add_option("--chain", recipe.links, "Links, exactly")->capture_default_str();
  generate->add_option("--count", options->count, "So many problems")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  const std::map<std::string, puzzle::Method> methods{{"backward", puzzle::Method::backward},
                                                      {"random", puzzle::Method::random}};
  generate->add_option("--method", recipe.method, "backward, from the end, or random, by chance (default: backward)")
      ->transform(CLI::CheckedTransformer(methods));
  generate->add_option("--difficulty", options->difficulty, "Only those thought to be so hard, from 1 to 5: A..B");
  generate->add_option("--usefulness", options->usefulness, "Only those thought to be so useful, from 1 to 5: A..B");
  generate->add_option("--superfluous", options->superfluous, "So many puyos that do not vanish: A..B");
  generate->add_flag("--only-one", options->only_one, "Only problems with one solution");
  generate->add_option("--colours", recipe.colours, "Of 5")->capture_default_str();
  generate->add_option("--largest-group", recipe.largest_group, "backward: groups of up to so many puyos, 4 to 6")
      ->capture_default_str();
  generate->add_option("--supports", recipe.supports, "backward: at most so many puyos that hold others up")
      ->capture_default_str();
  generate->add_option("--rows", recipe.rows, "How high columns may be")->capture_default_str();
  generate->add_flag("--alike", options->alike, "random: puyos side by side may be of one colour");
  generate->add_option("--seed", options->seed, "The same problems for the same seed")
      ->check(CLI::Validator(why_no_seed, "NUMBER"))
      ->capture_default_str();
  generate->add_option("--tries", options->tries, "Give up after so many sketches without a problem")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  CLI::Option* json = generate->add_flag("--json", options->json, "A line of JSON each, not its URL");
  generate->add_option("--files", options->files, "A file each in this folder")->excludes(json);
  generate->add_option("--sheet", options->sheet, "A page of HTML to be printed, solutions at the end");
  generate->callback([options, &exit_code] { exit_code = run_generate(*options); });
}

}  // namespace

void add_puzzle_command(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("puzzle", "Training problems: solved and made");
  command->require_subcommand(1);
  add_solve(*command, exit_code);
  add_generate(*command, exit_code);
}

}  // namespace rensa::cli
