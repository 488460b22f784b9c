#include "server/app/check/program_output.h"

#include "server/base/atomic_file.h"
#include "server/base/plain_text.h"

namespace rensa::app {

std::string last_output_in(const std::filesystem::path& run, const std::string& player) {
  std::string last;
  std::error_code none;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(run / "logs", none)) {
    if (!player.empty() && !entry.path().filename().string().starts_with(player + '-')) continue;
    std::string text = base::read_text_file(entry.path());
    text.erase(text.find_last_not_of(" \r\n") + 1);  // npos + 1 is 0
    if (!text.empty()) last = text.substr(text.find_last_of('\n') + 1);
  }
  return base::plain_text(last, 200);
}

}  // namespace rensa::app
