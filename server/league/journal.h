#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/league/event.h"

namespace rensa::league {

// A run's journal as text: an object of JSON a line, numbered from 0, each with a check over all before it. The first
// says which plan the run follows. Text only: who writes it, and makes it safe, is elsewhere.
//
//   {"n":0,"event":"plan","plan":"5d3f0c9a81e2b744","check":"..."}
//   {"n":1,"event":"stage","players":[0,1],"check":"..."}
//   {"n":2,"event":"drawn","stage":0,"place":0,"players":[0,1],"legs":2,"best_of":false,"audit":false,
//    "check":"..."}
//   {"n":3,"event":"started","pair":0,"leg":0,"attempt":0,"check":"..."}
//   {"n":4,"event":"ended","pair":0,"leg":0,"attempt":0,"winner":0,"cause":"choked","check":"..."}

// Makes its lines, one after the other.
class JournalWriter {
 public:
  // Each with its end of line.
  std::string plan(std::uint64_t digest);
  std::string line_of(const Event& event);

 private:
  friend struct JournalRead read_journal(std::string_view text);

  std::string closed(std::string open);

  std::uint64_t next_ = 0;
  std::uint64_t check_ = 0;
};

struct JournalRead {
  std::optional<std::uint64_t> plan;  // its digest
  std::vector<Event> events;
  std::size_t whole = 0;  // bytes: behind them a line was begun, and never finished
  JournalWriter writer;   // goes on where they end
  std::string error;      // a sentence with the line's number; empty: all is well
};

JournalRead read_journal(std::string_view text);

// A line's number, from its beginning; nullopt: it is no line of a journal, or there is too little of it.
std::optional<std::uint64_t> number_of_line(std::string_view line);

// What anybody may see of a line: all but its check. Of the first not the plan's digest either, for the seed can be
// worked out from it, and from the seed all that is going to be played; of who has joined the name and the author. The
// line comes without its end; nullopt: it is no line of a journal.
std::optional<std::string> open_line(std::string_view line);

}  // namespace rensa::league
