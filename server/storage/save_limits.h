#pragma once

#include <cstddef>
#include <cstdint>

namespace rensa::storage {

struct SaveLimits {
  std::size_t queue_jobs = 4096;  // beyond either, saving fails at once
  std::size_t queue_bytes = std::size_t{64} << 20;
  std::size_t batch_jobs = 64;  // of one commit; a batch holds at least one game, however large
  std::size_t batch_bytes = std::size_t{8} << 20;
};

// What the writer has done so far.
struct SaveFigures {
  std::uint64_t commits = 0;
  std::uint64_t saved = 0;  // games answered with `done`, also those that were stored before
  std::uint64_t failed = 0;
  std::uint64_t refused = 0;  // for a full queue
  std::size_t waiting_jobs = 0;
  std::size_t waiting_bytes = 0;
};

}  // namespace rensa::storage
