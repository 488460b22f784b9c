#include "server/processes/child.h"

#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <utility>

#include "server/processes/keeping.h"
#include "server/processes/log_file.h"
#include "server/processes/spawn.h"
#include "server/processes/tail.h"

namespace rensa::processes {

namespace {

using boost::system::error_code;
using Stream = boost::asio::posix::stream_descriptor;

constexpr std::chrono::milliseconds kKilling{1000};  // that we wait for the keeper to kill
constexpr std::size_t kPiece = 64 << 10;             // read at a time: what a pipe holds
constexpr int kLastPieces = 16;                      // the most that a program can make its pipe hold

}  // namespace

// What the handlers of the io_context hold on to: they may still come when the child is gone.
class Child::Supervision : public std::enable_shared_from_this<Supervision> {
 public:
  Supervision(boost::asio::io_context& io, const ChildOptions& options, Ended ended)
      : io_(io), tail_(options.tail_bytes), ended_(std::move(ended)), output_(io), keeper_end_(io) {}

  void start(const ChildOptions& options);
  void end(std::chrono::milliseconds grace);
  void abandon();
  std::string tail() const { return tail_.text(); }

 private:
  void refuse(Obstacle obstacle, int error);
  void read_on();
  void read_the_rest();
  bool read_piece();
  void take(std::string_view text);
  void wait_for_end();
  Ending reported() const;
  void clean_up();
  void tell(const Ending& ending);

  boost::asio::io_context& io_;
  LogFile log_;
  Tail tail_;
  Ended ended_;
  bool is_over_ = false;
  pid_t keeper_ = -1;
  Descriptor control_;
  Stream output_;
  Stream keeper_end_;
  std::array<char, kPiece> piece_;
};

void Child::Supervision::start(const ChildOptions& options) {
  if (!options.log.empty()) {
    const int error = log_.open(options.log, options.log_bytes);
    if (error != 0) return refuse(Obstacle::log, error);
  }
  Spawned spawned = spawn(options.keeper, options.command);
  if (spawned.error != 0) return refuse(spawned.obstacle, spawned.error);
  keeper_ = spawned.keeper.process;
  control_ = std::move(spawned.keeper.control);
  output_.assign(spawned.keeper.output.release());
  keeper_end_.assign(spawned.keeper.end.release());
  read_on();
  wait_for_end();
}

void Child::Supervision::refuse(Obstacle obstacle, int error) {
  Ending ending;
  ending.end = End::not_started;
  ending.code = error;
  ending.obstacle = obstacle;
  boost::asio::post(io_, [self = shared_from_this(), ending] {
    if (!self->is_over_) self->tell(ending);
  });
}

void Child::Supervision::end(std::chrono::milliseconds grace) {
  if (!control_.is_open()) return;
  const EndOrder order{grace.count()};
  send(control_.number(), &order, sizeof order, MSG_NOSIGNAL | MSG_DONTWAIT);  // unheard: it has ended
}

// However much it writes: a piece at a time, between which others have their turn. Not by async_read_some, which may
// have read what its handler has not been told of yet when the keeper ends.
void Child::Supervision::read_on() {
  output_.async_wait(Stream::wait_read, [self = shared_from_this()](error_code error) {
    if (!error && !self->is_over_ && self->read_piece()) self->read_on();
  });
}

// Nobody who could write is left, so this is no more than the pipe holds.
void Child::Supervision::read_the_rest() {
  for (int i = 0; i < kLastPieces && read_piece(); ++i) {
  }
}

// Whether there may be more.
bool Child::Supervision::read_piece() {
  const ssize_t size = ::read(output_.native_handle(), piece_.data(), piece_.size());
  if (size < 0) return errno == EAGAIN || errno == EINTR;
  take({piece_.data(), static_cast<std::size_t>(size)});
  return size > 0;
}

void Child::Supervision::take(std::string_view text) {
  log_.take(text);
  tail_.take(text);
}

void Child::Supervision::wait_for_end() {
  keeper_end_.async_wait(Stream::wait_read, [self = shared_from_this()](error_code error) {
    if (error || self->is_over_) return;
    const Ending ending = self->reported();
    self->read_the_rest();
    if (ending.end == End::too_many) self->take(sentence(ending) + '\n');
    self->clean_up();
    self->tell(ending);
  });
}

Ending Child::Supervision::reported() const {
  Report report;
  const ssize_t size = recv(control_.number(), &report, sizeof report, MSG_DONTWAIT);
  return size == sizeof report && report.version == kKeepingVersion ? report.ending : Ending{};
}

void Child::Supervision::clean_up() {
  // Where somebody else has waited for it, or SIGCHLD is ignored, this finds nothing; the report said all.
  waitpid(keeper_, nullptr, WNOHANG);
  log_ = {};
  control_.close();
  output_.close();
  keeper_end_.close();
}

void Child::Supervision::tell(const Ending& ending) {
  is_over_ = true;
  std::exchange(ended_, {})(ending);
}

void Child::Supervision::abandon() {
  if (std::exchange(is_over_, true)) return;
  ended_ = {};
  if (!control_.is_open()) return;  // it was not started
  control_.close();                 // so the keeper kills
  pollfd entry{keeper_end_.native_handle(), POLLIN, 0};
  while (poll(&entry, 1, static_cast<int>(kKilling.count())) < 0 && errno == EINTR) {
  }
  read_the_rest();
  clean_up();
}

Child::Child(boost::asio::io_context& io, const ChildOptions& options, Ended ended)
    : supervision_(std::make_shared<Supervision>(io, options, std::move(ended))) {
  supervision_->start(options);
}

Child::~Child() { supervision_->abandon(); }

void Child::end(std::chrono::milliseconds grace) { supervision_->end(grace); }

std::string Child::tail() const { return supervision_->tail(); }

}  // namespace rensa::processes
