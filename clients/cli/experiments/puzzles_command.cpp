#include <cstdint>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/experiments/experiments.h"
#include "clients/cli/experiments/plot.h"
#include "clients/cli/match/game_options.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "engine/puzzles/generator.h"
#include "engine/puzzles/sketch.h"

namespace rensa::cli {

namespace {

// The four methods of the document to make problems of two hands and three links, and their results here.

struct PublishedFigure {
  int number = 0;
  std::string method;
  double share = 0;                 // of the sketches that are problems
  std::optional<double> seconds{};  // per problem
};

constexpr int kLinks = 3;

struct FigureRun {
  PublishedFigure published;
  puzzles::SketchStatistics statistics;
  double seconds = 0;  // CPU time of all sketches

  tournament::Interval share() const {
    const auto all = static_cast<double>(statistics.sketches);
    return tournament::wilson_interval(static_cast<double>(statistics.count_with_links(kLinks)) / all, all);
  }

  // Returns nullopt if no sketch is a problem.
  std::optional<double> seconds_per_problem() const {
    const std::int64_t problems = statistics.count_with_links(kLinks);
    return problems == 0 ? std::nullopt : std::optional(seconds / static_cast<double>(problems));
  }
};

// The CPU time in which the generator made and checked problems of one kind.
struct SpeedRun {
  int hands = 0;
  int links = 0;
  int problems = 0;
  double seconds = 0;
};

struct PuzzlesRun {
  std::vector<FigureRun> figures;
  std::vector<SpeedRun> speeds;
};

struct PuzzlesPlan {
  std::int64_t sketches = 100'000;  // for each figure
  int problems = 100;               // of each larger kind; of two hands and three links a thousand times as many
  std::uint64_t seed = 1;
};

template <class Take>
FigureRun figure_of(const PublishedFigure& published, Take take_statistics) {
  FigureRun run{.published = published, .statistics = {}};
  run.seconds = cpu_seconds_of([&] { run.statistics = take_statistics(); });
  return run;
}

SpeedRun speed_of(int hands, int links, int problems, std::uint64_t seed) {
  SpeedRun run{.hands = hands, .links = links};
  run.seconds = cpu_seconds_of([&] {
    puzzles::Generator generator({.hands = hands, .links = links}, seed);
    while (run.problems < problems && generator.next(1'000'000)) ++run.problems;
  });
  return run;
}

std::string name_of(const PublishedFigure& figure) {
  return "figure " + std::to_string(figure.number) + ", " + figure.method;
}

std::string speed_text(const SpeedRun& run) { return with_decimals(run.problems / run.seconds, 0) + " a second"; }

std::string name_of(const SpeedRun& run) {
  return "problems of " + std::to_string(run.hands) + " hands and " + std::to_string(run.links) + " links";
}

// Returns the plan of `--quick`, which takes a second.
PuzzlesPlan quick_puzzles_plan() { return {.sketches = 5'000, .problems = 10}; }

PuzzlesRun run_puzzles(const PuzzlesPlan& plan) {
  using puzzles::SideNeighbours;
  const auto by_chance = [&plan](int rows, SideNeighbours beside) {
    return [&plan, rows, beside] {
      return puzzles::random_sketch_statistics({.rows = rows, .neighbours = beside}, plan.sketches, plan.seed);
    };
  };
  PuzzlesRun run;
  run.figures.push_back(
      figure_of({.number = 3, .method = "6x5, none alike side by side", .share = 0.016, .seconds = 2.45},
                by_chance(5, SideNeighbours::differ)));
  run.figures.push_back(
      figure_of({.number = 4, .method = "6x7, none alike side by side", .share = 0.067, .seconds = 0.55},
                by_chance(7, SideNeighbours::differ)));
  run.figures.push_back(figure_of({.number = 6, .method = "6x7, some alike side by side", .share = 0.106},
                                  by_chance(7, SideNeighbours::may_match)));
  run.figures.push_back(figure_of({.number = 8, .method = "backwards", .share = 0.898, .seconds = 0.037}, [&plan] {
    return puzzles::backward_sketch_statistics({}, plan.sketches, plan.seed);
  }));
  run.speeds.push_back(speed_of(2, kLinks, 1000 * plan.problems, plan.seed));
  run.speeds.push_back(speed_of(4, 8, plan.problems, plan.seed));
  run.speeds.push_back(speed_of(6, 10, plan.problems, plan.seed));
  return run;
}

void print_puzzles(const PuzzlesRun& run) {
  std::cout
      << "Problems of 2 hands and 3 links: the share of sketches whose longest chain has 3 links, 95 % interval\n";
  for (const FigureRun& figure : run.figures) {
    std::cout << std::left << std::setw(40) << name_of(figure.published) << std::right << std::setw(7)
              << with_decimals(100 * figure.published.share, 1) << " % published, " << percent_of(figure.share())
              << " of " << figure.statistics.sketches;
    const std::optional<double> ours = figure.seconds_per_problem();
    if (ours) std::cout << "; " << with_decimals(1e6 * *ours, 1) << " us a problem";
    if (ours && figure.published.seconds) {
      std::cout << ", published " << *figure.published.seconds
                << " s: " << with_decimals(*figure.published.seconds / *ours, 0) << " times as fast";
    }
    std::cout << '\n';
  }
  std::cout << "Generated and checked, one core:\n";
  for (const SpeedRun& speed : run.speeds) {
    std::cout << "  " << speed.problems << ' ' << name_of(speed) << ": " << with_decimals(speed.seconds, 2) << " s, "
              << speed_text(speed) << '\n';
  }
  std::cout << std::flush;
}

nlohmann::ordered_json json_of_puzzles(const PuzzlesPlan& plan, const PuzzlesRun& run) {
  nlohmann::ordered_json figures = nlohmann::ordered_json::array();
  for (const FigureRun& figure : run.figures) {
    nlohmann::ordered_json by_links;
    for (const auto& [links, by_puyos] : figure.statistics.counts) {
      for (const auto& [puyos, count] : by_puyos) by_links[std::to_string(links)][std::to_string(puyos)] = count;
    }
    figures.push_back({{"figure", figure.published.number},
                       {"method", figure.published.method},
                       {"sketches", figure.statistics.sketches},
                       {"share", json_of(figure.share())},
                       {"published_share", figure.published.share},
                       {"counts", by_links}});
    if (const auto seconds = figure.seconds_per_problem()) figures.back()["cpu_seconds_per_problem"] = *seconds;
    if (figure.published.seconds) figures.back()["published_seconds_per_problem"] = *figure.published.seconds;
  }
  nlohmann::ordered_json speeds = nlohmann::ordered_json::array();
  for (const SpeedRun& speed : run.speeds) {
    speeds.push_back(
        {{"hands", speed.hands}, {"links", speed.links}, {"problems", speed.problems}, {"cpu_seconds", speed.seconds}});
  }
  return {{"experiment", "puzzles"}, {"seed", plan.seed}, {"figures", figures}, {"generated", speeds}};
}

std::vector<Comparison> comparisons_of(const PuzzlesRun& run) {
  std::vector<Comparison> rows;
  for (const FigureRun& figure : run.figures) {
    rows.push_back({.what = "problems, " + name_of(figure.published) + ": of three links",
                    .published = with_decimals(100 * figure.published.share, 1) + " %",
                    .ours = percent_of(figure.share())});
    rows.push_back(
        {.what = "the same: seconds a problem",
         .published = figure.published.seconds ? with_decimals(*figure.published.seconds, 3) : "",
         .ours = figure.seconds_per_problem() ? with_decimals(*figure.seconds_per_problem(), 6) : "none found"});
  }
  for (const SpeedRun& speed : run.speeds)
    rows.push_back({.what = name_of(speed), .published = "", .ours = speed_text(speed)});
  return rows;
}

Plot plot_of(const FigureRun& figure) {
  Plot plot{.title = name_of(figure.published), .x_label = "puyos in the field", .y_label = "sketches", .lines = {}};
  std::size_t most = 0;
  for (const auto& [links, by_puyos] : figure.statistics.counts) {
    most = std::max(most, static_cast<std::size_t>(by_puyos.rbegin()->first));
  }
  for (const auto& [links, by_puyos] : figure.statistics.counts) {
    PlotLine line{.name = "longest chain " + std::to_string(links), .values = std::vector<double>(most)};
    // The plot begins with one puyo, so sketches with an empty field are left out.
    for (const auto& [puyos, count] : by_puyos) {
      if (puyos > 0) line.values[static_cast<std::size_t>(puyos - 1)] = static_cast<double>(count);
    }
    plot.lines.push_back(line);
  }
  return plot;
}

struct PuzzlesOptions {
  PuzzlesPlan plan;
  bool quick = false;
  ReportOptions report;
};

void run_puzzles_command(const PuzzlesOptions& options) {
  PuzzlesPlan plan = options.plan;
  if (options.quick) {
    plan.sketches = std::min(plan.sketches, quick_puzzles_plan().sketches);
    plan.problems = std::min(plan.problems, quick_puzzles_plan().problems);
  }
  const PuzzlesRun run = run_puzzles(plan);
  if (options.report.format.is_text()) {
    print_puzzles(run);
  } else {
    const nlohmann::ordered_json report = json_of_puzzles(plan, run);
    nlohmann::ordered_json rows = report["figures"];
    for (nlohmann::ordered_json& row : rows) row.erase("counts");
    print_report(report, rows, options.report.format.wanted());
  }
  if (options.report.plot.empty()) return;
  for (const FigureRun& figure : run.figures) {
    command_line::write_output_file(options.report.plot + std::to_string(figure.published.number) + ".svg",
                                    svg_of(plot_of(figure)));
  }
}

}  // namespace

void add_lab_puzzles(command_line::Command& lab) {
  const auto options = std::make_shared<PuzzlesOptions>();
  command_line::Command& command =
      lab.add_command("puzzles", "Count how many sketches of training problems are problems");
  command.add_option("--sketches", options->plan.sketches, "Number of sketches for each figure")
      .in_range_with_default(100, 100'000'000);
  command
      .add_option("--problems", options->plan.problems, "Number of problems of each larger kind, to measure the time")
      .in_range_with_default(1, 1'000'000);
  add_seed_option(command, options->plan.seed, "The same seed gives the same numbers");
  command.add_flag("--quick", options->quick, "Use small sizes, which take a second");
  add_report_options(command, options->report,
                     "Write a plot of each figure into this path followed by its number, .svg");
  command.set_task([options] { run_puzzles_command(*options); });
}

std::vector<Comparison> compare_puzzles(const ExperimentRun& run) {
  PuzzlesPlan plan = run.is_quick ? quick_puzzles_plan() : PuzzlesPlan{};
  plan.seed = run.seed;
  return comparisons_of(run_puzzles(plan));
}

}  // namespace rensa::cli
