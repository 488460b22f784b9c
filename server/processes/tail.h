#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rensa::processes {

// The end of a text that comes in pieces.
class Tail {
 public:
  explicit Tail(std::size_t bytes) : bytes_(bytes) {}

  void take(std::string_view text);
  // At most so many bytes; where the text was longer, from the first whole line on, if there is one.
  std::string text() const;

 private:
  const std::size_t bytes_;
  std::string kept_;  // up to twice as much, so that not every piece moves what stays
};

}  // namespace rensa::processes
