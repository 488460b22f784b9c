#include <iostream>

#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "clients/command_line/format_option.h"
#include "clients/command_line/version.h"
#include "server/app/commands/commands.h"
#include "server/app/config.h"
#include "server/app/serve.h"
#include "server/base/exit_code.h"

// rensa-server: reads the settings, then serves, or runs a command for tokens or tournaments.

namespace {

using rensa::app::Config;

std::string flag_of_setting(std::string setting_name) {
  std::replace(setting_name.begin(), setting_name.end(), '_', '-');
  return "--" + setting_name;
}

}  // namespace

int main(int argc, char** argv) {
  rensa::command_line::Program app("rensa-server", "Authoritative match server for falling-pair duels.");
  app.add_version_flag("rensa-server " RENSA_VERSION, rensa::command_line::build_text(rensa::command_line::kCommit));
  std::string file;
  bool print_config = false;
  const rensa::command_line::Option& config_option =
      app.add_option("--config", file, "JSON file of settings; flags override it")
          .check(rensa::command_line::file_name());
  app.add_flag("--print-config", print_config, "print the settings as JSON and exit");
  bool print_config_file = false;
  app.add_flag("--print-config-file", print_config_file,
               "print a file of settings and exit: those with their default value are comments");
  Config flags;
  std::vector<std::pair<const rensa::app::Setting*, const rensa::command_line::Option*>> given;
  for (const rensa::app::Setting& setting : rensa::app::settings()) {
    const auto* text = std::get_if<std::string Config::*>(&setting.member);
    const auto* number = std::get_if<int Config::*>(&setting.member);
    auto& option = text != nullptr ? app.add_option(flag_of_setting(setting.name), flags.*(*text), setting.help)
                                   : app.add_option(flag_of_setting(setting.name), flags.*(*number), setting.help)
                                         .check(rensa::command_line::in_range(setting.least, setting.most));
    option.show_default();
    if (!setting.old_name.empty()) option.hidden_alias(flag_of_setting(setting.old_name));
    given.emplace_back(&setting, &option);
  }
  std::string ignored;
  for (const std::string& name : rensa::app::settings_without_effect()) {
    app.add_option(flag_of_setting(name), ignored).hide();
  }

  app.take_options_after_commands();  // settings, of which --data is of interest, may also come after the subcommand
  rensa::command_line::Command& token =
      app.add_command("token", "make, list and revoke tokens of accounts, and change their roles");
  token.require_command();
  token.set_footer("--data DIR is the directory of the server's data; without it, ./var.");
  rensa::command_line::Command& create = token.add_command("create", "make a token, and print it once");
  std::string name;
  bool for_administrator = false;
  create.add_option("--name", name, "name of the player").required();
  create.add_flag("--administrator", for_administrator, "a token for an administrator");
  rensa::command_line::Command& list = token.add_command("list", "list tokens by number");
  rensa::command_line::FormatChoice format;
  rensa::command_line::add_format_options(list, format);
  rensa::command_line::Command& revoke = token.add_command("revoke", "revoke a token");
  std::int64_t id = 0;
  revoke.add_option("ID", id, "its number").required();
  rensa::command_line::Command& role = token.add_command("role", "give the account of a token another role");
  role.add_option("ID", id, "the number of the token").required();
  std::string role_name;
  role.add_option("ROLE", role_name, "what the account may do besides playing")
      .required()
      .check(rensa::command_line::one_of({"worker", "organiser", "moderator", "administrator"}));
  std::string tournaments;
  role.add_option("--tournaments", tournaments,
                  "the ids of the tournaments of an organiser, with spaces between them; autumn-* stands for all ids "
                  "that begin so");
  std::string why_role;
  role.add_option("--why", why_role, "the reason, for the audit log");
  rensa::command_line::Command& moderation =
      app.add_command("moderation", "ban, mute and rename players for a time, and list what holds");
  moderation.require_command();
  moderation.set_footer("--data DIR is the directory of the server's data; without it, ./var.");
  rensa::app::RestrictionOrder restriction;
  constexpr int kMostMinutes = rensa::storage::kMaxRestrictedMinutes;
  const auto add_terms = [&](rensa::command_line::Command& command) {
    command.add_option("--minutes", restriction.minutes, "how long it holds")
        .required()
        .check(rensa::command_line::in_range(1, kMostMinutes));
    command.add_option("--why", restriction.why, "the reason, which a banned player is told").required();
  };
  const auto add_subject = [&](rensa::command_line::Command& command) {
    command.add_option("--account", restriction.account, "the number of the token of an account");
    command.add_option("--address", restriction.address, "an IP address; of IPv6, its first 64 bits count");
    command.add_flag("--everyone", restriction.is_everyone,
                     "all players of the address, and not only guests; accounts with a role are excepted");
    add_terms(command);
  };
  rensa::command_line::Command& ban = moderation.add_command("ban", "let an account or an address not enter");
  add_subject(ban);
  rensa::command_line::Command& mute = moderation.add_command("mute", "pass on no words of an account or an address");
  add_subject(mute);
  rensa::command_line::Command& refuse_name =
      moderation.add_command("refuse-name", "give a name, and all that look like it, to nobody");
  refuse_name.add_option("NAME", restriction.name, "the name").required();
  add_terms(refuse_name);
  rensa::command_line::Command& rename =
      moderation.add_command("rename", "give an account another name, and refuse the old one");
  rename.add_option("ID", restriction.account, "the number of its token").required();
  rename.add_option("NAME", restriction.name, "its new name").required();
  add_terms(rename);
  rensa::command_line::Command& lift = moderation.add_command("lift", "end a ban, a mute or the refusal of a name");
  lift.add_option("ID", restriction.account, "the number of the restriction").required();
  lift.add_option("--why", restriction.why, "the reason, for the audit log");
  rensa::command_line::Command& list_restrictions = moderation.add_command("list", "list what holds now");
  rensa::command_line::add_format_options(list_restrictions, format);
  rensa::command_line::Command& list_reports =
      moderation.add_command("reports", "list the open reports of players, the newest first");
  rensa::storage::ReportQuery report_query;
  bool with_closed_reports = false;
  list_reports.add_flag("--all", with_closed_reports, "also those that are closed");
  list_reports.add_option("--before", report_query.before, "only reports with a smaller number");
  list_reports.add_option("--limit", report_query.limit, "at most so many reports")
      .in_range_with_default(1, static_cast<int>(rensa::storage::kMaxReports));
  rensa::command_line::add_format_options(list_reports, format);
  rensa::command_line::Command& close_report = moderation.add_command("close", "close a report");
  close_report.add_option("ID", restriction.account, "the number of the report").required();
  std::string report_state;
  close_report.add_option("STATE", report_state, "was something done?")
      .required()
      .check(rensa::command_line::one_of({"done", "dismissed"}));
  close_report.add_option("--why", restriction.why, "the reason, for the audit log");
  rensa::command_line::Command& registration =
      app.add_command("registration", "list, approve and dismiss the accounts that people have asked for");
  registration.require_command();
  registration.set_footer("--data DIR is the directory of the server's data; without it, ./var.");
  std::int64_t registration_id = 0;
  std::string why_dismissed;
  rensa::command_line::Command& list_registrations = registration.add_command("list", "list those that wait");
  rensa::command_line::add_format_options(list_registrations, format);
  rensa::command_line::Command& approve = registration.add_command("approve", "make the account");
  approve.add_option("ID", registration_id, "the number of the registration").required();
  rensa::command_line::Command& dismiss = registration.add_command("dismiss", "make no account");
  dismiss.add_option("ID", registration_id, "the number of the registration").required();
  dismiss.add_option("--why", why_dismissed, "the reason, for the audit log");
  bool with_neighbours = false;
  dismiss.add_flag("--all", with_neighbours, "also all others that wait from addresses near this one");
  rensa::command_line::Command& audit =
      app.add_command("audit", "print what organisers, moderators, administrators and commands have done");
  audit.set_footer("--data DIR is the directory of the server's data; without it, ./var.");
  rensa::storage::AuditQuery audit_query;
  audit.add_option("--before", audit_query.before, "only entries with a smaller number");
  audit.add_option("--limit", audit_query.limit, "at most so many entries, the newest first")
      .in_range_with_default(1, static_cast<int>(rensa::storage::kMaxAuditEntries));
  audit.add_option("--actor", audit_query.actor, "only acts of this name");
  rensa::command_line::add_format_options(audit, format);
  rensa::command_line::Command& journal = app.add_command("journal", "check the journals of tournaments");
  journal.require_command();
  rensa::command_line::Command& verify = journal.add_command("verify", "play all games of a run again and compare");
  std::string run;
  verify.add_option("RUN", run, "the name of a tournament of --data, or the folder of any run").required();
  rensa::command_line::add_format_options(verify, format);
  rensa::command_line::Command& store = app.add_command("store", "check, copy and restore the store of games");
  store.require_command();
  store.set_footer("--data DIR is the directory of the server's data; without it, ./var.");
  rensa::command_line::Command& verify_store =
      store.add_command("verify", "read everything, replay all records, and name what is damaged");
  rensa::command_line::add_format_options(verify_store, format);
  std::string file_of_copy;
  rensa::command_line::Command& backup = store.add_command("backup", "copy the database, also while the server runs");
  backup.add_option("FILE", file_of_copy, "the copy, which must not exist yet").required();
  rensa::command_line::Command& restore =
      store.add_command("restore", "put a copy in the place of the database of a server that does not run");
  restore.add_option("FILE", file_of_copy, "a copy that \"store backup\" has made").required();
  rensa::command_line::Command& check_bot = app.add_command(
      "check-bot", "check a version of an uploaded bot, as the server does before it enters the ladder");
  check_bot.set_footer("--data DIR is the directory of the server's data; without it, ./var.");
  int version = 0;
  check_bot.add_option("BOT", name, "the name of the bot").required();
  check_bot.add_option("VERSION", version, "the number of the version").required();
  bool prints_lines = false;
  check_bot.add_flag("--lines", prints_lines, "print each result at once as a line of JSON, and no table");
  rensa::command_line::add_format_options(check_bot, format);
  rensa::command_line::Command& drain = app.add_command(
      "drain", "let the running matches of a server end, start no new ones, and wait until the server has ended");
  drain.set_footer("--data DIR is the directory of the server's data; without it, ./var.");
  if (const auto exit_code = app.parse(argc, argv)) return *exit_code;

  try {
    const auto read_config = [&] {
      Config config = config_option.is_given() ? rensa::app::read_config_file(file) : Config{};
      for (const auto& [setting, option] : given) {
        if (!option->is_given()) continue;
        std::visit([&](auto member) { config.*member = flags.*member; }, setting->member);
      }
      return config;
    };
    const Config config = read_config();
    if (create.is_called()) return rensa::app::create_token(config.data, name, for_administrator);
    if (list.is_called()) return rensa::app::list_tokens(config.data, format.wanted());
    if (revoke.is_called()) return rensa::app::revoke_token(config.data, id);
    if (role.is_called()) {
      const rensa::storage::RoleGrant grant{.role = *rensa::storage::role_from_name(role_name),
                                            .tournaments = rensa::storage::split_tournaments(tournaments)};
      return rensa::app::set_role(config.data, id, grant, why_role);
    }
    if (ban.is_called() || mute.is_called() || refuse_name.is_called()) {
      using Kind = rensa::storage::Restriction::Kind;
      restriction.kind = ban.is_called() ? Kind::ban : mute.is_called() ? Kind::mute : Kind::name;
      return rensa::app::add_restriction(config.data, restriction);
    }
    if (rename.is_called()) {
      return rensa::app::rename_account(config.data,
                                        {restriction.account, restriction.name, restriction.minutes, restriction.why});
    }
    if (lift.is_called()) return rensa::app::lift_restriction(config.data, restriction.account, restriction.why);
    if (list_restrictions.is_called()) return rensa::app::list_restrictions(config.data, format.wanted());
    if (list_reports.is_called()) {
      if (with_closed_reports) report_query.state.reset();
      return rensa::app::list_reports(config.data, report_query, format.wanted());
    }
    if (close_report.is_called()) {
      const auto state = *rensa::storage::report_state_from_name(report_state);
      return rensa::app::close_report(config.data, restriction.account, state, restriction.why);
    }
    if (list_registrations.is_called()) return rensa::app::list_registrations(config.data, format.wanted());
    if (approve.is_called()) return rensa::app::approve_registration(config.data, registration_id);
    if (dismiss.is_called()) {
      return rensa::app::dismiss_registration(config.data, {registration_id, with_neighbours}, why_dismissed);
    }
    if (audit.is_called()) return rensa::app::print_audit_log(config.data, audit_query, format.wanted());
    if (verify.is_called()) return rensa::app::verify_journal(config.data, run, format.wanted());
    if (verify_store.is_called()) return rensa::app::verify_store(config.data, format.wanted());
    if (backup.is_called()) return rensa::app::back_up_store(config.data, file_of_copy);
    if (restore.is_called()) return rensa::app::restore_store(config.data, file_of_copy);
    if (check_bot.is_called()) {
      return rensa::app::check_bot(config, name, version, {.format = format.wanted(), .prints_lines = prints_lines});
    }
    if (drain.is_called()) return rensa::app::drain_server(config.data);
    if (const std::string why = rensa::app::why_unusable(config); !why.empty()) throw rensa::app::WrongSettings(why);
    if (print_config || print_config_file) {
      std::cout << (print_config_file ? rensa::app::config_file_of(config) : rensa::app::json_of(config) + "\n");
      return rensa::app::flushed_output();
    }
    return rensa::app::serve(read_config);
  } catch (const rensa::app::WrongSettings& problem) {
    std::cerr << "rensa-server: " << rensa::command_line::message_of(problem) << "\n";
    return rensa::base::kExitWrongCall;
  } catch (const std::exception& problem) {
    std::cerr << "rensa-server: " << rensa::command_line::message_of(problem) << "\n";
    return rensa::base::kExitFailed;
  }
}
