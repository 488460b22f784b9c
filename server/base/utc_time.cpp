#include "server/base/utc_time.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <ctime>

namespace rensa::base {

namespace {

constexpr std::string_view kForm = "0000-00-00T00:00:00Z";  // each 0 is a digit

// Returns the number that the digits from `begin` to `end` are.
template <typename Number>
Number number_in(std::string_view text, std::size_t begin, std::size_t end) {
  Number number = 0;
  std::from_chars(text.data() + begin, text.data() + end, number);
  return number;
}

bool has_form(std::string_view text) {
  if (text.size() != kForm.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_right = kForm[i] == '0' ? text[i] >= '0' && text[i] <= '9' : text[i] == kForm[i];
    if (!is_right) return false;
  }
  return true;
}

}  // namespace

std::string utc_text(std::chrono::sys_seconds time) {
  const std::time_t seconds = time.time_since_epoch().count();
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::string utc_text(std::chrono::system_clock::time_point time) {
  return utc_text(std::chrono::floor<std::chrono::seconds>(time));
}

std::string utc_now() { return utc_text(std::chrono::system_clock::now()); }

std::optional<std::chrono::sys_seconds> parse_utc(std::string_view text) {
  if (!has_form(text)) return std::nullopt;
  const std::chrono::year_month_day day{std::chrono::year(number_in<int>(text, 0, 4)),
                                        std::chrono::month(number_in<unsigned>(text, 5, 7)),
                                        std::chrono::day(number_in<unsigned>(text, 8, 10))};
  const std::chrono::hours hours(number_in<int>(text, 11, 13));
  const std::chrono::minutes minutes(number_in<int>(text, 14, 16));
  const std::chrono::seconds seconds(number_in<int>(text, 17, 19));
  using namespace std::chrono_literals;
  if (!day.ok() || day.year() < std::chrono::year(1970) || hours > 23h || minutes > 59min || seconds > 59s)
    return std::nullopt;
  return std::chrono::sys_days(day) + hours + minutes + seconds;
}

}  // namespace rensa::base
