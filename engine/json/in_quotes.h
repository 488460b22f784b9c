#pragma once

#include <string>
#include <string_view>

namespace rensa::json {

// As errors name a word of the text.
inline std::string in_quotes(std::string_view text) {
  std::string quoted(1, '"');
  quoted += text;
  return quoted += '"';
}

}  // namespace rensa::json
