#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/tournament/journal/event.h"

namespace rensa::tournament {

// The text format of the journal of a tournament. Each line is a JSON object with a number, counted from 0, and a
// checksum over all text before it. The first line has the digest of the plan. journal_file.h writes the text to disk.
//
//   {"n":0,"event":"plan","plan":"5d3f0c9a81e2b744","check":"..."}
//   {"n":1,"event":"stage","players":[0,1],"check":"..."}
//   {"n":2,"event":"drawn","stage":0,"place":0,"players":[0,1],"legs":2,"best_of":false,"audit":false,
//    "check":"..."}
//   {"n":3,"event":"started","pair":0,"leg":0,"attempt":0,"check":"..."}
//   {"n":4,"event":"ended","pair":0,"leg":0,"attempt":0,"winner":0,"cause":"choked","check":"..."}

// Makes the lines of a journal in their order.
class JournalEncoder {
 public:
  // Return the line of the plan, and the line of an event, each with its newline.
  std::string plan_line(std::uint64_t digest);
  std::string event_line(const Event& event);

 private:
  friend struct ParsedJournal parse_journal(std::string_view text);

  std::string with_checksum(std::string open);

  std::uint64_t next_number_ = 0;
  std::uint64_t check_ = 0;
};

struct ParsedJournal {
  std::optional<std::uint64_t> plan_digest;
  std::vector<Event> events;
  std::size_t complete_bytes = 0;  // an unfinished line may follow them
  JournalEncoder encoder;          // makes the lines that follow
  std::string error;               // a sentence with the number of the line; empty: no error
};

ParsedJournal parse_journal(std::string_view text);

// Returns a sentence for the case that the journal with these events belongs to another plan. It says what its owner
// can do.
std::string other_plan_error(const std::vector<Event>& events);

// The checksum in a line of a journal, with or without its newline. nullopt: the text is not a line of a journal.
std::optional<std::uint64_t> journal_line_check(std::string_view line);
// Returns true if the checksum of each of these whole lines follows from the one before them and their text. `before`
// is the checksum of the line before them; of the first line it is 0.
bool are_next_journal_lines(std::uint64_t before, std::string_view lines);

// Reads the number at the start of a line. nullopt: it is not a line of a journal, or too short.
std::optional<std::uint64_t> journal_line_number(std::string_view line);

// The public part of a line, without its newline. It leaves out the checksum, and the digest of the plan, because the
// seed and all future queues could be computed from it. Of a late entry it has only name and author. It has nothing
// that a program has printed, and reasons without folders of this machine. nullopt: it is not a line of a journal.
std::optional<std::string> public_journal_line(std::string_view line);

// Returns the public part of the line with this number for a message.
std::string public_message_line(std::uint64_t number, const MessageSent& message);

// Returns the part of a reason in a journal that strangers may read: plain text without folders of this machine. Older
// journals have the output of a program behind the reason.
std::string public_reason(std::string_view why);

}  // namespace rensa::tournament
