#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "server/storage/save_job.h"
#include "server/storage/save_limits.h"

namespace rensa::storage {

// Games on their way to the writer, as many as the limits allow. Of one that finds no room only its `failed` is kept:
// the writer calls it, since whoever saves must not be called from within the saving.
class SaveQueue {
 public:
  struct Batch {
    std::vector<SaveJob> jobs;
    std::vector<std::function<void(std::string)>> refused;
    bool empty() const { return jobs.empty() && refused.empty(); }
  };

  explicit SaveQueue(SaveLimits limits) : limits_(limits) {}

  void push(SaveJob job);
  // Waits for something to do, in the order of its coming. Empty: closed, and nothing is left. What is handed out takes
  // its room until the next call.
  Batch take();
  void close();

  std::string refusal() const;
  void add_to(SaveFigures& figures) const;

 private:
  const SaveLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable something_;
  std::deque<SaveJob> waiting_;
  std::vector<std::function<void(std::string)>> refused_;
  std::size_t jobs_ = 0;  // waiting and taken
  std::size_t bytes_ = 0;
  std::size_t taken_jobs_ = 0;
  std::size_t taken_bytes_ = 0;
  std::uint64_t refusals_ = 0;
  bool closed_ = false;
};

}  // namespace rensa::storage
