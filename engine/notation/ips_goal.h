#pragma once

#include <string>
#include <string_view>

#include "engine/notation/share_text.h"

namespace rensa::notation {

// The goal of an ips URL: three letters. For ips.cpp only.

inline constexpr std::string_view kIpsAlphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-";

// Precondition: the part is not empty. What follows the three letters is read over.
rules::Parsed<Goal> read_ips_goal(const ShareText& text, Part part);

rules::Parsed<std::string> ips_goal(const Goal& goal);

}  // namespace rensa::notation
