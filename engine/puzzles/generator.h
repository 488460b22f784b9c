#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/puzzles/distinct_puzzles.h"
#include "engine/puzzles/sketch.h"
#include "engine/puzzles/solver.h"
#include "engine/rules/rng.h"

namespace rensa::puzzles {

// Problems "in m hands a chain of n", by the thousand: sketches, of which those stay that are what was asked for.

// Of more hands it takes too long to show that no shorter way leads there.
inline constexpr int kMostGeneratedHands = 7;

enum class Method : std::uint8_t { backward, random };
enum class Solutions : std::uint8_t { any, only_one };

// What every problem has to be: exactly so many links in so many hands, not in fewer, and in no way more links.
struct Recipe {
  int hands = 2;
  int links = 3;
  Method method = Method::backward;
  int colours = 4;
  int least_superfluous = 0;              // puyos that vanish in no link of the first solution
  std::optional<int> most_superfluous{};  // nullopt: whatever comes with the least
  Solutions solutions = Solutions::any;   // up to what solver.h calls different
  int largest_group = 4;                  // backward
  int supports = 2;                       // backward
  int rows = 11;                          // backward: of the field before the pairs are taken away; random: of columns
  Beside beside = Beside::differ;         // random
};

// Refused, in words for people: what no field has room for, or colours and hands that there are not.
std::optional<std::string> why_not(const Recipe& recipe);

struct Generated {
  Puzzle puzzle;
  Solution solution;  // the first
  int superfluous = 0;
};

class Generator {
 public:
  // Precondition: why_not(recipe) is nullopt.
  Generator(const Recipe& recipe, std::uint64_t seed) : recipe_(recipe), rng_(seed) {}

  // Unlike all before it (variety.h); nullopt: none within so many sketches. Can be asked again.
  std::optional<Generated> next(std::uint64_t most_sketches);
  // So many since the beginning.
  std::uint64_t sketches() const { return sketches_; }

 private:
  std::optional<Sketch> sketch();
  std::optional<Generated> judged(const Sketch& sketch) const;

  Recipe recipe_;
  rules::Rng rng_;
  Variety variety_;
  std::uint64_t sketches_ = 0;
};

// Puyos that have not vanished when the goal is met, those of hands that were not needed included.
int superfluous_in(const Puzzle& puzzle, const Solution& solution);

}  // namespace rensa::puzzles
