#include "engine/puzzles/puzzle_rating.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/puzzles/goal.h"
#include "engine/puzzles/placement_walk.h"
#include "engine/research/learning/weight_fitting.h"

namespace rensa::puzzles {

namespace {

// Estimates the number of sequences of `hands` placements: each hand is assumed to have as many placements as the
// first.
double sequences_from(const rules::Field& field, int hands) {
  if (field.is_choked()) return hands == 0 ? 1 : 0;
  return std::pow(std::popcount(rules::droppable_placements(field.heights())), hands);
}

// Counts the sequences in which cells vanish.
class FiringSequenceCounter {
 public:
  struct State {};

  FiringSequenceCounter(int hands, const HandPath& path) : hands_(hands), path_(path) {}

  static bool should_expand(const rules::Field&) { return true; }
  bool should_end(const FiringHand& fired, State&) {
    count_ +=
        static_cast<double>(path_.sequences()) * sequences_from(fired.after, hands_ - static_cast<int>(path_.size));
    return true;
  }
  static bool can_continue(const rules::Field&, std::size_t, const State&) { return false; }
  double count() const { return count_; }

 private:
  int hands_;
  const HandPath& path_;
  double count_ = 0;
};

double count_firing_sequences(const Puzzle& puzzle) {
  HandPath path;
  FiringSequenceCounter sequences(count_pairs(puzzle.steps), path);
  PlacementWalk(std::span<const Step>(puzzle.steps), sequences, path).run(puzzle.field);
  return sequences.count();
}

// A puyo that is traced: its cell in the puzzle's field (nullopt if it came later), and whether it fell.
struct TracedPuyo {
  rules::Cell cell = rules::Cell::empty;
  std::optional<std::size_t> cell_index;
  bool fell = false;
};

constexpr std::size_t cell_index(int x, int y) { return static_cast<std::size_t>((x - 1) * rules::kHiddenRow + y - 1); }

// The result of replaying a solution: the chain of its last hand puyo by puyo, and the colours that vanish in all
// hands.
struct ChainTrace {
  // The number of the link in which each cell of the puzzle's field vanished.
  std::array<int, rules::kColumns * rules::kHiddenRow> vanished_in{};
  CountByColour colours{};  // cells that vanished
  int fell = 0;
};

class SolutionReplay {
 public:
  explicit SolutionReplay(const Puzzle& puzzle) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      for (int y = 1; y <= rules::kHiddenRow && puzzle.field.at(x, y) != rules::Cell::empty; ++y) {
        column(x).push_back({.cell = puzzle.field.at(x, y), .cell_index = cell_index(x, y)});
      }
    }
  }

  ChainTrace play(const Puzzle& puzzle, const Solution& solution) {
    std::size_t next = 0;
    for (const Step& step : puzzle.steps) {
      if (next == solution.size()) break;
      if (const auto* garbage = std::get_if<notation::GarbageDrop>(&step)) {
        drop(*garbage);
        continue;
      }
      for (std::vector<TracedPuyo>& puyos : columns_) {
        for (TracedPuyo& puyo : puyos) puyo.fell = false;
      }
      trace_.vanished_in = {};
      trace_.fell = 0;
      place(std::get<rules::Pair>(step), solution[next++]);
      for (int link = 1; erase_groups_once(link); ++link) continue;
    }
    for (const std::vector<TracedPuyo>& puyos : columns_) count_fallen(puyos);
    return trace_;
  }

 private:
  std::vector<TracedPuyo>& column(int x) { return columns_[static_cast<std::size_t>(x - 1)]; }

  void count_fallen(const std::vector<TracedPuyo>& puyos) {
    trace_.fell +=
        static_cast<int>(std::count_if(puyos.begin(), puyos.end(), [](const TracedPuyo& puyo) { return puyo.fell; }));
  }

  void drop(const notation::GarbageDrop& garbage) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      const int count = garbage.counts[static_cast<std::size_t>(x - 1)];
      for (int i = 0; i < count && column(x).size() < rules::kHiddenRow; ++i) {
        column(x).push_back({.cell = rules::Cell::garbage, .cell_index = std::nullopt});
      }
    }
  }

  void place(rules::Pair pair, rules::Placement placement) {
    const TracedPuyo axis{.cell = pair.axis, .cell_index = std::nullopt};
    const TracedPuyo child{.cell = pair.child, .cell_index = std::nullopt};
    if (placement.r == rules::Rotation::down) column(placement.child_x()).push_back(child);
    column(placement.x).push_back(axis);
    if (placement.r != rules::Rotation::down) column(placement.child_x()).push_back(child);
  }

  bool erase_groups_once(int link) {
    rules::Field field;
    for (int x = 1; x <= rules::kColumns; ++x) {
      for (std::size_t i = 0; i < column(x).size(); ++i) field.put(x, static_cast<int>(i) + 1, column(x)[i].cell);
    }
    const rules::Board groups = rules::groups_of_four(field.planes());
    if (groups.empty()) return false;
    const rules::Board gone = groups | (rules::neighbours(groups) & field.planes().garbage() & rules::kVisibleCells);
    for (int x = 1; x <= rules::kColumns; ++x) remove_rows(column(x), gone.column(x), link);
    return true;
  }

  // Removes the puyos of these rows.
  void remove_rows(std::vector<TracedPuyo>& puyos, unsigned rows, int link) {
    if (rows == 0) return;
    std::vector<TracedPuyo> left;
    std::vector<TracedPuyo> gone;
    for (std::size_t i = 0; i < puyos.size(); ++i) {
      const bool is_gone = (rows >> (i + 1) & 1U) != 0;
      (is_gone ? gone : left).push_back(puyos[i]);
      if (!is_gone && left.size() != i + 1) left.back().fell = true;
    }
    for (const TracedPuyo& puyo : gone) {
      if (puyo.cell_index) trace_.vanished_in[*puyo.cell_index] = link;
      if (rules::is_colour(puyo.cell)) ++trace_.colours[rules::index_of(puyo.cell)];
    }
    count_fallen(gone);
    puyos = std::move(left);
  }

  std::array<std::vector<TracedPuyo>, rules::kColumns> columns_;
  ChainTrace trace_;
};

int count_misleading_neighbours(const rules::Field& field, const ChainTrace& trace) {
  int count = 0;
  const auto compare = [&](int x, int y, int beside_x, int beside_y) {
    if (beside_x > rules::kColumns || beside_y > rules::kVisibleRows) return;
    const rules::Cell cell = field.at(x, y);
    if (!rules::is_colour(cell) || field.at(beside_x, beside_y) != cell) return;
    const int link = trace.vanished_in[cell_index(x, y)];
    const int other = trace.vanished_in[cell_index(beside_x, beside_y)];
    count += link != other ? 1 : 0;
  };
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kVisibleRows; ++y) {
      compare(x, y, x + 1, y);
      compare(x, y, x, y + 1);
    }
  }
  return count;
}

}  // namespace

Features features_of(const Puzzle& puzzle, const SolveResult& solved) {
  assert(!solved.solutions.empty());
  const int hands = count_pairs(puzzle.steps);
  const double share = std::pow(rules::kPlacementCount, 2 - hands);
  Features features{.puyos = static_cast<double>(puzzle.field.occupied().count()),
                    .solutions = static_cast<double>(solved.sequences) * share,
                    .firing_sequences = count_firing_sequences(puzzle) * share};
  const PuyoCounts in_field = count_puyos(puzzle.field);
  const PuyoCounts to_come = count_puyos(puzzle.steps);
  for (std::size_t i = 0; i < in_field.cells.size(); ++i) {
    features.colours += in_field.cells[i] + to_come.cells[i] >= 4 ? 1 : 0;
  }
  int falling_puyos = 0;
  int used_colours = 0;
  int misleading_neighbours = 0;
  for (const Solution& solution : solved.solutions) {
    const ChainTrace trace = SolutionReplay(puzzle).play(puzzle, solution);
    falling_puyos += trace.fell;
    misleading_neighbours += count_misleading_neighbours(puzzle.field, trace);
    used_colours += count_colours(trace.colours);
  }
  const auto mean = [&](int sum) { return static_cast<double>(sum) / static_cast<double>(solved.solutions.size()); };
  features.falling_puyos = mean(falling_puyos);
  features.used_colours = mean(used_colours);
  features.misleading_neighbours = mean(misleading_neighbours);
  return features;
}

RatingWeights feature_vector_of(const Features& features) {
  return {features.puyos,   features.solutions,    features.firing_sequences,      features.falling_puyos,
          features.colours, features.used_colours, features.misleading_neighbours, 1};
}

PuzzleRating predict_rating(const Features& features, const RatingModel& model) {
  const RatingWeights values = feature_vector_of(features);
  const auto by = [&values](const RatingWeights& weights) {
    return std::clamp(std::inner_product(values.begin(), values.end(), weights.begin(), 0.0), 1.0, 5.0);
  };
  return {.difficulty = by(model.difficulty), .fun = by(model.fun), .usefulness = by(model.usefulness)};
}

namespace {

// The mean and the spread of each feature in puzzles of two hands and three links. Weights are fitted to features in
// units of their spread, so that the penalty treats all features alike.
constexpr RatingWeights kMean = {12, 8, 100, 4, 3, 2.7, 1, 0};
constexpr RatingWeights kSpread = {6, 12, 80, 3, 0.7, 0.6, 1.5, 1};
// The penalties of fit_to_person(). After kConstantPenalty equal ratings, the constant has moved half of the way to
// them. The weights of features move more slowly.
constexpr double kConstantPenalty = 8;
constexpr double kSlopePenalty = 45;

// The constants of skill_level_of(). A person solves two of three puzzles whose difficulty equals the person's level.
constexpr double kFirstLevel = 2;
constexpr double kStep = 0.45;
constexpr double kSteepness = 1.5;
// A puzzle that was solved at once counts as a success of 1; one that took this long or longer counts as 0.9.
constexpr double kSlowSeconds = 120;

// Expresses the features in units of their spread around the mean. The constant stays 1.
RatingWeights standardised(RatingWeights values) {
  for (std::size_t i = 0; i < kWeights; ++i) values[i] = (values[i] - kMean[i]) / kSpread[i];
  return values;
}

// Converts weights of standardised features into weights of the features themselves.
RatingWeights unstandardised(RatingWeights weights) {
  for (std::size_t i = 0; i + 1 < kWeights; ++i) {
    weights[i] /= kSpread[i];
    weights.back() -= weights[i] * kMean[i];
  }
  return weights;
}

// Fits the difference between the person's ratings and the common prediction, with a penalty for large differences.
RatingWeights fit_to_person(const RatingWeights& common, std::span<const RatedPuzzle> ratings,
                            std::optional<int> RatedPuzzle::* rating) {
  std::vector<double> square(kWeights * kWeights);
  std::vector<double> right(kWeights);
  for (std::size_t i = 0; i < kWeights; ++i) {
    square[i * kWeights + i] = i + 1 < kWeights ? kSlopePenalty : kConstantPenalty;
  }
  for (const RatedPuzzle& rated : ratings) {
    if (!(rated.*rating)) continue;
    const RatingWeights values = feature_vector_of(rated.features);
    const double difference = *(rated.*rating) - std::inner_product(values.begin(), values.end(), common.begin(), 0.0);
    const RatingWeights x = standardised(values);
    for (std::size_t i = 0; i < kWeights; ++i) {
      right[i] += difference * x[i];
      for (std::size_t j = 0; j < kWeights; ++j) square[i * kWeights + j] += x[i] * x[j];
    }
  }
  const std::vector<double> solution = learning::solve_linear_system(std::move(square), std::move(right));
  RatingWeights moved{};
  std::copy(solution.begin(), solution.end(), moved.begin());
  moved = unstandardised(moved);
  RatingWeights weights = common;
  for (std::size_t i = 0; i < kWeights; ++i) weights[i] += moved[i];
  return weights;
}

// The probability that a person of this level solves a puzzle of this difficulty.
double solve_probability(double level, double difficulty) {
  return 1 / (1 + 0.5 * std::exp(kSteepness * (difficulty - level)));
}

double success_share_of(const RatedPuzzle& rated) {
  return rated.solved ? 1 - 0.1 * std::clamp(rated.seconds / kSlowSeconds, 0.0, 1.0) : 0;
}

}  // namespace

RatingModel fit_to_person(const RatingModel& common, std::span<const RatedPuzzle> ratings) {
  return {.difficulty = fit_to_person(common.difficulty, ratings, &RatedPuzzle::difficulty),
          .fun = fit_to_person(common.fun, ratings, &RatedPuzzle::fun),
          .usefulness = fit_to_person(common.usefulness, ratings, &RatedPuzzle::usefulness)};
}

double skill_level_of(std::span<const RatedPuzzle> ratings, const RatingModel& model) {
  double level = kFirstLevel;
  for (const RatedPuzzle& rated : ratings) {
    const double chance = solve_probability(level, predict_rating(rated.features, model).difficulty);
    level = std::clamp(level + kStep * (success_share_of(rated) - chance), 1.0, 5.0);
  }
  return level;
}

std::size_t choose_next(std::span<const Features> candidates, const RatingModel& model, double level) {
  assert(!candidates.empty());
  std::size_t best = 0;
  double best_score = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const PuzzleRating rating = predict_rating(candidates[i], model);
    // A difference of one in difficulty weighs more than one in usefulness or fun.
    const double score = 0.5 * rating.usefulness + 0.5 * rating.fun - 2 * std::abs(rating.difficulty - level);
    if (i == 0 || score > best_score) {
      best = i;
      best_score = score;
    }
  }
  return best;
}

}  // namespace rensa::puzzles
