#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "server/contest/journal_file.h"
#include "server/league/event.h"

namespace rensa::live_tournaments {

// Writes what a run has to keep, in the order in which it is told, on a thread of its own: disks take their time, and
// no match shall wait for one. What has come together goes to disk together.
class Scribe {
 public:
  // The journal is this thread's from now on. `post` runs something on the thread of the run. `failed` is told there,
  // once, with a sentence, when something could not be written: nothing is written any more after that, and whoever
  // waits for the disk is called all the same, so that nothing hangs.
  Scribe(contest::JournalFile& journal, std::function<void(std::function<void()>)> post,
         std::function<void(std::string)> failed);
  // Writes what is left.
  ~Scribe();
  Scribe(const Scribe&) = delete;
  Scribe& operator=(const Scribe&) = delete;

  void write(const league::Event& event);
  // A file that has to be on disk before what comes after it is.
  void write(std::filesystem::path file, std::vector<std::uint8_t> bytes);
  // `done` is called on the run's thread when all that was told before is on disk.
  void sync(std::function<void()> done);

 private:
  struct File {
    std::filesystem::path path;
    std::vector<std::uint8_t> bytes;
  };
  using Task = std::variant<league::Event, File, std::function<void()>>;

  void add(Task task);
  void work();
  void carry_out(std::deque<Task>& tasks);
  void call_back(std::deque<Task>& tasks);

  contest::JournalFile& journal_;
  const std::function<void(std::function<void()>)> post_;
  const std::function<void(std::string)> failed_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  bool is_over_ = false;
  bool has_failed_ = false;  // the thread's own
  std::jthread thread_;
};

}  // namespace rensa::live_tournaments
