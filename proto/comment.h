#pragma once

#include <string>
#include <string_view>

namespace rensa::proto {

// What of a text can be said as Decide.comment: what is not UTF-8, or a control character, is a question mark, and what
// is beyond kMaxCommentBytes is left out, with no character cut in two.
std::string comment_of(std::string_view text);

}  // namespace rensa::proto
