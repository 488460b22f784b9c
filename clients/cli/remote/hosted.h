#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/remote/http_call.h"

namespace rensa::cli {

// The tournaments of a server, as docs/openapi.json describes them. Each function asks once and blocks. Throws
// Unreachable, and Refused with the server's own sentence.

struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Hosted {
 public:
  using Json = nlohmann::ordered_json;

  // Reading needs no token.
  explicit Hosted(ServerUrl server, std::string token = {}) : server_(std::move(server)), token_(std::move(token)) {}

  struct Start {
    std::string plan;         // as its file has it
    std::optional<int> jobs;  // nullopt: the server decides
    bool is_forced = false;
  };
  // The name of the tournament.
  std::string start(const Start& start) const;
  // Sends "pause", "resume" or "stop". Returns the new state of the tournament, as in list().
  Json order(const std::string& name, const std::string& what) const;

  // The player takes no further part; `why` may be empty.
  Json withdraw(const std::string& name, const std::string& player, const std::string& why) const;
  // `entry`: one of the players of a plan, as its file has it.
  Json join(const std::string& name, const std::string& entry) const;

  Json list() const;
  Json look(const std::string& name) const;
  // Its table as a file: "table.txt", "table.csv" or "table.md".
  std::string table(const std::string& name, const std::string& file) const;
  // The finished games, as many as the server gives at once: those before this number of a pair, the newest first.
  Json games(const std::string& name, std::optional<std::uint64_t> before) const;
  std::string record(const std::string& name, const std::string& game) const;

 private:
  std::string ask(const HttpQuestion& question) const;
  Json ask_for_json(const HttpQuestion& question) const;

  ServerUrl server_;
  std::string token_;
};

}  // namespace rensa::cli
