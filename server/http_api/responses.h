#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "server/net/http.h"
#include "server/storage/store.h"

namespace rensa::http_api {

// Functions that all parts of the API use to read requests and to make responses.

net::HttpResponse json_response(const nlohmann::ordered_json& body);
net::HttpResponse error_response(int status, const std::string& text);

std::optional<std::uint64_t> parse_number(std::string_view text);
// Returns the value of a key in a query; empty: the key is missing.
std::string_view query_value(std::string_view query, std::string_view key);
// Returns the value unescaped; nullopt: its escapes are invalid.
std::optional<std::string> query_text(std::string_view query, std::string_view key);

// The result of a check for an administrator's token.
struct AdministratorCheck {
  std::string name;  // of the administrator
  std::optional<net::HttpResponse> refusal;
};
// Throws storage::StoreError.
AdministratorCheck check_administrator(storage::Store& store, const std::string& token);

}  // namespace rensa::http_api
