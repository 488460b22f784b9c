#include "server/daily/period.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>

namespace rensa::daily {

namespace {

using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr std::string_view kForm = "0000-00-00";
constexpr std::array<std::string_view, 2> kPrefixes = {"day-", "week-"};

std::optional<int> number_of(std::string_view digits) {
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || number < 0) return std::nullopt;
  return number;
}

std::optional<sys_days> day_of(std::string_view date) {
  if (date.size() < kForm.size() || date[4] != '-' || date[7] != '-') return std::nullopt;
  if (date.size() > kForm.size() && date[kForm.size()] != 'T') return std::nullopt;
  const auto year = number_of(date.substr(0, 4));
  const auto month = number_of(date.substr(5, 2));
  const auto day = number_of(date.substr(8, 2));
  if (!year || !month || !day) return std::nullopt;
  const year_month_day found(std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                             std::chrono::day(static_cast<unsigned>(*day)));
  return found.ok() ? std::optional(sys_days(found)) : std::nullopt;
}

std::string text_of(sys_days day) {
  const year_month_day date(day);
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text.data();
}

}  // namespace

std::optional<Period> period_of(PeriodKind kind, std::string_view date) {
  auto day = day_of(date);
  if (!day) return std::nullopt;
  if (kind == PeriodKind::week) *day -= std::chrono::weekday(*day) - std::chrono::Monday;
  return Period{.kind = kind, .begins = text_of(*day)};
}

std::string end_of(const Period& period) {
  return text_of(*day_of(period.begins) + days(period.kind == PeriodKind::day ? 1 : 7));
}

std::string name_of(const Period& period) {
  return std::string(kPrefixes[static_cast<std::size_t>(period.kind)]) + period.begins;
}

std::optional<Period> period_of_name(std::string_view name) {
  for (const PeriodKind kind : {PeriodKind::day, PeriodKind::week}) {
    const std::string_view prefix = kPrefixes[static_cast<std::size_t>(kind)];
    if (!name.starts_with(prefix)) continue;
    const std::string_view date = name.substr(prefix.size());
    auto period = period_of(kind, date);
    if (period && period->begins == date) return period;
  }
  return std::nullopt;
}

}  // namespace rensa::daily
