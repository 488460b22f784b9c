#include <condition_variable>
#include <cstdlib>
#include <future>
#include <iostream>
#include <mutex>
#include <string>
#include <unistd.h>

#include "server/storage/sqlite/sqlite_store.h"
#include "server/storage/store.h"
#include "tests/server/storage/sample_rows.h"

// store_child save FILE    saves games, several at a time, and prints "RECORD MATCH GAME" for each that is reported as
//                          saved, until it is killed
// store_child reserve FILE reserves numbers of matches and sessions one by one, and prints "match NUMBER" or
//                          "session NUMBER" for each, until it is killed
// store_child open FILE    opens it as a server without the rights of root, prints "open" or the sentence, and stays
//                          until it is killed

namespace {

using namespace rensa::storage;

void print(const std::string& line) {
  // Each line is one write, so a kill can cut off only the last line.
  if (write(STDOUT_FILENO, line.data(), line.size()) < 0) std::_Exit(1);
}

void run_at_once(const std::function<void()>& answer) { answer(); }

std::uint64_t reserve(SqliteStore& store, IdKind kind) {
  std::promise<StoreResult<IdBlock>> promise;
  store.reserve_ids(kind, 1, [&](const StoreResult<IdBlock>& block) { promise.set_value(block); });
  const StoreResult<IdBlock> block = promise.get_future().get();
  if (block) return block->first;
  print(block.error().message + "\n");
  std::_Exit(1);
}

void save(const std::string& file) {
  SqliteStore store({.file = file, .use = SqliteOptions::Use::server}, run_at_once);
  std::mutex mutex;
  std::condition_variable has_answer;
  int free_places = 8;
  for (;;) {
    const std::uint64_t match = reserve(store, IdKind::match);
    for (int game = 1; game <= 3; ++game) {
      {
        std::unique_lock lock(mutex);
        has_answer.wait(lock, [&] { return free_places > 0; });
        --free_places;
      }
      store.save_game(
          {test::match_row(match), test::game_row(match, game), test::record_of(match, game)},
          [&, match, game](const StoreResult<std::uint64_t>& record) {
            if (!record) {
              print(record.error().message + "\n");
              std::_Exit(1);
            }
            print(std::to_string(*record) + " " + std::to_string(match) + " " + std::to_string(game) + "\n");
            const std::lock_guard lock(mutex);
            ++free_places;
            has_answer.notify_one();
          });
    }
  }
}

void reserve(const std::string& file) {
  SqliteStore store({.file = file, .use = SqliteOptions::Use::command}, run_at_once);
  for (;;) {
    for (const IdKind kind : {IdKind::match, IdKind::session}) {
      print(std::string(name_of(kind)) + " " + std::to_string(reserve(store, kind)) + "\n");
    }
  }
}

void open(const std::string& file) {
  constexpr uid_t kNobody = 65534;
  if (geteuid() == 0 && setuid(kNobody) != 0) print("cannot give up root\n");
  const SqliteStore store({.file = file, .use = SqliteOptions::Use::server}, run_at_once);
  print("open\n");
  for (;;) pause();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    if (std::string(argv[1]) == "save") save(argv[2]);
    if (std::string(argv[1]) == "reserve") reserve(argv[2]);
    if (std::string(argv[1]) == "open") open(argv[2]);
  } catch (const StoreException& error) {
    print(std::string(error.what()) + "\n");
  }
  return 1;
}
