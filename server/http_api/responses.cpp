#include "server/http_api/responses.h"

#include <algorithm>
#include <utility>

#include "engine/rules/numbers.h"
#include "server/base/public_text.h"

namespace rensa::http_api {

// A response may contain text of the client, which need not be UTF-8.
net::HttpResponse json_response(const nlohmann::ordered_json& body) {
  return {.status = 200,
          .content_type = "application/json",
          .body = body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace),
          .file_name = ""};
}

net::HttpResponse error_response(int status, const std::string& text) {
  net::HttpResponse response = json_response({{"error", text}});
  response.status = status;
  return response;
}

net::HttpResponse refused(const live_tournaments::Refusal& refusal) {
  using Kind = live_tournaments::Refusal::Kind;
  const auto status = [&refusal] {
    switch (refusal.kind) {
      case Kind::not_found:
        return 404;
      case Kind::invalid:
        return 400;
      case Kind::forbidden:
        return 403;
      case Kind::conflict:
        return 409;
    }
    return 500;
  };
  return error_response(status(), refusal.text);
}

std::optional<std::uint64_t> parse_number(std::string_view text) { return rules::parse_number<std::uint64_t>(text); }

std::optional<std::uint64_t> query_number(std::string_view query, std::string_view key, NumberRange range,
                                          std::uint64_t default_value) {
  const auto text = query_text(query, key);
  if (!text) return std::nullopt;
  const auto number = text->empty() ? std::optional(default_value) : parse_number(*text);
  return number && *number >= range.least && *number <= range.most ? number : std::nullopt;
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

net::HttpResponse store_failure(const storage::StoreError& problem) {
  const bool may_succeed_later = problem.kind == storage::StoreError::Kind::unavailable;
  return error_response(may_succeed_later ? 503 : 500, "the store fails: " + base::without_folders(problem.message));
}

net::HttpResponse too_many_requests() {
  return error_response(503, "the server has too many such requests of your address: try again later");
}

}  // namespace rensa::http_api
