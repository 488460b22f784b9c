#pragma once

#include <span>

#include "server/static_files/asset.h"

namespace rensa::static_files {

// The files of clients/web as they were when the program was built.
struct EmbeddedFile {
  const char* path;  // "draw/board.js"
  const char* begin;
  const char* end;
};
std::span<const EmbeddedFile> embedded_files();

// They as assets, made now: later nobody waits for that.
Files embedded_assets();

}  // namespace rensa::static_files
