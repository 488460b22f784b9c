#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <iterator>

#include "server/app/config.h"
#include "server/app/journal_command.h"
#include "server/app/serve.h"
#include "server/app/token_command.h"

// rensa-server: reads settings, then serves, looks after tokens, or at the runs of tournaments.

namespace {

using rensa::app::Config;

// The file's settings; flags override them.
Config config_of_file(const std::string& file) {
  if (file.empty()) return {};
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error(file + ": cannot be read");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  auto config = rensa::app::config_of_json(text, {});
  if (!config) throw std::runtime_error(file + ": " + config.error().message);
  return *config;
}

std::string flag_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Authoritative match server for falling-pair duels.", "rensa-server");
  app.set_version_flag("--version", RENSA_VERSION);
  std::string file;
  bool print_config = false;
  app.add_option("--config", file, "JSON file of settings; flags override it");
  app.add_flag("--print-config", print_config, "print the settings as JSON and exit");
  Config flags;
  std::vector<std::pair<const rensa::app::Setting*, CLI::Option*>> given;
  for (const rensa::app::Setting& setting : rensa::app::settings()) {
    CLI::Option* option = nullptr;
    if (const auto* text = std::get_if<std::string Config::*>(&setting.member)) {
      option = app.add_option(flag_of(setting.name), flags.*(*text), setting.help);
    } else {
      option = app.add_option(flag_of(setting.name), flags.*std::get<int Config::*>(setting.member), setting.help)
                   ->check(CLI::Range(setting.least, setting.most));
    }
    option->capture_default_str();
    given.emplace_back(&setting, option);
  }

  app.fallthrough();  // settings, of which --data is of interest, may also come after the subcommand
  CLI::App& token = *app.add_subcommand("token", "make, list and revoke tokens of workers and administrators");
  token.require_subcommand(1);
  token.footer("All of them take --data DIR, as the server does.");
  CLI::App& create = *token.add_subcommand("create", "make a token, and print it this once");
  std::string name;
  bool for_administrator = false;
  create.add_option("--name", name, "of the player that it speaks for")->required();
  create.add_flag("--administrator", for_administrator, "a token for an administrator");
  CLI::App& list = *token.add_subcommand("list", "list tokens by number");
  CLI::App& revoke = *token.add_subcommand("revoke", "revoke a token");
  std::int64_t id = 0;
  revoke.add_option("ID", id, "its number")->required();
  CLI::App& journal = *app.add_subcommand("journal", "look at the runs of tournaments");
  journal.require_subcommand(1);
  CLI::App& verify = *journal.add_subcommand("verify", "play all games of a run again and compare");
  std::string run;
  verify.add_option("RUN", run, "the name of a tournament of --data, or the folder of any run")->required();
  CLI11_PARSE(app, argc, argv);

  try {
    Config config = config_of_file(file);
    for (const auto& [setting, option] : given) {
      if (option->count() == 0) continue;
      std::visit([&](auto member) { config.*member = flags.*member; }, setting->member);
    }
    if (create.parsed()) return rensa::app::create_token(config.data, name, for_administrator);
    if (list.parsed()) return rensa::app::list_tokens(config.data);
    if (revoke.parsed()) return rensa::app::revoke_token(config.data, id);
    if (verify.parsed()) return rensa::app::verify_journal(config.data, run);
    if (const std::string why = rensa::app::why_unusable(config); !why.empty()) throw std::runtime_error(why);
    if (print_config) {
      std::cout << rensa::app::json_of(config) << "\n";
      return 0;
    }
    return rensa::app::serve(config);
  } catch (const std::exception& problem) {
    std::cerr << "rensa-server: " << problem.what() << "\n";
    return 1;
  }
}
