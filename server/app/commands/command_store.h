#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <stdexcept>
#include <string>
#include <utility>

#include "server/storage/sqlite/file_upgrade.h"
#include "server/storage/sqlite/last_record.h"
#include "server/storage/sqlite/sqlite_store.h"

namespace rensa::app {

// Returns the path of the database, or throws std::runtime_error if there is none.
inline std::string database_in(const std::string& data) {
  const std::string file = data + "/rensa.db";
  if (std::filesystem::exists(file)) return file;
  if (std::filesystem::exists(storage::last_record_file_of(file))) return file;  // it was lost, which the store tells
  throw std::runtime_error("there is no database " + file +
                           ": name the directory of the server with --data, or start a server that makes one there");
}

// The store of a command. Only commands wait for a store: they have nothing else to do. Only a server makes a store, so
// that a mistyped directory is noticed.
class CommandStore {
 public:
  explicit CommandStore(const std::string& data)
      : store_({.file = database_in(data), .use = storage::SqliteOptions::Use::command, .limits = {}},
               [](const std::function<void()>& answer) { answer(); }) {}

  // Makes a call of the store and returns its answer, or throws std::runtime_error with the sentence of its error.
  template <typename Value, typename Call>
  Value ask(Call call) {
    std::promise<storage::StoreResult<Value>> promise;
    call(store_, [&promise](storage::StoreResult<Value> answer) { promise.set_value(std::move(answer)); });
    auto answer = promise.get_future().get();
    if (!answer) throw std::runtime_error(answer.error().message);
    return *std::move(answer);
  }

 private:
  storage::SqliteStore store_;
};

// What a command that only reads gets: the value of a function of EarlierAccounts beside a database of an earlier
// version, which its server may be using, and otherwise the answer of a call of the store.
template <typename Value, typename ReadEarlier, typename Read>
Value read_or_ask(const std::string& data, ReadEarlier read_earlier, Read read) {
  const std::string file = database_in(data);
  const auto busy_timeout = storage::SqliteOptions{}.busy_timeout;
  if (std::filesystem::exists(file) && storage::EarlierAccounts::can_read(file, busy_timeout)) {
    storage::EarlierAccounts earlier(file, busy_timeout);
    return read_earlier(earlier);
  }
  CommandStore store(data);
  return read(store);
}

}  // namespace rensa::app
