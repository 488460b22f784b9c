#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rensa::daily {

// The time during which everybody gets the same game: a day or a week in UTC. A week begins on Monday.

enum class PeriodKind : std::uint8_t { day, week };

struct Period {
  PeriodKind kind = PeriodKind::day;
  std::string begins;  // its first day, "2026-11-28"
  friend bool operator==(const Period&, const Period&) = default;
};

// Returns the period to which a date belongs, ISO 8601 in UTC; the time of the day may follow. Returns nullopt if this
// is no date.
std::optional<Period> period_of(PeriodKind kind, std::string_view date);

// Returns the day with which the next period begins.
std::string end_of(const Period& period);

// Returns the name under which the store lists the games of the period: "day-2026-11-28" or "week-2026-11-23".
std::string name_of(const Period& period);
// Returns nullopt if no period has this name.
std::optional<Period> period_of_name(std::string_view name);

}  // namespace rensa::daily
