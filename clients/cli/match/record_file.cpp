#include "clients/cli/match/record_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>

#include "clients/cli/match/new_file.h"
#include "clients/command_line/files.h"
#include "engine/record/codec.h"
#include "server/base/plain_text.h"

namespace rensa::cli {

namespace {

namespace fs = std::filesystem;

// The largest size of a file. It is larger than any real record, and keeps a device or a wrong file from filling the
// memory.
constexpr std::size_t kMaxRecordBytes = 256U << 20;

[[noreturn]] void fail(const fs::path& file, const std::string& what) {
  throw std::runtime_error(file.string() + ": " + what);
}

void write_whole(const fs::path& file, const std::vector<std::uint8_t>& bytes) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) command_line::fail_to_write(file.string());
}

}  // namespace

void write_record_file(const fs::path& file, const record::Record& record) {
  const fs::path part = name_of_part(file);
  try {
    write_whole(part, record::encode(record));
  } catch (...) {
    std::error_code ignored;
    fs::remove(part, ignored);
    throw;
  }
  publish_part(file);
}

std::vector<std::uint8_t> read_record_bytes(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) fail(file, "is a folder");
  std::ifstream in(file, std::ios::binary);
  if (!in) fail(file, errno == ENOENT ? "there is no such file" : std::strerror(errno));
  std::vector<std::uint8_t> bytes;
  std::array<char, 65536> buffer{};
  while (in.read(buffer.data(), buffer.size()), in.gcount() > 0) {
    bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + in.gcount());
    if (bytes.size() > kMaxRecordBytes) fail(file, "is too long for a record");
  }
  if (in.bad()) fail(file, "cannot be read");
  return bytes;
}

std::vector<std::string> record_files_of(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
      if (entry.path().extension() == kRecordFileEnding) found.push_back(entry.path().string());
    }
    if (found.empty()) fail(path, "the folder has no record (*.rensa)");
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

std::string shown_name(const record::Record& record, duel::Seat seat) {
  return base::plain_text(record.players[duel::index_of(seat)], record::kMaxNameBytes);
}

}  // namespace rensa::cli
