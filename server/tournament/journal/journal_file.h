#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "server/tournament/journal/journal_text.h"

namespace rensa::tournament {

// The journal of a tournament as an append-only file. The file is locked, so one program has it open at a time. All
// functions throw std::runtime_error with the name of the file and the error.
class JournalFile {
 public:
  // Creates the file if there is none. Otherwise reads it and cuts off an unfinished last line. The journal must belong
  // to the plan with this digest.
  JournalFile(const std::filesystem::path& file, std::uint64_t plan);
  ~JournalFile();
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  // The events that the file had when it was opened.
  const std::vector<Event>& events() const { return events_; }
  void forget_events() { events_ = {}; }

  void append(const Event& event);
  void sync();  // writes all appended events to disk

 private:
  void write(const std::string& text);
  [[noreturn]] void fail(const std::string& what) const;

  std::filesystem::path file_;
  int descriptor_;
  JournalEncoder encoder_;
  std::vector<Event> events_;
};

}  // namespace rensa::tournament
