#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace rensa::cli {

// Decimal and nothing else: a seed that is read in another way than it was meant gives another match.
std::optional<std::uint64_t> seed_of_option(const std::string& text);

// A sentence for people; empty: it is one.
std::string why_no_seed(const std::string& text);

}  // namespace rensa::cli
