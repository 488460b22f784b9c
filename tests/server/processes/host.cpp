// exec_host KEEPER LOG SCRIPT: a process with a child, to be killed. What the child writes is in the log.

#include <cstdio>

#include "server/processes/child.h"

int main(int count, char** arguments) {
  if (count != 4) return 2;
  boost::asio::io_context io;
  rensa::processes::ChildOptions options;
  options.keeper = arguments[1];
  options.log = arguments[2];
  options.command.words = {"/bin/sh", "-c", arguments[3]};
  const rensa::processes::Child child(io, options,
                                 [](const rensa::processes::Ending& ending) { std::puts(sentence(ending).c_str()); });
  io.run();
}
