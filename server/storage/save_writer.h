#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "server/storage/game_saver.h"
#include "server/storage/save_queue.h"

namespace rensa::storage {

// The one thread that writes games. While it waits for the disk, others queue up; what has queued up is committed at
// once, so that the disk is waited for once a batch. The destructor writes what is queued.
class SaveWriter {
 public:
  // From here on the database, which must be up to date, belongs to the writer's thread.
  SaveWriter(Database& database, SaveLimits limits);
  ~SaveWriter();  // not on the writer's thread
  SaveWriter(const SaveWriter&) = delete;
  SaveWriter& operator=(const SaveWriter&) = delete;

  void push(SaveJob job) { queue_.push(std::move(job)); }
  SaveFigures figures() const;

 private:
  struct Answer {
    std::uint64_t record = 0;
    std::string fault{};  // empty: stored
  };

  void run();
  bool work();  // false: closed, and nothing is left
  std::vector<Answer> store(std::span<const SaveJob> jobs);
  std::vector<Answer> commit(std::span<const SaveJob> jobs);
  void tell(std::span<const SaveJob> jobs, std::vector<Answer> answers);

  Database& database_;
  GameSaver saver_;
  SaveQueue queue_;
  std::atomic<std::uint64_t> commits_ = 0;
  std::atomic<std::uint64_t> saved_ = 0;
  std::atomic<std::uint64_t> failed_ = 0;
  std::thread thread_;
};

}  // namespace rensa::storage
