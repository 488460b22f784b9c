#include "clients/cli/live/terminal.h"

#include <algorithm>
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

// The state that signal handlers use. They may only call functions that POSIX allows in them.
termios saved_settings{};
bool has_saved_settings = false;
std::atomic<bool> is_drawing = false;
std::atomic<bool> is_suspension_requested = false;

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

void take_terminal() {
  has_saved_settings = tcgetattr(STDIN_FILENO, &saved_settings) == 0;
  if (has_saved_settings) {
    termios quiet = saved_settings;
    quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON);
    quiet.c_cc[VMIN] = 0;
    quiet.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &quiet);
  }
  is_drawing = true;
  write_all(kEnter);
}

void restore_terminal() {
  if (!is_drawing.exchange(false)) return;
  write_all(kLeave);
  if (has_saved_settings) tcsetattr(STDIN_FILENO, TCSANOW, &saved_settings);
}

void restore_terminal_and_raise(int signal) {
  restore_terminal();
  raise(signal);  // the handler was reset when it was called
}

void request_suspension(int) { is_suspension_requested = true; }

void set_signal_handler(int signal, void (*handler)(int), unsigned flags) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(flags);
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

Terminal::Terminal() {
  for (const int signal : kFatalSignals)
    set_signal_handler(signal, restore_terminal_and_raise, SA_RESETHAND | SA_NODEFER);
  set_signal_handler(SIGTSTP, request_suspension, 0);
  take_terminal();
}

Terminal::~Terminal() {
  restore_terminal();
  for (const int signal : kFatalSignals) set_signal_handler(signal, SIG_DFL, 0);
  set_signal_handler(SIGTSTP, SIG_DFL, 0);
}

Terminal::Size Terminal::size() const {
  winsize found{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &found) != 0 || found.ws_col == 0) return {80, 24};
  return {found.ws_col, found.ws_row};
}

bool Terminal::write(std::string_view bytes) { return write_all(bytes); }

char Terminal::read_key() {
  if (!has_saved_settings) return 0;
  pollfd in{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  char key = 0;
  if (poll(&in, 1, 0) <= 0 || read(STDIN_FILENO, &key, 1) != 1) return 0;
  return key;
}

bool Terminal::suspend_if_requested() {
  if (!is_suspension_requested.exchange(false)) return false;
  restore_terminal();
  raise(SIGSTOP);
  take_terminal();
  return true;
}

std::string why_not_drawable() {
  if (isatty(STDOUT_FILENO) == 0) return "stdout is no terminal";
  const char* name = std::getenv("TERM");
  if (name == nullptr || *name == '\0' || std::string_view(name) == "dumb") return "this terminal cannot be drawn on";
  return {};
}

bool TerminalPage::show(const std::string& text) {
  shown_ = text;
  return terminal_.write(text_for_screen(text, terminal_.size().rows));
}

char TerminalPage::read_key() {
  if (terminal_.suspend_if_requested()) show(std::string(shown_));
  return terminal_.read_key();
}

std::string text_for_screen(const std::string& text, int rows) {
  std::string out = "\x1b[H";
  std::size_t at = 0;
  for (int row = 0; row < rows && at < text.size(); ++row) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out.append(row == 0 ? "" : "\n").append(text, at, end - at).append("\x1b[K");
    at = end + 1;
  }
  return out.append("\x1b[J");
}

}  // namespace rensa::cli
