#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <unordered_map>

#include "server/match/series.h"
#include "server/storage/games.h"

namespace rensa::sessions {

// The queues of stored games, for matches that are played with the pairs of another game. A record never changes, so
// it is read once. Then its queue is kept, or the fact that it has none. Records are decoded in the background.
class QueueSources {
 public:
  struct Parts {
    storage::Games& games;
    std::function<void(std::function<void()>)> run_in_background;  // runs a function on another thread
    storage::Executor post;                                        // runs a function on the thread of the caller
  };

  explicit QueueSources(Parts parts) : parts_(std::move(parts)) {}
  QueueSources(const QueueSources&) = delete;
  QueueSources& operator=(const QueueSources&) = delete;

  // Returns nullopt if no record of this number has been read, or if its pairs cannot be used for another game: it is
  // unreadable, or its queue was not made from a seed.
  std::optional<match::QueueSource> find(std::uint64_t record) const;
  bool is_known(std::uint64_t record) const { return sources_.contains(record); }
  // Reads a record, so that find() knows it if it is there. Calls `done` later, with the error if the store has one.
  void read(std::uint64_t record, std::function<void(const std::optional<storage::StoreError>&)> done);

 private:
  // The oldest is forgotten beyond this number. An invitation that names it has to be made again.
  static constexpr std::size_t kMostKept = 65'536;

  void keep(std::uint64_t record, const std::optional<match::QueueSource>& source);

  const Parts parts_;
  std::unordered_map<std::uint64_t, std::optional<match::QueueSource>> sources_;  // nullopt: the record has no queue
  std::deque<std::uint64_t> oldest_;
};

}  // namespace rensa::sessions
