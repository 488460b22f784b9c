#include "clients/cli/match/new_file.h"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace rensa::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kExists = "is there already, and is never replaced";

[[noreturn]] void fail_new_file(const fs::path& file, const std::string& what) {
  throw std::runtime_error(file.string() + ": " + what);
}

}  // namespace

void check_new_file(const fs::path& file) {
  std::error_code error;
  if (fs::exists(file, error)) fail_new_file(file, kExists);
  const fs::path folder = fs::absolute(file).parent_path();
  if (!fs::is_directory(folder, error)) {
    fail_new_file(file, "cannot be written, because there is no folder " + folder.string());
  }
}

fs::path name_of_part(const fs::path& file) { return fs::path(file) += ".part-" + std::to_string(getpid()); }

void publish_part(const fs::path& file) {
  const fs::path part = name_of_part(file);
  // link() fails if the file exists, while rename() would replace it.
  const int linked = link(part.c_str(), file.c_str());
  const int why = errno;
  std::error_code ignored;
  fs::remove(part, ignored);
  if (linked != 0) fail_new_file(file, why == EEXIST ? kExists : std::strerror(why));
}

}  // namespace rensa::cli
