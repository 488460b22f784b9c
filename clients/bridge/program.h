#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

#include "clients/session/connection.h"
#include "engine/duel/game_setup.h"

namespace rensa::bridge {

enum class Connector : std::uint8_t { stdio, tcp };

struct ProgramOptions {
  std::string path;                    // no shell, no search; empty: a program connects to listen_port by itself
  std::vector<std::string> arguments;  // behind those that name its seat and its port
  Connector connector = Connector::stdio;
  int listen_port = 0;                         // on the loopback interface; 0: any
  std::chrono::milliseconds patience{30'000};  // for a program that we start to connect
};

// Listens on a port of the loopback interface that one program connects to.
class ProgramListener {
 public:
  // Port 0: any. Throws std::system_error if it cannot listen on the port.
  explicit ProgramListener(int port);

  int descriptor() const { return socket_.number(); }
  int port() const { return port_; }
  // Accepts a connection; null if none is waiting.
  std::unique_ptr<session::MessageStream> accept();

 private:
  session::Descriptor socket_;
  int port_ = 0;
};

// A program that runs as our child. Throws std::runtime_error when it cannot be started.
class Program {
 public:
  Program(const ProgramOptions& options, duel::Seat seat);
  // Lets the program read its last requests, and closes its input, or its connection, to tell it to exit. If it has
  // read and written nothing for three seconds, its group of processes gets SIGTERM, and SIGKILL another second later.
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  session::MessageStream& stream() { return *stream_; }
  // Limits the time of the destructor: the program has three seconds in all before it gets SIGTERM.
  void end_promptly() { ends_promptly_ = true; }
  // Returns a sentence that says how the process ended. Call it after the loss of the stream. May block for a moment.
  std::string why_gone();

 private:
  void start_with_pipes(const std::string& player);
  void start_with_port(const std::string& player);
  std::vector<std::string> words_with(const std::vector<std::string>& first_arguments) const;
  void wait_for_connection(ProgramListener& listener);
  // Waits for the end of the process for at most this time. Returns true if it has ended, and sets status_.
  bool has_ended_within(std::chrono::milliseconds time);

  const ProgramOptions options_;
  pid_t child_ = -1;
  int status_ = 0;
  bool ends_promptly_ = false;
  std::unique_ptr<session::MessageStream> stream_;
};

}  // namespace rensa::bridge
