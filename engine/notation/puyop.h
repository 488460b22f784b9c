#pragma once

#include <string>
#include <string_view>

#include "engine/notation/shared.h"

namespace rensa::notation {

// The URLs of puyop.com: /s/<field>, /s/<field>_<moves> or /s/_<moves>.

// A whole URL or the part after /s/, percent-encoded or not.
rules::Parsed<Shared> shared_of_puyop(std::string_view text);

// The part after /s/, and the whole URL. Refused: a goal; pairs without two colours or off the field; garbage of which
// some columns get more than one above others, or more than the format holds.
rules::Parsed<std::string> puyop_of(const Shared& shared);
rules::Parsed<std::string> puyop_url_of(const Shared& shared);

}  // namespace rensa::notation
