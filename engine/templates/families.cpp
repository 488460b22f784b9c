#include "engine/templates/families.h"

#include <algorithm>

#include "engine/templates/family_files.h"

namespace rensa::templates {

namespace {

std::vector<Template> templates_of(std::string_view text) {
  std::vector<Template> templates;
  for (const Drawing& drawing : drawings_of(text)) templates.emplace_back(drawing);
  return templates;
}

}  // namespace

std::span<const Family> families() {
  static const std::vector<Family> all = [] {
    std::vector<Family> read;
    for (const FamilyFile& file : kFamilyFiles) read.push_back({file.name, file.text, templates_of(file.text)});
    return read;
  }();
  return all;
}

const Family* find_family(std::string_view name) {
  const auto all = families();
  const auto found = std::find_if(all.begin(), all.end(), [name](const Family& family) { return family.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace rensa::templates
