#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "server/storage/store.h"
#include "server/storage/tables.h"

namespace rensa::storage {

// Saves games on a thread of its own: the queue of games to save, and the thread that commits them in batches.

struct SaveLimits {
  std::size_t queue_jobs = 4096;  // with a full queue, saving fails at once
  std::size_t queue_bytes = std::size_t{64} << 20;
  std::size_t batch_jobs = 64;  // of one commit; a batch holds at least one game of any size
  std::size_t batch_bytes = std::size_t{8} << 20;
};

struct SaveCounts {
  std::uint64_t commits = 0;
  std::uint64_t saved = 0;  // games reported as `done`, including those that were stored before
  std::uint64_t failed = 0;
  std::uint64_t refused = 0;  // because the queue was full
  std::size_t waiting_jobs = 0;
  std::size_t waiting_bytes = 0;
};

// Of a game that finds no room, the queue keeps only the `failed` callback. The writer thread calls it, since save_game
// must not call back its own caller.
class SaveQueue {
 public:
  struct Batch {
    std::vector<SaveJob> jobs;
    std::vector<std::function<void(std::string)>> refused;
    bool empty() const { return jobs.empty() && refused.empty(); }
  };

  explicit SaveQueue(SaveLimits limits) : limits_(limits) {}

  void push(SaveJob job);
  // Waits for jobs and returns them in their order. Returns an empty batch when the queue is closed and empty. A batch
  // takes room in the queue until the next call.
  Batch take_batch();
  void close();

  // The sentence for a game that was refused.
  std::string refusal() const;
  void add_to(SaveCounts& counts) const;

 private:
  const SaveLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable has_work_;
  std::deque<SaveJob> waiting_;
  std::vector<std::function<void(std::string)>> refused_;
  std::size_t jobs_ = 0;  // waiting and taken
  std::size_t bytes_ = 0;
  std::size_t taken_jobs_ = 0;
  std::size_t taken_bytes_ = 0;
  std::uint64_t refused_count_ = 0;
  bool is_closed_ = false;
};

// The only thread that writes games. While it waits for the disk, games queue up. It commits all of them at once, so
// that it waits for the disk once for each batch. The destructor saves the queued games.
class GameWriter {
 public:
  // From here on only the writer thread may use the database. Its schema must be up to date.
  GameWriter(Database& database, SaveLimits limits);
  ~GameWriter();  // not on the writer thread
  GameWriter(const GameWriter&) = delete;
  GameWriter& operator=(const GameWriter&) = delete;

  void push(SaveJob job) { queue_.push(std::move(job)); }
  SaveCounts counts() const;

 private:
  struct SaveResult {
    std::uint64_t record = 0;
    std::string error{};  // empty: stored
  };

  void run();
  bool save_batch();  // false: the queue is closed and empty
  std::vector<SaveResult> store(std::span<const SaveJob> jobs);
  std::vector<SaveResult> commit(std::span<const SaveJob> jobs);
  void report(std::span<const SaveJob> jobs, std::vector<SaveResult> results);

  Database& database_;
  GameInserter inserter_;
  SaveQueue queue_;
  std::atomic<std::uint64_t> commits_ = 0;
  std::atomic<std::uint64_t> saved_ = 0;
  std::atomic<std::uint64_t> failed_ = 0;
  std::thread thread_;
};

}  // namespace rensa::storage
