#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "engine/puzzles/puzzle.h"
#include "engine/puzzles/sketch.h"
#include "engine/puzzles/solver.h"
#include "engine/rules/rng.h"

namespace rensa::puzzles {

// Generates puzzles that ask for a chain of n links in m hands. It makes sketches and keeps those that fit the
// settings.

// With more hands it takes too long to prove that no shorter solution exists.
inline constexpr int kMaxGeneratedHands = 7;

enum class SketchMethod : std::uint8_t { backward, random };    // the two kinds of sketches of sketch.h
enum class RequiredSolutions : std::uint8_t { any, only_one };  // the allowed number of solutions of a puzzle

// Every generated puzzle has a chain of exactly `links` in exactly `hands`. No solution needs fewer hands, and no
// longer chain is possible.
struct GeneratorSettings {
  int hands = 2;
  int links = 3;
  SketchMethod method = SketchMethod::backward;
  int colours = 4;
  int min_superfluous = 0;               // puyos that do not vanish in the first solution
  std::optional<int> max_superfluous{};  // nullopt: no limit; backward sketches then get min_superfluous of them
  RequiredSolutions solutions = RequiredSolutions::any;  // only_one: one different solution (SolveResult)
  int largest_group = 4;                                 // backward
  int supports = 2;                                      // backward
  int rows = 11;                                         // as in BackwardSketchSettings and RandomSketchSettings
  SideNeighbours neighbours = SideNeighbours::differ;    // random
};

// Returns an English sentence if no puzzle can have these settings; nullopt if they are valid.
std::optional<std::string> find_settings_error(const GeneratorSettings& settings);

struct GeneratedPuzzle {
  Puzzle puzzle;
  Solution solution;  // the first one
  int superfluous = 0;
};

class Generator {
 public:
  // Precondition: find_settings_error(settings) is nullopt.
  Generator(const GeneratorSettings& settings, std::uint64_t seed) : settings_(settings), rng_(seed) {}

  // Returns a puzzle that differs from all before it (canonical_text_of); nullopt if this many sketches gave none. A
  // later call makes further sketches.
  std::optional<GeneratedPuzzle> next(std::uint64_t max_sketches);
  // The number of sketches since the beginning.
  std::uint64_t sketches() const { return sketches_; }

 private:
  std::optional<Sketch> make_sketch();
  std::optional<GeneratedPuzzle> solve_and_check(const Sketch& sketch) const;

  GeneratorSettings settings_;
  rules::Rng rng_;
  std::set<std::string> made_;  // canonical texts
  std::uint64_t sketches_ = 0;
};

// Counts the puyos that have not vanished when the goal is met, including the puyos of pairs that were not needed.
int count_superfluous(const Puzzle& puzzle, const Solution& solution);

}  // namespace rensa::puzzles
