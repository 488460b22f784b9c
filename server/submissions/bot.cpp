#include "server/submissions/bot.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/json/document.h"

namespace rensa::submissions {

namespace {

using BotJson = nlohmann::ordered_json;

constexpr std::array kStateNames{"waiting", "refused", "unchecked", "accepted", "entered", "replaced"};
constexpr std::string_view kBeforeVersion = " v";

std::optional<VersionState> state_of_name(std::string_view name) {
  const auto found = std::find(kStateNames.begin(), kStateNames.end(), name);
  if (found == kStateNames.end()) return std::nullopt;
  return static_cast<VersionState>(found - kStateNames.begin());
}

BotJson version_object(const BotVersion& version) {
  BotJson checks = BotJson::array();
  for (const auto& [check, result, reason] : version.checks) {
    checks.push_back({{"check", check}, {"result", result}, {"reason", reason}});
  }
  return {
      {"number", version.number},        {"uploaded", version.uploaded},          {"digest", version.digest},
      {"bytes", version.bytes},          {"language", version.manifest.language}, {"command", version.manifest.command},
      {"state", name_of(version.state)}, {"checks", std::move(checks)},           {"why", version.why},
      {"ladder", version.ladder},        {"has_files", version.has_files}};
}

// Throws nlohmann::json::exception if a member is missing or of another type.
std::optional<BotVersion> version_of_object(const std::string& bot, const BotJson& object) {
  const auto state = state_of_name(object.at("state").get<std::string>());
  if (!state) return std::nullopt;
  BotVersion version{.number = object.at("number").get<int>(),
                     .uploaded = object.at("uploaded").get<std::string>(),
                     .digest = object.at("digest").get<std::string>(),
                     .bytes = object.at("bytes").get<std::uint64_t>(),
                     .manifest = {.name = bot,
                                  .language = object.at("language").get<std::string>(),
                                  .command = object.at("command").get<std::vector<std::string>>()},
                     .state = *state,
                     .why = object.at("why").get<std::string>(),
                     .ladder = object.at("ladder").get<std::string>(),
                     .has_files = object.at("has_files").get<bool>()};
  for (const BotJson& check : object.at("checks")) {
    version.checks.push_back({.check = check.at("check").get<std::string>(),
                              .result = check.at("result").get<std::string>(),
                              .reason = check.at("reason").get<std::string>()});
  }
  return version;
}

}  // namespace

std::string_view name_of(VersionState state) { return kStateNames[static_cast<std::size_t>(state)]; }

bool is_by(const Bot& bot, const BotAuthor& author) {
  return bot.owner == author.name || (bot.account != 0 && bot.account == author.account);
}

std::string text_of_bot(const Bot& bot) {
  BotJson versions = BotJson::array();
  for (const BotVersion& version : bot.versions) versions.push_back(version_object(version));
  const BotJson object = {{"name", bot.name},
                          {"owner", bot.owner},
                          {"account", bot.account},
                          {"removed", bot.removed ? BotJson(*bot.removed) : BotJson()},
                          {"versions", std::move(versions)}};
  return object.dump(1) + "\n";
}

rules::Parsed<Bot> bot_of_text(std::string_view text) {
  const auto object = rensa::json::parse_ordered_document(text);
  if (!object) return object.error();
  try {
    Bot bot{.name = object->at("name").get<std::string>(), .owner = object->at("owner").get<std::string>()};
    if (object->contains("account")) bot.account = object->at("account").get<std::int64_t>();
    if (const BotJson& removed = object->at("removed"); !removed.is_null()) bot.removed = removed.get<std::string>();
    if (std::string why = why_not_a_bot_name(bot.name); !why.empty()) return rules::ParseError{std::move(why), 0};
    for (const BotJson& member : object->at("versions")) {
      auto version = version_of_object(bot.name, member);
      const int number = static_cast<int>(bot.versions.size()) + 1;
      if (!version || version->number != number) {
        return rules::ParseError{"version " + std::to_string(number) + " of " + bot.name + " cannot be read", 0};
      }
      bot.versions.push_back(*std::move(version));
    }
    return bot;
  } catch (const nlohmann::json::exception&) {
    return rules::ParseError{"the state of a bot lacks a member, or has one of another type", 0};
  }
}

std::string player_name(const std::string& bot, int version) {
  return bot + std::string(kBeforeVersion) + std::to_string(version);
}

std::optional<BotPlayer> bot_of_player(std::string_view player) {
  const std::size_t end = player.find(kBeforeVersion);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view digits = player.substr(end + kBeforeVersion.size());
  if (digits.empty() || digits.size() > 4 || digits.front() == '0') return std::nullopt;
  int version = 0;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') return std::nullopt;
    version = version * 10 + (digit - '0');
  }
  BotPlayer found{.bot = std::string(player.substr(0, end)), .version = version};
  if (!why_not_a_bot_name(found.bot).empty()) return std::nullopt;
  return found;
}

const BotVersion* current_version(const Bot& bot) {
  const auto has_passed = [](const BotVersion& version) {
    return version.state == VersionState::accepted || version.state == VersionState::entered;
  };
  const auto found = std::find_if(bot.versions.rbegin(), bot.versions.rend(), has_passed);
  return found == bot.versions.rend() ? nullptr : &*found;
}

bool is_in_use(const Bot& bot, const BotVersion& version) {
  if (bot.removed) return false;
  return &version == current_version(bot) || version.state == VersionState::entered ||
         version.state == VersionState::waiting;
}

std::vector<int> versions_to_forget(const Bot& bot, int kept) {
  std::vector<int> forgotten;
  for (const BotVersion& version : bot.versions) {
    const bool is_new = version.number + kept > static_cast<int>(bot.versions.size());
    const bool is_needed = is_in_use(bot, version) || (is_new && !bot.removed);
    if (version.has_files && !is_needed) forgotten.push_back(version.number);
  }
  return forgotten;
}

std::vector<int> versions_without_use(const Bot& bot, const std::vector<int>& on_disk) {
  std::vector<int> useless;
  for (const int number : on_disk) {
    const bool is_version = number >= 1 && number <= static_cast<int>(bot.versions.size());
    if (!is_version || !bot.versions[static_cast<std::size_t>(number) - 1].has_files) useless.push_back(number);
  }
  return useless;
}

}  // namespace rensa::submissions
