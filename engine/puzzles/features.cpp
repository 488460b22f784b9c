#include "engine/puzzles/features.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <optional>
#include <vector>

#include "engine/puzzles/goal.h"
#include "engine/puzzles/hand_walk.h"

namespace rensa::puzzles {

namespace {

// Sequences of so many placements, if there stay as many to choose from as there are now.
double sequences_from(const rules::Field& field, int hands) {
  if (field.is_choked()) return hands == 0 ? 1 : 0;
  return std::pow(std::popcount(rules::droppable_placements(field.heights())), hands);
}

// Those in which something vanishes.
class FiringSequences {
 public:
  struct State {};

  FiringSequences(int hands, const Way& way) : hands_(hands), way_(way) {}

  static bool enters(const rules::Field&) { return true; }
  bool ends(const Fired& fired, State&) {
    count_ += static_cast<double>(way_.count()) * sequences_from(fired.after, hands_ - static_cast<int>(way_.size));
    return true;
  }
  static bool goes_on(const rules::Field&, std::size_t, const State&) { return false; }
  double count() const { return count_; }

 private:
  int hands_;
  const Way& way_;
  double count_ = 0;
};

double firing_sequences(const Puzzle& puzzle) {
  Way way;
  FiringSequences sequences(hands_of(puzzle.steps), way);
  HandWalk(std::span<const Step>(puzzle.steps), sequences, way).run(puzzle.field);
  return sequences.count();
}

// A puyo that is followed: where it lay in the puzzle's field (nullopt: it came with a pair), and what became of it.
struct Puyo {
  rules::Cell cell = rules::Cell::empty;
  std::optional<std::size_t> place;
  bool fell = false;
};

constexpr std::size_t place_of(int x, int y) { return static_cast<std::size_t>((x - 1) * rules::kHiddenRow + y - 1); }

// The last hand's chain, puyo by puyo, and the colours that vanish on the way there.
struct Course {
  std::array<int, rules::kColumns * rules::kHiddenRow> vanished_in{};  // the link, by the place in the puzzle's field
  ByColour colours{};                                                  // cells that vanished
  int fell = 0;
};

class CourseOfSolution {
 public:
  explicit CourseOfSolution(const Puzzle& puzzle) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      for (int y = 1; y <= rules::kHiddenRow && puzzle.field.at(x, y) != rules::Cell::empty; ++y) {
        column(x).push_back({.cell = puzzle.field.at(x, y), .place = place_of(x, y)});
      }
    }
  }

  Course play(const Puzzle& puzzle, const Solution& solution) {
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
      course_.vanished_in = {};
      course_.fell = 0;
      place(std::get<rules::Pair>(step), solution[next++]);
      for (int link = 1; vanish(link); ++link) continue;
    }
    for (const std::vector<Puyo>& puyos : columns_) count_fallen(puyos);
    return course_;
  }

 private:
  std::vector<Puyo>& column(int x) { return columns_[static_cast<std::size_t>(x - 1)]; }

  void count_fallen(const std::vector<Puyo>& puyos) {
    course_.fell +=
        static_cast<int>(std::count_if(puyos.begin(), puyos.end(), [](const Puyo& puyo) { return puyo.fell; }));
  }

  void drop(const notation::GarbageDrop& garbage) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      const int count = garbage.counts[static_cast<std::size_t>(x - 1)];
      for (int i = 0; i < count && column(x).size() < rules::kHiddenRow; ++i) {
        column(x).push_back({.cell = rules::Cell::garbage, .place = std::nullopt});
      }
    }
  }

  void place(rules::Pair pair, rules::Placement placement) {
    const Puyo axis{.cell = pair.axis, .place = std::nullopt};
    const Puyo child{.cell = pair.child, .place = std::nullopt};
    if (placement.r == rules::Rotation::down) column(placement.child_x()).push_back(child);
    column(placement.x).push_back(axis);
    if (placement.r != rules::Rotation::down) column(placement.child_x()).push_back(child);
  }

  bool vanish(int link) {
    rules::Field field;
    for (int x = 1; x <= rules::kColumns; ++x) {
      for (std::size_t i = 0; i < column(x).size(); ++i) field.put(x, static_cast<int>(i) + 1, column(x)[i].cell);
    }
    const rules::Board groups = rules::groups_of_four(field.planes());
    if (groups.empty()) return false;
    const rules::Board gone = groups | (rules::neighbours(groups) & field.planes().garbage() & rules::kVisibleCells);
    for (int x = 1; x <= rules::kColumns; ++x) take_out(column(x), gone.column(x), link);
    return true;
  }

  // `rows` are those that go.
  void take_out(std::vector<Puyo>& puyos, unsigned rows, int link) {
    if (rows == 0) return;
    std::vector<Puyo> left;
    std::vector<Puyo> gone;
    for (std::size_t i = 0; i < puyos.size(); ++i) {
      const bool goes = (rows >> (i + 1) & 1U) != 0;
      (goes ? gone : left).push_back(puyos[i]);
      if (!goes && left.size() != i + 1) left.back().fell = true;
    }
    for (const Puyo& puyo : gone) {
      if (puyo.place) course_.vanished_in[*puyo.place] = link;
      const auto* colour = std::find(rules::kColours.begin(), rules::kColours.end(), puyo.cell);
      if (colour != rules::kColours.end())
        ++course_.colours[static_cast<std::size_t>(colour - rules::kColours.begin())];
    }
    count_fallen(gone);
    puyos = std::move(left);
  }

  std::array<std::vector<Puyo>, rules::kColumns> columns_;
  Course course_;
};

int misleading_in(const rules::Field& field, const Course& course) {
  int count = 0;
  const auto look = [&](int x, int y, int beside_x, int beside_y) {
    if (beside_x > rules::kColumns || beside_y > rules::kVisibleRows) return;
    const rules::Cell cell = field.at(x, y);
    if (!rules::is_colour(cell) || field.at(beside_x, beside_y) != cell) return;
    const int link = course.vanished_in[place_of(x, y)];
    const int other = course.vanished_in[place_of(beside_x, beside_y)];
    count += link != other ? 1 : 0;
  };
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kVisibleRows; ++y) {
      look(x, y, x + 1, y);
      look(x, y, x, y + 1);
    }
  }
  return count;
}

}  // namespace

Features features_of(const Puzzle& puzzle, const Solved& solved) {
  assert(!solved.solutions.empty());
  const int hands = hands_of(puzzle.steps);
  const double share = std::pow(rules::kPlacementCount, 2 - hands);
  Features features{.puyos = static_cast<double>(puzzle.field.occupied().count()),
                    .solutions = static_cast<double>(solved.ways) * share,
                    .firing = firing_sequences(puzzle) * share};
  const Contents in_field = contents_of(puzzle.field);
  const Contents to_come = contents_of(puzzle.steps);
  for (std::size_t i = 0; i < in_field.cells.size(); ++i) {
    features.colours += in_field.cells[i] + to_come.cells[i] >= 4 ? 1 : 0;
  }
  int falling = 0;
  int used = 0;
  int misleading = 0;
  for (const Solution& solution : solved.solutions) {
    const Course course = CourseOfSolution(puzzle).play(puzzle, solution);
    falling += course.fell;
    misleading += misleading_in(puzzle.field, course);
    used += static_cast<int>(
        std::count_if(course.colours.begin(), course.colours.end(), [](int cells) { return cells > 0; }));
  }
  const auto mean = [&](int sum) { return static_cast<double>(sum) / static_cast<double>(solved.solutions.size()); };
  features.falling = mean(falling);
  features.used = mean(used);
  features.misleading = mean(misleading);
  return features;
}

}  // namespace rensa::puzzles
