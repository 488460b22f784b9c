#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "clients/cli/remote/remote_request.h"

namespace rensa::cli {

// The bots that authors have uploaded to a server, as docs/openapi.json describes them. Each function sends one request
// and waits for the response. All throw ServerUnreachable and RequestRefused.
class RemoteBots {
 public:
  using Json = nlohmann::ordered_json;

  // The token may be empty for functions that only read.
  explicit RemoteBots(ServerUrl server, std::string token = {})
      : server_(std::move(server)), token_(std::move(token)) {}

  Json submit(const std::string& archive) const;
  Json list() const;
  Json show(const std::string& bot) const;
  Json remove(const std::string& bot, const std::string& reason) const;
  // The whole address of a page.
  std::string page(const std::string& path) const { return text_of(server_) + path; }

 private:
  ServerUrl server_;
  std::string token_;
};

}  // namespace rensa::cli
