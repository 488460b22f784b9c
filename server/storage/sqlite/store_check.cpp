#include "server/storage/sqlite/store_check.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <thread>

#include "server/storage/sqlite/database/checked_files.h"
#include "server/storage/sqlite/database/log_checksum.h"
#include "server/storage/sqlite/database/page_checksum.h"
#include "server/storage/sqlite/database/sql.h"
#include "server/storage/sqlite/last_record.h"
#include "server/storage/sqlite/sqlite_store.h"
#include "server/storage/sqlite/tables.h"

namespace rensa::storage {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kCheckBusyTimeout{5'000};
constexpr std::size_t kMostNamedPages = 20;
constexpr std::int64_t kFirstVersionWithRoles = 7;  // an earlier file is checked as it is
// SQLite never writes the page with the byte at which its locks are.
constexpr std::uint64_t kPageOfLocks = (std::uint64_t{1} << 30) / kPageBytes + 1;

// The pages of a database file, also while a server writes them.
class PagesOfFile {
 public:
  explicit PagesOfFile(const fs::path& file) : file_(file), database_file_(file) {}

  std::uint64_t size() const { return database_file_.size(); }
  // A page of which the log has a copy may be half written, for good if the machine failed meanwhile.
  bool is_whole(std::uint64_t number) const {
    for (int attempt = 0; attempt < 3; ++attempt) {
      if (has_checksum(number) || pages_in_log(file_).contains(number)) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1 + 10 * attempt));
    }
    return has_checksum(number);
  }

 private:
  bool has_checksum(std::uint64_t number) const {
    if (number == kPageOfLocks) return true;
    const std::vector<std::uint8_t> page = database_file_.read((number - 1) * kPageBytes, kPageBytes);
    return page.size() == kPageBytes && has_page_checksum(number, Page(page.data(), kPageBytes));
  }

  const fs::path file_;
  const DatabaseFile database_file_;
};

// A table that gives each row a number, and the words for one of its rows.
struct NumberedTable {
  const char* name;
  const char* key;
  const char* row;
};
constexpr NumberedTable kGames{"games", "record", "Game"};
constexpr NumberedTable kRecords{"records", "record", "The record of game"};
constexpr NumberedTable kMatches{"matches", "match", "Match"};
constexpr NumberedTable kTokens{"tokens", "id", "Token"};

class StoreChecker {
 public:
  StoreChecker(const fs::path& file, const RecordCheck& check_record)
      : file_(file), check_record_(check_record), database_(file, kCheckBusyTimeout) {}

  StoreReport check() {
    {
      const Transaction one_state(database_, Transaction::Access::read);
      find_lost_records();
      read_tables();
      read_indexes();
      read_numbered_rows();
      check_relations();
    }
    check_pages();
    if (report_.faults.empty()) check_structure();
    replay_records();
    return std::move(report_);
  }

 private:
  // Runs a function, and returns the reason if a page that it reads is damaged.
  template <typename Read>
  std::optional<std::string> why_unreadable(Read read) {
    try {
      read();
      return std::nullopt;
    } catch (const SqlError& error) {
      if (!error.is_damage()) throw;
      if (!error.is_altered_page()) return error.what();
      const DamagedPage page = last_damaged_page();
      if (!page.is_in_log) named_pages_.insert(page.number);
      return (page.is_in_log ? "page of the log " : "page ") + std::to_string(page.number) + " of the file is damaged";
    }
  }

  void add_fault(std::string sentence) { report_.faults.push_back(std::move(sentence)); }

  std::vector<std::string> names_of(const char* type) {
    std::vector<std::string> names;
    Statement select(database_, "SELECT name FROM sqlite_schema WHERE type = ? ORDER BY name");
    auto rows = select.run(std::string_view(type));
    while (rows.next()) names.push_back(rows.text(0));
    return names;
  }

  static std::set<std::int64_t>* keys_for(const std::string& table, StoreChecker& checker) {
    if (table == kGames.name) return &checker.games_;
    if (table == kRecords.name) return &checker.records_;
    if (table == kMatches.name) return &checker.matches_;
    if (table == kTokens.name) return &checker.tokens_;
    return nullptr;
  }

  void find_lost_records() {
    try {
      check_no_record_is_lost(file_, last_record_in(database_));
    } catch (const SqlError&) {
      // The table with the last number is damaged, which read_tables() tells.
    } catch (const StoreException& error) {
      add_fault(error.what());
    }
  }

  // Reads the rows from both ends, so that only those between two damaged pages stay unknown.
  void read_tables() {
    for (const std::string& table : names_of("table")) {
      std::set<std::int64_t>* const keys = keys_for(table, *this);
      const bool has_number = keys != nullptr;
      const std::string order = table == "match_events" ? "match, number" : table == "ids" ? "kind" : "rowid";
      const std::string first_column = order.substr(0, order.find(','));
      std::array<std::string, 2> last;  // the keys of the rows next to the damage
      std::optional<std::string> why;
      for (const bool is_upwards : {true, false}) {
        Statement select(database_, "SELECT " + first_column + ", * FROM \"" + table + "\" NOT INDEXED ORDER BY " +
                                        (is_upwards ? order : descending(order)));
        const auto stopped = why_unreadable([&] {
          auto rows = select.run();
          while (rows.next()) {
            if (has_number) keys->insert(rows.integer(0));
            last[is_upwards ? 0 : 1] = row_key(rows, order);
            rows.read_all_columns();
          }
        });
        if (!stopped) break;
        why = stopped;
      }
      if (why && !has_number) {
        add_fault("Rows of the table " + table + " cannot be read: " + *why + "." + between(last[0], last[1]));
      } else if (why) {
        unreadable_tables_.emplace_back(table, *why);
      }
    }
  }

  static std::string descending(const std::string& order) {
    const std::size_t comma = order.find(',');
    if (comma == std::string::npos) return order + " DESC";
    return order.substr(0, comma) + " DESC" + order.substr(comma) + " DESC";
  }
  static std::string row_key(const Statement::Rows& rows, const std::string& order) {
    const bool has_two = order.find(',') != std::string::npos;
    return has_two ? "event " + rows.text(2) + " of match " + rows.text(1) : rows.text(0);
  }
  static std::string between(const std::string& before, const std::string& behind) {
    return " The last row before them is " + (before.empty() ? "none" : before) + ", the first behind them " +
           (behind.empty() ? "none" : behind) + ".";
  }

  // An index also tells which rows its table has.
  void read_indexes() {
    Statement select(database_, "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name");
    struct Index {
      std::string name;
      std::string table;
      std::string condition;
    };
    std::vector<Index> indexes;
    {
      auto rows = select.run();
      while (rows.next()) {
        const std::string sql = rows.text(2);
        const std::size_t where = sql.find(" WHERE ");
        indexes.push_back({rows.text(0), rows.text(1), where == std::string::npos ? "" : sql.substr(where)});
      }
    }
    for (const auto& [name, table, condition] : indexes) {
      std::set<std::int64_t>* const keys = keys_for(table, *this);
      Statement read(database_, "SELECT rowid FROM \"" + table + "\" INDEXED BY \"" + name + "\"" + condition);
      const auto why = why_unreadable([&] {
        auto rows = read.run();
        while (rows.next()) {
          if (keys != nullptr) keys->insert(rows.integer(0));
        }
      });
      if (why) {
        add_fault("The index " + name + " of the table " + table + " cannot be read: " + *why +
                  ". Lists that are made through it are errors.");
      }
    }
  }

  void read_numbered_rows() {
    Statement matches(database_, "SELECT DISTINCT match FROM games INDEXED BY sqlite_autoindex_games_1");
    // The index was read before, so its fault is known.
    static_cast<void>(why_unreadable([&] {
      auto rows = matches.run();
      while (rows.next()) matches_.insert(rows.integer(0));
    }));
    records_.insert(games_.begin(), games_.end());
    report_.games = read_rows(kGames, games_);
    report_.records = read_rows(kRecords, records_);
    report_.matches = read_rows(kMatches, matches_);
    report_.tokens = read_rows(kTokens, tokens_);
    for (const auto& [table, why] : unreadable_tables_) {
      if (std::none_of(tables_with_named_rows_.begin(), tables_with_named_rows_.end(),
                       [&unreadable = table](const std::string& named) { return named == unreadable; })) {
        add_fault("The table " + table + " cannot be read: " + why + ".");
      }
    }
  }

  // Returns the number of rows that are there and whole.
  std::uint64_t read_rows(const NumberedTable& table, const std::set<std::int64_t>& keys) {
    std::uint64_t count = 0;
    Statement select(database_,
                     std::string("SELECT * FROM ") + table.name + " NOT INDEXED WHERE " + table.key + " = ?");
    for (const std::int64_t key : keys) {
      const auto why = why_unreadable([&] {
        auto rows = select.run(key);
        if (!rows.next()) return;
        rows.read_all_columns();
        ++count;
      });
      if (!why) continue;
      add_fault(std::string(table.row) + " " + std::to_string(key) + " cannot be read: " + *why + ".");
      tables_with_named_rows_.insert(table.name);
    }
    return count;
  }

  // Adds a fault for each row of the statement, which gives a number, and one if it cannot be read.
  void add_fault_for_each(const char* sql, const char* before, const char* behind) {
    Statement select(database_, sql);
    static_cast<void>(why_unreadable([&] {
      auto rows = select.run();
      while (rows.next()) add_fault(before + std::to_string(rows.integer(0)) + behind);
    }));
  }

  std::int64_t version() {
    Statement select(database_, "PRAGMA user_version");
    auto rows = select.run();
    rows.next();
    return rows.integer(0);
  }

  void check_relations() {
    add_fault_for_each("SELECT record FROM games WHERE match NOT IN (SELECT match FROM matches)", "Game ",
                       " belongs to a match that is missing.");
    add_fault_for_each("SELECT record FROM games WHERE tournament = '' AND record NOT IN (SELECT record FROM records)",
                       "Game ", " has no record, and belongs to no tournament that could have it.");
    add_fault_for_each("SELECT record FROM records WHERE record NOT IN (SELECT record FROM games)", "The record ",
                       " belongs to a game that is missing.");
    if (version() >= kFirstVersionWithRoles) {
      add_fault_for_each("SELECT token FROM token_roles WHERE token NOT IN (SELECT id FROM tokens)",
                         "The role of token ", " belongs to a token that is missing.");
    }
    add_fault_for_each(
        "SELECT games FROM guest_totals WHERE (games, bytes) IS NOT "
        "(SELECT count(*), coalesce(sum(guest_bytes), 0) FROM games WHERE guest_bytes IS NOT NULL)",
        "The number of games between guests, ", ", is wrong, or that of their bytes.");
  }

  // Finds damage where no row is.
  void check_pages() {
    const PagesOfFile file(file_);
    report_.pages = (file.size() + kPageBytes - 1) / kPageBytes;
    std::size_t named = 0;
    for (std::uint64_t number = 1; number <= report_.pages && named < kMostNamedPages; ++number) {
      if (named_pages_.contains(number) || file.is_whole(number)) continue;
      ++named;
      add_fault(
          "Page " + std::to_string(number) +
          " of the file is damaged. It is not in use, or belongs to a table or index that cannot be read that far.");
    }
  }

  // Tells if the rows and the indexes fit each other, which checksums do not say.
  void check_structure() {
    Statement check(database_, "PRAGMA integrity_check(50)");
    const auto why = why_unreadable([&] {
      auto rows = check.run();
      while (rows.next()) {
        if (rows.text(0) != "ok") add_fault("The file contradicts itself: " + rows.text(0) + ".");
      }
    });
    if (why) add_fault("The file cannot be checked: " + *why + ".");
  }

  // A game that is deleted meanwhile has no fault.
  void replay_records() {
    GameReader reader(database_);
    for (const std::int64_t key : records_) {
      const auto number = static_cast<std::uint64_t>(key);
      static_cast<void>(why_unreadable([&] {
        const auto bytes = reader.record(number);
        const auto game = bytes ? reader.game(number) : std::nullopt;
        if (!game) return;
        if (const auto fault = check_record_(*game, *bytes)) {
          add_fault("The record of game " + std::to_string(key) + " is wrong: " + *fault);
        }
      }));
    }
  }

  const fs::path file_;
  const RecordCheck& check_record_;
  Database database_;
  StoreReport report_;
  std::set<std::uint64_t> named_pages_;  // that a fault names
  std::set<std::int64_t> games_;         // the numbers of rows that a table or an index tells of
  std::set<std::int64_t> records_;
  std::set<std::int64_t> matches_;
  std::set<std::int64_t> tokens_;
  std::vector<std::pair<std::string, std::string>> unreadable_tables_;  // with the reason
  std::set<std::string> tables_with_named_rows_;
};

}  // namespace

fs::path readable_database(const fs::path& named) {
  fs::path file = canonical_path(named);
  check_database_is_there(file);
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) throw StoreException("There is no database " + file.string() + ".");
  const FileForm form = form_of(file);
  if (form == FileForm::empty) throw StoreException(file.string() + " is empty.");
  if (form == FileForm::unchecked) {
    throw StoreException(file.string() +
                         " was written by an earlier version: start the server once, which adds checksums to it.");
  }
  if (const auto why = why_log_is_cut(file)) throw StoreException(*why);
  return file;
}

StoreReport check_store(const fs::path& named, const RecordCheck& check_record) {
  const fs::path file = readable_database(named);
  try {
    return StoreChecker(file, check_record).check();
  } catch (const SqlError& error) {
    if (!error.is_damage()) throw;
    StoreReport report;
    report.faults.push_back(error.what() + std::string(" No row can be read."));
    return report;
  }
}

std::vector<std::uint64_t> find_damaged_pages(const fs::path& file, std::uint64_t most_pages,
                                              const std::stop_token& stop) {
  const PagesOfFile opened(canonical_path(file));
  const std::uint64_t pages = opened.size() / kPageBytes;
  const std::uint64_t step = std::max<std::uint64_t>(1, (pages + most_pages - 1) / most_pages);
  std::vector<std::uint64_t> damaged;
  for (std::uint64_t number = 1; number <= pages && damaged.size() < kMostNamedPages; number += step) {
    if (stop.stop_requested()) break;
    if (!opened.is_whole(number)) damaged.push_back(number);
  }
  return damaged;
}

}  // namespace rensa::storage
