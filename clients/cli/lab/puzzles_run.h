#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/lab/compared.h"
#include "clients/cli/lab/plot.h"
#include "engine/puzzles/sketch_statistics.h"

namespace rensa::cli {

// The four ways of the document to make problems of two hands and three links, and how ours do.

struct PublishedFigure {
  int number = 0;
  std::string method;
  double share = 0;                 // of the sketches that are problems
  std::optional<double> seconds{};  // a problem
};

struct FigureRun {
  PublishedFigure published;
  puzzles::SketchStatistics census;
  double seconds = 0;  // of CPU, in all

  tournament::Interval share() const;
  std::optional<double> seconds_a_problem() const;  // nullopt: none of them is a problem
};

// Problems that the generator has checked.
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
  std::int64_t sketches = 100'000;  // a figure
  int problems = 100;               // of the larger kinds; of two hands and three links a thousand times as many
  std::uint64_t seed = 1;
};

// A second's worth.
PuzzlesPlan quick_puzzles_plan();

PuzzlesRun run_puzzles(const PuzzlesPlan& plan);

void print_puzzles(const PuzzlesRun& run);
nlohmann::ordered_json json_of_puzzles(const PuzzlesRun& run);
std::vector<Compared> compared_of(const PuzzlesRun& run);
// A line for each length of the longest chain, by puyos in the field.
Plot plot_of(const FigureRun& figure);

}  // namespace rensa::cli
