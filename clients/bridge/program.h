#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <sys/types.h>

#include "clients/bridge/link.h"
#include "engine/duel/game_setup.h"

namespace rensa::bridge {

enum class Connector : std::uint8_t { stdio, tcp };

struct ProgramOptions {
  std::string path;  // as exec takes it: no shell, no search; empty: a program that connects to listen_port by itself
  Connector connector = Connector::stdio;
  int listen_port = 0;                         // on the loopback interface; 0: any
  std::chrono::milliseconds patience{10'000};  // for a program that we start to connect
};

// A port of the loopback interface that one program connects to.
class Gate {
 public:
  // Throws std::system_error when the port cannot be had; 0: any.
  explicit Gate(int port);
  ~Gate();
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  int descriptor() const { return descriptor_; }
  int port() const { return port_; }
  // Accepts a connection; null if none is waiting.
  std::unique_ptr<Link> accept();

 private:
  int descriptor_;
  int port_ = 0;
};

// A program that runs as our child. Throws std::runtime_error when it cannot be started.
class Program {
 public:
  Program(const ProgramOptions& options, duel::Seat seat);
  // Closes the link to tell the program to exit. A program that still runs after a second is killed.
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Link& link() { return *link_; }
  // Says after the loss of the link how the process ended. May block for a moment.
  std::string why_gone();

 private:
  void start_with_pipes(const std::string& player);
  void start_with_port(const std::string& player);
  void wait_for_connection(Gate& gate);
  // Whether it has ended; then status_ says how.
  bool has_ended_within(std::chrono::milliseconds time);

  const ProgramOptions options_;
  pid_t child_ = -1;
  int status_ = 0;
  std::unique_ptr<Link> link_;
};

}  // namespace rensa::bridge
