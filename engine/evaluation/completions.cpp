#include "engine/evaluation/completions.h"

#include <algorithm>

#include "engine/evaluation/columns_with.h"
#include "engine/rules/chain.h"

namespace rensa::evaluation {

namespace {

using Cells = rules::Board;

#include "engine/evaluation/completion_counter.inl"

void count(const CompletionCounter& counter, ColourIndex colour, Completions& completions) {
  const CompletionCounter::Columns columns = counter.count(colour);
  for (std::size_t i = 0; i < columns.size(); ++i) completions.columns[i][colour] = columns[i];
}

}  // namespace

Completions find_completions(const rules::Planes& planes) {
  const CellPlanes cells(planes);
  const CompletionCounter counter(cells);
  Completions completions;
  for (ColourIndex colour = 0; colour < rules::kColours.size(); ++colour) count(counter, colour, completions);
  return completions;
}

Completions find_completions(const rules::Planes& planes, ColourIndex colour) {
  const CellPlanes cells(planes);
  Completions completions;
  count(CompletionCounter(cells), colour, completions);
  return completions;
}

namespace {

constexpr int kHighestTrigger = 11;  // row of its first puyo

// Returns true if a stack of puyos from row `y` upwards would touch a puyo of its colour beside or below it.
bool has_neighbours(rules::Board same, int x, int y) {
  const unsigned rows = ((1U << kMaxCompletionPuyos) - 1U) << y;
  return same.has(x, y - 1) || ((unsigned{same.column(x - 1)} | same.column(x + 1)) & rows) != 0;
}

}  // namespace

OneColourChain longest_one_colour_chain(const rules::Field& field, int colours) {
  OneColourChain best;
  const rules::Heights heights = field.heights();
  const rules::ChainKernel& chains = rules::fastest_chain_kernel();
  std::array<rules::Board, rules::kMaxColours> boards{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(colours); ++i) {
    boards[i] = field.board(rules::kColours[i]) & rules::kVisibleCells;
  }
  for (int x = 1; x <= rules::kColumns; ++x) {
    const int first = heights[static_cast<std::size_t>(x)] + 1;
    if (first > kHighestTrigger) continue;
    for (std::size_t i = 0; i < static_cast<std::size_t>(colours); ++i) {
      if (!has_neighbours(boards[i], x, first)) continue;
      rules::Field placed = field;
      const int most = std::min(kMaxCompletionPuyos, rules::kSpawnRow + 1 - first);
      for (int puyos = 1; puyos <= most; ++puyos) {
        placed.put(x, first + puyos - 1, rules::kColours[i]);
        rules::Field after;
        const OneColourChain chain{.links = chains.simulate(placed, after).links, .puyos = puyos};
        if (chain.links == 0) continue;
        if (chain.value() > best.value()) best = chain;
        break;
      }
    }
  }
  return best;
}

}  // namespace rensa::evaluation
