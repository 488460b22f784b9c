#include "clients/cli/lab/puzzles_run.h"

#include <ctime>
#include <functional>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/puzzles/generator.h"

namespace rensa::cli {

namespace {

constexpr int kLinks = 3;

template <class Work>
double cpu_seconds_of(Work work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

template <class Take>
FigureRun figure_of(const PublishedFigure& published, Take take_census) {
  FigureRun run{.published = published, .census = {}};
  run.seconds = cpu_seconds_of([&] { run.census = take_census(); });
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

std::string with_digits(double value, int digits) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << value;
  return text.str();
}

std::string name_of(const PublishedFigure& figure) {
  return "figure " + std::to_string(figure.number) + ", " + figure.method;
}

std::string speed_text(const SpeedRun& run) { return with_digits(run.problems / run.seconds, 0) + " a second"; }

std::string name_of(const SpeedRun& run) {
  return "problems of " + std::to_string(run.hands) + " hands and " + std::to_string(run.links) + " links";
}

}  // namespace

tournament::Interval FigureRun::share() const {
  const auto all = static_cast<double>(census.sketches);
  return tournament::wilson_interval(static_cast<double>(census.count_with_links(kLinks)) / all, all);
}

std::optional<double> FigureRun::seconds_a_problem() const {
  const std::int64_t problems = census.count_with_links(kLinks);
  return problems == 0 ? std::nullopt : std::optional(seconds / static_cast<double>(problems));
}

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
              << with_digits(100 * figure.published.share, 1) << " % published, " << percent_of(figure.share())
              << " of " << figure.census.sketches;
    const std::optional<double> ours = figure.seconds_a_problem();
    if (ours) std::cout << "; " << with_digits(1e6 * *ours, 1) << " us a problem";
    if (ours && figure.published.seconds) {
      std::cout << ", published " << *figure.published.seconds
                << " s: " << with_digits(*figure.published.seconds / *ours, 0) << " times as fast";
    }
    std::cout << '\n';
  }
  std::cout << "Generated and checked, one core:\n";
  for (const SpeedRun& speed : run.speeds) {
    std::cout << "  " << speed.problems << ' ' << name_of(speed) << ": " << with_digits(speed.seconds, 2) << " s, "
              << speed_text(speed) << '\n';
  }
  std::cout << std::flush;
}

nlohmann::ordered_json json_of_puzzles(const PuzzlesRun& run) {
  nlohmann::ordered_json figures = nlohmann::ordered_json::array();
  for (const FigureRun& figure : run.figures) {
    nlohmann::ordered_json by_links;
    for (const auto& [links, by_puyos] : figure.census.counts) {
      for (const auto& [puyos, count] : by_puyos) by_links[std::to_string(links)][std::to_string(puyos)] = count;
    }
    const tournament::Interval share = figure.share();
    figures.push_back({{"figure", figure.published.number},
                       {"method", figure.published.method},
                       {"sketches", figure.census.sketches},
                       {"share", {{"value", share.value}, {"low", share.low}, {"high", share.high}}},
                       {"published_share", figure.published.share},
                       {"counts", by_links}});
    if (const auto seconds = figure.seconds_a_problem()) figures.back()["cpu_seconds_per_problem"] = *seconds;
    if (figure.published.seconds) figures.back()["published_seconds_per_problem"] = *figure.published.seconds;
  }
  nlohmann::ordered_json speeds = nlohmann::ordered_json::array();
  for (const SpeedRun& speed : run.speeds) {
    speeds.push_back(
        {{"hands", speed.hands}, {"links", speed.links}, {"problems", speed.problems}, {"cpu_seconds", speed.seconds}});
  }
  return {{"figures", figures}, {"generated", speeds}};
}

std::vector<Compared> compared_of(const PuzzlesRun& run) {
  std::vector<Compared> rows;
  for (const FigureRun& figure : run.figures) {
    rows.push_back({.what = "problems, " + name_of(figure.published) + ": of three links",
                    .published = with_digits(100 * figure.published.share, 1) + " %",
                    .ours = percent_of(figure.share())});
    rows.push_back({.what = "the same: seconds a problem",
                    .published = figure.published.seconds ? with_digits(*figure.published.seconds, 3) : "",
                    .ours = figure.seconds_a_problem() ? with_digits(*figure.seconds_a_problem(), 6) : "none found"});
  }
  for (const SpeedRun& speed : run.speeds)
    rows.push_back({.what = name_of(speed), .published = "", .ours = speed_text(speed)});
  return rows;
}

Plot plot_of(const FigureRun& figure) {
  Plot plot{.title = name_of(figure.published), .x_label = "puyos in the field", .y_label = "sketches", .lines = {}};
  std::size_t most = 0;
  for (const auto& [links, by_puyos] : figure.census.counts) {
    most = std::max(most, static_cast<std::size_t>(by_puyos.rbegin()->first));
  }
  for (const auto& [links, by_puyos] : figure.census.counts) {
    PlotLine line{.name = "longest chain " + std::to_string(links), .values = std::vector<double>(most)};
    // A plot begins with one puyo; an empty field has no place in it.
    for (const auto& [puyos, count] : by_puyos) {
      if (puyos > 0) line.values[static_cast<std::size_t>(puyos - 1)] = static_cast<double>(count);
    }
    plot.lines.push_back(line);
  }
  return plot;
}

}  // namespace rensa::cli
