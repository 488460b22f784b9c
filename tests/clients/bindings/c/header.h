#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace rensa::bindings {

// The functions that rensa.h declares, and the names of their parameters.
const std::map<std::string, std::vector<std::string>>& parameters_of_header();

// The names of the functions that rensa.h declares.
std::set<std::string> functions_of_header();

// The constants that rensa.h defines with this prefix: their numbers by their names in lower case, without the prefix.
std::map<std::string, int> constants_of_header(const std::string& prefix);

}  // namespace rensa::bindings
