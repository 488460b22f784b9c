#include "server/storage/sqlite/database/log_checksum.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>

#include "server/storage/sqlite/database/page_checksum.h"

namespace rensa::storage {

namespace {

std::uint32_t big_endian(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}
std::uint32_t little_endian(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[3]} << 24 | std::uint32_t{bytes[2]} << 16 | std::uint32_t{bytes[1]} << 8 | bytes[0];
}

// Each page that is read from the log is summed, so the loop has the function of its words built in.
template <auto kWordAt>
void sum(LogChecksum& checksum, const std::uint8_t* bytes, std::size_t size) {
  std::uint32_t one = checksum.one;
  std::uint32_t two = checksum.two;
  for (std::size_t at = 0; at < size; at += 8) {
    one += kWordAt(bytes + at) + two;
    two += kWordAt(bytes + at + 4) + one;
  }
  checksum = {.one = one, .two = two};
}

using LogHeader = std::array<std::uint8_t, kLogHeaderBytes>;
using FrameHeader = std::array<std::uint8_t, kFrameHeaderBytes>;
using LogPage = std::array<std::uint8_t, kPageBytes>;

template <std::size_t kSize>
bool read(std::ifstream& log, std::array<std::uint8_t, kSize>& into) {
  return static_cast<bool>(log.read(reinterpret_cast<char*>(into.data()), kSize));
}

// Adds the frame to the checksum. Returns true if the frame has it. SQLite also ends the log at other random numbers,
// which the checksum does not cover.
bool continues_log(LogChecksum& checksum, const LogHeader& header, const FrameHeader& frame, const LogPage& page) {
  const bool is_big_endian = has_big_endian_checksums(header.data());
  checksum.add(frame.data(), 8, is_big_endian);
  checksum.add(page.data(), page.size(), is_big_endian);
  const bool has_its_numbers = std::equal(frame.begin() + 8, frame.begin() + 16, header.begin() + 16);
  return has_its_numbers && checksum == LogChecksum::at(frame.data() + 16);
}

bool is_commit(const FrameHeader& frame) { return big_endian(frame.data() + 4) != 0; }

// Frames behind the end are of an earlier log. They have other random numbers, which differ in several bytes.
bool is_of_log(const FrameHeader& frame, const LogHeader& header) {
  int equal = 0;
  for (std::size_t i = 0; i < 8; ++i) equal += frame[8 + i] == header[16 + i] ? 1 : 0;
  return equal >= 7;
}

// A frame, counted from 1, that does not have its checksum; 0: the header.
struct DamagedFrame {
  std::uint64_t number = 0;
  LogHeader header{};
  FrameHeader frame{};
  friend bool operator==(const DamagedFrame&, const DamagedFrame&) = default;
};

// Returns the damaged frame at which SQLite would end the log; nullopt: the log is not cut. A commit is complete on
// disk before the next one begins. So a log that the machine has left unfinished has no commit behind another one that
// has a damaged frame.
std::optional<DamagedFrame> frame_that_cuts(const std::filesystem::path& file) {
  std::ifstream log(file, std::ios::binary);
  LogHeader header{};
  if (!read(log, header)) return std::nullopt;
  LogChecksum checksum;
  checksum.add(header.data(), 24, has_big_endian_checksums(header.data()));
  if (checksum != LogChecksum::at(header.data() + 24)) return DamagedFrame{.number = 0, .header = header};
  FrameHeader frame{};
  LogPage page{};
  std::optional<DamagedFrame> damaged;
  bool has_commit_behind = false;
  for (std::uint64_t number = 1; read(log, frame) && read(log, page); ++number) {
    const bool is_of_this_log = is_of_log(frame, header);
    if (is_of_this_log && has_commit_behind) return damaged;
    const bool is_whole = continues_log(checksum, header, frame, page);
    if (!damaged && !is_whole) damaged = DamagedFrame{.number = number, .header = header, .frame = frame};
    if (damaged && is_of_this_log && is_commit(frame)) has_commit_behind = true;
  }
  return std::nullopt;
}

// Returns the number of frames that were copied into the database file and are not read from the log any more. The file
// in which the processes that use the database share this number begins with the state of the log, of which it has the
// random numbers.
std::uint64_t frames_copied_back(const std::filesystem::path& database_file, const LogHeader& header) {
  constexpr std::size_t kRandomNumbersAt = 32;
  constexpr std::size_t kCopiedBackAt = 96;
  std::array<std::uint8_t, kCopiedBackAt + 4> shared{};
  std::ifstream file(database_file.string() + "-shm", std::ios::binary);
  if (!read(file, shared)) return 0;
  const bool is_of_this_log = std::equal(header.begin() + 16, header.begin() + 24, shared.begin() + kRandomNumbersAt);
  std::uint32_t frames = 0;  // in the order of bytes of this machine
  std::memcpy(&frames, shared.data() + kCopiedBackAt, sizeof frames);
  return is_of_this_log ? frames : 0;
}

}  // namespace

LogChecksum LogChecksum::at(const std::uint8_t* bytes) { return {big_endian(bytes), big_endian(bytes + 4)}; }

void LogChecksum::add(const std::uint8_t* bytes, std::size_t size, bool is_big_endian) {
  is_big_endian ? sum<big_endian>(*this, bytes, size) : sum<little_endian>(*this, bytes, size);
}

bool has_big_endian_checksums(const std::uint8_t* log_header) { return (log_header[3] & 1) != 0; }

std::optional<std::string> why_log_is_cut(const std::filesystem::path& database_file) {
  const std::filesystem::path file = database_file.string() + "-wal";
  const std::optional<DamagedFrame> damaged = frame_that_cuts(file);
  // A program that is writing makes a frame whole at last, or begins the log anew.
  for (int attempt = 0; attempt < 3 && damaged; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (frame_that_cuts(file) != damaged) return std::nullopt;
  }
  if (!damaged) return std::nullopt;
  const std::string part = damaged->number == 0 ? "its beginning" : "page " + std::to_string(damaged->number);
  return file.string() + " is damaged: " + part +
         " does not have its checksum. All that was saved behind it would be lost. Restore a backup, or remove this "
         "file to go on without all that is in it.";
}

std::set<std::uint64_t> pages_in_log(const std::filesystem::path& database_file) {
  std::ifstream log(database_file.string() + "-wal", std::ios::binary);
  std::set<std::uint64_t> pages;
  LogHeader header{};
  if (!read(log, header)) return pages;
  LogChecksum checksum;
  checksum.add(header.data(), 24, has_big_endian_checksums(header.data()));
  if (checksum != LogChecksum::at(header.data() + 24)) return pages;
  FrameHeader frame{};
  LogPage page{};
  std::set<std::uint64_t> of_commit;  // of the commit that is being read, which may be incomplete
  const std::uint64_t copied_back = frames_copied_back(database_file, header);
  for (std::uint64_t number = 1; read(log, frame) && read(log, page) && continues_log(checksum, header, frame, page);
       ++number) {
    if (number > copied_back) of_commit.insert(big_endian(frame.data()));
    if (is_commit(frame)) pages.merge(of_commit);
  }
  return pages;
}

}  // namespace rensa::storage
