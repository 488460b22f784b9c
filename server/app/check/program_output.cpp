#include "server/app/check/program_output.h"

#include "server/base/atomic_file.h"
#include "server/live_tournaments/last_line.h"

namespace rensa::app {

std::string last_output_in(const std::filesystem::path& run, const std::string& player) {
  std::string last;
  std::error_code none;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(run / "logs", none)) {
    if (!player.empty() && !entry.path().filename().string().starts_with(player + '-')) continue;
    const std::string line = live_tournaments::last_line_of(base::read_text_file(entry.path()));
    if (!line.empty()) last = line;
  }
  return last;
}

}  // namespace rensa::app
