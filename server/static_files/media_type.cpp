#include "server/static_files/media_type.h"

#include <array>

namespace rensa::static_files {

namespace {

struct Known {
  std::string_view end;
  const char* type;
};

constexpr std::array kKnown{
    Known{".html", "text/html; charset=utf-8"},
    Known{".js", "text/javascript; charset=utf-8"},
    Known{".css", "text/css; charset=utf-8"},
    Known{".wasm", "application/wasm"},
    Known{".json", "application/json"},
    Known{".webmanifest", "application/manifest+json"},
    Known{".svg", "image/svg+xml"},
    Known{".png", "image/png"},
    Known{".ico", "image/x-icon"},
    Known{".txt", "text/plain; charset=utf-8"},
};

}  // namespace

std::string media_type_of(std::string_view file) {
  for (const Known& known : kKnown) {
    if (file.ends_with(known.end)) return known.type;
  }
  return "application/octet-stream";
}

}  // namespace rensa::static_files
