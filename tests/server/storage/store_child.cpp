#include <cstdlib>
#include <iostream>
#include <semaphore>
#include <string>
#include <unistd.h>

#include "server/storage/sqlite_store.h"
#include "server/storage/store.h"
#include "tests/server/storage/sample_rows.h"

// store_child save FILE    saves games, several at a time, and prints "RECORD MATCH GAME" for each that is reported as
//                          saved, until it is killed
// store_child open FILE    opens it as a server without the rights of root, prints "open" or the sentence, and stays
//                          until it is killed

namespace {

using namespace rensa::storage;

void print(const std::string& line) {
  // Each line is one write, so a kill can cut off only the last line.
  if (write(STDOUT_FILENO, line.data(), line.size()) < 0) std::_Exit(1);
}

void save(const std::string& file) {
  SqliteStore store({.file = file, .use = SqliteOptions::Use::server});
  std::counting_semaphore<> room(8);
  for (std::uint64_t match = store.last_match() + 1;; ++match) {
    for (int game = 1; game <= 3; ++game) {
      room.acquire();
      store.save_game(
          test::match_row(match), test::game_row(match, game), test::record_of(match, game),
          [&room, match, game](std::uint64_t record) {
            print(std::to_string(record) + " " + std::to_string(match) + " " + std::to_string(game) + "\n");
            room.release();
          },
          [](const std::string& fault) {
            print(fault + "\n");
            std::_Exit(1);
          });
    }
  }
}

void open(const std::string& file) {
  constexpr uid_t kNobody = 65534;
  if (geteuid() == 0 && setuid(kNobody) != 0) print("cannot give up root\n");
  const SqliteStore store({.file = file, .use = SqliteOptions::Use::server});
  print("open\n");
  for (;;) pause();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    if (std::string(argv[1]) == "save") save(argv[2]);
    if (std::string(argv[1]) == "open") open(argv[2]);
  } catch (const StoreError& error) {
    print(std::string(error.what()) + "\n");
  }
  return 1;
}
