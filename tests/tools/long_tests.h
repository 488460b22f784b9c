#pragma once

#include <cstdlib>
#include <string_view>

namespace rensa::tests {

// Returns true if slow tests shall run all their cases: RENSA_LONG is 1, as `./dev test --long` sets it.
inline bool long_tests() {
  const char* value = std::getenv("RENSA_LONG");
  return value != nullptr && std::string_view(value) == "1";
}

// Returns the number of cases of a slow test: `few` take at most some seconds, `all` are for long tests.
inline int cases(int few, int all) { return long_tests() ? all : few; }

}  // namespace rensa::tests
