#include "clients/command_line/output.h"

#include <iostream>
#include <poll.h>
#include <unistd.h>

#include "clients/command_line/files.h"
#include "server/base/exit_code.h"

namespace rensa::command_line {

namespace {

bool is_reader_gone() {
  pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
  return poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

}  // namespace

void print_error(const std::string& program, const std::exception& error) {
  if (dynamic_cast<const base::OutputError*>(&error) != nullptr && is_reader_gone()) return;
  std::cerr << program << ": " << message_of(error) << '\n';
}

}  // namespace rensa::command_line
