#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "clients/cli/commands.h"
#include "clients/cli/remote/http_client.h"
#include "clients/cli/remote/remote_commands.h"
#include "clients/cli/remote/remote_tournaments.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "engine/json/document.h"
#include "server/base/descriptor.h"

namespace rensa::cli {

namespace {

namespace fs = std::filesystem;

struct RegisterOptions {
  RemoteOptions remote;
  std::string name;
  std::string file = "rensa.token";
};

// A new file that only its owner can read. It is removed unless it has a token, so that a refused registration leaves
// nothing behind.
class TokenFile {
 public:
  explicit TokenFile(std::string file) : file_(std::move(file)) {
    const base::Descriptor made(open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (made.is_open()) return;
    throw std::runtime_error(file_ + " cannot be made: " + std::strerror(errno) +
                             (errno == EEXIST ? ", and a token in it would be lost" : ""));
  }
  ~TokenFile() {
    std::error_code ignored;
    if (!has_token_) fs::remove(file_, ignored);
  }
  TokenFile(const TokenFile&) = delete;
  TokenFile& operator=(const TokenFile&) = delete;

  // Throws std::runtime_error.
  void write(const std::string& token) {
    const base::Descriptor file(open(file_.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
    const std::string line = token + "\n";
    const bool is_written = file.is_open() &&
                            ::write(file.number(), line.data(), line.size()) == static_cast<ssize_t>(line.size()) &&
                            fsync(file.number()) == 0;
    if (!is_written) throw std::runtime_error(file_ + " cannot be written: " + std::strerror(errno));
    has_token_ = true;
  }

 private:
  const std::string file_;
  bool has_token_ = false;
};

void register_account(const RegisterOptions& options) {
  const ServerUrl server = server_url_of_options(options.remote);
  TokenFile file(options.file);
  const HttpResponse response = send_http_request(
      server, {.method = "POST", .target = "/api/v1/accounts?name=" + escaped(options.name), .token = {}});
  const auto body = rensa::json::parse_ordered_document(response.body);
  const bool is_made = response.status == 201 || response.status == 202;
  if (!is_made || !body || !body->is_object() || !body->contains("token") || !(*body)["token"].is_string()) {
    throw RequestRefused(text_of(server) + ": " + error_message_of(response));
  }
  file.write((*body)["token"].get<std::string>());
  if (response.status == 202) {
    std::cout << "the registration of " << options.name << " waits for approval; its token, which is valid from then "
              << "on, is in " << options.file << "\n";
  } else {
    std::cout << "account " << (*body)["account"].dump() << ": " << options.name << "; its token is in " << options.file
              << "\n";
  }
}

}  // namespace

void add_register_command(command_line::Command& program) {
  const auto options = std::make_shared<RegisterOptions>();
  command_line::Command& command =
      program.add_command("register", "Get an account of a server, and keep its token in a file");
  command.add_option("NAME", options->name, "The name of the player").required();
  add_server_option(command, options->remote);
  command.add_option("--token-file", options->file, "The new file for the token, which only you can read")
      .show_default()
      .check(command_line::file_name());
  command.set_task([options] { register_account(*options); });
}

}  // namespace rensa::cli
