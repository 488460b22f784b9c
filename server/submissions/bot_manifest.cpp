#include "server/submissions/bot_manifest.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/json/document.h"
#include "engine/players/registry.h"
#include "server/base/plain_text.h"

namespace rensa::submissions {

namespace {

using ManifestJson = nlohmann::json;

constexpr std::size_t kMaxLanguageBytes = 20;
constexpr std::size_t kMaxWords = 32;
constexpr std::size_t kMaxWordBytes = 300;
constexpr std::size_t kMaxNamedFiles = 200;
constexpr std::array kMembers{"name", "language", "command", "files"};

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter_of_name(char c) { return is_small_letter(c) || (c >= '0' && c <= '9') || c == '-'; }

rules::ParseError wrong(const std::string& member, const std::string& expected) {
  return {std::string(kManifestName) + ": " + member + ": " + expected, 0};
}

// Reads a list of texts. Returns nothing if it is none.
std::optional<std::vector<std::string>> texts_of(const ManifestJson& list) {
  if (!list.is_array()) return std::nullopt;
  std::vector<std::string> texts;
  for (const ManifestJson& text : list) {
    if (!text.is_string()) return std::nullopt;
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

bool is_word(const std::string& word) {
  return !word.empty() && word.size() <= kMaxWordBytes && base::is_plain_text(word);
}

rules::Parsed<std::string> text_member(const ManifestJson& object, const char* member) {
  if (!object.contains(member)) return wrong(member, "is missing");
  if (!object[member].is_string()) return wrong(member, "a text is expected");
  return object[member].get<std::string>();
}

rules::Parsed<std::vector<std::string>> command_member(const ManifestJson& object) {
  const auto words = object.contains("command") ? texts_of(object["command"]) : std::nullopt;
  if (!words || words->empty() || words->size() > kMaxWords || !std::all_of(words->begin(), words->end(), is_word)) {
    return wrong("command", "a list of 1 to " + std::to_string(kMaxWords) +
                                R"( texts is expected, the program and its arguments: ["python3", "bot.py"])");
  }
  return *words;
}

rules::Parsed<std::vector<std::string>> files_member(const ManifestJson& object) {
  const auto paths = texts_of(object["files"]);
  if (!paths || paths->empty() || paths->size() > kMaxNamedFiles) {
    return wrong("files", R"(a list of files and folders is expected: ["bot.py", "weights"])");
  }
  for (const std::string& path : *paths) {
    if (const std::string why = why_not_a_path(path); !why.empty()) {
      return wrong("files", rensa::json::quoted_key(path) + " " + why);
    }
  }
  return *paths;
}

}  // namespace

std::string why_not_a_bot_name(std::string_view name) {
  if (name.empty() || name.size() > kMaxBotNameBytes || !is_small_letter(name.front()) ||
      !std::all_of(name.begin(), name.end(), is_letter_of_name)) {
    return "a name of a bot has 1 to " + std::to_string(kMaxBotNameBytes) +
           " small letters, digits and hyphens, and begins with a letter";
  }
  // npm installs no package into a project of the same name.
  if (name == "rensa") return "this is the name of the library";
  if (players::find_player(name) != nullptr) return "this is the name of a built-in player";
  return {};
}

rules::Parsed<BotManifest> parse_manifest(std::string_view text) {
  const auto document = rensa::json::parse_document(text);
  if (!document) return rules::ParseError{std::string(kManifestName) + ": " + document.error().message, 0};
  if (!document->is_object()) return rules::ParseError{std::string(kManifestName) + ": an object is expected", 0};
  for (const auto& [key, value] : document->items()) {
    if (std::find(kMembers.begin(), kMembers.end(), key) != kMembers.end()) continue;
    return rules::ParseError{std::string(kManifestName) + ": " + rensa::json::quoted_key(key) + " is not known", 0};
  }
  BotManifest manifest;
  const auto name = text_member(*document, "name");
  if (!name) return name.error();
  manifest.name = *name;
  if (const std::string why = why_not_a_bot_name(*name); !why.empty()) return wrong("name", why);
  const auto language = text_member(*document, "language");
  if (!language) return language.error();
  manifest.language = *language;
  if (language->empty() || language->size() > kMaxLanguageBytes || !base::is_plain_name(*language)) {
    return wrong("language", "1 to " + std::to_string(kMaxLanguageBytes) + " bytes are expected, such as python");
  }
  const auto command = command_member(*document);
  if (!command) return command.error();
  manifest.command = *command;
  if (!document->contains("files")) return manifest;
  const auto files = files_member(*document);
  if (!files) return files.error();
  manifest.files = *files;
  return manifest;
}

rules::Parsed<UploadedBot> read_upload(std::string_view archive) {
  auto files = read_archive(archive);
  if (!files) return files.error();
  const auto manifest_file =
      std::find_if(files->begin(), files->end(), [](const ArchivedFile& file) { return file.path == kManifestName; });
  if (manifest_file == files->end()) {
    return rules::ParseError{std::string("the archive has no ") + kManifestName + " in its first folder", 0};
  }
  const auto manifest = parse_manifest(manifest_file->bytes);
  if (!manifest) return manifest.error();
  return UploadedBot{.manifest = *manifest, .files = std::move(files).value()};
}

}  // namespace rensa::submissions
