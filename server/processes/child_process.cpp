#include "server/processes/child_process.h"

#include <algorithm>
#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <utility>

#include "server/processes/supervisor.h"

namespace rensa::processes {

namespace {

using boost::system::error_code;
using Stream = boost::asio::posix::stream_descriptor;

constexpr std::chrono::milliseconds kMaxKillTime{1000};
constexpr std::size_t kPiece = 64 << 10;  // bytes read at a time: the usual capacity of a pipe
constexpr int kMaxLastPieces = 16;        // the largest capacity that a program can give its pipe

}  // namespace

// The data of a child process. The handlers of the io_context share it, since they may be called after the ChildProcess
// was destroyed.
class ChildProcess::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(boost::asio::io_context& io, const ChildOptions& options, ExitHandler on_exit)
      : io_(io),
        tail_(options.tail_bytes),
        rate_(options.output_bytes_per_second, std::chrono::steady_clock::now()),
        on_exit_(std::move(on_exit)),
        output_(io),
        pause_(io),
        supervisor_end_(io) {}

  void start(const ChildOptions& options);
  void terminate(EndGrace grace);
  void kill_now();
  std::string output_tail() const { return tail_.text(); }
  std::string take_output() { return std::exchange(recent_, {}); }

 private:
  void report_failed_start(StartStep step, int error);
  void read_output();
  void read_output_later();
  void read_remaining_output();
  bool read_piece();  // false: the output has ended
  void append(std::string_view text);
  void wait_for_end();
  ExitReport received_report() const;
  void clean_up();
  void report_exit(const ExitReport& report);

  boost::asio::io_context& io_;
  LogFile log_;
  OutputTail tail_;
  OutputRate rate_;
  std::string recent_;  // the part of the log since the last call of take_output()
  ExitHandler on_exit_;
  bool is_over_ = false;
  pid_t supervisor_ = -1;
  base::Descriptor control_;
  Stream output_;
  boost::asio::steady_timer pause_;  // of reading
  Stream supervisor_end_;
  std::array<char, kPiece> piece_;
  std::size_t last_size_ = 0;  // of the last piece
};

void ChildProcess::Connection::start(const ChildOptions& options) {
  if (!options.log.empty()) {
    const int error = log_.open(options.log, options.log_bytes);
    if (error != 0) return report_failed_start(StartStep::log, error);
  }
  SupervisorStart started = start_supervisor(options.supervisor, options.command);
  if (started.error != 0) return report_failed_start(started.failed_step, started.error);
  supervisor_ = started.supervisor.process;
  control_ = std::move(started.supervisor.control);
  output_.assign(started.supervisor.output.release());
  supervisor_end_.assign(started.supervisor.end.release());
  read_output();
  wait_for_end();
}

void ChildProcess::Connection::report_failed_start(StartStep step, int error) {
  ExitReport report;
  report.kind = ExitKind::not_started;
  report.code = error;
  report.failed_step = step;
  boost::asio::post(io_, [self = shared_from_this(), report] {
    if (!self->is_over_) self->report_exit(report);
  });
}

void ChildProcess::Connection::terminate(EndGrace grace) {
  if (!control_.is_open()) return;
  const TerminateRequest request{.input_grace_ms = grace.after_input.count(), .grace_ms = grace.after_signal.count()};
  send(control_.number(), &request, sizeof request, MSG_NOSIGNAL | MSG_DONTWAIT);  // fails if it has ended
}

// Reads one piece of the output at a time, so that other handlers have their turn. It waits for the output with
// async_wait and then reads. With async_read_some, a piece could have been read but not handled yet when the supervisor
// ends.
void ChildProcess::Connection::read_output() {
  output_.async_wait(Stream::wait_read, [self = shared_from_this()](error_code error) {
    if (!error && !self->is_over_ && self->read_piece()) self->read_output_later();
  });
}

// Waits until the rate allows the next piece. Meanwhile the pipe is full, and the program waits.
void ChildProcess::Connection::read_output_later() {
  const auto pause = rate_.pause_after(last_size_, std::chrono::steady_clock::now());
  if (pause == std::chrono::nanoseconds::zero()) return read_output();
  pause_.expires_after(pause);
  pause_.async_wait([self = shared_from_this()](error_code error) {
    if (!error && !self->is_over_) self->read_output();
  });
}

// Reads the rest of the output. No process that could write is left, so this is at most the content of the pipe.
void ChildProcess::Connection::read_remaining_output() {
  for (int i = 0; i < kMaxLastPieces && read_piece(); ++i) {
  }
}

bool ChildProcess::Connection::read_piece() {
  const ssize_t size = ::read(output_.native_handle(), piece_.data(), piece_.size());
  last_size_ = 0;
  if (size < 0) return errno == EAGAIN || errno == EINTR;
  last_size_ = static_cast<std::size_t>(size);
  append({piece_.data(), last_size_});
  return size > 0;
}

void ChildProcess::Connection::append(std::string_view text) {
  recent_ += log_.append(text);
  tail_.append(text);
}

void ChildProcess::Connection::wait_for_end() {
  supervisor_end_.async_wait(Stream::wait_read, [self = shared_from_this()](error_code error) {
    if (error || self->is_over_) return;
    const ExitReport report = self->received_report();
    self->read_remaining_output();
    const bool was_over_limit = report.kind == ExitKind::too_many_processes || report.kind == ExitKind::too_much_memory;
    if (was_over_limit) self->append(describe(report) + '\n');
    self->clean_up();
    self->report_exit(report);
  });
}

ExitReport ChildProcess::Connection::received_report() const {
  FinalReport report;
  const ssize_t size = recv(control_.number(), &report, sizeof report, MSG_DONTWAIT);
  return size == sizeof report && report.version == kProtocolVersion ? report.exit : ExitReport{};
}

void ChildProcess::Connection::clean_up() {
  // This finds no process if other code has already waited for the supervisor, or if SIGCHLD is ignored. That does not
  // matter, because its report has arrived before.
  waitpid(supervisor_, nullptr, WNOHANG);
  log_ = {};
  control_.close();
  pause_.cancel();
  output_.close();
  supervisor_end_.close();
}

void ChildProcess::Connection::report_exit(const ExitReport& report) {
  is_over_ = true;
  std::exchange(on_exit_, {})(report);
}

void ChildProcess::Connection::kill_now() {
  if (std::exchange(is_over_, true)) return;
  on_exit_ = {};
  if (!control_.is_open()) return;  // it was not started
  control_.close();                 // makes the supervisor kill the program
  pollfd entry{supervisor_end_.native_handle(), POLLIN, 0};
  while (poll(&entry, 1, static_cast<int>(kMaxKillTime.count())) < 0 && errno == EINTR) {
  }
  read_remaining_output();
  clean_up();
}

ChildProcess::ChildProcess(boost::asio::io_context& io, const ChildOptions& options, ExitHandler on_exit)
    : connection_(std::make_shared<Connection>(io, options, std::move(on_exit))) {
  connection_->start(options);
}

ChildProcess::~ChildProcess() { connection_->kill_now(); }

void ChildProcess::terminate(EndGrace grace) { connection_->terminate(grace); }

std::string ChildProcess::output_tail() const { return connection_->output_tail(); }

std::string ChildProcess::take_output() { return connection_->take_output(); }

std::chrono::nanoseconds OutputRate::pause_after(std::size_t bytes, Time now) {
  using Seconds = std::chrono::duration<double>;
  constexpr std::chrono::seconds kBurst{1};  // what would come in this time at the rate may come at once
  const Seconds cost(static_cast<double>(bytes) / static_cast<double>(bytes_per_second_));
  paid_until_ = std::max(paid_until_, now) + std::chrono::ceil<std::chrono::nanoseconds>(cost);
  return std::max(paid_until_ - now - kBurst, std::chrono::nanoseconds::zero());
}

int LogFile::open(const std::string& path, std::uint64_t bytes) {
  constexpr mode_t kForUserAndGroup = 0640;
  file_ = base::Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kForUserAndGroup));
  limit_ = left_ = bytes;
  return file_.is_open() ? 0 : errno;
}

std::string LogFile::append(std::string_view text) {
  if (!file_.is_open()) return "";
  const std::string_view fits = text.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(text.size(), left_)));
  left_ -= fits.size();
  std::string written(fits);
  if (fits.size() < text.size()) {
    written.append("\n[there was more: only the first ").append(std::to_string(limit_)).append(" bytes are kept]\n");
  }
  write(written);
  if (fits.size() < text.size()) file_.close();
  return written;
}

void LogFile::write(std::string_view text) {
  while (!text.empty() && file_.is_open()) {
    const ssize_t written = ::write(file_.number(), text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      file_.close();
    }
  }
}

// Keeps one byte more than the limit, to know whether that byte ends a line.
void OutputTail::append(std::string_view text) {
  const std::size_t kept_bytes = limit_ + 1;
  if (text.size() > kept_bytes) text.remove_prefix(text.size() - kept_bytes);
  kept_ += text;
  if (kept_.size() > 2 * kept_bytes) kept_.erase(0, kept_.size() - kept_bytes);
}

std::string OutputTail::text() const {
  if (kept_.size() <= limit_) return kept_;
  const std::size_t begin = kept_.size() - limit_;
  const std::size_t line = kept_.find('\n', begin - 1);
  return kept_.substr(line == std::string::npos || line + 1 == kept_.size() ? begin : line + 1);
}

}  // namespace rensa::processes
