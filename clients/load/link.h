#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "proto/framing.h"

namespace rensa::load {

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
  proto::FrameReader& frames() { return frames_; }
  void queue(std::string_view message) { proto::append_frame(out_, message); }
  // Writes what it can; false: the connection is broken.
  bool write();
  bool has_output() const { return !out_.empty(); }

 private:
  int descriptor_ = -1;
  proto::FrameReader frames_;
  std::string out_;
};

}  // namespace rensa::load
