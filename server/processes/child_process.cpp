#include "server/processes/child_process.h"

#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <utility>

#include "server/processes/captured_output.h"
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
      : io_(io), tail_(options.tail_bytes), on_exit_(std::move(on_exit)), output_(io), supervisor_end_(io) {}

  void start(const ChildOptions& options);
  void terminate(std::chrono::milliseconds grace);
  void kill_now();
  std::string output_tail() const { return tail_.text(); }

 private:
  void report_failed_start(StartStep step, int error);
  void read_output();
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
  ExitHandler on_exit_;
  bool is_over_ = false;
  pid_t supervisor_ = -1;
  Descriptor control_;
  Stream output_;
  Stream supervisor_end_;
  std::array<char, kPiece> piece_;
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

void ChildProcess::Connection::terminate(std::chrono::milliseconds grace) {
  if (!control_.is_open()) return;
  const TerminateRequest request{grace.count()};
  send(control_.number(), &request, sizeof request, MSG_NOSIGNAL | MSG_DONTWAIT);  // fails if it has ended
}

// Reads one piece of the output at a time, so that other handlers have their turn. It waits for the output with
// async_wait and then reads. With async_read_some, a piece could have been read but not handled yet when the supervisor
// ends.
void ChildProcess::Connection::read_output() {
  output_.async_wait(Stream::wait_read, [self = shared_from_this()](error_code error) {
    if (!error && !self->is_over_ && self->read_piece()) self->read_output();
  });
}

// Reads the rest of the output. No process that could write is left, so this is at most the content of the pipe.
void ChildProcess::Connection::read_remaining_output() {
  for (int i = 0; i < kMaxLastPieces && read_piece(); ++i) {
  }
}

bool ChildProcess::Connection::read_piece() {
  const ssize_t size = ::read(output_.native_handle(), piece_.data(), piece_.size());
  if (size < 0) return errno == EAGAIN || errno == EINTR;
  append({piece_.data(), static_cast<std::size_t>(size)});
  return size > 0;
}

void ChildProcess::Connection::append(std::string_view text) {
  log_.append(text);
  tail_.append(text);
}

void ChildProcess::Connection::wait_for_end() {
  supervisor_end_.async_wait(Stream::wait_read, [self = shared_from_this()](error_code error) {
    if (error || self->is_over_) return;
    const ExitReport report = self->received_report();
    self->read_remaining_output();
    if (report.kind == ExitKind::too_many_processes) self->append(describe(report) + '\n');
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

void ChildProcess::terminate(std::chrono::milliseconds grace) { connection_->terminate(grace); }

std::string ChildProcess::output_tail() const { return connection_->output_tail(); }

}  // namespace rensa::processes
