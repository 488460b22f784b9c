#include "clients/cli/submit/packed_bot.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "server/base/atomic_file.h"
#include "server/submissions/archive/bot_archive.h"

namespace rensa::cli {

namespace {

namespace fs = std::filesystem;
using submissions::ArchivedFile;

[[noreturn]] void refuse_file(const fs::path& file, const std::string& why) {
  throw command_line::UsageError("submit: " + file.string() + ' ' + why);
}

bool is_left_out(const fs::path& name) {
  return name.string().starts_with('.') || name == "__pycache__" || name.extension() == ".pyc";
}

bool is_in_node_modules(const fs::path& path) {
  return std::find(path.begin(), path.end(), fs::path("node_modules")) != path.end();
}

// Collects files by their paths in the folder of the bot.
class BotFiles {
 public:
  explicit BotFiles(const fs::path& folder) : folder_(folder) {}

  // Adds a file, or all files of a folder. `path` is relative to the folder of the bot.
  void add(const fs::path& path) {
    const fs::path whole = folder_ / path;
    std::error_code error;
    const fs::file_status status = fs::symlink_status(whole, error);
    switch (status.type()) {
      case fs::file_type::not_found:
        refuse_file(whole, "is missing, and bot.json names it");
      case fs::file_type::symlink:
        refuse_file(whole, is_in_node_modules(path) ? "is a link: npm install --install-links PACKAGE copies it instead"
                                                    : "is a link: put what it leads to in its place");
      case fs::file_type::directory:
        return add_all_in(path);
      case fs::file_type::regular:
        return add_file(path, status);
      default:
        refuse_file(whole, "is neither a file nor a folder");
    }
  }

  void add_all_in(const fs::path& path) {
    std::error_code error;
    for (fs::directory_iterator entry(folder_ / path, error), end; !error && entry != end; entry.increment(error)) {
      const fs::path name = entry->path().filename();
      if (!is_left_out(name)) add(path / name);
    }
    if (error) refuse_file(folder_ / path, "cannot be read: " + error.message());
  }

  std::vector<ArchivedFile> take() {
    std::vector<ArchivedFile> files;
    for (auto& [path, file] : files_) files.push_back(std::move(file));
    return files;
  }

 private:
  void add_file(const fs::path& path, const fs::file_status& status) {
    const std::string name = path.lexically_normal().generic_string();
    if (const std::string why = submissions::why_not_a_path(name); !why.empty()) refuse_file(folder_ / path, why);
    if (files_.size() >= submissions::kMaxArchivedFiles && !files_.contains(name)) {
      refuse_file(folder_, "has more than " + std::to_string(submissions::kMaxArchivedFiles) +
                               R"( files: name those that the bot needs as "files" in bot.json)");
    }
    try {
      const std::vector<std::uint8_t> bytes = base::read_binary_file(folder_ / path);
      const bool is_executable = (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
      files_[name] = {.path = name, .bytes = {bytes.begin(), bytes.end()}, .is_executable = is_executable};
    } catch (const std::runtime_error& error) {
      throw command_line::UsageError(std::string("submit: ") + error.what());
    }
  }

  const fs::path folder_;
  std::map<std::string, ArchivedFile> files_;  // in the order of their paths, so that equal bots are equal archives
};

}  // namespace

PackedBot pack_bot(const fs::path& folder) {
  const fs::path manifest_file = folder / submissions::kManifestName;
  std::error_code error;
  if (!fs::is_directory(folder, error)) refuse_file(folder, "is no folder");
  if (!fs::exists(manifest_file, error)) {
    refuse_file(folder, "has no bot.json, which rensa new-bot writes: it says how the bot is started");
  }
  const auto text = command_line::read_text_file(manifest_file.string());
  if (!text) throw command_line::UsageError("submit: " + text.error().message);
  const auto manifest = submissions::parse_manifest(*text);
  if (!manifest) throw command_line::UsageError("submit: " + folder.string() + ": " + manifest.error().message);
  BotFiles files(folder);
  if (manifest->files) {
    for (const std::string& path : *manifest->files) files.add(path);
  } else {
    files.add_all_in("");
  }
  files.add(submissions::kManifestName);
  PackedBot packed;
  packed.manifest = *manifest;
  const std::vector<ArchivedFile> all = files.take();
  if (const std::string why = submissions::why_not_together(all); !why.empty()) {
    throw command_line::UsageError("submit: " + folder.string() + ": " + why);
  }
  packed.files = all.size();
  const auto largest = std::max_element(all.begin(), all.end(), [](const ArchivedFile& one, const ArchivedFile& other) {
    return one.bytes.size() < other.bytes.size();
  });
  packed.largest_file = largest->path;
  packed.largest_file_bytes = largest->bytes.size();
  packed.archive = submissions::archive_of(all);
  return packed;
}

}  // namespace rensa::cli
