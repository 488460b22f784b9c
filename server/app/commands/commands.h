#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "server/app/config.h"
#include "server/base/table.h"
#include "server/storage/audit.h"
#include "server/storage/registrations.h"
#include "server/storage/reports.h"
#include "server/storage/restrictions.h"
#include "server/storage/roles.h"

namespace rensa::app {

// The commands of rensa-server besides serving. Each returns the exit status, and throws std::runtime_error with a
// sentence, also if its output cannot be written. `data` is the directory of a server, which may be running; a
// directory without a store is refused. Commands that print a table get its format.

// Throws std::runtime_error if the standard output could not be written. Returns the exit status 0.
int flushed_output();

// rensa-server token create | list | revoke.
int create_token(const std::string& data, const std::string& name, bool for_administrator);
int list_tokens(const std::string& data, base::TableFormat format);
int revoke_token(const std::string& data, std::int64_t id);

// rensa-server token role: gives an account another role. `why` is for the audit log, and may be empty.
int set_role(const std::string& data, std::int64_t id, const storage::RoleGrant& grant, const std::string& why);

// rensa-server moderation ban | mute | refuse-name. Throws WrongSettings unless it names one subject.
struct RestrictionOrder {
  storage::Restriction::Kind kind = storage::Restriction::Kind::ban;
  std::int64_t account = 0;  // 0: none
  std::string address{};     // empty: none
  bool is_everyone = false;  // at the address, and not only guests
  std::string name{};        // of the kind name
  std::int64_t minutes = 0;
  std::string why{};
};
int add_restriction(const std::string& data, const RestrictionOrder& order);
int lift_restriction(const std::string& data, std::int64_t id, const std::string& why);
int list_restrictions(const std::string& data, base::TableFormat format);

// rensa-server moderation reports | close.
int list_reports(const std::string& data, const storage::ReportQuery& query, base::TableFormat format);
int close_report(const std::string& data, std::int64_t id, storage::Report::State state, const std::string& why);

// rensa-server moderation rename: the old name is refused for so many minutes.
struct RenameOrder {
  std::int64_t account = 0;
  std::string name{};
  std::int64_t minutes = 0;
  std::string why{};
};
int rename_account(const std::string& data, const RenameOrder& order);

// rensa-server registration list | approve | dismiss: the accounts that people have asked for.
int list_registrations(const std::string& data, base::TableFormat format);
int approve_registration(const std::string& data, std::int64_t id);
int dismiss_registration(const std::string& data, const storage::Dismissal& dismissal, const std::string& why);

// rensa-server audit: prints entries of the audit log, the newest first.
int print_audit_log(const std::string& data, const storage::AuditQuery& query, base::TableFormat format);

// rensa-server journal verify: compares a run with the plan in its folder. `run` is the name of a tournament of the
// server, or the folder of any run. Prints the errors, or the number of correct games.
int verify_journal(const std::string& data, const std::string& run, base::TableFormat format);

// rensa-server store verify: reads everything that the store holds, and replays all records. Prints a sentence for each
// fault, or the number of games.
int verify_store(const std::string& data, base::TableFormat format);
// rensa-server store backup | restore. `file`: the copy of the database.
int back_up_store(const std::string& data, const std::string& file);
int restore_store(const std::string& data, const std::string& file);

// rensa-server check-bot: checks a version of an uploaded bot, as the server does before it enters the ladder. Returns
// kExitAnswerIsNo if a check has failed.
struct CheckOutput {
  base::TableFormat format = base::TableFormat::text;
  bool prints_lines = false;  // each result at once, as a line of JSON, instead of a table
};
int check_bot(const Config& config, const std::string& name, int number, CheckOutput output);
// Returns a sentence for each difference between what was uploaded of a bot and what is kept of it. `folder` has all
// bots.
std::vector<std::string> faults_of_bot(const std::filesystem::path& folder, const std::string& name,
                                       const std::string& state);

// rensa-server drain: sends SIGINT to the server of this machine that uses the data, and waits until it has ended. If
// there is none, prints a sentence and returns kExitAnswerIsNo.
int drain_server(const std::string& data);

}  // namespace rensa::app
