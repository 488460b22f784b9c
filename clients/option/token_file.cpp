#include "clients/option/token_file.h"

#include <fstream>
#include <stdexcept>
#include <string_view>

namespace rensa::option {

std::string token_of_file(const std::string& path) {
  constexpr std::string_view kSpace = " \t\r\n";
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) throw std::runtime_error("no token can be read from " + path);
  line.erase(0, line.find_first_not_of(kSpace));
  line.erase(line.find_last_not_of(kSpace) + 1);
  if (line.empty()) throw std::runtime_error("there is no token in the first line of " + path);
  return line;
}

}  // namespace rensa::option
