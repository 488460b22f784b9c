#include "server/storage/sqlite/sqlite_store.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "server/storage/sqlite/backup.h"
#include "server/storage/sqlite/file_upgrade.h"
#include "server/storage/sqlite/log_checksum.h"

namespace rensa::storage {

namespace {

// A new database is only made where none was.
std::filesystem::path found_or_new_file(const SqliteOptions& options) {
  check_database_is_there(canonical_path(options.file));
  return create_database(options.file, options.busy_timeout);
}

// The database and its log, which stays the same file as long as a connection is open.
std::vector<FileIdentity> files_of_database(const std::filesystem::path& file) {
  std::vector<FileIdentity> files{FileIdentity(file)};
  const std::filesystem::path log = file.string() + "-wal";
  if (std::filesystem::exists(log)) files.emplace_back(log);
  return files;
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

// An upgrade replaces the file, so the lock on its content is taken afterwards.
SqliteStore::File::File(const SqliteOptions& options) : path(found_or_new_file(options)) {
  const bool is_server = options.use == SqliteOptions::Use::server;
  if (is_server) lock.emplace(path);
  if (const auto why = why_log_is_cut(path)) throw StoreException(*why);
  if (is_server) {
    add_checksums_to_old_file(path, options.busy_timeout);
    content_lock = lock_database_file(path);
  } else {
    upgrade_file_without_server(path, options.busy_timeout);
  }
}

SqliteStore::SqliteStore(const SqliteOptions& options, Executor executor)
    : executor_(std::move(executor)),
      file_(options),
      last_record_(file_.path),
      write_connection_(file_.path, options.busy_timeout),
      read_connection_(file_.path, options.busy_timeout),
      pages_(read_connection_.database),
      games_(read_connection_.database),
      tokens_(read_connection_.database),
      audit_(read_connection_.database),
      token_writer_(write_connection_.database),
      audit_writer_(write_connection_.database),
      restrictions_(read_connection_.database),
      restriction_writer_(write_connection_.database),
      registrations_(read_connection_.database),
      registration_writer_(write_connection_.database),
      reports_(read_connection_.database),
      report_writer_(write_connection_.database),
      guest_games_(write_connection_.database),
      ids_(write_connection_.database),
      open_files_(files_of_database(file_.path)),
      writer_(write_connection_.database, options.limits, [this] { require_files(); }) {
  const std::uint64_t last_record = last_record_in(read_connection_.database);
  check_no_record_is_lost(file_.path, last_record);
  if (!file_.lock) return;
  tokens_.list_since(0);  // if these are damaged, a server would wait for them without end
  restrictions_.list_since(0);
  last_record_.begin(last_record);
}

template <typename Value>
void SqliteStore::post(Completion<Value> done, StoreResult<Value> result) {
  executor_([done = std::move(done), result = std::move(result)]() mutable { done(std::move(result)); });
}

template <typename Value, typename Read>
std::function<void()> SqliteStore::read_task(Completion<Value> done, Read make) {
  return [this, done = std::move(done), make = std::move(make)]() mutable {
    auto result = result_of<Value>(make);
    post<Value>(std::move(done), std::move(result));
  };
}

template <typename Value, typename Read>
void SqliteStore::read(Completion<Value> done, Read make) {
  const bool has_room = reader_.run_unless_full(read_task<Value>(done, std::move(make)), kMaxWaitingReads);
  if (!has_room) post<Value>(std::move(done), StoreError{.message = "The store has too many questions."});
}

template <typename Value, typename Write>
void SqliteStore::write(Completion<Value> done, Write make) {
  writer_.push_other([this, done = std::move(done), make = std::move(make)]() mutable {
    auto result = result_of<Value>([this, &make]() -> StoreResult<Value> {
      require_files();
      StoreResult<Value> made = make();
      require_files();
      return made;
    });
    post<Value>(std::move(done), std::move(result));
  });
}

void SqliteStore::create_token(const std::string& name, Role role, Completion<std::string> done) {
  write(std::move(done), [this, name, role] { return token_writer_.create(name, role); });
}

void SqliteStore::list_tokens_since(std::uint64_t version, Completion<std::optional<TokenList>> done) {
  reader_.run_first(read_task(std::move(done), [this, version] { return tokens_.list_since(version); }));
}

void SqliteStore::revoke_token(std::int64_t id, Completion<bool> done) {
  write(std::move(done), [this, id] { return token_writer_.revoke(id); });
}

void SqliteStore::set_role(std::int64_t id, RoleGrant grant, Completion<bool> done) {
  write(std::move(done), [this, id, grant = std::move(grant)] { return token_writer_.set_role(id, grant); });
}

void SqliteStore::rename_account(Renaming renaming, Completion<std::optional<Restriction>> done) {
  write(std::move(done), [this, renaming = std::move(renaming)] { return token_writer_.rename(renaming); });
}

void SqliteStore::append_audit_entry(AuditEntry entry, Completion<Success> done) {
  write(std::move(done), [this, entry = std::move(entry)]() -> StoreResult<Success> {
    audit_writer_.append(entry);
    return Success{};
  });
}

void SqliteStore::list_audit_entries(const AuditQuery& query, Completion<std::vector<AuditEntry>> done) {
  read(std::move(done), [this, query] { return audit_.list(query); });
}

void SqliteStore::add_restriction(Restriction restriction, Completion<std::int64_t> done) {
  write(std::move(done), [this, restriction = std::move(restriction)] {
    const bool is_name = restriction.kind == Restriction::Kind::name;
    return is_name ? token_writer_.refuse_name(restriction) : restriction_writer_.add(restriction);
  });
}

void SqliteStore::lift_restriction(std::int64_t id, Completion<bool> done) {
  write(std::move(done), [this, id] { return restriction_writer_.lift(id); });
}

void SqliteStore::list_restrictions_since(std::uint64_t version, Completion<std::optional<RestrictionList>> done) {
  reader_.run_first(read_task(std::move(done), [this, version] { return restrictions_.list_since(version); }));
}

void SqliteStore::register_account(NewRegistration registration, Completion<Registered> done) {
  write(std::move(done),
        [this, registration = std::move(registration)] { return registration_writer_.add(registration); });
}

void SqliteStore::approve_registration(std::int64_t id, Completion<std::optional<std::int64_t>> done) {
  write(std::move(done), [this, id] { return registration_writer_.approve(id); });
}

void SqliteStore::dismiss_registration(Dismissal dismissal, Completion<std::int64_t> done) {
  write(std::move(done), [this, dismissal] { return registration_writer_.dismiss(dismissal); });
}

void SqliteStore::list_waiting_registrations(Completion<std::vector<WaitingRegistration>> done) {
  read(std::move(done), [this] { return registrations_.waiting(); });
}

void SqliteStore::add_report(Report report, Completion<std::int64_t> done) {
  write(std::move(done), [this, report = std::move(report)] { return report_writer_.add(report); });
}

void SqliteStore::close_report(std::int64_t id, ReportClosure closure, Completion<bool> done) {
  write(std::move(done), [this, id, closure = std::move(closure)] { return report_writer_.close(id, closure); });
}

void SqliteStore::list_reports(const ReportQuery& query, Completion<std::vector<Report>> done) {
  read(std::move(done), [this, query] { return reports_.list(query); });
}

void SqliteStore::save_game(GameToSave game, Completion<std::uint64_t> done) {
  writer_.push(
      {.game = std::move(game), .done = [this, done = std::move(done)](StoreResult<std::uint64_t> saved) mutable {
         if (saved) last_record_.saved(*saved);
         post(std::move(done), std::move(saved));
       }});
}

void SqliteStore::list_games(const GamesQuery& query, Completion<std::vector<GameRow>> done) {
  read(std::move(done), [this, query] { return pages_.read(query); });
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

void SqliteStore::delete_guest_games(const GuestGameLimits& limits, Completion<GuestGameCounts> done) {
  write(std::move(done), [this, limits] { return guest_games_.delete_beyond(limits); });
}

void SqliteStore::reserve_ids(IdKind kind, std::uint64_t count, Completion<IdBlock> done) {
  write(std::move(done), [this, kind, count] { return ids_.reserve(kind, count); });
}

void SqliteStore::check_files(Completion<Success> done) {
  reader_.run_first(read_task(std::move(done), [this] {
    require_files();
    return Success{};
  }));
}

void SqliteStore::require_files() const {
  for (const FileIdentity& file : open_files_) file.check();
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

}  // namespace

fs::path canonical_path(const fs::path& file) {
  std::error_code error;
  fs::path path = fs::weakly_canonical(fs::absolute(file), error);
  if (error) throw StoreException(file.string() + " cannot be found: " + error.message() + ".");
  return path;
}

namespace {

// Makes a database without rows under a name that no other process and no other thread uses.
fs::path create_temporary_database(const fs::path& file, std::chrono::milliseconds busy_timeout) {
  std::string name = file.string() + ".new-XXXXXX";
  const int descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) fail(file, "cannot be made");
  close(descriptor);
  try {
    {
      Database database(name, busy_timeout);
      upgrade_schema(database);
    }
    sync_file(name);
  } catch (...) {
    remove_database(name);
    throw;
  }
  return name;
}

}  // namespace

fs::path create_database(const fs::path& file, std::chrono::milliseconds busy_timeout) {
  const fs::path path = canonical_path(file);
  std::error_code ignored;
  if (fs::exists(path, ignored)) return path;
  make_directory(path.parent_path());
  const fs::path complete = create_temporary_database(path, busy_timeout);
  const int error = link(complete.c_str(), path.c_str()) == 0 ? 0 : errno;
  remove_database(complete);
  if (error != 0 && error != EEXIST) {  // another process may have made it meanwhile
    errno = error;
    fail(path, "cannot be made");
  }
  sync_directory(path.parent_path());
  return path;
}

}  // namespace rensa::storage
