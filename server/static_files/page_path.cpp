#include "server/static_files/page_path.h"

#include <algorithm>
#include <array>

namespace rensa::static_files {

namespace {

struct Page {
  std::string_view path;
  const char* file;
};

constexpr std::array kPages{Page{"/", "index.html"}, Page{"/play", "play.html"}, Page{"/practice", "practice.html"},
                            Page{"/train", "train.html"},
                            Page{"/replay/", "replay.html"}};  // of a record that its query names
constexpr std::array kNumberedPages{Page{"/watch/", "watch.html"}, Page{"/replay/", "replay.html"}};

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string file_behind(std::string_view path) {
  for (const Page& page : kPages) {
    if (path == page.path) return page.file;
  }
  for (const Page& page : kNumberedPages) {
    if (path.starts_with(page.path) && is_number(path.substr(page.path.size()))) return page.file;
  }
  return std::string(path.substr(1));
}

}  // namespace rensa::static_files
