#include "server/league/performance.h"

namespace rensa::league {

namespace {

using duel::Feats;

constexpr int kFramesPerSecond = 60;

struct Definition {
  Measure measure;
  std::string_view name;
  std::int64_t Feats::* of;
  std::int64_t Feats::* per;  // nullptr: a game
  int times = 1;
};

// In the order of the enumerators; those that need frames come last.
constexpr std::array<Definition, kMeasures> kDefinitions = {{
    {Measure::longest_chain, "longest_chain", &Feats::longest_chain, nullptr},
    {Measure::chains, "chains", &Feats::chains, nullptr},
    {Measure::links_a_chain, "links_a_chain", &Feats::links, &Feats::chains},
    {Measure::garbage_sent, "garbage_sent", &Feats::garbage_sent, nullptr},
    {Measure::garbage_cancelled, "garbage_cancelled", &Feats::garbage_cancelled, nullptr},
    {Measure::garbage_fell, "garbage_fell", &Feats::garbage_fell, nullptr},
    {Measure::all_clears, "all_clears", &Feats::all_clears, nullptr},
    {Measure::score, "score", &Feats::score, nullptr},
    {Measure::hands, "hands", &Feats::hands, nullptr},
    {Measure::frames_a_hand, "frames_a_hand", &Feats::clock, &Feats::hands},
    {Measure::control_a_hand, "control_a_hand", &Feats::control, &Feats::hands},
    {Measure::hands_a_second, "hands_a_second", &Feats::hands, &Feats::clock, kFramesPerSecond},
}};
constexpr std::size_t kThatNeedFrames = 3;

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

std::span<const Measure> measures_of(rules::Pacing pacing) {
  return std::span(kAll).first(pacing == rules::Pacing::frames ? kMeasures : kMeasures - kThatNeedFrames);
}

void Performance::add(const Feats& game) {
  ++games_;
  duel::add(total_, game);
  for (std::size_t i = 0; i < kMeasures; ++i) {
    const Definition& what = kDefinitions[i];
    ratios_[i].add(game.*what.of, what.per == nullptr ? 1 : game.*what.per);
  }
}

void Performance::add(const Performance& other) {
  games_ += other.games_;
  duel::add(total_, other.total_);
  for (std::size_t i = 0; i < kMeasures; ++i) ratios_[i].add(other.ratios_[i]);
}

std::optional<double> Performance::value(Measure measure) const {
  auto value = ratios_[index_of(measure)].value();
  if (value) *value *= kDefinitions[index_of(measure)].times;
  return value;
}

std::optional<Interval> Performance::interval(Measure measure) const {
  auto interval = ratios_[index_of(measure)].interval();
  if (!interval) return std::nullopt;
  const int times = kDefinitions[index_of(measure)].times;
  return Interval{.value = interval->value * times, .low = interval->low * times, .high = interval->high * times};
}

void PerformanceTable::add(const PlannedPair& players, const std::array<Feats, 2>& feats) {
  rows_[{players.first, players.second}].add(feats[0]);
  rows_[{players.second, players.first}].add(feats[1]);
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

}  // namespace rensa::league
