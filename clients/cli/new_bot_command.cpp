#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <unistd.h>

#include "clients/cli/commands.h"
#include "clients/cli/new_bot/new_bot.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "server/submissions/bot_manifest.h"

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

// The folder is a part of the call, so it is wrong if nothing can be written into it.
void make_folder(const std::string& folder) {
  try {
    command_line::make_folders(folder);
  } catch (const std::runtime_error& error) {
    throw command_line::UsageError(std::string("new-bot: ") + error.what());
  }
  if (access(folder.c_str(), W_OK | X_OK) != 0) {
    throw command_line::UsageError("new-bot: there is no permission to write into " + folder);
  }
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
  make_folder(options.folder);
  for (const BotFile& file : files_of({.name = name, .language = options.language, .version = RENSA_VERSION})) {
    command_line::write_output_file((fs::path(options.folder) / file.name).string(), file.text);
  }
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
