#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rensa::net {

// Parsing of the texts in HTTP requests.

// Compares names in headers, in which the case of letters does not matter.
bool equals_ignoring_case(std::string_view a, std::string_view b);
// Removes the spaces and tabs around a text.
std::string_view trimmed(std::string_view text);

// Returns the weight of a name in an Accept-Encoding header: 0 (not accepted) to 1000. A name that is not listed has
// the weight of "*".
int accept_weight(std::string_view header, std::string_view name);
// Returns the weight of a language in an Accept-Language header. The region does not matter: "ja-JP" means "ja".
int accept_language_weight(std::string_view header, std::string_view language);

// Decodes a part of a URL, in which %20 is a space and so on; nullopt if an escape is wrong.
std::optional<std::string> unescape(std::string_view text);

// The target of a request line.
struct Target {
  std::string path;   // decoded; begins with '/', holds no control characters and no ".." between slashes
  std::string query;  // raw, without '?'
};

// Parses "/games/7?full=1" or "http://host/games/7"; nullopt if the target is not valid here.
std::optional<Target> parse_target(std::string_view text);

// Returns the token of an Authorization header: "abc" for "Bearer abc"; empty if there is none.
std::string_view bearer_token_of(std::string_view authorization);

}  // namespace rensa::net
