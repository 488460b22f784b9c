#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class Validator;
}

namespace rensa::cli {

// All of the text as a decimal number; whether it is finite is the caller's to see.
std::optional<double> number_of_option(const std::string& text);

// What an option of a number takes that need not be whole. Not a range of the library's: that takes what is no number
// for one within.
CLI::Validator number_in(double least, double most);

// What an option of a large count takes. Not the library's: that takes more digits than there is room for, and names
// its bounds with three hundred.
CLI::Validator whole_number_in(std::uint64_t least, std::uint64_t most);

}  // namespace rensa::cli
