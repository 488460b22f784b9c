#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "clients/cli/commands.h"
#include "clients/cli/new_bot/new_bot.h"
#include "clients/cli/new_bot/project_folder.h"
#include "clients/command_line/command_line.h"
#include "server/submissions/archive/bot_manifest.h"

namespace rensa::cli {

namespace {

namespace fs = std::filesystem;

struct CommandOptions {
  std::string folder;
  std::string language;
  std::optional<std::string> name;  // nullopt: that of the folder
};

// "bots/mine/" and "." name folders, too.
std::string name_of_folder(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

// Writes all files or none. The folder is a part of the call, so the call is wrong if they cannot be written into it.
void write_files(const std::string& folder, const NewBot& bot) {
  ProjectFolder project(folder);
  try {
    project.make();
    for (const BotFile& file : files_of(bot)) project.write(file.name, file.text);
  } catch (const std::runtime_error& error) {
    throw command_line::UsageError(std::string("new-bot: ") + error.what());
  }
  project.keep();
}

void write_bot(const CommandOptions& options) {
  const std::string name = options.name.value_or(name_of_folder(options.folder));
  if (const std::string why = submissions::why_not_a_bot_name(name); !why.empty()) {
    const std::string hint = options.name ? "" : "; --name gives the bot a name of its own";
    throw command_line::UsageError("new-bot: " + (name.empty() ? "an empty name" : name) + ": " + why + hint);
  }
  if (const std::string why = why_not_new(options.folder); !why.empty()) {
    throw command_line::UsageError("new-bot: " + options.folder + ' ' + why);
  }
  write_files(options.folder, {.name = name, .language = options.language, .version = RENSA_VERSION});
  std::cout << options.folder << " is the project of the bot " << name << ". Its commands stand in "
            << (fs::path(options.folder) / "README.md").string() << '\n';
}

}  // namespace

void add_new_bot_command(command_line::Command& program) {
  command_line::Command& command =
      program.add_command("new-bot", "Write the project of a new bot: its code, a test, and the plan of a tournament");
  const auto options = std::make_shared<CommandOptions>();
  command.add_option("DIR", options->folder, "A new or an empty folder").required().check(command_line::file_name());
  command.add_option("--language", options->language, "The language of the bot")
      .required()
      .check(command_line::one_of({"cpp", "python", "js"}));
  command.add_option("--name", options->name,
                     "The name of the bot: small letters, digits and hyphens; by default, that of the folder");
  command.set_task([options] { write_bot(*options); });
}

}  // namespace rensa::cli
