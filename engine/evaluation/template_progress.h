#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"
#include "engine/templates/template.h"

namespace rensa::evaluation {

// How close a field is to a complete template: the common order of fields, and estimates of the remaining work.

enum class TemplateStatus : std::uint8_t { choked, contradicted, matches, built };

// The progress of a field towards a template. A greater progress is better. The meaning of `value` depends on the
// search and the status.
struct TemplateProgress {
  TemplateStatus status = TemplateStatus::choked;
  std::int64_t value = 0;
  int lowness = 0;
  auto operator<=>(const TemplateProgress&) const = default;
};

// The largest number of wanted puyos of a colour. Larger numbers count as this one.
inline constexpr int kMaxWantedPuyos = 16;

// Returns the mean number of hands, in thousandths, until each of four colours has come at least as often as wanted.
// Every pair of the four colours is equally likely, and the places of the puyos do not matter.
int expected_hands_for(std::array<int, 4> wanted);

// The parts of a field that all templates look at, read once.
struct FieldSummary {
  explicit FieldSummary(const rules::Field& field) : heights(field.heights()), puyos(field) {}

  rules::Heights heights;
  templates::FieldColours puyos;
};

// Estimates how many hands a template needs until its links stand, in thousandths. Use it only to compare fields. These
// features increase the estimate: missing puyos; the hands until the required colours will have come; high columns to
// fill; colours that fit one column only; pairs that fit nowhere; and a first link that is nearly complete while other
// links are not, because it has to wait.
//
// Precondition: the field does not contradict the template.
int estimate_hands_left(const templates::Template& form, const FieldSummary& view);

// A pair that has been put down.
struct PlacedPair {
  std::array<std::size_t, 2> cells{};  // by matrix_cell
  std::array<rules::Cell, 2> colours{};
};

PlacedPair place_pair(const rules::Heights& heights, rules::Pair pair, rules::Placement placement);

inline constexpr int kPairsOfFourColours = 16;  // (red, blue) and (blue, red) are two

// Estimates the increase of TemplateMatch::filled by an unknown next pair: the gain at the best placement, summed over
// all pairs. A placement that contradicts gains nothing. Neither does one that completes the first link before all
// other links, because that would fire the chain. Placements may use rows up to 12, and up to 11 in the column where
// pairs appear.
//
// `before` is the match without the pairs in `put`; `heights` and `occupied` belong to the field with them.
std::int64_t next_pair_gain(const templates::IncrementalMatch& before, std::span<const PlacedPair> put,
                            const rules::Heights& heights, rules::Board occupied);

}  // namespace rensa::evaluation
