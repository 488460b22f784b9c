#include "server/static_files/embedded.h"

#include <map>
#include <string>
#include <utility>

#include "server/static_files/media_type.h"

// Written by the assembler, see cmake/RensaEmbed.cmake.
extern "C" const rensa::static_files::EmbeddedFile rensa_web_client[];
extern "C" const rensa::static_files::EmbeddedFile rensa_web_client_end[];

namespace rensa::static_files {

std::span<const EmbeddedFile> embedded_files() { return {rensa_web_client, rensa_web_client_end}; }

Files embedded_assets() {
  std::map<std::string, std::shared_ptr<const Asset>, std::less<>> assets;
  for (const EmbeddedFile& file : embedded_files()) {
    assets.emplace(file.path, std::make_shared<const Asset>(
                                  asset_of(media_type_of(file.path), std::string(file.begin, file.end))));
  }
  return [assets = std::move(assets)](std::string_view path) {
    const auto found = assets.find(path);
    return found == assets.end() ? nullptr : found->second;
  };
}

}  // namespace rensa::static_files
