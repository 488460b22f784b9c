#include "server/storage/sqlite_store.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace rensa::storage {

namespace {

std::optional<ServerLock> lock_for(SqliteOptions::Use use, const std::filesystem::path& file) {
  if (use == SqliteOptions::Use::command) return std::nullopt;
  return std::optional<ServerLock>(std::in_place, file);
}

template <typename Value, typename Make>
StoreResult<Value> result_of(const Make& make) {
  try {
    return make();
  } catch (const StoreException& problem) {
    return problem.error();
  } catch (const std::exception& problem) {
    return StoreError{.message = problem.what()};
  }
}

constexpr std::size_t kMaxWaitingReads = 10'000;

}  // namespace

SqliteStore::SqliteStore(const SqliteOptions& options, Executor executor)
    : executor_(std::move(executor)),
      file_(create_database_file(options.file)),
      lock_(lock_for(options.use, file_)),
      write_connection_(file_, options.busy_timeout),
      read_connection_(file_, options.busy_timeout),
      games_(read_connection_.database),
      tokens_(read_connection_.database),
      token_writer_(write_connection_.database),
      ids_(write_connection_.database),
      writer_(write_connection_.database, options.limits) {}

template <typename Value>
void SqliteStore::post(Completion<Value> done, StoreResult<Value> result) {
  executor_([done = std::move(done), result = std::move(result)]() mutable { done(std::move(result)); });
}

template <typename Value, typename Read>
void SqliteStore::read(Completion<Value> done, Read make) {
  auto task = [this, done, make = std::move(make)]() mutable {
    auto result = result_of<Value>(make);
    post<Value>(std::move(done), std::move(result));
  };
  const bool has_room = reader_.run_unless_full(std::move(task), kMaxWaitingReads);
  if (!has_room) post<Value>(std::move(done), StoreError{.message = "The store has too many questions."});
}

template <typename Value, typename Write>
void SqliteStore::write(Completion<Value> done, Write make) {
  writer_.push_other([this, done = std::move(done), make = std::move(make)]() mutable {
    auto result = result_of<Value>(make);
    post<Value>(std::move(done), std::move(result));
  });
}

void SqliteStore::create_token(const std::string& name, Role role, Completion<std::string> done) {
  write(std::move(done), [this, name, role] { return token_writer_.create(name, role); });
}

void SqliteStore::find_token(const std::string& text, Completion<std::optional<TokenRow>> done) {
  read(std::move(done), [this, text] { return tokens_.find(text); });
}

void SqliteStore::list_tokens_since(std::uint64_t version, Completion<std::optional<TokenList>> done) {
  read(std::move(done), [this, version] { return tokens_.list_since(version); });
}

void SqliteStore::revoke_token(std::int64_t id, Completion<bool> done) {
  write(std::move(done), [this, id] { return token_writer_.revoke(id); });
}

void SqliteStore::save_game(GameToSave game, Completion<std::uint64_t> done) {
  writer_.push(
      {.game = std::move(game), .done = [this, done = std::move(done)](StoreResult<std::uint64_t> saved) mutable {
         post(std::move(done), std::move(saved));
       }});
}

void SqliteStore::list_games(const GamesQuery& query, Completion<std::vector<GameRow>> done) {
  read(std::move(done), [this, query] { return games_.games(query); });
}

void SqliteStore::list_games_of_match(std::uint64_t match, Completion<std::vector<GameRow>> done) {
  read(std::move(done), [this, match] { return games_.games_of_match(match); });
}

void SqliteStore::find_game(std::uint64_t record, Completion<std::optional<GameRow>> done) {
  read(std::move(done), [this, record] { return games_.game(record); });
}

void SqliteStore::read_record(std::uint64_t record, Completion<std::optional<std::vector<std::uint8_t>>> done) {
  read(std::move(done), [this, record] { return games_.record(record); });
}

void SqliteStore::reserve_ids(IdKind kind, std::uint64_t count, Completion<IdBlock> done) {
  write(std::move(done), [this, kind, count] { return ids_.reserve(kind, count); });
}

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const char* problem) {
  throw StoreException(path.string() + " " + problem + ": " + std::strerror(errno) + ".");
}

// A new file name is on disk once its directory is synced.
void sync_directory(const fs::path& directory) {
  const int descriptor = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;  // writable but not readable: only SQLite's own syncing is left
  fsync(descriptor);
  close(descriptor);
}

void make_directory(const fs::path& directory) {
  std::error_code ignored;
  if (fs::is_directory(directory, ignored)) return;
  if (directory.has_relative_path()) make_directory(directory.parent_path());
  if (mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST) fail(directory, "cannot be made");
  sync_directory(directory.parent_path());
}

std::string lock_owner_of(int descriptor) {
  std::array<char, 16> text{};
  const ssize_t length = pread(descriptor, text.data(), text.size(), 0);
  return length > 0 ? " (process " + std::string(text.data(), static_cast<std::size_t>(length)) + ")" : "";
}

}  // namespace

fs::path create_database_file(const fs::path& file) {
  std::error_code error;
  const fs::path path = fs::weakly_canonical(fs::absolute(file), error);
  if (error) throw StoreException(file.string() + " cannot be found: " + error.message() + ".");
  make_directory(path.parent_path());
  // O_EXCL opens it only where it is missing: closing a descriptor of a file in use would release the locks that SQLite
  // has on it in this process.
  const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor >= 0) {
    close(descriptor);
    sync_directory(path.parent_path());
  } else if (errno != EEXIST) {
    fail(path, "cannot be made");
  }
  return path;
}

ServerLock::ServerLock(const fs::path& file) {
  const fs::path path = file.string() + ".lock";
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor_ < 0) fail(path, "cannot be opened");
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const bool taken = errno == EWOULDBLOCK;
    const std::string owner = taken ? lock_owner_of(descriptor_) : "";
    const int error = errno;
    close(descriptor_);
    errno = error;
    if (!taken) fail(path, "cannot be locked");
    throw StoreException(file.string() + " is in use by another server" + owner + ".");
  }
  // The number is only for the message above, so a failure to write it is ignored.
  const std::string process = std::to_string(getpid());
  if (ftruncate(descriptor_, 0) == 0) (void)!pwrite(descriptor_, process.data(), process.size(), 0);
}

// The lock file stays, since its removal could let two servers lock two files of one name.
ServerLock::~ServerLock() { close(descriptor_); }

}  // namespace rensa::storage
