#pragma once

#include <span>
#include <string_view>

namespace rensa::templates {

// Text files of engine/templates as they were when the program was built (see CMakeLists.txt).

extern const std::string_view kChainForms;  // chain_forms.txt

struct FamilyFile {
  std::string_view name;
  std::string_view text;
};
extern const std::span<const FamilyFile> kFamilyFiles;  // the files of the folder families

}  // namespace rensa::templates
