#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/completion.h"

namespace rensa::storage {

// The contract for the events of matches that have not ended, from which the matches are made again after a crash. A
// store keeps bytes; server/match/match_event_codec.h knows their meaning.
//
// No match is logged yet. The contract is made for these calls from the thread of the event loop: append_match_events()
// while matches are played, with the new events of many matches at a time; read_match_log() once at the start of a
// server, before it takes connections; and delete_match_log() when a match has ended and its games are saved. An event
// is durable when the answer of its batch comes, and no earlier. So what must survive a crash has to be told to players
// only after that answer; after a crash the match continues from the last event that is durable.

// Events of one match that follow each other.
struct MatchLogPart {
  std::uint64_t match = 0;
  std::uint64_t first = 0;  // the number of the first event, counted from 0 in each match
  std::vector<std::vector<std::uint8_t>> events;

  bool operator==(const MatchLogPart&) const = default;
};

// All calls return at once and may be made from any thread.
class MatchLog {
 public:
  virtual ~MatchLog() = default;

  // Stores all events or none, with one wait for the disk. Events that are stored already, with the same content, are
  // accepted again, so that a batch can be repeated after an error. A batch is refused if an event would
  // have no predecessor, or is stored with other content. Batches are stored in the order of the calls.
  virtual void append_match_events(std::vector<MatchLogPart> batch, Completion<Success> done) = 0;
  // The answer is all events of all matches, in the order of their numbers.
  virtual void read_match_log(Completion<std::vector<MatchLogPart>> done) = 0;
  // Deletes all events of a match. An unknown match is no error, so that a deletion can be repeated.
  virtual void delete_match_log(std::uint64_t match, Completion<Success> done) = 0;
};

// For implementations. Returns a sentence that says why these events cannot follow `stored` events of the match;
// nullopt: they can.
std::optional<std::string> why_not_appendable(const MatchLogPart& part, std::uint64_t stored);
std::string match_event_conflict(std::uint64_t match, std::uint64_t event);

}  // namespace rensa::storage
