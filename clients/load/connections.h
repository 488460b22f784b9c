#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "proto/framing.h"

namespace rensa::load {

// A socket connected to HOST:PORT or unix:PATH. Throws std::runtime_error with a sentence when it cannot connect.
int connect_to(const std::string& server);

// One connection to the server, non-blocking, for an event loop around it. Throws std::runtime_error with a sentence
// when it cannot connect.
class Link {
 public:
  explicit Link(const std::string& server);
  ~Link();
  Link(Link&& from) noexcept;
  Link& operator=(Link&&) = delete;

  int descriptor() const { return descriptor_; }
  // Reads what is there, into the frames; false: the server has hung up.
  bool read();
  proto::MessageSplitter& frames() { return frames_; }
  void queue(std::string_view message) { proto::append_framed_message(out_, message); }
  // Writes what it can; false: the connection is broken.
  bool write();
  bool has_output() const { return !out_.empty(); }

 private:
  int descriptor_ = -1;
  proto::MessageSplitter frames_;
  std::string out_;
};

// One connection as a page has it: WebSocket with messages in JSON, written by hand, and no more of it than a server
// needs to be watched. Non-blocking but for connecting; for an event loop around it.
class WebLink {
 public:
  // Connects and asks for the upgrade. Throws std::runtime_error with a sentence when it cannot connect.
  explicit WebLink(const std::string& server);
  ~WebLink();
  WebLink(WebLink&& from) noexcept;
  WebLink& operator=(WebLink&&) = delete;

  int descriptor() const { return descriptor_; }
  // Reads what is there and calls `hear` with each whole message; answers pings. False: the server has hung up, or says
  // what is no WebSocket.
  using Hear = std::function<void(std::string_view message)>;
  bool read(const Hear& hear);
  // At once, before the server has agreed to the upgrade as well. False: the connection is broken.
  bool say(std::string_view message);

 private:
  bool take_upgrade();
  bool take_frames(std::string_view& bytes, const Hear& hear);
  bool send_frame(unsigned char opcode, std::string_view payload);

  int descriptor_ = -1;
  bool is_open_ = false;
  std::string unsaid_;  // until it is
  std::string rest_;    // of a message that has not come to its end
};

}  // namespace rensa::load
