#include "clients/cli/new_bot/new_bot.h"

#include <cstddef>
#include <system_error>

// The files of clients/cli/new_bot/templates. The assembler makes these arrays (cmake/RensaEmbed.cmake).
extern "C" const rensa::cli::EmbeddedTemplate rensa_bot_templates[];
extern "C" const rensa::cli::EmbeddedTemplate rensa_bot_templates_end[];

namespace rensa::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemplateEnding = ".in";

void replace_all(std::string& text, std::string_view word, std::string_view value) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + value.size())) {
    text.replace(at, word.size(), value);
  }
}

}  // namespace

std::span<const EmbeddedTemplate> embedded_templates() { return {rensa_bot_templates, rensa_bot_templates_end}; }

std::string why_not_new(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status)) return {};
  if (!fs::is_directory(status)) return "is a file: name a new folder";
  // If the folder cannot be read, writing to it tells the reason.
  if (fs::is_empty(folder, error) || error) return {};
  return "is a folder that is not empty: name a new one";
}

std::vector<BotFile> files_of(const NewBot& bot) {
  std::vector<BotFile> files;
  const std::string folder = bot.language + '/';
  for (const EmbeddedTemplate& embedded : embedded_templates()) {
    std::string_view path = embedded.path;
    if (!path.starts_with(folder) || !path.ends_with(kTemplateEnding)) continue;
    path.remove_prefix(folder.size());
    path.remove_suffix(kTemplateEnding.size());
    BotFile file{.name = std::string(path), .text = std::string(embedded.begin, embedded.end)};
    replace_all(file.text, "@NAME@", bot.name);
    replace_all(file.text, "@VERSION@", bot.version);
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace rensa::cli
