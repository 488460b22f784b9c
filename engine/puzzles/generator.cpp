#include "engine/puzzles/generator.h"

#include "engine/puzzles/goal.h"
#include "engine/rules/drop.h"

namespace rensa::puzzles {

namespace {

constexpr int kMaxLinks = 18;  // in 72 visible cells

// A sketch that needs a longer search is dropped.
constexpr std::uint64_t kMaxNodes = 5'000'000;

// Returns true if a complete search finds no chain of `links` or more within the first `hands`.
bool cannot_reach(const Sketch& sketch, std::size_t hands, int links) {
  Puzzle puzzle = puzzle_of(sketch, links);
  puzzle.goal.bound = notation::GoalBound::at_least;
  puzzle.steps.resize(hands);
  const SolveResult solved = solve(puzzle, {.max_solutions = 1, .stop_after = 1, .max_nodes = kMaxNodes});
  return solved.complete && solved.different == 0;
}

}  // namespace

std::optional<std::string> find_settings_error(const GeneratorSettings& settings) {
  const auto is_outside = [](int value, int least, int most) { return value < least || value > most; };
  const auto range = [](const char* name, int least, int most) {
    return std::string(name) + " have to be " + std::to_string(least) + " to " + std::to_string(most);
  };
  if (is_outside(settings.hands, 1, kMaxGeneratedHands)) return range("hands", 1, kMaxGeneratedHands);
  if (is_outside(settings.links, 1, kMaxLinks)) return range("links", 1, kMaxLinks);
  if (is_outside(settings.colours, 2, rules::kMaxColours)) return range("colours", 2, rules::kMaxColours);
  if (is_outside(settings.largest_group, 4, 6)) return range("the cells of the largest group", 4, 6);
  if (is_outside(settings.supports, 0, 20)) return range("supports", 0, 20);
  const int lowest = settings.method == SketchMethod::random ? 1 : 4;
  if (is_outside(settings.rows, lowest, 11)) return range("rows", lowest, 11);
  const int max_superfluous = settings.max_superfluous.value_or(60);
  if (is_outside(settings.min_superfluous, 0, 60) || is_outside(max_superfluous, settings.min_superfluous, 60)) {
    return "superfluous puyos have to be a range from 0 to 60";
  }
  if (4 * settings.links < 2 * settings.hands) {
    return "so few links use up fewer puyos than " + std::to_string(settings.hands) + " hands have";
  }
  // The pairs of random sketches lie above the rows. The pairs of backward sketches are taken from within the rows.
  const int above = settings.method == SketchMethod::random ? 2 * settings.hands : 0;
  if (4 * settings.links + settings.min_superfluous > rules::kColumns * settings.rows + above) {
    return "so many puyos find no room in " + std::to_string(settings.rows) + " rows";
  }
  return std::nullopt;
}

std::optional<Sketch> Generator::make_sketch() {
  if (settings_.method == SketchMethod::random) {
    return random_sketch(rng_, {.rows = settings_.rows,
                                .colours = settings_.colours,
                                .hands = settings_.hands,
                                .neighbours = settings_.neighbours});
  }
  const int range = settings_.max_superfluous.value_or(settings_.min_superfluous) - settings_.min_superfluous;
  const auto more = static_cast<int>(rng_.below(static_cast<std::uint32_t>(range) + 1));
  return backward_sketch(rng_, {.links = settings_.links,
                                .hands = settings_.hands,
                                .colours = settings_.colours,
                                .largest_group = settings_.largest_group,
                                .supports = settings_.supports,
                                .superfluous = settings_.min_superfluous + more,
                                .rows = settings_.rows});
}

std::optional<GeneratedPuzzle> Generator::solve_and_check(const Sketch& sketch) const {
  const auto hands = static_cast<std::size_t>(settings_.hands);
  Puzzle puzzle = puzzle_of(sketch, settings_.links);
  if (!cannot_reach(sketch, hands - 1, settings_.links) || !cannot_reach(sketch, hands, settings_.links + 1)) {
    return std::nullopt;
  }
  const std::uint64_t stop_after = settings_.solutions == RequiredSolutions::only_one ? 2 : 1;
  const SolveResult solved = solve(puzzle, {.max_solutions = 1, .stop_after = stop_after, .max_nodes = kMaxNodes});
  if (solved.solutions.empty()) return std::nullopt;
  if (settings_.solutions == RequiredSolutions::only_one && (solved.different != 1 || !solved.complete))
    return std::nullopt;
  const int superfluous = count_superfluous(puzzle, solved.solutions.front());
  if (superfluous < settings_.min_superfluous || superfluous > settings_.max_superfluous.value_or(superfluous))
    return std::nullopt;
  return GeneratedPuzzle{.puzzle = std::move(puzzle), .solution = solved.solutions.front(), .superfluous = superfluous};
}

std::optional<GeneratedPuzzle> Generator::next(std::uint64_t max_sketches) {
  for (std::uint64_t i = 0; i < max_sketches; ++i) {
    ++sketches_;
    const auto made = make_sketch();
    if (!made) continue;
    auto generated = solve_and_check(*made);
    if (generated && made_.insert(canonical_text_of(generated->puzzle)).second) return generated;
  }
  return std::nullopt;
}

int count_superfluous(const Puzzle& puzzle, const Solution& solution) {
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
      play_chain(field);
    }
  }
  return left + field.occupied().count();
}

}  // namespace rensa::puzzles
