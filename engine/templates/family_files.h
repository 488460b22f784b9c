#pragma once

#include <span>
#include <string_view>

namespace rensa::templates {

// The files of engine/templates/families as they were when this was built.
struct FamilyFile {
  std::string_view name;
  std::string_view text;
};
extern const std::span<const FamilyFile> kFamilyFiles;

}  // namespace rensa::templates
