#include "server/http_api/parameters.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "engine/notation/utf8.h"
#include "server/http_api/responses.h"

namespace rensa::http_api {

namespace {

constexpr std::string_view kApi = "/api/v1/";

// A path, and the parameters that its requests may have.
struct Route {
  std::string_view method;  // GET: also HEAD
  std::string_view path;    // after kApi; * stands for a part without a slash
  std::vector<std::string_view> parameters{};
  std::vector<std::string_view> parameters_with_empty_values{};  // that may also have no value
};

// docs/openapi.json describes them, which a test compares.
const std::vector<Route>& routes() {
  static const std::vector<Route> kRoutes{
      {"GET", "players"},
      {"GET", "matches"},
      {"GET", "matches/*"},
      {"DELETE", "matches/*", {}, {"why"}},
      {"GET", "games", {"before", "limit", "player", "ruleset", "tournament", "from", "to"}},
      {"GET", "games/*"},
      {"GET", "records/*", {"format"}},
      {"GET", "records/*/share"},
      {"GET", "records/*/advice", {"player", "seat", "clock"}},
      {"GET", "account"},
      {"GET", "accounts"},
      {"POST", "accounts", {"name", "hash"}},
      {"GET", "registrations"},
      {"POST", "registrations/*/approve", {}, {"why"}},
      {"POST", "registrations/*/dismiss", {"all"}, {"why"}},
      {"POST", "accounts/*/role", {"role", "tournaments"}, {"why"}},
      {"POST", "accounts/*/rename", {"name", "minutes", "why"}},
      {"GET", "audit", {"before", "limit", "actor"}},
      {"GET", "bots"},
      {"POST", "bots"},
      {"GET", "bots/*"},
      {"POST", "bots/*/remove", {}, {"why"}},
      {"GET", "reports", {"state", "before", "limit"}},
      {"POST", "reports", {"about", "record", "match", "seat", "text"}},
      {"POST", "reports/*/*", {}, {"why"}},
      {"GET", "restrictions"},
      {"POST", "restrictions", {"kind", "account", "address", "everyone", "player", "name", "minutes", "why"}},
      {"DELETE", "restrictions/*", {}, {"why"}},
      {"POST", "puzzles/*"},
      {"GET", "tournaments"},
      {"POST", "tournaments", {"jobs", "force", "paused", "id", "key", "check"}, {"why"}},
      {"GET", "tournaments/*"},
      {"GET", "tournaments/*/audit", {"before", "limit"}},
      {"GET", "tournaments/*/games", {"before", "limit"}},
      {"GET", "tournaments/*/events", {"from"}},
      {"GET", "tournaments/*/records/*"},
      {"GET", "tournaments/*/records/*/advice", {"player", "seat", "clock"}},
      {"POST", "tournaments/*/withdraw", {"player", "keep_open"}, {"why", "note"}},
      {"POST", "tournaments/*/disqualify", {"player"}, {"why", "note"}},
      {"POST", "tournaments/*/annul", {"game"}, {"why", "note"}},
      {"POST", "tournaments/*/return", {"player"}, {"why"}},
      // A table of the tournament, and any other order to it.
      {"GET", "tournaments/*/*"},
      {"POST", "tournaments/*/*", {}, {"why"}},
  };
  return kRoutes;
}

// Takes the text up to the next separator away from the front of a text, together with the separator.
std::string_view take_part(std::string_view& text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return part;
}

bool matches(std::string_view path, std::string_view pattern) {
  if (std::count(path.begin(), path.end(), '/') != std::count(pattern.begin(), pattern.end(), '/')) return false;
  while (!pattern.empty()) {
    const std::string_view part = take_part(path, '/');
    const std::string_view wanted = take_part(pattern, '/');
    if (wanted != "*" && wanted != part) return false;
  }
  return true;
}

const Route* route_of(const net::HttpRequest& request) {
  std::string_view path = request.path;
  if (!path.starts_with(kApi)) return nullptr;
  path.remove_prefix(kApi.size());
  const std::string_view method = request.method == "HEAD" ? "GET" : std::string_view(request.method);
  const auto route = std::find_if(routes().begin(), routes().end(),
                                  [&](const Route& one) { return one.method == method && matches(path, one.path); });
  return route == routes().end() ? nullptr : &*route;
}

bool contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string unknown_parameter(std::string_view name, const Route& route) {
  std::string why = "there is no parameter " + std::string(name) + " here";
  std::string known;
  for (const auto* names : {&route.parameters, &route.parameters_with_empty_values}) {
    for (const std::string_view one : *names) known.append(known.empty() ? "" : ", ").append(one);
  }
  return known.empty() ? why : why + "; there are " + known;
}

}  // namespace

std::optional<net::HttpResponse> refusal_of_query(const net::HttpRequest& request) {
  const Route* const route = route_of(request);
  if (route == nullptr) return std::nullopt;
  if (!notation::is_utf8(request.path)) return error_response(400, "the path is not UTF-8");
  std::vector<std::string_view> given;
  for (std::string_view query = request.query; !query.empty();) {
    const std::string_view part = take_part(query, '&');
    if (part.empty()) continue;
    const std::string_view name = part.substr(0, part.find('='));
    const bool may_be_empty = contains(route->parameters_with_empty_values, name);
    if (!may_be_empty && !contains(route->parameters, name)) {
      return error_response(400, unknown_parameter(name, *route));
    }
    const std::string key(name);
    if (contains(given, name)) return error_response(400, key + ": it is given twice");
    given.push_back(name);
    if (!may_be_empty && part.size() <= name.size() + 1) return error_response(400, key + ": a value is expected");
    const std::optional<std::string> unescaped = net::unescape(part);
    if (!unescaped) return error_response(400, key + ": its escapes are not valid");
    if (!notation::is_utf8(*unescaped)) return error_response(400, key + ": its value is not UTF-8");
  }
  return std::nullopt;
}

}  // namespace rensa::http_api
