#include <cstdint>
#include <string>
#include <string_view>

#include "server/submissions/bot_archive.h"
#include "server/submissions/bot_manifest.h"
#include "tests/fuzz/input.h"

// The whole input is the archive of a bot, and once more with the checksums of its headers put right. An accepted one
// has only files below one folder, and comes back as the same files. A refusal gives the reason.

namespace {

using rensa::fuzz::require;
using namespace rensa::submissions;

constexpr std::size_t kBlock = 512;

void read(const std::string& archive) {
  const auto files = read_archive(archive);
  if (!files) {
    require(!files.error().message.empty());
    require(files.error().position <= archive.size() + 1);
    return;
  }
  require(why_not_together(*files).empty());
  std::size_t bytes = 0;
  for (const ArchivedFile& file : *files) {
    require(why_not_a_path(file.path).empty());
    bytes += file.bytes.size();
  }
  require(bytes <= archive.size());
  const auto again = read_archive(archive_of(*files));
  require(again.ok() && *again == *files);
  const auto bot = read_upload(archive);
  require(bot.ok() || !bot.error().message.empty());
}

void put_checksums_right(std::string& archive) {
  for (std::size_t at = 0; at + kBlock <= archive.size(); at += kBlock) {
    if (archive.compare(at + 257, 5, "ustar") != 0) continue;
    archive.replace(at + 148, 8, "        ");
    unsigned sum = 0;
    for (std::size_t i = at; i < at + kBlock; ++i) sum += static_cast<unsigned char>(archive[i]);
    for (std::size_t digit = 6; digit-- > 0; sum /= 8) archive[at + 148 + digit] = static_cast<char>('0' + sum % 8);
    archive[at + 154] = '\0';
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string archive(reinterpret_cast<const char*>(data), size);
  read(archive);
  put_checksums_right(archive);
  read(archive);
  return 0;
}
