#pragma once

#include <array>
#include <span>

#include "engine/research/spider/table.h"

namespace rensa::spider {

// All moves of a table. Empty columns are alike: only the first of them is moved to.
class Moves {
 public:
  // A card of a rank in a run goes onto at most all columns of the next one: 100 in all; and nine runs to a column that
  // is empty.
  static constexpr std::size_t kMost = 100 + (kColumns - 1) * kRanks;

  explicit Moves(const Table& table);

  std::span<const Move> all() const { return {moves_.data(), size_}; }
  auto begin() const { return moves_.begin(); }
  auto end() const { return moves_.begin() + static_cast<std::ptrdiff_t>(size_); }

 private:
  std::array<Move, kMost> moves_;
  std::size_t size_ = 0;
};

}  // namespace rensa::spider
