#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "proto/framing.h"

namespace rensa::bridge {

// Framed text to and from a program, over two pipes or one socket. Never blocks; both directions are bounded. Its owner
// polls the descriptors. SIGPIPE has to be ignored. For one thread.
class Link {
 public:
  // Takes them over; they may be the same.
  Link(int from_program, int to_program);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  int from_program() const { return from_program_; }
  int to_program() const { return to_program_; }

  // Queues; a queue that grows beyond its bound ends the link: the program does not read.
  void send(std::string_view text);
  bool has_unsent() const { return sent_ < unsent_.size(); }
  void flush();

  // Reads the bytes that have arrived, up to a bound.
  void receive();
  // The next whole text of that, valid until the next call of any of these.
  std::optional<std::string_view> next() { return reader_.next(); }

  // It announced a text beyond the limit: as in the reference, nothing that follows is heard, though it may listen on.
  bool is_unheard() const { return reader_.is_broken(); }
  // Says why the link is lost; empty while it is open. Texts that arrived before can still be read.
  const std::string& why_lost() const { return why_lost_; }

 private:
  void lose(std::string why);

  int from_program_;
  int to_program_;
  proto::MessageSplitter reader_;
  std::string unsent_;
  std::size_t sent_ = 0;
  std::string why_lost_;
};

}  // namespace rensa::bridge
