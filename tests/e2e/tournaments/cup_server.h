#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/e2e/server.h"

namespace rensa::e2e {

// A tournament that is over.
struct PlayedCup {
  // Returns the events that do not depend on when a game was played, and how often it was tried: the drawn pairs in
  // their order, and then the results.
  std::vector<std::string> timeless_events() const;

  std::map<std::string, std::string> tables;   // by format
  std::vector<Json> journal;                   // without checksums and thinking times, which depend on wall time
  std::map<std::string, std::string> records;  // in hexadecimal digits, by the name of the file
  std::uint64_t bytes = 0;                     // of journal and records
};

// A server with one tournament, "cup", in a folder of its own. It can be stopped and started again.
class CupServer {
 public:
  CupServer();

  void start(const Json& plan, int jobs) const;
  // Makes a token for a player of this name.
  std::string token_of(const std::string& name) const;
  // Waits until so many players are connected.
  void wait_for_players(std::size_t count) const;
  // Stops the server with this signal once these bytes of the tournament are on disk, and after that it has been sent
  // so many more messages. Starts it again.
  void stop_after(std::uint64_t bytes, std::uint64_t messages, int signal);
  // Waits for the end of the tournament.
  PlayedCup finish() const;

  // Starts the server, and ends an earlier one.
  void serve();
  // Lets another program serve until it kills itself.
  void serve_until_it_dies(const std::string& step);
  // Lets another program serve until the condition is true, and kills it.
  void serve_until(const std::string& step, const std::function<bool()>& is_enough);
  void kill();

  std::filesystem::path folder() const { return std::filesystem::path(data()) / "tournaments" / "cup"; }
  std::string socket() const { return scratch_.file("workers"); }
  const Server& server() const { return *server_; }
  std::string log() const;

 private:
  ProgramResult rensa(Words words) const;
  std::unique_ptr<Process> serve_with(const std::string& step);
  bool is_over() const;
  std::uint64_t messages_in() const;
  // Of the journal and the records.
  std::uint64_t bytes_on_disk() const;
  std::string data() const { return scratch_.file("data"); }

  const TemporaryFolder scratch_;
  std::unique_ptr<Server> server_;
};

}  // namespace rensa::e2e
