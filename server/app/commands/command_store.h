#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <stdexcept>
#include <string>
#include <utility>

#include "server/storage/sqlite/last_record.h"
#include "server/storage/sqlite/sqlite_store.h"

namespace rensa::app {

// The store of a command. Only commands wait for a store: they have nothing else to do. Only a server makes a store, so
// that a mistyped directory is noticed.
class CommandStore {
 public:
  explicit CommandStore(const std::string& data)
      : store_({.file = file_in(data), .use = storage::SqliteOptions::Use::command, .limits = {}},
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
  static std::string file_in(const std::string& data) {
    const std::string file = data + "/rensa.db";
    if (std::filesystem::exists(file)) return file;
    if (std::filesystem::exists(storage::last_record_file_of(file))) return file;  // it was lost, which the store tells
    throw std::runtime_error("there is no database " + file +
                             ": name the directory of the server with --data, or start a server that makes one there");
  }

  storage::SqliteStore store_;
};

}  // namespace rensa::app
