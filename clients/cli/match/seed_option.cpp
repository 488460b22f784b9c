#include "clients/cli/match/seed_option.h"

#include <charconv>
#include <system_error>

namespace rensa::cli {

std::optional<std::uint64_t> seed_of_option(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return seed;
}

std::string why_no_seed(const std::string& text) {
  return seed_of_option(text) ? "" : "a seed is a number from 0 to 18446744073709551615";
}

}  // namespace rensa::cli
