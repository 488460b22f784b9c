#pragma once

#include <string>
#include <string_view>

#include "engine/notation/shared.h"

namespace rensa::notation {

// The URLs of the ips and ishikawapuyo simulators: .../simu/p{e|s|v|n}.html?<field>_<moves>_<unused>_<goal>, in which
// later parts may be missing.

// A whole URL or the part after "?". Player marks in moves, the unused third part and whatever follows the three
// letters of the goal are read over.
rules::Parsed<Shared> shared_of_ips(std::string_view text);

// The part after "?", and the whole URL: of the puzzle page if there is a goal, else of the simulator. Refused: pairs
// without two colours or off the field; garbage of which some columns get more than one above others, or more than
// five; goals with more than 63.
rules::Parsed<std::string> ips_of(const Shared& shared);
rules::Parsed<std::string> ips_url_of(const Shared& shared);

}  // namespace rensa::notation
