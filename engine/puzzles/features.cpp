#include "engine/puzzles/features.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <optional>
#include <vector>

#include "engine/puzzles/goal.h"
#include "engine/puzzles/placement_walk.h"

namespace rensa::puzzles {

namespace {

// The number of sequences of `hands` placements, if each hand has as many placements as the next one.
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
struct Puyo {
  rules::Cell cell = rules::Cell::empty;
  std::optional<std::size_t> cell_index;
  bool fell = false;
};

constexpr std::size_t cell_index(int x, int y) { return static_cast<std::size_t>((x - 1) * rules::kHiddenRow + y - 1); }

// The chain of the last hand puyo by puyo, and the colours that vanish in the whole solution.
struct ChainTrace {
  std::array<int, rules::kColumns * rules::kHiddenRow>
      vanished_in{};        // the number of the link, by cell in the puzzle's field
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
      for (std::vector<Puyo>& puyos : columns_) {
        for (Puyo& puyo : puyos) puyo.fell = false;
      }
      trace_.vanished_in = {};
      trace_.fell = 0;
      place(std::get<rules::Pair>(step), solution[next++]);
      for (int link = 1; erase_groups_once(link); ++link) continue;
    }
    for (const std::vector<Puyo>& puyos : columns_) count_fallen(puyos);
    return trace_;
  }

 private:
  std::vector<Puyo>& column(int x) { return columns_[static_cast<std::size_t>(x - 1)]; }

  void count_fallen(const std::vector<Puyo>& puyos) {
    trace_.fell +=
        static_cast<int>(std::count_if(puyos.begin(), puyos.end(), [](const Puyo& puyo) { return puyo.fell; }));
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
    const Puyo axis{.cell = pair.axis, .cell_index = std::nullopt};
    const Puyo child{.cell = pair.child, .cell_index = std::nullopt};
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
  void remove_rows(std::vector<Puyo>& puyos, unsigned rows, int link) {
    if (rows == 0) return;
    std::vector<Puyo> left;
    std::vector<Puyo> gone;
    for (std::size_t i = 0; i < puyos.size(); ++i) {
      const bool is_gone = (rows >> (i + 1) & 1U) != 0;
      (is_gone ? gone : left).push_back(puyos[i]);
      if (!is_gone && left.size() != i + 1) left.back().fell = true;
    }
    for (const Puyo& puyo : gone) {
      if (puyo.cell_index) trace_.vanished_in[*puyo.cell_index] = link;
      if (rules::is_colour(puyo.cell)) ++trace_.colours[rules::index_of(puyo.cell)];
    }
    count_fallen(gone);
    puyos = std::move(left);
  }

  std::array<std::vector<Puyo>, rules::kColumns> columns_;
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

}  // namespace rensa::puzzles
