#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/app/config.h"
#include "server/app/server_core.h"
#include "server/base/task_thread.h"
#include "server/live_tournaments/tournament_registry.h"
#include "server/net/http.h"
#include "server/processes/isolation.h"
#include "server/storage/folders/bot_folders.h"
#include "server/submissions/submissions.h"

namespace rensa::app {

// The folder of uploaded bots in the data of a server.
std::filesystem::path bots_folder_in(const std::string& data);

// Returns the isolation of programs that the settings mean; nullopt: none. They see nothing of the data but the files
// of uploaded bots, and of these only their own.
std::optional<processes::Isolation> isolation_of_programs(const Config& config);

// The bots that are uploaded to a running server, with their store.
class BotSubmissions {
 public:
  // The core and the tournaments outlive it.
  BotSubmissions(const Config& config, ServerCore& core, live_tournaments::TournamentRegistry& tournaments,
                 std::function<void(const base::LogLine&)> log);
  // Ends the checks, and then the store.
  ~BotSubmissions();
  BotSubmissions(const BotSubmissions&) = delete;
  BotSubmissions& operator=(const BotSubmissions&) = delete;

  submissions::Submissions& submissions() { return submissions_; }
  // The requests that upload a bot with the token of an account.
  net::LargeBodies large_bodies() const;

 private:
  void run_in_background(std::function<void()> work, std::function<void()> done);

  ServerCore& core_;
  const std::size_t upload_bytes_;
  const bool is_open_;
  storage::BotFolders store_;
  base::TaskThread reader_;  // reads archives
  submissions::Submissions submissions_;
};

}  // namespace rensa::app
