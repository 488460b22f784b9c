#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rensa::cli {

// Projects of new bots: small folders outside of this tree, to start from. Their files are made of templates that the
// program contains.

// A file of clients/cli/new_bot/templates as it was when the program was built.
struct EmbeddedTemplate {
  const char* path;  // "python/bot.py.in": the language, and the name of the file that is made of it
  const char* begin;
  const char* end;
};
std::span<const EmbeddedTemplate> embedded_templates();

struct NewBot {
  std::string name;      // also of a project of CMake or npm (submissions::why_not_a_bot_name)
  std::string language;  // "cpp", "python" or "js"
  std::string version;   // of Rensa, "0.2.0"
};

// Returns the reason why a project cannot be written into this folder, or an empty text: it has files.
std::string why_not_new(const std::filesystem::path& folder);

struct BotFile {
  std::string name;
  std::string text;
};
// Returns the files of the project.
std::vector<BotFile> files_of(const NewBot& bot);

}  // namespace rensa::cli
