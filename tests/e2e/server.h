#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/process.h"
#include "tests/e2e/wire.h"

namespace rensa::e2e {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

// A temporary folder; the destructor removes it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return (folder / name).string(); }

  std::filesystem::path folder;
};

struct HttpAnswer {
  int status = 0;  // 0: no answer
  std::string head;
  std::string body;
};

// A rensa-server on its own ports.
class Server {
 public:
  Server(const TemporaryFolder& scratch, const Words& flags);
  // Runs another program that prints its ports like rensa-server.
  struct OtherProgram {
    explicit OtherProgram(Words words_) : words(std::move(words_)) {}
    Words words;
  };
  Server(const TemporaryFolder& scratch, const OtherProgram& program);

  Process& process() { return process_; }
  std::uint16_t port(Speech speech) const { return speech == Speech::tcp ? worker_port_ : web_port_; }
  // `headers`: whole lines, each with its end.
  HttpAnswer get(const std::string& path, const std::string& headers = "") const { return ask("GET", path, headers); }
  HttpAnswer post(const std::string& path, const std::string& headers = "") const {
    return ask("POST", path, "Content-Length: 0\r\n" + headers);
  }
  // Precondition: the answer is JSON.
  Json get_json(const std::string& path) const { return Json::parse(get(path).body); }

 private:
  HttpAnswer ask(const std::string& method, const std::string& path, const std::string& headers) const;

  Process process_;
  std::uint16_t web_port_ = 0;
  std::uint16_t worker_port_ = 0;
};

// A fake_player that plays on a server.
class Fake {
 public:
  Fake(const TemporaryFolder& scratch, const Server& server, Speech speech, const std::string& name,
       const Words& flags);

  Process& process() { return process_; }
  // Waits for its end and returns its report; null if it crashed.
  const Json& seen();

 private:
  Process process_;
  Json report_;
};

// Returns true if the condition becomes true in time.
bool becomes_true(const std::function<bool()>& what);
// Sends SIGINT to a server twice, so that it does not wait for its matches. The second signal comes when the server has
// logged the first one, because two signals of a kind that are pending are one.
void stop_at_once(const TemporaryFolder& scratch, Server& server);
// Runs rensa-server with a command that ends, such as "token list".
ProgramResult run_server_program(const TemporaryFolder& scratch, const Words& words);
// Runs any program to its end.
ProgramResult run_program(const TemporaryFolder& scratch, const Words& words);
// Returns true if the record of a game exists and is valid.
bool has_sound_record(const Server& server, std::uint64_t record);

}  // namespace rensa::e2e
