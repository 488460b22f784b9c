#include "clients/cli/dataset/row_writer.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <unistd.h>

namespace rensa::cli {

std::string name_of_part(const std::string& file) { return file + ".part-" + std::to_string(getpid()); }

void publish_part(const std::string& file) {
  const std::string part = name_of_part(file);
  // link() fails if the file exists, while rename() would replace it.
  const int linked = link(part.c_str(), file.c_str());
  const int why = errno;
  std::error_code ignored;
  std::filesystem::remove(part, ignored);
  if (linked != 0) {
    throw std::runtime_error(file + ": " +
                             (why == EEXIST ? "is there already, and is not replaced" : std::strerror(why)));
  }
}

}  // namespace rensa::cli
