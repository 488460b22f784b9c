#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/storage/completion.h"

struct sqlite3;
struct sqlite3_stmt;

namespace rensa::storage {

// SQLite's C API as three types that release their resources. A database, with all statements and transactions made
// from it, may be used by one thread at a time.

class SqlError : public StoreException {
 public:
  SqlError(const std::string& sentence, int code);
  bool is_busy() const;          // another connection held the database for longer than the timeout
  bool is_unique_clash() const;  // a row with this unique value exists already
  bool is_damage() const;
  bool is_altered_page() const;  // last_damaged_page() tells which

 private:
  int code_;
};

class Database {
 public:
  // unchecked: the file is of an earlier version or of another program, so its pages have no checksums.
  enum class Pages : std::uint8_t { checked, unchecked };

  // The file must exist; an empty one is an empty database.
  Database(const std::filesystem::path& file, std::chrono::milliseconds busy_timeout, Pages pages = Pages::checked);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void execute(const char* sql);
  std::int64_t changes() const;  // rows that the last INSERT or UPDATE changed
  std::int64_t last_row() const;
  bool is_in_transaction() const;
  // Writes all of this database into another one, as it is at one moment. Other connections may write meanwhile.
  void copy_to(Database& copy);
  const std::string& name() const { return name_; }
  std::chrono::milliseconds busy_timeout() const { return busy_timeout_; }

  [[noreturn]] void fail(int code) const;  // throws the SqlError
  sqlite3* handle() const { return handle_; }

 private:
  void set_up(Pages pages);
  // Is called when another connection has the lock. Returns 0 if the database waits no longer.
  static int wait_for_lock(void* database, int tries);

  std::string name_;
  std::chrono::milliseconds busy_timeout_;
  std::chrono::steady_clock::time_point waits_until_{};
  sqlite3* handle_ = nullptr;
};

class Statement {
 public:
  Statement(Database& database, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // The rows of a result. The statement is in use while this object lives.
  class Rows {
   public:
    explicit Rows(Statement& statement) : statement_(statement) {}
    ~Rows();
    Rows(const Rows&) = delete;
    Rows& operator=(const Rows&) = delete;

    bool next();  // false: there is no further row
    std::int64_t integer(int column) const;
    std::optional<int> optional_int(int column) const;
    std::string text(int column) const;
    std::vector<std::uint8_t> bytes(int column) const;
    void read_all_columns() const;

   private:
    Statement& statement_;
  };

  template <class... Values>
  [[nodiscard]] Rows run(const Values&... values) {
    int at = 0;
    (bind(++at, values), ...);
    return Rows(*this);
  }

  // For a statement without rows in its result.
  template <class... Values>
  void write(const Values&... values) {
    Rows rows = run(values...);
    rows.next();
  }

 private:
  void bind(int at, std::int64_t value);
  void bind(int at, const std::optional<int>& value);
  void bind(int at, const std::optional<std::int64_t>& value);
  void bind(int at, std::string_view value);
  void bind(int at, std::span<const std::uint8_t> value);
  void check(int code) const;

  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
};

// Rolled back unless committed. A writing transaction takes the lock at its beginning, so that it cannot fail half way.
// A reading one sees one state of the database, while other connections write.
class Transaction {
 public:
  enum class Access : std::uint8_t { read, write };

  Transaction(Database& database, Access access) : database_(database) {
    database_.execute(access == Access::write ? "BEGIN IMMEDIATE" : "BEGIN");
  }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit() { database_.execute("COMMIT"); }

 private:
  Database& database_;
};

}  // namespace rensa::storage
