#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "server/net/http.h"
#include "server/storage/accounts.h"

namespace rensa::http_api {

// Functions that all parts of the API use to read requests and to make responses.

net::HttpResponse json_response(const nlohmann::ordered_json& body);
net::HttpResponse error_response(int status, const std::string& text);

std::optional<std::uint64_t> parse_number(std::string_view text);
// Returns the value of a key in a query; empty: the key is missing.
std::string_view query_value(std::string_view query, std::string_view key);
// Returns the value unescaped; nullopt: its escapes are invalid.
std::optional<std::string> query_text(std::string_view query, std::string_view key);

net::HttpResponse store_unavailable(const storage::StoreError& problem);
// Asks the store, so that a token is refused from the moment of its revocation on. Calls `act` with the administrator's
// name, or replies that this is not an administrator's token.
void if_administrator(storage::Accounts& accounts, const std::string& token, const net::HttpReply& reply,
                      std::function<void(const std::string& name)> act);

}  // namespace rensa::http_api
