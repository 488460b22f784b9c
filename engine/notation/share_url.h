#pragma once

#include <string_view>

#include "engine/notation/shared.h"

namespace rensa::notation {

// A puyop or an ips URL, told apart by the "?" that only the latter has. The part of a URL alone does not tell which
// format it is: that goes to puyop.h or ips.h.
rules::Parsed<Shared> shared_of_url(std::string_view url);

}  // namespace rensa::notation
