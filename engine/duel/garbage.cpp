#include "engine/duel/garbage.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace rensa::duel {

namespace {

constexpr std::uint64_t kGarbageStream = 0x6F6A'616D'61;  // differs from the streams of pair queues

int cancel_part(int& waiting, int attack) {
  const int cancelled = std::min(waiting, attack);
  waiting -= cancelled;
  return attack - cancelled;
}

int capped_sum(int a, int b) { return a > kMaxWaitingGarbage - b ? kMaxWaitingGarbage : a + b; }

}  // namespace

int cancel_garbage(WaitingGarbage& own, int attack) {
  assert(attack >= 0);
  return cancel_part(own.fixed, cancel_part(own.pending, attack));
}

void add_pending_garbage(WaitingGarbage& opponent, int attack) {
  opponent.pending = capped_sum(opponent.pending, std::min(attack, kMaxWaitingGarbage));
}

int fix_pending_garbage(WaitingGarbage& waiting) {
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

int count_garbage(const GarbageColumns& columns) { return std::accumulate(columns.begin(), columns.end(), 0); }

void enter_garbage_row(rules::Field& field, GarbageColumns& columns) {
  const rules::Board filled = field.occupied();
  for (int x = 1; x <= rules::kColumns; ++x) {
    std::uint8_t& cells_due = columns[static_cast<std::size_t>(x)];
    if (cells_due == 0 || filled.has(x, rules::kHiddenRow)) continue;
    --cells_due;
    field.put(x, rules::kHiddenRow, rules::Cell::garbage);
  }
}

rules::Rng make_garbage_rng(std::uint64_t seed) { return rules::Rng(seed, kGarbageStream); }

int attack_from_points(const rules::Ruleset& ruleset, int frame, std::int64_t score, std::int64_t& converted) {
  const int rate = rules::garbage_rate_at(ruleset, frame);
  assert(rate > 0 && score >= converted);
  const std::int64_t garbage = (score - converted) / rate;
  converted += garbage * rate;
  return static_cast<int>(std::min<std::int64_t>(garbage, kMaxWaitingGarbage));
}

}  // namespace rensa::duel
