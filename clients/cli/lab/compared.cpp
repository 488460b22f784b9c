#include "clients/cli/lab/compared.h"

#include <iomanip>
#include <sstream>

namespace rensa::cli {

std::string percent_of(const tournament::Interval& share) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1) << 100 * share.value << " % [" << 100 * share.low << ", "
       << 100 * share.high << ']';
  return text.str();
}

std::string markdown_of(std::span<const Compared> rows) {
  std::string text = "| what | published | ours |\n|---|---|---|\n";
  for (const Compared& row : rows) text += "| " + row.what + " | " + row.published + " | " + row.ours + " |\n";
  return text;
}

}  // namespace rensa::cli
