#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "clients/cli/remote/http_client.h"
#include "clients/cli/remote/remote_request.h"

namespace rensa::cli {

// The tournaments of a server, as docs/openapi.json describes them. Each function sends one request and waits for the
// response. All throw ServerUnreachable and RequestRefused.
class RemoteTournaments {
 public:
  using Json = nlohmann::ordered_json;

  // The token may be empty for functions that only read.
  explicit RemoteTournaments(ServerUrl server, std::string token = {})
      : server_(std::move(server)), token_(std::move(token)) {}

  struct StartRequest {
    std::string plan;         // the content of its file
    std::optional<int> jobs;  // nullopt: the server decides
    bool is_forced = false;
  };
  // Returns the name of the tournament on the server.
  std::string start(const StartRequest& start) const;
  // The action is "pause", "resume", "stop" or "end". Returns the new state of the tournament, as in list().
  Json change_state(const std::string& name, const std::string& action) const;

  // Deletes a tournament of which no game has begun. The reason, for the audit log, may be empty.
  void remove(const std::string& name, const std::string& reason) const;

  struct Withdrawal {
    std::string player;
    std::string reason;       // may be empty
    bool keeps_open = false;  // the tournament waits for the player if no other game is left
  };
  // Takes a player out of the tournament.
  Json withdraw(const std::string& name, const Withdrawal& withdrawal) const;
  // Lets a withdrawn player take part again.
  Json take_back(const std::string& name, const std::string& player) const;
  // Disqualifies a player. The reason may not be empty.
  Json disqualify(const std::string& name, const std::string& player, const std::string& reason) const;
  // Annuls the result of a game, which is then played again. The reason may be empty.
  Json annul(const std::string& name, const std::string& game, const std::string& reason) const;
  // Sends a message to all players and spectators.
  Json send_message(const std::string& name, const std::string& text) const;
  // Adds a player. The entry is an element of "players" in a plan.
  Json join(const std::string& name, const std::string& entry) const;

  Json list() const;
  Json status(const std::string& name) const;
  // Returns the table as the file "table.txt", "table.csv" or "table.md".
  std::string table(const std::string& name, const std::string& file) const;
  // Returns one page of the finished games, the newest first. With a number of a pair, the page begins before this
  // pair.
  Json games(const std::string& name, std::optional<std::uint64_t> before) const;
  std::string record(const std::string& name, const std::string& game) const;

 private:
  // Posts to a path of the tournament, and returns its new state.
  Json post(const std::string& name, const std::string& path, const std::string& body = {}) const;

  ServerUrl server_;
  std::string token_;
};

// Calls `visit` for each finished game, the newest pair first, until it returns false.
void for_each_finished_game(const RemoteTournaments& tournaments, const std::string& name,
                            const std::function<bool(const RemoteTournaments::Json&)>& visit);

struct FetchedRecords {
  std::size_t fetched = 0;   // records that are new in the folder
  std::size_t existing = 0;  // records that were in the folder before
};

// Writes the records of all games that count into a folder, each as PAIR-LEG.rensa, and makes the folder if needed.
// Existing files stay as they are, so that a call can be repeated. `stop` is called before each record and ends the
// work if it returns true. Also throws std::runtime_error if a file cannot be written.
FetchedRecords fetch_records(const RemoteTournaments& tournaments, const std::string& name,
                             const std::filesystem::path& folder, const std::function<bool()>& stop);

// Shows the tournaments of a server to people. The objects are those of docs/openapi.json. The functions throw
// nlohmann::json::exception if one lacks a field.

// Returns the names of the guests without which a running tournament begins no game; empty: it does not wait.
std::string awaited_by(const nlohmann::ordered_json& tournament);

// Returns a table with a line for each tournament.
std::string list_text(const nlohmann::ordered_json& tournaments);

// Returns the progress as text, such as "running, 120 of 480 games, 3 being played, 45 s to go".
std::string progress_text(const nlohmann::ordered_json& tournament, std::optional<std::chrono::seconds> left);

// Returns the newest message of the organisers as a line with its time; empty: there is none.
std::string message_text(const nlohmann::ordered_json& tournament);

// Returns the state after a stop as text, such as "stopped, 120 of 480 games; 3 running games are void".
std::string stop_text(const nlohmann::ordered_json& tournament);

// Shows a tournament every second until it is over or `stop` returns true. On a terminal, the table fills the screen;
// elsewhere, each change of the progress is a line. Prints the table at the end. Waits for a server that stops
// answering for a while, unless it has never answered. Returns false if it was stopped before the tournament was over.
bool watch(const RemoteTournaments& tournaments, const std::string& name, const std::function<bool()>& stop);

}  // namespace rensa::cli
