#include "server/storage/folders/bot_folders.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>
#include <utility>

#include "server/base/atomic_file.h"
#include "server/base/descriptor.h"
#include "server/storage/folders/disk_task.h"
#include "server/storage/tournaments.h"

namespace rensa::storage {

namespace fs = std::filesystem;

namespace {

fs::path state_file_in(const fs::path& folder, const std::string& bot) { return folder / bot / "state.json"; }

fs::path version_folder_in(const fs::path& folder, const std::string& bot, int version) {
  return folder / bot / std::to_string(version);
}

// All that was written to the file system of this folder is on disk at return: one wait instead of one for each file.
void sync_all_below(const fs::path& folder) {
  const base::Descriptor opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.is_open() && syncfs(opened.number()) == 0) return;
  throw StoreException(folder.string() + ": " + std::strerror(errno));
}

void write_bot_file(const fs::path& folder, const StoredBotFile& file) {
  const fs::path path = folder / file.path;
  fs::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(file.bytes.data(), static_cast<std::streamsize>(file.bytes.size()));
  out.close();
  if (!out) throw StoreException(path.string() + ": it cannot be written");
  constexpr fs::perms kReadable = fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read;
  constexpr fs::perms kRunnable = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  fs::permissions(path, kReadable | fs::perms::owner_write | (file.is_executable ? kRunnable : fs::perms::none));
}

void write_version(const fs::path& folder, const NewBotVersion& version) {
  const fs::path place = version_folder_in(folder, version.bot, version.version);
  base::make_private_folder(folder);
  fs::remove_all(place);
  fs::create_directories(place / "files");
  base::write_file_atomically(upload_file_in(folder, version.bot, version.version), version.upload);
  for (const StoredBotFile& file : version.files) write_bot_file(place / "files", file);
  sync_all_below(place);
}

// A full disk gets back what was written of the version.
void remove_failed_version(const fs::path& folder, const NewBotVersion& version) {
  std::error_code ignored;
  fs::remove_all(version_folder_in(folder, version.bot, version.version), ignored);
}

std::vector<int> versions_in(const fs::path& folder) {
  std::vector<int> versions;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    int number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc() && end == name.data() + name.size() && entry.is_directory()) versions.push_back(number);
  }
  std::sort(versions.begin(), versions.end());
  return versions;
}

void require_name(const std::string& bot) {
  if (!is_storable_name(bot)) throw StoreException(unstorable_name(bot).message, StoreError::Kind::refused);
}

}  // namespace

fs::path upload_file_in(const fs::path& folder, const std::string& bot, int version) {
  return version_folder_in(folder, bot, version) / "upload.tar";
}

fs::path files_folder_in(const fs::path& folder, const std::string& bot, int version) {
  return version_folder_in(folder, bot, version) / "files";
}

std::vector<StoredBot> read_bots(const fs::path& folder) {
  std::vector<StoredBot> bots;
  if (!fs::exists(folder)) return bots;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const fs::path state = state_file_in(folder, name);
    if (!fs::exists(state)) continue;
    bots.push_back({.name = name, .state = base::read_text_file(state), .versions = versions_in(entry.path())});
  }
  std::sort(bots.begin(), bots.end(), [](const StoredBot& one, const StoredBot& two) { return one.name < two.name; });
  return bots;
}

BotFolders::BotFolders(fs::path folder, Executor executor)
    : folder_(std::move(folder)), executor_(std::move(executor)) {}

BotFolders::~BotFolders() { thread_.finish(); }

void BotFolders::list_bots(Completion<std::vector<StoredBot>> done) {
  run_on_disk<std::vector<StoredBot>>(thread_, executor_, std::move(done), [this] { return read_bots(folder_); });
}

void BotFolders::add_version(NewBotVersion version, Completion<Success> done) {
  run_on_disk<Success>(thread_, executor_, std::move(done), [this, version = std::move(version)] {
    require_name(version.bot);
    try {
      write_version(folder_, version);
    } catch (...) {
      remove_failed_version(folder_, version);
      throw;
    }
    base::write_file_atomically(state_file_in(folder_, version.bot), version.state);
    base::sync_folder(folder_);
    return Success{};
  });
}

void BotFolders::set_state(StoredBot bot, Completion<Success> done) {
  run_on_disk<Success>(thread_, executor_, std::move(done), [this, bot = std::move(bot)] {
    require_name(bot.name);
    base::write_file_atomically(state_file_in(folder_, bot.name), bot.state);
    return Success{};
  });
}

void BotFolders::remove_versions(const std::string& bot, const std::vector<int>& versions, Completion<Success> done) {
  run_on_disk<Success>(thread_, executor_, std::move(done), [this, bot, versions] {
    require_name(bot);
    for (const int version : versions) fs::remove_all(version_folder_in(folder_, bot, version));
    return Success{};
  });
}

}  // namespace rensa::storage
