#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/parsed.h"
#include "server/submissions/archive/bot_manifest.h"

namespace rensa::submissions {

// A bot that its author has uploaded, with all its versions.

enum class VersionState : std::uint8_t {
  waiting,    // for its check, which begins anew after a restart of the server
  refused,    // by its check
  unchecked,  // the server could not check it
  accepted,   // by its check; it enters the ladder as soon as it can
  entered,    // plays on the ladder
  replaced,   // by a later version
};
std::string_view name_of(VersionState state);

// The result of one check, in the words of `rensa check`.
struct CheckFinding {
  std::string check;   // such as "lost line"
  std::string result;  // "ok", "failed" or "not tried"
  std::string reason;  // what is wrong and what to do; empty if it is ok
  friend bool operator==(const CheckFinding&, const CheckFinding&) = default;
};

struct BotVersion {
  int number = 1;
  std::string uploaded;  // ISO 8601, UTC
  std::string digest;    // SHA-256 of what was uploaded, in hexadecimal digits
  std::uint64_t bytes = 0;
  BotManifest manifest;  // without its files
  VersionState state = VersionState::waiting;
  std::vector<CheckFinding> checks{};
  std::string why{};      // it was refused or not checked; otherwise empty
  std::string ladder{};   // the last ladder that it has entered; empty: none
  bool has_files = true;  // false: they are too old to be kept
  friend bool operator==(const BotVersion&, const BotVersion&) = default;
};

struct Bot {
  std::string name;
  std::string owner;                     // the name of the account that has uploaded the last version
  std::int64_t account = 0;              // its number; 0: it is not known, since an earlier server kept the bot
  std::optional<std::string> removed{};  // the reason why an administrator has removed it; nullopt: it is not removed
  std::vector<BotVersion> versions{};    // with rising numbers from 1 on
  friend bool operator==(const Bot&, const Bot&) = default;
};
using BotMap = std::map<std::string, Bot>;  // by name

// An account that uploads bots.
struct BotAuthor {
  std::int64_t account = 0;
  std::string name;
};
// Returns true also if the author was renamed after the last upload, or has got a new token for the name.
bool is_by(const Bot& bot, const BotAuthor& author);

// The state of a bot as the store keeps it.
std::string text_of_bot(const Bot& bot);
// Errors are sentences.
rules::Parsed<Bot> bot_of_text(std::string_view text);

// The name of a version as a player: "mine v2".
std::string player_name(const std::string& bot, int version);
struct BotPlayer {
  std::string bot;
  int version = 0;
  friend bool operator==(const BotPlayer&, const BotPlayer&) = default;
};
// Returns nothing for names that no version can have.
std::optional<BotPlayer> bot_of_player(std::string_view player);

// The newest version that has passed its check; nullptr: none.
const BotVersion* current_version(const Bot& bot);
// Returns true if the files of a version are needed: it plays, it has passed its check, or it waits for that.
bool is_in_use(const Bot& bot, const BotVersion& version);
// The versions whose files are not needed any more, if so many newest ones are kept. The files of those in use
// are kept in any case, but none of a bot that is removed.
std::vector<int> versions_to_forget(const Bot& bot, int kept);
// Those of the versions on disk that the bot does not have, or has forgotten.
std::vector<int> versions_without_use(const Bot& bot, const std::vector<int>& on_disk);

}  // namespace rensa::submissions
