#pragma once

#include <optional>

#include "server/net/http.h"

namespace rensa::http_api {

// Returns the refusal of a request whose query has a parameter that its path does not have, or one without a value,
// given twice, or with invalid escapes or UTF-8. Otherwise a misspelt filter would return everything. nullopt: the
// query is in order, or there is no such path.
std::optional<net::HttpResponse> refusal_of_query(const net::HttpRequest& request);

}  // namespace rensa::http_api
