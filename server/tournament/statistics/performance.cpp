#include "server/tournament/statistics/performance.h"

#include <algorithm>
#include <cmath>

namespace rensa::tournament {

void Ratio::add(std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 0) return;
  ++game_count_;
  numerator_sum_ += numerator;
  denominator_sum_ += denominator;
  numerator_square_sum_ += Int128{numerator} * numerator;
  product_sum_ += Int128{numerator} * denominator;
  denominator_square_sum_ += Int128{denominator} * denominator;
}

void Ratio::add(const Ratio& other) {
  game_count_ += other.game_count_;
  numerator_sum_ += other.numerator_sum_;
  denominator_sum_ += other.denominator_sum_;
  numerator_square_sum_ += other.numerator_square_sum_;
  product_sum_ += other.product_sum_;
  denominator_square_sum_ += other.denominator_square_sum_;
}

std::optional<double> Ratio::value() const {
  if (denominator_sum_ == 0) return std::nullopt;
  return static_cast<double>(numerator_sum_) / static_cast<double>(denominator_sum_);
}

// The variance of a ratio of sums is the variance of the residuals, numerator - ratio * denominator, whose sum is 0. If
// all denominators are equal, it is the variance of a mean.
std::optional<Interval> Ratio::interval() const {
  if (game_count_ < 2) return std::nullopt;
  const double ratio = *value();
  const auto games = static_cast<double>(game_count_);
  // These are sums of squared differences from the mean, times the number of games. Up to here all numbers are
  // integers, so they are exact.
  const auto numerator_squares =
      static_cast<double>(game_count_ * numerator_square_sum_ - Int128{numerator_sum_} * numerator_sum_);
  const auto products = static_cast<double>(game_count_ * product_sum_ - Int128{numerator_sum_} * denominator_sum_);
  const auto denominator_squares =
      static_cast<double>(game_count_ * denominator_square_sum_ - Int128{denominator_sum_} * denominator_sum_);
  const double squares =
      std::max(numerator_squares - 2 * ratio * products + ratio * ratio * denominator_squares, 0.0) / games;
  const double half = kNormal95 * std::sqrt(squares * games / (games - 1)) / static_cast<double>(denominator_sum_);
  return Interval{.value = ratio, .low = std::max(ratio - half, 0.0), .high = ratio + half};
}

namespace {

using duel::GameStatistics;

constexpr int kFramesPerSecond = 60;

struct MeasureDefinition {
  Measure measure;
  std::string_view name;
  std::int64_t GameStatistics::* numerator;
  std::int64_t GameStatistics::* denominator;  // nullptr: the number of games
  int factor = 1;
};

// The measures in the order of the enumerators. Those that need frames come last.
constexpr std::array<MeasureDefinition, kMeasures> kDefinitions = {{
    {Measure::longest_chain, "longest_chain", &GameStatistics::longest_chain, nullptr},
    {Measure::chains, "chains", &GameStatistics::chains, nullptr},
    {Measure::links_per_chain, "links_a_chain", &GameStatistics::links, &GameStatistics::chains},
    {Measure::garbage_sent, "garbage_sent", &GameStatistics::garbage_sent, nullptr},
    {Measure::garbage_cancelled, "garbage_cancelled", &GameStatistics::garbage_cancelled, nullptr},
    {Measure::garbage_fell, "garbage_fell", &GameStatistics::garbage_fell, nullptr},
    {Measure::all_clears, "all_clears", &GameStatistics::all_clears, nullptr},
    {Measure::score, "score", &GameStatistics::score, nullptr},
    {Measure::hands, "hands", &GameStatistics::hands, nullptr},
    {Measure::frames_per_hand, "frames_a_hand", &GameStatistics::clock, &GameStatistics::hands},
    {Measure::control_frames_per_hand, "control_a_hand", &GameStatistics::control, &GameStatistics::hands},
    {Measure::hands_per_second, "hands_a_second", &GameStatistics::hands, &GameStatistics::clock, kFramesPerSecond},
}};
constexpr std::size_t kMeasuresThatNeedFrames = 3;

constexpr std::size_t index_of(Measure measure) { return static_cast<std::size_t>(measure); }

constexpr std::array<Measure, kMeasures> all_in_order() {
  std::array<Measure, kMeasures> all{};
  for (std::size_t i = 0; i < kMeasures; ++i) all[i] = kDefinitions[i].measure;
  return all;
}
constexpr std::array<Measure, kMeasures> kAll = all_in_order();

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kMeasures; ++i) {
    if (index_of(kAll[i]) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

std::string_view name_of(Measure measure) { return kDefinitions[index_of(measure)].name; }

std::span<const Measure> measures_for(rules::Pacing pacing) {
  return std::span(kAll).first(pacing == rules::Pacing::frames ? kMeasures : kMeasures - kMeasuresThatNeedFrames);
}

void Performance::add(const GameStatistics& game) {
  ++game_count_;
  duel::add_game(total_, game);
  for (std::size_t i = 0; i < kMeasures; ++i) {
    const MeasureDefinition& definition = kDefinitions[i];
    ratios_[i].add(game.*definition.numerator, definition.denominator == nullptr ? 1 : game.*definition.denominator);
  }
}

void Performance::add(const Performance& other) {
  game_count_ += other.game_count_;
  duel::add_game(total_, other.total_);
  for (std::size_t i = 0; i < kMeasures; ++i) ratios_[i].add(other.ratios_[i]);
}

std::optional<double> Performance::value(Measure measure) const {
  auto value = ratios_[index_of(measure)].value();
  if (value) *value *= kDefinitions[index_of(measure)].factor;
  return value;
}

std::optional<Interval> Performance::interval(Measure measure) const {
  auto interval = ratios_[index_of(measure)].interval();
  if (!interval) return std::nullopt;
  const int factor = kDefinitions[index_of(measure)].factor;
  return Interval{.value = interval->value * factor, .low = interval->low * factor, .high = interval->high * factor};
}

void PerformanceTable::add(const std::array<std::size_t, 2>& players, const std::array<GameStatistics, 2>& statistics) {
  rows_[{players[0], players[1]}].add(statistics[0]);
  rows_[{players[1], players[0]}].add(statistics[1]);
}

const Performance& PerformanceTable::against(std::size_t player, std::size_t opponent) const {
  static const Performance kNone;
  const auto row = rows_.find({player, opponent});
  return row == rows_.end() ? kNone : row->second;
}

Performance PerformanceTable::of(std::size_t player) const {
  Performance all;
  for (auto row = rows_.lower_bound({player, 0}); row != rows_.end() && row->first.first == player; ++row) {
    all.add(row->second);
  }
  return all;
}

}  // namespace rensa::tournament
