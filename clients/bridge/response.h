#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/pair.h"

namespace rensa::bridge {

// The answer of a program to a request.
struct Response {
  int id = 0;
  std::optional<rules::Placement> placement;  // one of the 22; none: no decision, or none that exists
  std::string message;                        // as it was sent
  friend bool operator==(const Response&, const Response&) = default;
};

// Returns nullopt if the text has no ID, because the request is then unknown. Unknown fields are skipped.
std::optional<Response> response_of(std::string_view text);

// The decision among the responses of a frame, oldest first: that of the newest one which is not ahead of the request
// `id` and has any.
std::optional<rules::Placement> decision_among(const std::vector<Response>& responses, int id);

// The lines of a message for a person: `_` stands for a space and `,` for a new line. Characters that a terminal could
// take for a command become question marks.
std::vector<std::string> lines_of(std::string_view message);

}  // namespace rensa::bridge
