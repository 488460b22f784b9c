#include "tests/clients/bindings/c/header.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>

#include "tests/tools/paths.h"

namespace rensa::bindings {

namespace {

std::string text_of_header() {
  std::ifstream file(tests::source_path("clients/bindings/c/rensa/rensa.h"));
  return {std::istreambuf_iterator<char>(file), {}};
}

std::map<std::string, std::vector<std::string>> read_parameters() {
  const std::string text = text_of_header();
  const std::regex declaration(R"(RENSA_API [^;{(]*?\b(rensa_\w+)\(([^)]*)\))");
  const std::regex parameter(R"((\w+)(\[\w+\])?\s*(,|$))");
  std::map<std::string, std::vector<std::string>> functions;
  for (std::sregex_iterator found(text.begin(), text.end(), declaration); found != std::sregex_iterator(); ++found) {
    const std::string list = (*found)[2];
    std::vector<std::string>& names = functions[(*found)[1]];
    for (std::sregex_iterator name(list.begin(), list.end(), parameter); name != std::sregex_iterator(); ++name) {
      names.push_back((*name)[1]);
    }
  }
  return functions;
}

}  // namespace

const std::map<std::string, std::vector<std::string>>& parameters_of_header() {
  static const auto kParameters = read_parameters();
  return kParameters;
}

std::set<std::string> functions_of_header() {
  std::set<std::string> names;
  for (const auto& [name, parameters] : parameters_of_header()) names.insert(name);
  return names;
}

std::map<std::string, int> constants_of_header(const std::string& prefix) {
  std::map<std::string, int> constants;
  const std::string text = text_of_header();
  const std::regex definition("#define " + prefix + R"((\w+) (\d+))");
  for (std::sregex_iterator found(text.begin(), text.end(), definition); found != std::sregex_iterator(); ++found) {
    std::string name = (*found)[1];
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char letter) { return static_cast<char>(std::tolower(static_cast<unsigned char>(letter))); });
    constants[name] = std::stoi((*found)[2]);
  }
  return constants;
}

}  // namespace rensa::bindings
