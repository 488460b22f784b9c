#pragma once

#include <string>
#include <vector>

namespace rensa::storage::test {

// Runs a store_child and reads its output. The destructor kills it.
class StoreProcess {
 public:
  explicit StoreProcess(const std::vector<std::string>& arguments);
  ~StoreProcess();
  StoreProcess(const StoreProcess&) = delete;
  StoreProcess& operator=(const StoreProcess&) = delete;

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
