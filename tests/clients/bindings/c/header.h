#pragma once

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace rensa::bindings {

// The names of the functions that rensa.h declares.
inline std::set<std::string> functions_of_header() {
  std::ifstream file(RENSA_ROOT "/clients/bindings/c/rensa/rensa.h");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::regex declaration(R"(RENSA_API [^;{]*?\b(rensa_\w+)\()");
  std::set<std::string> names;
  for (std::sregex_iterator found(text.begin(), text.end(), declaration); found != std::sregex_iterator(); ++found) {
    names.insert((*found)[1]);
  }
  return names;
}

}  // namespace rensa::bindings
