#pragma once

#include <string_view>

namespace rensa::net {

// How much a browser wants something, by an Accept-Encoding or Accept-Language header: 0 (not at all) .. 1000.

// By its own name; if it is not named, as anything ("*").
int weight_in(std::string_view header, std::string_view name);
// The same for a language, whatever the region: "ja-JP" wants "ja".
int language_weight_in(std::string_view header, std::string_view language);

}  // namespace rensa::net
