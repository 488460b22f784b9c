#include "clients/cli/puzzle/problem_files.h"

#include <iomanip>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace rensa::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kBegin = "puzzle_";
constexpr const char* kEnd = ".txt";

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
  throw std::runtime_error(path.string() + " cannot be written: " + why);
}

// Those above it are not made: a slip in a path would be a folder.
void need_folder_for(const fs::path& path) {
  const fs::path itself = path.has_filename() ? path : path.parent_path();  // "made/" is "made"
  const fs::path above = itself.has_parent_path() ? itself.parent_path() : fs::path(".");
  std::error_code ignored;
  if (!fs::is_directory(above, ignored)) refuse(path, "there is no folder " + above.string());
}

bool is_problem(const fs::path& file) {
  return file.filename().string().starts_with(kBegin) && file.extension() == kEnd;
}

}  // namespace

void prepare_folder(const fs::path& folder) {
  std::error_code failed;
  if (!fs::exists(folder, failed)) {
    need_folder_for(folder);
    fs::create_directory(folder, failed);
    if (failed) refuse(folder, failed.message());
    return;
  }
  if (!fs::is_directory(folder, failed)) refuse(folder, "it is a file, not a folder");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
    if (is_problem(entry.path())) {
      refuse(folder, "it has problems in it already, such as " + entry.path().filename().string());
    }
  }
  if (failed) refuse(folder, failed.message());
}

fs::path file_in(const fs::path& folder, int number) {
  std::ostringstream name;
  name << kBegin << std::setw(5) << std::setfill('0') << number << kEnd;
  return folder / name.str();
}

}  // namespace rensa::cli
