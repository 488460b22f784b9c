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

#include "engine/record/record.h"
#include "server/tournament/journal/event.h"
#include "server/tournament/journal/journal_file.h"

namespace rensa::live_tournaments {

// Writes the journal and the records of a tournament on its own thread, in the order of the calls, so that no match
// waits for the disk. All tasks that are queued are synced together.
class JournalWriterThread {
 public:
  // Only this thread uses the journal from now on. `post` runs a call on the thread of the tournament. After a write
  // error `failed` is called there once with a sentence. Nothing is written after that, but the callbacks of sync()
  // still run.
  JournalWriterThread(tournament::JournalFile& journal, std::function<void(std::function<void()>)> post,
                      std::function<void(std::string)> failed);
  // Writes the remaining tasks.
  ~JournalWriterThread();
  JournalWriterThread(const JournalWriterThread&) = delete;
  JournalWriterThread& operator=(const JournalWriterThread&) = delete;

  void write(const tournament::Event& event);
  // Writes a file. It is on disk before later events are. The thread also makes the bytes of a record.
  void write(std::filesystem::path file, std::vector<std::uint8_t> bytes);
  void write(std::filesystem::path file, record::Record record);
  // Calls `done` on the thread of the tournament when all earlier tasks are on disk.
  void sync(std::function<void()> done);

 private:
  struct File {
    std::filesystem::path path;
    std::variant<std::vector<std::uint8_t>, record::Record> content;
  };
  using Task = std::variant<tournament::Event, File, std::function<void()>>;

  void add(Task task);
  void run();
  void perform(std::deque<Task>& tasks);
  void notify_waiters(std::deque<Task>& tasks);

  tournament::JournalFile& journal_;
  const std::function<void(std::function<void()>)> post_;
  const std::function<void(std::string)> failed_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  bool is_stopping_ = false;
  bool has_failed_ = false;  // used by the writer thread only
  std::jthread thread_;
};

}  // namespace rensa::live_tournaments
