#pragma once

#include <map>
#include <optional>

#include "engine/search/possible_chains.h"
#include "tests/tools/naive_chain.h"

namespace rensa::search::naive {

// A simple version of the search in possible_chains.h without the chain book. It tries every number of every colour on
// every column, cell by cell, and plays all chains from the start.

using rensa::naive::Cells;
using ByFilledCells = std::map<Cells, PossibleChain>;

struct Run {
  int x;
  rules::Cell colour;
  int count;
};

inline rules::Cell& cell(Cells& cells, int x, int y) {
  return cells[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)];
}

inline int height_of(const Cells& cells, int x) {
  int height = 0;
  while (height < 13 && cells[static_cast<std::size_t>(x)][static_cast<std::size_t>(height) + 1] != rules::Cell::empty)
    ++height;
  return height;
}

// Returns nullopt if the column has no space.
inline std::optional<Cells> with(Cells cells, const Run& run) {
  const int height = height_of(cells, run.x);
  if (height + run.count > 13) return std::nullopt;
  for (int i = 1; i <= run.count; ++i) cell(cells, run.x, height + i) = run.colour;
  return cells;
}

// Returns true if the puyo on top of a column belongs to a group that vanishes.
inline bool top_vanishes(const Cells& cells, int x) {
  const int y = height_of(cells, x);
  if (y == 0 || y > 12) return false;
  return rensa::naive::group_of(cells, {static_cast<std::size_t>(x), static_cast<std::size_t>(y)}).size() >= 4;
}

// Returns true if the puyos make a group vanish, and one fewer does not. Precondition: no group vanishes without them.
inline bool completes(const Cells& cells, const Run& run) {
  for (int count = 1; count <= run.count; ++count) {
    const auto more = with(cells, {run.x, run.colour, count});
    if (!more) return false;
    if (top_vanishes(*more, run.x)) return count == run.count;
  }
  return false;
}

template <typename Visit>
void for_each_run(Visit visit) {
  for (int x = 1; x <= 6; ++x) {
    for (const rules::Cell colour : rules::kColours) {
      for (int count = 1; count <= 3; ++count) visit(Run{x, colour, count});
    }
  }
}

inline rules::Field field_of(const Cells& cells) {
  rules::Field field;
  for (int x = 1; x <= 6; ++x) {
    for (int y = 1; y <= 14; ++y) field.put(x, y, cells[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)]);
  }
  return field;
}

class Enumeration {
 public:
  Enumeration(const Cells& field, int max_completions) : field_(field), most_(max_completions) {
    for_each_run([this](const Run& run) {
      if (completes(field_, run)) play(field_, run, 0, 1);
    });
  }
  const ByFilledCells& found() const { return found_; }

 private:
  void play(const Cells& base, const Run& trigger, int links, int used) {
    const Cells filled = *with(base, trigger);
    Cells after = filled;
    const rules::ChainResult result = rensa::naive::simulate(after);
    if (result.links <= links) return;
    const auto [fewest, is_new] = fewest_completions_.emplace(filled, used);
    if (!is_new && fewest->second <= used) return;
    fewest->second = used;
    PossibleChain& chain = found_[filled];
    chain.links = result.links;
    chain.score = result.score;
    chain.frames = result.frames;
    chain.trigger_x = static_cast<std::int8_t>(trigger.x);
    chain.trigger_row = static_cast<std::int8_t>(height_of(base, trigger.x) + 1);
    chain.after = field_of(after);
    for (std::size_t i = 0; i < rules::kColours.size(); ++i) {
      chain.needed[i] =
          static_cast<std::uint8_t>(count_of(filled, rules::kColours[i]) - count_of(field_, rules::kColours[i]));
    }
    if (used == most_) return;
    for_each_run([&](const Run& run) {
      if (!completes(after, run)) return;
      const auto more = with(base, run);
      if (!more || (*more)[3][12] != rules::Cell::empty) return;
      for (int y = 1; y <= 12; ++y) {  // no group vanishes because of the new puyos
        const auto place = rensa::naive::Position{static_cast<std::size_t>(run.x), static_cast<std::size_t>(y)};
        if (rules::is_colour((*more)[place.first][place.second]) && rensa::naive::group_of(*more, place).size() >= 4)
          return;
      }
      if (completes(*more, trigger)) play(*more, trigger, result.links, used + 1);
    });
  }

  static int count_of(const Cells& cells, rules::Cell colour) {
    int count = 0;
    for (const auto& column : cells) {
      for (const rules::Cell one : column) count += one == colour ? 1 : 0;
    }
    return count;
  }

  Cells field_;
  int most_;
  ByFilledCells found_;
  std::map<Cells, int> fewest_completions_;
};

}  // namespace rensa::search::naive
