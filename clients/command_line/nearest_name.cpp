#include "clients/command_line/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace rensa::command_line {

namespace {

// Returns the number of letters to change, add, leave out or exchange with the next one.
std::size_t distance(std::string_view one, std::string_view two) {
  std::vector<std::size_t> before_last(two.size() + 1);
  std::vector<std::size_t> last(two.size() + 1);
  std::vector<std::size_t> row(two.size() + 1);
  for (std::size_t j = 0; j <= two.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= one.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= two.size(); ++j) {
      const std::size_t changed = last[j - 1] + (one[i - 1] == two[j - 1] ? 0 : 1);
      row[j] = std::min({changed, last[j] + 1, row[j - 1] + 1});
      const bool is_exchanged = i > 1 && j > 1 && one[i - 1] == two[j - 2] && one[i - 2] == two[j - 1];
      if (is_exchanged) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[two.size()];
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view mistyped, const std::vector<std::string>& known) {
  constexpr std::size_t kMostLetters = 64;  // longer texts are no names
  std::size_t least = mistyped.size() / 3 + 1;
  std::optional<std::string> nearest;
  if (mistyped.size() > kMostLetters) return nearest;
  for (const std::string& name : known) {
    const std::size_t here = distance(mistyped, name);
    if (here >= least) continue;
    least = here;
    nearest = name;
  }
  return nearest;
}

}  // namespace rensa::command_line
