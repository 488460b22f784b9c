#include "engine/research/nplayer/random_game.h"

#include <algorithm>

#include "engine/rules/hash.h"

namespace rensa::nplayer {

namespace {

constexpr int kOwnBits = 15;    // -2^14 to 2^14 - 1
constexpr int kOtherBits = 11;  // -2^10 to 2^10 - 1

// Removes `count` bits and returns them as a number around zero.
std::int32_t take_number(std::uint64_t& bits, int count) {
  const auto number = static_cast<std::int32_t>(bits & ((std::uint64_t{1} << count) - 1));
  bits >>= count;
  return number - (1 << (count - 1));
}

}  // namespace

RandomGame::Position RandomGame::start(std::uint64_t seed) {
  return {.path = rules::Hash().add(seed).add(0).value(), .sums = {}, .ply = 0};
}

int RandomGame::count_moves(const Position& position) const {
  if (move_count_rule_.is_fixed) return move_count_rule_.max_moves;
  // The number of moves is drawn from the low bits of the path. The values of the moves are drawn from another word.
  const std::uint64_t low = position.path & 0xFFFF'FFFF;
  return 1 + static_cast<int>(low * static_cast<std::uint64_t>(move_count_rule_.max_moves) >> 32);
}

void RandomGame::list_moves(const Position& position, std::vector<Move>& moves) const {
  moves.resize(static_cast<std::size_t>(count_moves(position)));
  for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = static_cast<Move>(i);
}

RandomGame::Position RandomGame::after(const Position& position, Move move) const {
  rules::Hash hash(position.path);
  std::uint64_t bits = hash.add(std::uint64_t{move} + 1).add(position.path).value();
  Position next{.path = hash.add(0).value(), .sums = position.sums, .ply = position.ply + 1};
  const std::size_t mover = player(position);
  next.sums[mover] += take_number(bits, kOwnBits);
  for (std::size_t i = 1; i < kPlayers; ++i) next.sums[(mover + i) % kPlayers] += take_number(bits, kOtherBits);
  return next;
}

Values<RandomGame::kPlayers> RandomGame::values(const Position& position) const {
  const auto& [a, b, c] = position.sums;
  return {a - std::max(b, c), b - std::max(a, c), c - std::max(a, b)};
}

}  // namespace rensa::nplayer
