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

#include "server/storage/games.h"
#include "server/storage/sqlite/tables.h"

namespace rensa::storage {

// Writes on a thread of its own: the queue of games to save, and the thread that commits them in batches.

struct SaveJob {
  GameToSave game;
  Completion<std::uint64_t> done;  // called on the writer thread
};

struct SaveLimits {
  std::size_t queue_jobs = 4096;  // with a full queue, saving fails at once
  std::size_t queue_bytes = std::size_t{64} << 20;
  std::size_t batch_jobs = 64;  // of one commit; a batch holds at least one game of any size
  std::size_t batch_bytes = std::size_t{8} << 20;
};

struct SaveCounts {
  std::uint64_t commits = 0;
  std::uint64_t saved = 0;  // games reported as saved, including those that were stored before
  std::uint64_t failed = 0;
  std::uint64_t refused = 0;  // because the queue was full
  std::size_t waiting_jobs = 0;
  std::size_t waiting_bytes = 0;
};

// Of a game that finds no room, the queue keeps only the completion. The writer thread calls it, since save_game must
// not call back its own caller. Other writes are few and small, so they always find room.
class SaveQueue {
 public:
  struct Batch {
    std::vector<SaveJob> jobs;
    std::vector<Completion<std::uint64_t>> refused;
    std::vector<std::function<void()>> other_writes;
    bool empty() const { return jobs.empty() && refused.empty() && other_writes.empty(); }
  };

  explicit SaveQueue(SaveLimits limits) : limits_(limits) {}

  void push(SaveJob job);
  void push_other(std::function<void()> write);
  // Waits for jobs and returns them in their order. Returns an empty batch when the queue is closed and empty. A batch
  // takes room in the queue until the next call.
  Batch take_batch();
  void close();

  // The error of a game that was refused.
  StoreError refusal() const;
  void add_to(SaveCounts& counts) const;

 private:
  const SaveLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable has_work_;
  std::deque<SaveJob> waiting_;
  std::vector<Completion<std::uint64_t>> refused_;
  std::vector<std::function<void()>> other_writes_;
  std::size_t jobs_ = 0;  // waiting and taken
  std::size_t bytes_ = 0;
  std::size_t taken_jobs_ = 0;
  std::size_t taken_bytes_ = 0;
  std::uint64_t refused_count_ = 0;
  bool is_closed_ = false;
};

// The only thread of this process that writes to the database. While it waits for the disk, games queue up. It commits
// all of them at once, so that it waits for the disk once for each batch. The destructor finishes what is queued.
class GameWriter {
 public:
  // From here on only the writer thread may use the database. Its schema must be up to date. `require_files` is called
  // on this thread before and after each batch, and throws StoreException if the batch cannot be found again.
  GameWriter(Database& database, SaveLimits limits, std::function<void()> require_files);
  ~GameWriter();  // not on the writer thread
  GameWriter(const GameWriter&) = delete;
  GameWriter& operator=(const GameWriter&) = delete;

  void push(SaveJob job) { queue_.push(std::move(job)); }
  // Calls the function on the writer thread, between two batches. It must not throw.
  void push_other(std::function<void()> write) { queue_.push_other(std::move(write)); }
  SaveCounts counts() const;

 private:
  using SaveResult = StoreResult<std::uint64_t>;

  void run();
  bool save_batch();  // false: the queue is closed and empty
  std::vector<SaveResult> store(std::span<const SaveJob> jobs);
  std::vector<SaveResult> commit(std::span<const SaveJob> jobs);
  void report(std::span<SaveJob> jobs, std::vector<SaveResult> results);

  Database& database_;
  const std::function<void()> require_files_;
  GameInserter inserter_;
  SaveQueue queue_;
  std::atomic<std::uint64_t> commits_ = 0;
  std::atomic<std::uint64_t> saved_ = 0;
  std::atomic<std::uint64_t> failed_ = 0;
  std::thread thread_;
};

}  // namespace rensa::storage
