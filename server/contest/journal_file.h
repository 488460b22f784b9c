#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "server/league/journal.h"

namespace rensa::contest {

// A run's journal as a file, which only grows. Whoever has it open has it alone. All functions throw
// std::runtime_error with the file's name and what is wrong.
class JournalFile {
 public:
  // Makes the file where there is none. What is there is read; a line that was never finished is cut off. It has to
  // follow the plan of this digest.
  JournalFile(const std::filesystem::path& file, std::uint64_t plan);
  ~JournalFile();
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  // What was there when it was opened.
  const std::vector<league::Event>& events() const { return events_; }
  void forget_events() { events_ = {}; }

  void append(const league::Event& event);
  void sync();  // what was appended is on disk afterwards

 private:
  void write(const std::string& text);
  [[noreturn]] void fail(const std::string& what) const;

  std::filesystem::path file_;
  int descriptor_;
  league::JournalWriter writer_;
  std::vector<league::Event> events_;
};

}  // namespace rensa::contest
