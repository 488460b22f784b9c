#include "clients/cli/live/terminal.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace rensa::cli {

namespace {

constexpr std::string_view kEnter = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J";
constexpr std::string_view kLeave = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";
constexpr std::array kFatalSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT, SIGHUP};

// What signal handlers need; they may only call what POSIX allows them.
termios before{};
bool has_before = false;
std::atomic<bool> taken = false;
std::atomic<bool> suspension_asked = false;

bool write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      pollfd out{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
      poll(&out, 1, -1);
      continue;
    }
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void take() {
  has_before = tcgetattr(STDIN_FILENO, &before) == 0;
  if (has_before) {
    termios quiet = before;
    quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON);
    quiet.c_cc[VMIN] = 0;
    quiet.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &quiet);
  }
  taken = true;
  write_all(kEnter);
}

void give_back() {
  if (!taken.exchange(false)) return;
  write_all(kLeave);
  if (has_before) tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

void end_by(int signal) {
  give_back();
  raise(signal);  // the handler was for once
}

void ask_for_suspension(int) { suspension_asked = true; }

void handle(int signal, void (*handler)(int), unsigned flags) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(flags);
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

Terminal::Terminal() {
  for (const int signal : kFatalSignals) handle(signal, end_by, SA_RESETHAND | SA_NODEFER);
  handle(SIGTSTP, ask_for_suspension, 0);
  handle(SIGPIPE, SIG_IGN, 0);
  take();
}

Terminal::~Terminal() {
  give_back();
  for (const int signal : kFatalSignals) handle(signal, SIG_DFL, 0);
  handle(SIGTSTP, SIG_DFL, 0);
  handle(SIGPIPE, SIG_DFL, 0);
}

Terminal::Size Terminal::size() const {
  winsize found{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &found) != 0 || found.ws_col == 0) return {80, 24};
  return {found.ws_col, found.ws_row};
}

bool Terminal::write(std::string_view bytes) { return write_all(bytes); }

char Terminal::key() {
  if (!has_before) return 0;
  pollfd in{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  char key = 0;
  if (poll(&in, 1, 0) <= 0 || read(STDIN_FILENO, &key, 1) != 1) return 0;
  return key;
}

bool Terminal::suspend_if_asked() {
  if (!suspension_asked.exchange(false)) return false;
  give_back();
  raise(SIGSTOP);
  take();
  return true;
}

const char* why_no_terminal() {
  if (isatty(STDOUT_FILENO) == 0) return "stdout is no terminal";
  const char* name = std::getenv("TERM");
  if (name == nullptr || *name == '\0' || std::string_view(name) == "dumb") return "this terminal cannot be drawn on";
  return nullptr;
}

}  // namespace rensa::cli
