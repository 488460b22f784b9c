#include "server/http_api/responses.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "server/net/http.h"

namespace rensa::http_api {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

// A response may contain text of the client, which need not be UTF-8.
net::HttpResponse json_response(const Json& body) {
  return {.status = 200,
          .content_type = "application/json",
          .body = body.dump(-1, ' ', false, Json::error_handler_t::replace),
          .file_name = ""};
}

net::HttpResponse error_response(int status, const std::string& text) {
  net::HttpResponse response = json_response({{"error", text}});
  response.status = status;
  return response;
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string_view query_value(std::string_view query, std::string_view key) {
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), part.size() + 1));
    if (part.size() > key.size() && part.starts_with(key) && part[key.size()] == '=')
      return part.substr(key.size() + 1);
  }
  return {};
}

std::optional<std::string> query_text(std::string_view query, std::string_view key) {
  std::string text(query_value(query, key));
  std::replace(text.begin(), text.end(), '+', ' ');  // as forms and most libraries write a space
  return net::unescape(text);
}

net::HttpResponse store_unavailable(const storage::StoreError& problem) {
  return error_response(503, "the store cannot be read: " + problem.message);
}

void if_administrator(storage::Accounts& accounts, const std::string& token, const net::HttpReply& reply,
                      std::function<void(const std::string& name)> act) {
  if (token.empty()) {
    return reply(error_response(401, "this needs an administrator's token: Authorization: Bearer TOKEN"));
  }
  accounts.find_token(
      token, [reply, act = std::move(act)](const storage::StoreResult<std::optional<storage::TokenRow>>& found) {
        if (!found) return reply(store_unavailable(found.error()));
        const std::optional<storage::TokenRow>& row = *found;
        if (!row) return reply(error_response(401, "this token is unknown or revoked"));
        if (row->role != storage::Role::administrator) {
          return reply(error_response(403, "this needs an administrator's token, not a worker's"));
        }
        act(row->name);
      });
}

}  // namespace rensa::http_api
