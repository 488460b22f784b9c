// parent_process SUPERVISOR LOG SCRIPT: a process with a child, to be killed by a test. The log has the child's output.

#include <cstdio>

#include "server/processes/child_process.h"

int main(int count, char** arguments) {
  if (count != 4) return 2;
  boost::asio::io_context io;
  rensa::processes::ChildOptions options;
  options.supervisor = arguments[1];
  options.log = arguments[2];
  options.command.words = {"/bin/sh", "-c", arguments[3]};
  const rensa::processes::ChildProcess child(
      io, options, [](const rensa::processes::ExitReport& report) { std::puts(describe(report).c_str()); });
  io.run();
}
