#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "server/tournament/journal/journal_text.h"

namespace rensa::tournament {

// Returns the events of an existing journal, and changes nothing. Throws std::runtime_error, like the constructor of
// JournalFile, if the tournament of this plan could not be continued from the file.
std::vector<Event> read_continuable_journal(const std::filesystem::path& file, std::uint64_t plan);

// The journal of a tournament as an append-only file, for programs that may wait for the disk; a server uses
// storage::TournamentFolders, which reads and writes the same files. The file is locked, so one program has it open at
// a time. A journal that has become shorter is refused. All functions throw std::runtime_error with the name of the
// file and the error.
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
  std::uint64_t bytes_ = 0;  // of the file
  JournalEncoder encoder_;
  std::vector<Event> events_;
};

}  // namespace rensa::tournament
