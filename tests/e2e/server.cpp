#include "tests/e2e/server.h"

#include <arpa/inet.h>
#include <array>
#include <csignal>
#include <cstdlib>
#include <netinet/in.h>
#include <stdexcept>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

#include "engine/record/verify.h"
#include "tests/tools/paths.h"

namespace rensa::e2e {

namespace {

using namespace std::chrono_literals;

Words operator+(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::uint16_t port_after(const std::string& line, const std::string& before) {
  const std::size_t at = line.find(before);
  if (at == std::string::npos) throw std::runtime_error("rensa-server does not start: " + line);
  return static_cast<std::uint16_t>(std::stoi(line.substr(at + before.size())));
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "rensa-e2e-XXXXXX").string();
  folder = mkdtemp(pattern.data());
}

TemporaryFolder::~TemporaryFolder() { std::filesystem::remove_all(folder); }

Server::Server(const TemporaryFolder& scratch, const Words& flags)
    : Server(scratch, OtherProgram(Words{tests::program_path("rensa-server"), "--worker-port", "0", "--web-port", "0",
                                         "--data", scratch.file("data")} +
                                   flags)) {}

Server::Server(const TemporaryFolder& scratch, const OtherProgram& program)
    : process_(program.words, scratch.file("server.log")) {
  const std::string line = process_.line();
  web_port_ = port_after(line, "http://127.0.0.1:");
  worker_port_ = port_after(line, "workers on 127.0.0.1:");
}

HttpAnswer Server::ask(const std::string& method, const std::string& path, const std::string& headers) const {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(web_port_);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string answer;
  if (connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    const std::string request = method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(web_port_) +
                                "\r\nConnection: close\r\n" + headers + "\r\n";
    send(descriptor, request.data(), request.size(), MSG_NOSIGNAL);
    std::array<char, 16 * 1024> piece{};
    for (ssize_t count = 0; (count = recv(descriptor, piece.data(), piece.size(), 0)) > 0;) {
      answer.append(piece.data(), static_cast<std::size_t>(count));
    }
  }
  close(descriptor);
  const std::size_t body = answer.find("\r\n\r\n");
  if (body == std::string::npos || !answer.starts_with("HTTP/1.1 ")) return {};
  return {std::stoi(answer.substr(9, 3)), answer.substr(0, body + 2), answer.substr(body + 4)};
}

Fake::Fake(const TemporaryFolder& scratch, const Server& server, Speech speech, const std::string& name,
           const Words& flags)
    : process_(Words{tests::program_path("fake_player"), "--port", std::to_string(server.port(speech)), "--transport",
                     speech == Speech::tcp ? "tcp" : "ws", "--name", name} +
                   (speech == Speech::web_binary ? Words{"--binary"} : Words{}) + flags,
               scratch.file("fakes.log")) {}

const Json& Fake::seen() {
  if (!report_.is_null()) return report_;
  const std::string line = process_.line();
  if (!line.empty()) report_ = Json::parse(line);
  process_.wait();
  return report_;
}

bool becomes_true(const std::function<bool()>& what) {
  const auto until = Clock::now() + test::kTimeLimit;
  while (!what()) {
    if (Clock::now() > until) return false;
    std::this_thread::sleep_for(20ms);
  }
  return true;
}

void stop_at_once(const TemporaryFolder& scratch, Server& server) {
  const auto drains = [&scratch] {
    const std::string log = read_text_file(scratch.file("server.log"));
    const std::string line = "event=draining";
    int count = 0;
    for (std::size_t at = log.find(line); at != std::string::npos; at = log.find(line, at + 1)) ++count;
    return count;
  };
  const int drains_before = drains();
  server.process().signal(SIGINT);
  if (!becomes_true([&] { return drains() > drains_before; })) throw std::runtime_error("rensa-server does not drain");
  server.process().signal(SIGINT);
}

ProgramResult run_program(const TemporaryFolder& scratch, const Words& words) {
  const std::string errors = scratch.file("errors");
  std::filesystem::remove(errors);
  Process process(words, errors);
  const std::string output = process.rest();
  const int status = process.wait().value_or(-1000);
  return {.status = status, .output = output, .errors = read_text_file(errors)};
}

ProgramResult run_server_program(const TemporaryFolder& scratch, const Words& words) {
  return run_program(scratch, Words{tests::program_path("rensa-server")} + words);
}

bool has_sound_record(const Server& server, std::uint64_t record) {
  const HttpAnswer answer = server.get("/api/v1/records/" + std::to_string(record));
  if (answer.status != 200) return false;
  // Another thread of the server makes this answer.
  if (server.get_json("/api/v1/records/" + std::to_string(record) + "/share")["seats"].size() != 2) return false;
  return record::verify(std::vector<std::uint8_t>(answer.body.begin(), answer.body.end())).ok();
}

}  // namespace rensa::e2e
