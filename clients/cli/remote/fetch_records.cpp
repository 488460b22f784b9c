#include "clients/cli/remote/fetch_records.h"

#include <algorithm>

#include "server/tournament/journal/atomic_file.h"

namespace rensa::cli {

namespace {

// It becomes the name of a file here, whatever the server says.
bool is_game(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c == '-' || (c >= '0' && c <= '9'); });
}

}  // namespace

Fetched fetch_records(const Hosted& hosted, const std::string& name, const std::filesystem::path& folder,
                      const std::function<bool()>& stop) {
  std::filesystem::create_directories(folder);
  Fetched fetched;
  std::optional<std::uint64_t> before;
  while (before != 0U) {
    const Hosted::Json page = hosted.games(name, before);
    for (const Hosted::Json& game : page.at("games")) {
      if (stop()) return fetched;
      const std::string id = game.at("game");
      if (!is_game(id)) throw Refused("the server calls a game " + id);
      const std::filesystem::path file = folder / (id + ".rensa");
      if (std::filesystem::exists(file)) {
        ++fetched.there;
        continue;
      }
      tournament::write_file_atomically(file, hosted.record(name, id));
      ++fetched.records;
    }
    const std::uint64_t next = page.at("before");
    if (before && next >= *before) throw Refused("the server gives the same games again and again");
    before = next;
  }
  return fetched;
}

}  // namespace rensa::cli
