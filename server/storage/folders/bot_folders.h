#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "server/base/task_thread.h"
#include "server/storage/bots.h"

namespace rensa::storage {

// Bots in folders: NAME/state.json, and for each version NAME/NUMBER/upload.tar and NAME/NUMBER/files. One thread reads
// and writes them.
class BotFolders final : public Bots {
 public:
  // The folder is made with the first bot.
  BotFolders(std::filesystem::path folder, Executor executor);
  ~BotFolders() override;

  void list_bots(Completion<std::vector<StoredBot>> done) override;
  void add_version(NewBotVersion version, Completion<Success> done) override;
  void set_state(StoredBot bot, Completion<Success> done) override;
  void remove_versions(const std::string& bot, const std::vector<int>& versions, Completion<Success> done) override;

 private:
  const std::filesystem::path folder_;
  const Executor executor_;
  base::TaskThread thread_;
};

// For commands, which may wait for the disk. They throw std::runtime_error.
std::vector<StoredBot> read_bots(const std::filesystem::path& folder);
std::filesystem::path upload_file_in(const std::filesystem::path& folder, const std::string& bot, int version);
std::filesystem::path files_folder_in(const std::filesystem::path& folder, const std::string& bot, int version);

}  // namespace rensa::storage
