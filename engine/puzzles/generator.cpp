#include "engine/puzzles/generator.h"

#include <algorithm>
#include <string>

#include "engine/puzzles/goal.h"
#include "engine/rules/drop.h"

namespace rensa::puzzles {

namespace {

constexpr int kMostLinks = 18;  // of 72 visible cells

// A sketch that takes longer to be looked through is none.
constexpr std::uint64_t kMostNodes = 5'000'000;

// Whether it is certain that no chain of so many links or more can be fired with the first hands.
bool cannot_reach(const Sketch& sketch, std::size_t hands, int links) {
  Puzzle puzzle = puzzle_of(sketch, links);
  puzzle.goal.bound = notation::GoalBound::at_least;
  puzzle.steps.resize(hands);
  const Solved solved = solve(puzzle, {.most_solutions = 1, .enough = 1, .most_nodes = kMostNodes});
  return solved.complete && solved.different == 0;
}

BackwardSettings backward_of(const Recipe& recipe, int superfluous) {
  return {.links = recipe.links,
          .hands = recipe.hands,
          .colours = recipe.colours,
          .largest_group = recipe.largest_group,
          .supports = recipe.supports,
          .superfluous = superfluous,
          .rows = recipe.rows};
}

}  // namespace

std::optional<std::string> why_not(const Recipe& recipe) {
  const auto not_in = [](int value, int least, int most) { return value < least || value > most; };
  const auto range = [](const char* what, int least, int most) {
    return std::string(what) + " have to be " + std::to_string(least) + " to " + std::to_string(most);
  };
  if (not_in(recipe.hands, 1, kMostGeneratedHands)) return range("hands", 1, kMostGeneratedHands);
  if (not_in(recipe.links, 1, kMostLinks)) return range("links", 1, kMostLinks);
  if (not_in(recipe.colours, 2, rules::kMaxColours)) return range("colours", 2, rules::kMaxColours);
  if (not_in(recipe.largest_group, 4, 6)) return range("the cells of the largest group", 4, 6);
  if (not_in(recipe.supports, 0, 20)) return range("supports", 0, 20);
  const int lowest = recipe.method == Method::random ? 1 : 4;
  if (not_in(recipe.rows, lowest, 11)) return range("rows", lowest, 11);
  const int most_superfluous = recipe.most_superfluous.value_or(60);
  if (not_in(recipe.least_superfluous, 0, 60) || not_in(most_superfluous, recipe.least_superfluous, 60)) {
    return "superfluous puyos have to be a range from 0 to 60";
  }
  if (4 * recipe.links < 2 * recipe.hands) {
    return "so few links use up fewer puyos than " + std::to_string(recipe.hands) + " hands have";
  }
  // By chance the pairs lie above the rows, backwards they are taken from what is in them.
  const int above = recipe.method == Method::random ? 2 * recipe.hands : 0;
  if (4 * recipe.links + recipe.least_superfluous > rules::kColumns * recipe.rows + above) {
    return "so many puyos find no room in " + std::to_string(recipe.rows) + " rows";
  }
  return std::nullopt;
}

std::optional<Sketch> Generator::sketch() {
  if (recipe_.method == Method::random) {
    return random_sketch(
        rng_, {.rows = recipe_.rows, .colours = recipe_.colours, .hands = recipe_.hands, .beside = recipe_.beside});
  }
  const int range = recipe_.most_superfluous.value_or(recipe_.least_superfluous) - recipe_.least_superfluous;
  const auto more = static_cast<int>(rng_.below(static_cast<std::uint32_t>(range) + 1));
  return backward_sketch(rng_, backward_of(recipe_, recipe_.least_superfluous + more));
}

std::optional<Generated> Generator::judged(const Sketch& sketch) const {
  const auto hands = static_cast<std::size_t>(recipe_.hands);
  Puzzle puzzle = puzzle_of(sketch, recipe_.links);
  if (!cannot_reach(sketch, hands - 1, recipe_.links) || !cannot_reach(sketch, hands, recipe_.links + 1)) {
    return std::nullopt;
  }
  const std::uint64_t enough = recipe_.solutions == Solutions::only_one ? 2 : 1;
  const Solved solved = solve(puzzle, {.most_solutions = 1, .enough = enough, .most_nodes = kMostNodes});
  if (solved.solutions.empty()) return std::nullopt;
  if (recipe_.solutions == Solutions::only_one && (solved.different != 1 || !solved.complete)) return std::nullopt;
  const int superfluous = superfluous_in(puzzle, solved.solutions.front());
  if (superfluous < recipe_.least_superfluous || superfluous > recipe_.most_superfluous.value_or(superfluous))
    return std::nullopt;
  return Generated{.puzzle = std::move(puzzle), .solution = solved.solutions.front(), .superfluous = superfluous};
}

std::optional<Generated> Generator::next(std::uint64_t most_sketches) {
  for (std::uint64_t i = 0; i < most_sketches; ++i) {
    ++sketches_;
    const auto made = sketch();
    if (!made) continue;
    auto generated = judged(*made);
    if (generated && variety_.add(generated->puzzle)) return generated;
  }
  return std::nullopt;
}

int superfluous_in(const Puzzle& puzzle, const Solution& solution) {
  rules::Field field = puzzle.field;
  std::size_t next = 0;
  int left = 0;
  for (const Step& step : puzzle.steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr) {
      drop_garbage(field, std::get<notation::GarbageDrop>(step));
    } else if (next == solution.size()) {
      left += 2;
    } else {
      rules::drop_pair(field, *pair, solution[next++]);
      vanish(field);
    }
  }
  return left + field.occupied().count();
}

}  // namespace rensa::puzzles
