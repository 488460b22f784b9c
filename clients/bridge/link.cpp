#include "clients/bridge/link.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

#include "clients/bridge/request.h"

namespace rensa::bridge {

namespace {

// More than a minute of frames under the real clock; a pipe holds four seconds of them by itself.
constexpr std::size_t kMaxUnsentBytes = 1024 * 1024;
// In one call of receive(), so that a program that never stops talking does not keep us from the server.
constexpr int kReadsAtOnce = 16;

void make_nonblocking(int descriptor) { fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK); }

bool has_to_wait(int error) { return error == EAGAIN || error == EWOULDBLOCK; }

}  // namespace

Link::Link(int from_program, int to_program)
    : from_program_(from_program), to_program_(to_program), reader_(kMaxTextBytes) {
  make_nonblocking(from_program_);
  make_nonblocking(to_program_);
}

Link::~Link() {
  close(from_program_);
  if (to_program_ != from_program_) close(to_program_);
}

void Link::lose(std::string why) {
  if (why_lost_.empty()) why_lost_ = std::move(why);
}

void Link::send(std::string_view text) {
  if (!why_lost_.empty()) return;
  if (unsent_.size() - sent_ + text.size() > kMaxUnsentBytes) return lose("it does not read what it is asked");
  unsent_.erase(0, sent_);
  sent_ = 0;
  proto::append_framed_message(unsent_, text);
}

void Link::flush() {
  while (why_lost_.empty() && has_unsent()) {
    const ssize_t count = write(to_program_, unsent_.data() + sent_, unsent_.size() - sent_);
    if (count >= 0) {
      sent_ += static_cast<std::size_t>(count);
    } else if (has_to_wait(errno)) {
      return;
    } else if (errno == EPIPE || errno == ECONNRESET) {
      lose("it closed its end");
    } else if (errno != EINTR) {
      lose(std::generic_category().message(errno));
    }
  }
}

void Link::receive() {
  std::array<char, 4096> piece{};
  for (int i = 0; i < kReadsAtOnce && why_lost_.empty(); ++i) {
    const ssize_t count = read(from_program_, piece.data(), piece.size());
    if (count > 0) {
      if (!is_unheard()) reader_.feed({piece.data(), static_cast<std::size_t>(count)});
    } else if (count == 0 || errno == ECONNRESET) {
      lose("it closed its end");
    } else if (has_to_wait(errno)) {
      return;
    } else if (errno != EINTR) {
      lose(std::generic_category().message(errno));
    }
  }
}

}  // namespace rensa::bridge
