#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/e2e/process.h"
#include "tests/e2e/wire.h"

namespace rensa::e2e {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

// A folder that goes when this goes.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string file(const std::string& name) const { return (folder / name).string(); }

  std::filesystem::path folder;
};

struct HttpAnswer {
  int status = 0;  // 0: none
  std::string head;
  std::string body;
};

// A rensa-server on ports of its own.
class Server {
 public:
  Server(const Scratch& scratch, const Words& flags);

  Process& process() { return process_; }
  std::uint16_t port(Speech speech) const { return speech == Speech::tcp ? worker_port_ : web_port_; }
  // `headers`: each with its line's end.
  HttpAnswer get(const std::string& path, const std::string& headers = "") const;
  // Precondition: the answer is JSON.
  Json get_json(const std::string& path) const { return Json::parse(get(path).body); }

 private:
  Process process_;
  std::uint16_t web_port_ = 0;
  std::uint16_t worker_port_ = 0;
};

// One fake_player against a server.
class Fake {
 public:
  Fake(const Scratch& scratch, const Server& server, Speech speech, const std::string& name, const Words& flags);

  Process& process() { return process_; }
  // What it has seen, once it is done; null: it died.
  const Json& seen();

 private:
  Process process_;
  Json seen_;
};

// Whether it comes true in time.
bool becomes_true(const std::function<bool()>& what);
// Runs rensa-server to its end, for what is not a server: "token list", "--print-config".
Ran run_server_program(const Scratch& scratch, const Words& words);
// Runs any program to its end.
Ran run_program(const Scratch& scratch, const Words& words);
// Whether the record of a game is there, and verifies.
bool has_sound_record(const Server& server, std::uint64_t record);

}  // namespace rensa::e2e
