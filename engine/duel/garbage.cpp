#include "engine/duel/garbage.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace rensa::duel {

namespace {

constexpr std::uint64_t kGarbageStream = 0x6F6A'616D'61;  // apart from the streams that make pair queues

int cancel(int& waiting, int attack) {
  const int cancelled = std::min(waiting, attack);
  waiting -= cancelled;
  return attack - cancelled;
}

int capped_sum(int a, int b) { return a > kMostWaitingGarbage - b ? kMostWaitingGarbage : a + b; }

}  // namespace

int offset(WaitingGarbage& own, int attack) {
  assert(attack >= 0);
  return cancel(own.fixed, cancel(own.pending, attack));
}

void land(WaitingGarbage& opponent, int attack) {
  opponent.pending = capped_sum(opponent.pending, std::min(attack, kMostWaitingGarbage));
}

int fix_pending(WaitingGarbage& waiting) {
  waiting.fixed = capped_sum(waiting.fixed, waiting.pending);
  return std::exchange(waiting.pending, 0);
}

GarbageColumns spread_garbage(int count, rules::Rng& rng) {
  assert(count >= 0 && count / rules::kColumns < 255);
  GarbageColumns columns{};
  for (std::size_t x = 1; x <= rules::kColumns; ++x) columns[x] = static_cast<std::uint8_t>(count / rules::kColumns);
  const auto rest = static_cast<std::size_t>(count % rules::kColumns);
  if (rest == 0) return columns;

  std::array<std::size_t, rules::kColumns> order{};
  std::iota(order.begin(), order.end(), std::size_t{1});
  for (std::uint32_t i = 1; i < rules::kColumns; ++i) std::swap(order[i], order[rng.below(i + 1)]);
  for (std::size_t i = 0; i < rest; ++i) ++columns[order[i]];
  return columns;
}

int garbage_left(const GarbageColumns& columns) { return std::accumulate(columns.begin(), columns.end(), 0); }

void let_garbage_enter(rules::Field& field, GarbageColumns& columns) {
  const rules::Board filled = field.occupied();
  for (int x = 1; x <= rules::kColumns; ++x) {
    std::uint8_t& owed = columns[static_cast<std::size_t>(x)];
    if (owed == 0 || filled.has(x, rules::kHiddenRow)) continue;
    --owed;
    field.put(x, rules::kHiddenRow, rules::Cell::garbage);
  }
}

rules::Rng garbage_rng(std::uint64_t seed) { return rules::Rng(seed, kGarbageStream); }

}  // namespace rensa::duel
