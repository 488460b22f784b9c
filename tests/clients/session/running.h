#pragma once

#include <chrono>
#include <string>
#include <sys/types.h>
#include <vector>

namespace rensa::session::test {

// A program that runs beside the test; stdout and stderr go into one text. It must end within the time limit.
class Running {
 public:
  explicit Running(std::vector<std::string> words);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  pid_t id() const { return child_; }
  // The rest of the first line with these words.
  std::string after(const std::string& words);
  // Reads what it has written so far into the text.
  const std::string& read_so_far();
  // Waits for its end. Returns its exit status, or 128 and the signal.
  int finish();

  std::string text;

 private:
  bool read_more();
  // Returns false if nothing came until then, or if the output has ended.
  bool read_more_until(std::chrono::steady_clock::time_point until);

  pid_t child_ = -1;
  int out_ = -1;
  std::chrono::steady_clock::time_point until_;
};

// Returns how often the words are in the text.
int count(const std::string& text, const std::string& words);

}  // namespace rensa::session::test
