#pragma once

#include <string>
#include <vector>

namespace rensa::storage::test {

// A store_child with what it prints. Killed, if it still runs, when this goes.
class Child {
 public:
  explicit Child(const std::vector<std::string>& arguments);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  std::string line();  // without its end; empty: there is no further whole one
  void kill();
  std::string rest();  // all that it printed after the lines that were read

 private:
  bool read_more();

  int process_ = -1;
  int output_ = -1;
  std::string read_;
};

}  // namespace rensa::storage::test
