#pragma once

namespace CLI {
class Validator;
}

namespace rensa::cli {

// What an option of a number takes that need not be whole. Not a range of the library's: that takes what is no number
// for one within.
CLI::Validator number_in(double least, double most);

}  // namespace rensa::cli
