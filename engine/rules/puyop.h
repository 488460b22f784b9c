#pragma once

#include <string>
#include <string_view>

#include "engine/rules/shared.h"

namespace rensa::rules {

// The URLs of puyop.com: /s/<field>, /s/<field>_<moves> or /s/_<moves>.

// A whole URL or the part after /s/, percent-encoded or not.
Parsed<Shared> shared_of_puyop(std::string_view text);

// The part after /s/, and the whole URL. Refused: a goal; pairs without two colours or off the field; garbage of which
// some columns get more than one above others, or more than the format holds.
Parsed<std::string> puyop_of(const Shared& shared);
Parsed<std::string> puyop_url_of(const Shared& shared);

}  // namespace rensa::rules
