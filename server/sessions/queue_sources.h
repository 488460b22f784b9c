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
// a queue is read once and then kept.
class QueueSources {
 public:
  explicit QueueSources(storage::Games& games) : games_(games) {}
  QueueSources(const QueueSources&) = delete;
  QueueSources& operator=(const QueueSources&) = delete;

  // Returns nullopt if no record of this number has been read, or if it has no queue for another game.
  std::optional<match::QueueSource> find(std::uint64_t record) const;
  bool is_known(std::uint64_t record) const { return sources_.contains(record); }
  // Reads a record, so that find() knows it. Calls `done` later, with the error if the store has one.
  void read(std::uint64_t record, std::function<void(const std::optional<storage::StoreError>&)> done);

 private:
  // The oldest is forgotten beyond this number. An invitation that names it has to be made again.
  static constexpr std::size_t kMostKept = 65'536;

  void keep(std::uint64_t record, const match::QueueSource& source);

  storage::Games& games_;
  std::unordered_map<std::uint64_t, match::QueueSource> sources_;
  std::deque<std::uint64_t> oldest_;
};

}  // namespace rensa::sessions
