#include <chrono>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "clients/cli/commands.h"
#include "clients/cli/match/stop_signal.h"
#include "clients/cli/remote/remote_bots.h"
#include "clients/cli/report/report.h"
#include "clients/cli/submit/packed_bot.h"
#include "clients/command_line/command_line.h"
#include "server/base/exit_code.h"

namespace rensa::cli {

namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

constexpr auto kAskInterval = 500ms;
constexpr auto kPatience = 1min;  // with a server that does not answer meanwhile, such as one that starts again

struct SubmitOptions {
  RemoteOptions remote;
  std::string folder;
  bool is_left_alone = false;
  command_line::FormatChoice format;
};

bool is_under_way(const std::string& state) { return state == "waiting" || state == "checking" || state == "accepted"; }

void print_check(const Json& check) {
  const Json& reason = check.at("reason");
  std::cout << std::left << std::setw(14) << check.at("check").get<std::string>() + ':'
            << (reason.is_null() ? check.at("result").get<std::string>() : reason.get<std::string>()) << std::endl;
}

// Asks the server again and again. It may be started again meanwhile.
class SubmittedBot {
 public:
  SubmittedBot(const RemoteBots& server, std::string bot, std::size_t version)
      : server_(server), bot_(std::move(bot)), version_(version) {}

  // Returns nothing if the server does not answer now.
  std::optional<Json> version_now() {
    try {
      const Json bot = server_.show(bot_);
      answered_ = std::chrono::steady_clock::now();
      return bot.at("versions").at(version_ - 1);
    } catch (const ServerUnreachable&) {
      if (std::chrono::steady_clock::now() - answered_ > kPatience) throw;
      return std::nullopt;
    }
  }

 private:
  const RemoteBots& server_;
  const std::string bot_;
  const std::size_t version_;
  std::chrono::steady_clock::time_point answered_ = std::chrono::steady_clock::now();
};

// Waits for the end of the check, and shows its results as they come. Returns the version as it is then, or nothing
// after a signal.
std::optional<Json> wait_for_check(SubmittedBot& bot, bool is_shown) {
  std::size_t shown = 0;
  while (!must_stop()) {
    const std::optional<Json> version = bot.version_now();
    if (version) {
      const Json& checks = version->at("checks");
      if (checks.size() < shown) shown = 0;  // it has begun again
      for (; is_shown && shown < checks.size(); ++shown) print_check(checks.at(shown));
      if (!is_under_way(version->at("state").get<std::string>())) return version;
    }
    std::this_thread::sleep_for(kAskInterval);
  }
  return std::nullopt;
}

int exit_code_of(const std::string& state) {
  if (state == "entered" || state == "replaced") return base::kExitSuccess;
  return state == "refused" ? base::kExitAnswerIsNo : base::kExitFailed;
}

std::string summary_of(const RemoteBots& server, const std::string& bot, const Json& version) {
  const std::string state = version.at("state");
  if (state == "entered" || state == "replaced") {
    return version.at("player").get<std::string>() + " plays on the ladder " + version.at("ladder").get<std::string>() +
           ": " + server.page("/bots/" + bot);
  }
  const Json& why = version.at("why");
  return version.at("player").get<std::string>() + " is " + state +
         (why.is_null() ? "" : ": " + why.get<std::string>());
}

Json upload(const RemoteBots& server, const PackedBot& bot) {
  try {
    return server.submit(bot.archive);
  } catch (const BodyRefused& refusal) {
    throw RequestRefused(std::string(refusal.what()) + " " + bot.manifest.name + " has " +
                         std::to_string(bot.archive.size()) + " bytes, and its largest file is " + bot.largest_file +
                         " with " + std::to_string(bot.largest_file_bytes) +
                         R"(: name the files that the bot needs as "files" in bot.json)");
  }
}

int submit(const SubmitOptions& options) {
  const PackedBot packed = pack_bot(options.folder);
  const RemoteBots server(server_url_of_options(options.remote), token_of_options(options.remote));
  catch_stop_signals();
  const Json uploaded = upload(server, packed);
  const std::string bot = uploaded.at("bot");
  const std::string number = uploaded.at("version").dump();
  const bool is_text = options.format.is_text();
  if (is_text) {
    std::cout << bot << ": " << packed.files << (packed.files == 1 ? " file" : " files") << " uploaded as version "
              << number << std::endl;
  }
  if (options.is_left_alone) return base::kExitSuccess;
  SubmittedBot submitted(server, bot, uploaded.at("version").get<std::size_t>());
  const std::optional<Json> version = wait_for_check(submitted, is_text);
  if (!version) return exit_code_after_stop();
  if (is_text) {
    std::cout << summary_of(server, bot, *version) << '\n';
  } else {
    print_report(*version, version->at("checks"), options.format.wanted());
  }
  return exit_code_of(version->at("state"));
}

struct BotOptions {
  RemoteOptions remote;
  std::string bot;
  std::string reason;
  command_line::FormatChoice format;
};

// The checks of a version in one cell: the first that has failed.
std::string failed_check_of(const Json& version) {
  for (const Json& check : version.at("checks")) {
    if (check.at("result") == "failed") return check.at("check");
  }
  return "";
}

// A cell of a member that may be null.
base::Cell cell_of(const Json& member) {
  if (member.is_null()) return {};
  return member.is_string() ? base::Cell(member.get<std::string>()) : base::Cell::literal(member.dump());
}

// Prints all that the server says as JSON, or a table.
void print_answer(const Json& answer, const base::Table& table, const command_line::FormatChoice& format) {
  if (format.is_json()) return print_report(answer, answer, base::TableFormat::json);
  print_table(table, format.wanted());
}

void list_bots(const RemoteBots& server, const command_line::FormatChoice& format) {
  const Json list = server.list();
  if (format.is_text() && !list.at("why_closed").is_null()) {
    std::cout << "No bot can be submitted: " << list.at("why_closed").get<std::string>() << "\n";
  }
  base::Table table{.columns = {"bot", "owner", "versions", "removed"}, .rows = {}};
  for (const Json& bot : list.at("bots")) {
    table.rows.push_back(
        {cell_of(bot.at("bot")), cell_of(bot.at("owner")), cell_of(bot.at("versions")), cell_of(bot.at("removed"))});
  }
  print_answer(list, table, format);
}

void show_bot(const BotOptions& options) {
  const RemoteBots server(server_url_of_options(options.remote), token_of_options_if_any(options.remote));
  if (options.bot.empty()) return list_bots(server, options.format);
  const Json bot = server.show(options.bot);
  if (options.format.is_text() && !bot.at("removed").is_null()) {
    std::cout << options.bot << " was removed: " << bot.at("removed").get<std::string>() << "\n";
  }
  base::Table table{.columns = {"version", "state", "uploaded", "bytes", "ladder", "failed", "why"}, .rows = {}};
  for (const Json& version : bot.at("versions")) {
    const std::string failed = failed_check_of(version);
    table.rows.push_back({cell_of(version.at("version")), cell_of(version.at("state")), cell_of(version.at("uploaded")),
                          cell_of(version.at("bytes")), cell_of(version.at("ladder")),
                          failed.empty() ? base::Cell() : base::Cell(failed), cell_of(version.at("why"))});
  }
  print_answer(bot, table, options.format);
}

void remove_bot(const BotOptions& options) {
  const RemoteBots server(server_url_of_options(options.remote), token_of_options(options.remote));
  const Json bot = server.remove(options.bot, options.reason);
  std::cout << bot.at("bot").get<std::string>() << " is removed\n";
}

}  // namespace

void add_submit_command(command_line::Command& program) {
  command_line::Command& command = program.add_command(
      "submit", "Upload a bot to a server, which checks it and enters it into its ladder, and wait for the result");
  const auto options = std::make_shared<SubmitOptions>();
  command.add_option("DIR", options->folder, "The folder of the bot, with the file bot.json").required();
  add_server_option(command, options->remote);
  add_token_options(command, options->remote, "of the account that the bot belongs to");
  command.add_flag("--no-wait", options->is_left_alone, "Do not wait for the check");
  command_line::add_format_options(command, options->format);
  command.set_action([options] { return with_checked_answers([&] { return submit(*options); }); });
}

void add_bot_command(command_line::Command& program) {
  command_line::Command& bot = program.add_command("bot", "Show and remove the bots that were submitted to a server");
  bot.require_command();
  const auto options = std::make_shared<BotOptions>();
  command_line::Command& show = bot.add_command("show", "List the bots of a server, or the versions of one");
  show.add_option("BOT", options->bot, "The name of the bot");
  add_server_option(show, options->remote);
  add_token_options(show, options->remote, "of its account or of an administrator, for the reasons of failed checks");
  command_line::add_format_options(show, options->format);
  show.set_task([options] { with_checked_answers([&] { show_bot(*options); }); });
  command_line::Command& remove =
      bot.add_command("remove", "Withdraw a bot from its ladder, delete its files, and refuse further versions");
  remove.add_option("BOT", options->bot, "The name of the bot").required();
  add_server_option(remove, options->remote);
  add_token_options(remove, options->remote, "of an administrator");
  remove.add_option("--reason", options->reason, "A sentence for the page of the bot and the audit log");
  remove.set_task([options] { with_checked_answers([&] { remove_bot(*options); }); });
}

}  // namespace rensa::cli
