#include "clients/cli/tournament/temporary_folder.h"

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace rensa::cli {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "rensa-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + ": cannot be made");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace rensa::cli
