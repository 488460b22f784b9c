#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/templates/template.h"

namespace rensa::templates {

// Templates that belong together, from the drawings in engine/templates/families: each file is a family.
struct Family {
  std::string_view name;
  std::string_view text;  // the drawings as they stand in the file
  std::vector<Template> templates;
};

std::span<const Family> families();
const Family* find_family(std::string_view name);

}  // namespace rensa::templates
