#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/parsed.h"
#include "server/submissions/bot_archive.h"

namespace rensa::submissions {

// The file bot.json in the folder of a bot: what its author says about it.

inline constexpr const char* kManifestName = "bot.json";

struct BotManifest {
  std::string name;
  std::string language;
  std::vector<std::string> command;                 // the program and its arguments, started in the bot's folder
  std::optional<std::vector<std::string>> files{};  // files and folders that are uploaded; nullopt: all
  friend bool operator==(const BotManifest&, const BotManifest&) = default;
};

// The longest name of a bot leaves room for the number of its version, since "mine v12" is the name of a player.
inline constexpr std::size_t kMaxBotNameBytes = 26;
// Returns the reason why a bot cannot have this name, as a sentence without a point; empty: it can.
std::string why_not_a_bot_name(std::string_view name);

// Errors name the line or the member.
rules::Parsed<BotManifest> parse_manifest(std::string_view text);

// A bot as it is uploaded.
struct UploadedBot {
  BotManifest manifest;
  std::vector<ArchivedFile> files;  // with the manifest
};
rules::Parsed<UploadedBot> read_upload(std::string_view archive);

}  // namespace rensa::submissions
