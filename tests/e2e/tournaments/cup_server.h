#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "tests/e2e/server.h"
#include "tests/e2e/tournaments/played_cup.h"

namespace rensa::e2e {

// A server with one tournament, "cup", in a folder of its own. It can be stopped and started again.
class CupServer {
 public:
  // `flags`: more words of the command line of the server.
  explicit CupServer(Words flags = {});

  void start(const Json& plan, int jobs) const;
  // Puts a tournament into the folder of the server, so that the next start of a server begins it. One game is played
  // at a time. Precondition: the server has been killed.
  void add(const Json& plan) const;
  // Makes a token for a player of this name.
  std::string token_of(const std::string& name) const;
  // Waits until so many players are connected.
  void wait_for_players(std::size_t count) const;
  // Stops the server with this signal once these bytes of the tournament are on disk, and after that it has been sent
  // so many more messages. Starts it again.
  void stop_after(std::uint64_t bytes, std::uint64_t messages, int signal);
  // Waits for the end of the tournament.
  PlayedCup finish() const;
  // Waits until so many games of the tournament are in the list of all games. Returns all of them, by their names,
  // without what differs from server to server: the numbers of records and matches, and the times.
  std::multimap<std::string, Json> wait_for_listed_games(std::size_t count) const;

  // Starts the server, and ends an earlier one.
  void serve();
  // Lets another program serve until it kills itself. The program can also start players.
  void serve_until_it_dies(const std::string& step);
  // Lets another program serve until the condition is true, and kills it.
  void serve_until(const std::string& step, const std::function<bool()>& is_enough);
  void kill();

  std::filesystem::path folder() const { return std::filesystem::path(data()) / "tournaments" / "cup"; }
  std::string socket() const { return scratch_.file("workers"); }
  const Server& server() const { return *server_; }
  // The file with the token of an administrator.
  std::string token_file() const { return scratch_.file("token"); }
  std::string log() const;

 private:
  ProgramResult rensa(Words words) const;
  std::unique_ptr<Process> serve_with(const std::string& step);
  std::string server_beside_players() const;
  bool is_over() const;
  std::uint64_t messages_in() const;
  std::string data() const { return scratch_.file("data"); }

  const TemporaryFolder scratch_;
  const Words flags_;
  std::unique_ptr<Server> server_;
};

}  // namespace rensa::e2e
