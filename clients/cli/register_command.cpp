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
#include "clients/cli/remote/remote_request.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "engine/json/document.h"
#include "server/base/descriptor.h"
#include "server/storage/token.h"

namespace rensa::cli {

namespace {

namespace fs = std::filesystem;

struct RegisterOptions {
  RemoteOptions remote;
  std::string name;
  std::string file = "rensa.token";
};

// Makes a file that only its owner can read, with a token that is drawn now. Throws std::runtime_error.
std::string draw_token(const std::string& file) {
  const base::Descriptor made(open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!made.is_open()) throw std::runtime_error(file + " cannot be made: " + std::strerror(errno));
  std::string token = storage::random_token(storage::Role::worker);
  const std::string line = token + "\n";
  const bool is_written = ::write(made.number(), line.data(), line.size()) == static_cast<ssize_t>(line.size()) &&
                          fsync(made.number()) == 0;
  if (is_written) return token;
  const std::string why = std::strerror(errno);
  std::error_code ignored;
  fs::remove(file, ignored);
  throw std::runtime_error(file + " cannot be written: " + why);
}

// The token is on disk before the server has heard of it, so that no account is without a token. If no answer comes,
// the file stays, and the same command asks again for the same token.
void register_account(const RegisterOptions& options) {
  const ServerUrl server = server_url_of_options(options.remote);
  const bool is_new = !fs::exists(options.file);
  const std::string token = is_new ? draw_token(options.file) : command_line::read_token_file(options.file);
  const auto hash = storage::hash_of_token(token);
  if (!hash) throw std::runtime_error(options.file + " is there, and has no token: name another file");
  HttpResponse response;
  try {
    response = send_http_request(
        server, {.method = "POST",
                 .target = "/api/v1/accounts?name=" + escaped(options.name) + "&hash=" + storage::hex_of(*hash),
                 .token = {}});
  } catch (const ServerUnreachable& problem) {
    throw ServerUnreachable(std::string(problem.what()) + "; the token is in " + options.file +
                            ": run the same command again");
  }
  const bool is_made = response.status == 201 || response.status == 202;
  if (!is_made) {
    const bool is_refused = response.status >= 400 && response.status < 500;
    std::error_code ignored;
    if (is_new && is_refused) fs::remove(options.file, ignored);
    throw RequestRefused(text_of(server) + ": " + error_message_of(response));
  }
  const auto body = rensa::json::parse_ordered_document(response.body);
  const bool has_account = body && body->is_object() && body->contains("account");
  if (response.status == 202) {
    std::cout << "the registration of " << options.name << " waits for approval; its token, which is valid from then "
              << "on, is in " << options.file << "\n";
  } else {
    std::cout << "account " << (has_account ? (*body)["account"].dump() : "") << ": " << options.name
              << "; its token is in " << options.file << "\n";
  }
}

}  // namespace

void add_register_command(command_line::Command& program) {
  const auto options = std::make_shared<RegisterOptions>();
  command_line::Command& command =
      program.add_command("register", "Get an account of a server, and keep its token in a file");
  command.add_option("NAME", options->name, "The name of the player").required();
  add_server_option(command, options->remote);
  command
      .add_option("--token-file", options->file,
                  "The file for the token, which only you can read; it is made if it is not there")
      .show_default()
      .check(command_line::file_name());
  command.set_task([options] { register_account(*options); });
}

}  // namespace rensa::cli
