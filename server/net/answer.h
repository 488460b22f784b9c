#pragma once

#include <string>

#include "server/net/http.h"

namespace rensa::net {

// The head of an answer, with the length of the body and the headers that keep browsers strict; the body follows it
// unless the request was HEAD or the status has none.
std::string answer_head(const HttpResponse& response, bool keep_alive);
bool has_body(int status);

// A refusal in one sentence, as plain text.
HttpResponse refusal(int status, std::string sentence);

}  // namespace rensa::net
