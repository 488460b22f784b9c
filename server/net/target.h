#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rensa::net {

// What stands for a text where it is a part of a URL, %20 for a space and so on; nullopt: nothing does so.
std::optional<std::string> unescaped(std::string_view text);

// What a request line asks for.
struct Target {
  std::string path;   // decoded; begins with '/', holds no control characters and no ".." between slashes
  std::string query;  // raw, without '?'
};

// Reads "/games/7?full=1" or "http://host/games/7"; nullopt: not a target that is answered here.
std::optional<Target> parse_target(std::string_view text);

// The token of an Authorization header: "Bearer abc" is "abc"; empty: none.
std::string_view bearer_of(std::string_view authorization);

}  // namespace rensa::net
