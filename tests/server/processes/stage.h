#pragma once

#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "server/processes/child.h"

namespace rensa::processes::test {

ChildOptions program(std::vector<std::string> words);
ChildOptions shell(const std::string& script);

// A line of a text, as a process.
pid_t process_of(const std::string& text, std::size_t line);
// Not there, or there only to be waited for.
bool is_gone(pid_t process);
// How many processes of this machine have it on their command lines.
int processes_with(const std::string& word);
// Of a file.
std::string content(const std::string& path);

// Where children play: an io_context, and a folder that goes with it.
class Stage : public testing::Test {
 protected:
  Stage();
  ~Stage() override;

  // False: it took so long that it will never be.
  bool runs_until(const std::function<bool()>& condition);
  void start(const ChildOptions& options);
  bool has_written(std::size_t lines);
  Ending its_end();
  Ending end_of(const ChildOptions& options);
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  boost::asio::io_context io_;
  std::filesystem::path folder_;
  std::unique_ptr<Child> child_;
  std::optional<Ending> ending_;
};

}  // namespace rensa::processes::test
