#include "server/storage/sqlite/database/checked_files.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <sqlite3.h>
#include <string_view>

#include "server/storage/completion.h"
#include "server/storage/sqlite/database/log_checksum.h"
#include "server/storage/sqlite/database/page_checksum.h"

namespace rensa::storage {

namespace {

constexpr int kPageSize = static_cast<int>(kPageBytes);
constexpr sqlite3_int64 kLogHeaderSize = kLogHeaderBytes;
constexpr sqlite3_int64 kFrameHeaderSize = kFrameHeaderBytes;
constexpr sqlite3_int64 kFrameSize = kFrameHeaderSize + kPageSize;
constexpr sqlite3_int64 kHeaderSize = 100;  // SQLite reads it before it knows the size of a page
constexpr std::size_t kReservedBytesAt = 20;

thread_local DamagedPage last_damage;

int damaged(const DamagedPage& page) {
  last_damage = page;
  return SQLITE_IOERR_DATA;
}

enum class FileUse : std::uint8_t { database, log };

// SQLite's own object for the file follows it in memory.
struct CheckedFile {
  sqlite3_file base;
  FileUse use;
};
constexpr std::size_t kCheckedFileBytes = (sizeof(CheckedFile) + 15) / 16 * 16;

sqlite3_file* inner(sqlite3_file* file) {
  return reinterpret_cast<sqlite3_file*>(reinterpret_cast<std::byte*>(file) + kCheckedFileBytes);
}
bool is_log(const sqlite3_file* file) { return reinterpret_cast<const CheckedFile*>(file)->use == FileUse::log; }
sqlite3_vfs* system_files() { return sqlite3_vfs_find("unix"); }

// Reads a page at this place of the log, and checks it. SQLite checks the log only when it opens it after a crash.
int read_log_page(sqlite3_file* file, void* page, sqlite3_int64 at) {
  const sqlite3_int64 frame = at - kFrameHeaderSize;
  const bool is_first = frame == kLogHeaderSize;
  // One reading gets the checksum before the frame, which is in the log's header or in the frame before, and the frame.
  std::array<std::uint8_t, 2 * kFrameSize> around;
  const sqlite3_int64 begin = is_first ? 0 : frame - kFrameSize;
  const int size = static_cast<int>(at + kPageSize - begin);
  if (const int code = inner(file)->pMethods->xRead(inner(file), around.data(), size, begin); code != SQLITE_OK) {
    return code;
  }
  const std::uint8_t* const header = around.data() + (frame - begin);
  std::memcpy(page, header + kFrameHeaderSize, kPageBytes);
  for (const bool is_big_endian : {false, true}) {  // as the log's header says; it is little in all but foreign logs
    LogChecksum checksum = LogChecksum::at(around.data() + (is_first ? 24 : 16));
    checksum.add(header, 8, is_big_endian);
    checksum.add(header + kFrameHeaderSize, kPageBytes, is_big_endian);
    if (checksum == LogChecksum::at(header + 16)) return SQLITE_OK;
  }
  return damaged({.number = static_cast<std::uint64_t>((frame - kLogHeaderSize) / kFrameSize + 1), .is_in_log = true});
}

bool is_empty(sqlite3_file* file) {
  sqlite3_int64 size = 0;
  return inner(file)->pMethods->xFileSize(inner(file), &size) == SQLITE_OK && size == 0;
}

// Reads a page or a part of it, and checks the whole page: some versions of SQLite read less of long rows.
int read_database_page(sqlite3_file* file, void* into, int size, sqlite3_int64 at) {
  const sqlite3_int64 begin = at / kPageSize * kPageSize;
  const std::uint64_t number = static_cast<std::uint64_t>(begin) / kPageBytes + 1;
  if (at + size > begin + kPageSize) return damaged({.number = number});  // it is no file with pages of this size
  std::array<std::uint8_t, kPageBytes> page;
  std::uint8_t* const whole = size == kPageSize ? static_cast<std::uint8_t*>(into) : page.data();
  const int code = inner(file)->pMethods->xRead(inner(file), whole, kPageSize, begin);
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) return code;
  if (whole != into) std::memcpy(into, whole + (at - begin), static_cast<std::size_t>(size));
  if (code == SQLITE_IOERR_SHORT_READ && begin == 0 && is_empty(file)) return code;
  const bool is_whole = code == SQLITE_OK && has_page_checksum(number, Page(whole, kPageBytes));
  return is_whole ? SQLITE_OK : damaged({.number = number});
}

int read_checked(sqlite3_file* file, void* into, int size, sqlite3_int64 at) {
  const bool is_page_of_log =
      is_log(file) && size == kPageSize && (at - kLogHeaderSize) % kFrameSize == kFrameHeaderSize;
  if (is_page_of_log) return read_log_page(file, into, at);
  const bool is_header = at + size <= kHeaderSize;
  if (is_log(file) || is_header) return inner(file)->pMethods->xRead(inner(file), into, size, at);
  return read_database_page(file, into, size, at);
}

int write_checked(sqlite3_file* file, const void* from, int size, sqlite3_int64 at) {
  if (is_log(file)) return inner(file)->pMethods->xWrite(inner(file), from, size, at);
  if (size != kPageSize || at % kPageSize != 0) return SQLITE_IOERR_WRITE;
  std::array<std::uint8_t, kPageBytes> page;
  std::memcpy(page.data(), from, kPageBytes);
  if (at == 0 && page[kReservedBytesAt] != kChecksumBytes) return SQLITE_IOERR_WRITE;  // there is no room for checksums
  set_page_checksum(static_cast<std::uint64_t>(at) / kPageBytes + 1, page);
  return inner(file)->pMethods->xWrite(inner(file), page.data(), size, at);
}

// The other functions are those of SQLite.
const sqlite3_io_methods kMethods{
    .iVersion = 2,  // without the functions of version 3 SQLite maps no page into memory
    .xClose = [](sqlite3_file* file) { return inner(file)->pMethods->xClose(inner(file)); },
    .xRead = read_checked,
    .xWrite = write_checked,
    .xTruncate = [](sqlite3_file* file,
                    sqlite3_int64 size) { return inner(file)->pMethods->xTruncate(inner(file), size); },
    .xSync = [](sqlite3_file* file, int flags) { return inner(file)->pMethods->xSync(inner(file), flags); },
    .xFileSize = [](sqlite3_file* file,
                    sqlite3_int64* size) { return inner(file)->pMethods->xFileSize(inner(file), size); },
    .xLock = [](sqlite3_file* file, int lock) { return inner(file)->pMethods->xLock(inner(file), lock); },
    .xUnlock = [](sqlite3_file* file, int lock) { return inner(file)->pMethods->xUnlock(inner(file), lock); },
    .xCheckReservedLock = [](sqlite3_file* file,
                             int* result) { return inner(file)->pMethods->xCheckReservedLock(inner(file), result); },
    .xFileControl =
        [](sqlite3_file* file, int operation, void* argument) {
          return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
        },
    .xSectorSize = [](sqlite3_file* file) { return inner(file)->pMethods->xSectorSize(inner(file)); },
    .xDeviceCharacteristics =
        [](sqlite3_file* file) { return inner(file)->pMethods->xDeviceCharacteristics(inner(file)); },
    .xShmMap =
        [](sqlite3_file* file, int region, int size, int extend, void volatile** memory) {
          return inner(file)->pMethods->xShmMap(inner(file), region, size, extend, memory);
        },
    .xShmLock = [](sqlite3_file* file, int offset, int count,
                   int flags) { return inner(file)->pMethods->xShmLock(inner(file), offset, count, flags); },
    .xShmBarrier = [](sqlite3_file* file) { inner(file)->pMethods->xShmBarrier(inner(file)); },
    .xShmUnmap = [](sqlite3_file* file,
                    int is_deleted) { return inner(file)->pMethods->xShmUnmap(inner(file), is_deleted); },
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

int open_checked(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* flags_out) {
  sqlite3_vfs* const files = system_files();
  const bool is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  if (!is_database && (flags & SQLITE_OPEN_WAL) == 0) return files->xOpen(files, name, file, flags, flags_out);
  file->pMethods = nullptr;
  const int code = files->xOpen(files, name, inner(file), flags, flags_out);
  if (inner(file)->pMethods == nullptr) return code;
  reinterpret_cast<CheckedFile*>(file)->use = is_database ? FileUse::database : FileUse::log;
  file->pMethods = &kMethods;  // also after an error, so that SQLite closes the file
  return code;
}

bool make_known() {
  static sqlite3_vfs files = *system_files();
  files.pNext = nullptr;
  files.zName = "rensa-checked";
  files.szOsFile += static_cast<int>(kCheckedFileBytes);
  files.xOpen = open_checked;
  return sqlite3_vfs_register(&files, 0) == SQLITE_OK;
}

}  // namespace

const char* checked_files() {
  static const bool is_known = make_known();
  return is_known ? "rensa-checked" : "";
}

DamagedPage last_damaged_page() { return last_damage; }

DatabaseFile::DatabaseFile(const std::filesystem::path& file) : name_(file.string()) {
  sqlite_name_ = sqlite3_create_filename(name_.c_str(), "", "", 0, nullptr);
  sqlite3_vfs* const files = system_files();
  memory_.resize(static_cast<std::size_t>(files->szOsFile) / sizeof(std::uint64_t) + 1);
  auto* const opened = reinterpret_cast<sqlite3_file*>(memory_.data());
  const int code = files->xOpen(files, sqlite_name_, opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, nullptr);
  if (code == SQLITE_OK) return;
  if (opened->pMethods != nullptr) opened->pMethods->xClose(opened);
  sqlite3_free_filename(const_cast<char*>(sqlite_name_));
  throw StoreException(name_ + " cannot be opened.");
}

DatabaseFile::~DatabaseFile() {
  auto* const opened = reinterpret_cast<sqlite3_file*>(memory_.data());
  opened->pMethods->xClose(opened);
  sqlite3_free_filename(const_cast<char*>(sqlite_name_));
}

std::uint64_t DatabaseFile::size() const {
  auto* const opened = reinterpret_cast<sqlite3_file*>(const_cast<std::uint64_t*>(memory_.data()));
  sqlite3_int64 size = 0;
  if (opened->pMethods->xFileSize(opened, &size) != SQLITE_OK) fail();
  return static_cast<std::uint64_t>(size);
}

std::vector<std::uint8_t> DatabaseFile::read(std::uint64_t from, std::size_t size) const {
  const std::uint64_t end = this->size();
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(std::min<std::uint64_t>(size, end - std::min(from, end))));
  if (bytes.empty()) return bytes;
  auto* const opened = reinterpret_cast<sqlite3_file*>(const_cast<std::uint64_t*>(memory_.data()));
  const int code =
      opened->pMethods->xRead(opened, bytes.data(), static_cast<int>(bytes.size()), static_cast<sqlite3_int64>(from));
  if (code != SQLITE_OK) fail();
  return bytes;
}

void DatabaseFile::fail() const { throw StoreException(name_ + " cannot be opened or read."); }

FileForm form_of(const std::filesystem::path& file) {
  const std::vector<std::uint8_t> header = DatabaseFile(file).read(0, 100);
  if (header.empty()) return FileForm::empty;
  constexpr std::string_view kFormat("SQLite format 3\0", 16);
  const bool is_sqlite = header.size() == 100 && std::equal(kFormat.begin(), kFormat.end(), header.begin());
  return is_sqlite && header[kReservedBytesAt] == 0 ? FileForm::unchecked : FileForm::checked;
}

}  // namespace rensa::storage
