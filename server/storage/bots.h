#pragma once

#include <string>
#include <vector>

#include "server/storage/completion.h"

namespace rensa::storage {

// The contract for bots that authors have uploaded: the state of each, and the files of its versions. A store keeps
// texts and bytes; server/submissions knows their meaning.

struct StoredBot {
  std::string name;
  std::string state;
  std::vector<int> versions{};  // that have files on disk, also half of them; the answer of list_bots() alone has it
};

struct StoredBotFile {
  std::string path;  // in the folder of the version; its folders are made
  std::string bytes;
  bool is_executable = false;
};

struct NewBotVersion {
  std::string bot;
  int version = 0;
  std::string upload;  // as it was received
  std::vector<StoredBotFile> files;
  std::string state;  // of the bot, which has this version now
};

// All calls return at once and may be made from any thread. Each change is on disk before its answer comes. A change
// that has failed may have been carried out in part; the same call again completes it. The names of bots and the paths
// of files must be plain ones (submissions::why_not_a_bot_name, why_not_a_path).
class Bots {
 public:
  virtual ~Bots() = default;

  // The answer is all bots, in the order of their names.
  virtual void list_bots(Completion<std::vector<StoredBot>> done) = 0;
  // Keeps the files, and then the state. Files that an interrupted call has left of this version are replaced.
  virtual void add_version(NewBotVersion version, Completion<Success> done) = 0;
  // Precondition: the bot has a version.
  virtual void set_state(StoredBot bot, Completion<Success> done) = 0;
  // Deletes the files of versions, and what was uploaded. Versions that are not there are no error.
  virtual void remove_versions(const std::string& bot, const std::vector<int>& versions, Completion<Success> done) = 0;
};

}  // namespace rensa::storage
