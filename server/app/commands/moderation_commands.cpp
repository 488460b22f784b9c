#include <chrono>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "server/app/commands/command_store.h"
#include "server/app/commands/commands.h"
#include "server/app/commands/operator_act.h"
#include "server/app/config.h"
#include "server/base/plain_text.h"
#include "server/base/utc_time.h"
#include "server/http_api/restrictions_api.h"

namespace rensa::app {

namespace {

using RestrictionKind = storage::Restriction::Kind;

void check_reason(const std::string& why) {
  if (base::is_blank(why)) throw WrongSettings("--why: a reason is expected");
}

std::string subject_of(const RestrictionOrder& order) {
  if (order.kind == RestrictionKind::name) return order.name;
  if ((order.account != 0) == !order.address.empty()) throw WrongSettings("one of --account and --address is expected");
  if (order.account != 0 && order.is_everyone) throw WrongSettings("--everyone is expected only with --address");
  if (order.account != 0) return storage::subject_of_account(order.account);
  const auto network = http_api::restricted_network(order.address);
  if (!network)
    throw WrongSettings("--address: an IP address is expected, or the first 24 bits of one (/24; IPv6: /48)");
  return order.is_everyone ? storage::subject_of_everyone(*network) : storage::subject_of_guests(*network);
}

storage::Restriction restriction_of(RestrictionKind kind, const std::string& subject, std::int64_t minutes,
                                    const std::string& why) {
  const auto now = std::chrono::system_clock::now();
  return {.kind = kind,
          .subject = subject,
          .made = base::utc_text(now),
          .until = base::utc_text(now + std::chrono::minutes(minutes)),
          .why = why};
}

std::vector<storage::HashedToken> tokens_of(CommandStore& store) {
  return store
      .ask<std::optional<storage::TokenList>>(
          [](auto& accounts, auto done) { accounts.list_tokens_since(0, std::move(done)); })
      ->tokens;
}

std::optional<storage::TokenRow> valid_account(CommandStore& store, std::int64_t id) {
  for (const auto& [account, hash] : tokens_of(store)) {
    if (account.id == id && !account.revoked) return account;
  }
  return std::nullopt;
}

std::string unknown_account(std::int64_t id) {
  return "there is no valid token " + std::to_string(id) + ": see rensa-server token list";
}

std::string shown_payer(const std::string& subject) {
  const storage::SubjectParts parts = storage::parts_of_subject(subject);
  return parts.account ? "account " + std::to_string(*parts.account) : subject;
}

std::string shown_subject(const storage::Restriction& one) {
  return one.kind == RestrictionKind::name ? one.subject : shown_payer(one.subject);
}

}  // namespace

int add_restriction(const std::string& data, const RestrictionOrder& order) {
  check_reason(order.why);
  storage::Restriction restriction = restriction_of(order.kind, subject_of(order), order.minutes, order.why);
  CommandStore store(data);
  const OperatorAct act(store, {.name = "restriction " + std::string(name_of(order.kind)),
                                .target = shown_subject(restriction) + ", minutes " + std::to_string(order.minutes),
                                .why = order.why});
  if (order.account != 0) {
    const auto account = valid_account(store, order.account);
    if (!account) return act.refuse(unknown_account(order.account));
    restriction.is_of_role = account->role != storage::Role::worker;
  }
  const auto id = act.carry_out<std::int64_t>(
      [&](auto& restrictions, auto done) { restrictions.add_restriction(restriction, done); });
  std::cout << "restriction " << id << " holds until " << restriction.until << "\n";
  return flushed_output();
}

int lift_restriction(const std::string& data, std::int64_t id, const std::string& why) {
  CommandStore store(data);
  const OperatorAct act(store, {.name = "restriction lift", .target = "restriction " + std::to_string(id), .why = why});
  if (act.carry_out<bool>([id](auto& restrictions, auto done) { restrictions.lift_restriction(id, done); })) {
    return act.confirm("restriction " + std::to_string(id) + " is lifted");
  }
  return act.refuse("there is no restriction " + std::to_string(id) + ": see rensa-server moderation list");
}

int rename_account(const std::string& data, const RenameOrder& order) {
  check_reason(order.why);
  CommandStore store(data);
  const auto account = valid_account(store, order.account);
  const OperatorAct act(store, {.name = "account rename",
                                .target = "account " + std::to_string(order.account) + ": " +
                                          (account ? account->name + " to " : "") + order.name,
                                .why = order.why});
  if (!account) return act.refuse(unknown_account(order.account));
  const auto now = std::chrono::system_clock::now();
  const storage::Renaming renaming{.account = order.account,
                                   .name = order.name,
                                   .made = base::utc_text(now),
                                   .until = base::utc_text(now + std::chrono::minutes(order.minutes)),
                                   .why = order.why,
                                   .is_of_role = account->role != storage::Role::worker};
  const auto refused = act.carry_out<std::optional<storage::Restriction>>(
      [&](auto& accounts, auto done) { accounts.rename_account(renaming, done); });
  if (!refused) return act.refuse(unknown_account(order.account));
  std::cout << "restriction " << refused->id << " refuses the old name until " << refused->until << "\n";
  return flushed_output();
}

int list_restrictions(const std::string& data, base::TableFormat format) {
  using Restrictions = std::vector<storage::Restriction>;
  const auto restrictions = read_or_ask<Restrictions>(
      data, [](storage::EarlierAccounts& earlier) { return earlier.restrictions(); },
      [](CommandStore& store) {
        return store
            .ask<std::optional<storage::RestrictionList>>(
                [](auto& list, auto done) { list.list_restrictions_since(0, std::move(done)); })
            ->restrictions;
      });
  const std::string now = base::utc_now();
  base::Table table{.columns = {"id", "kind", "subject", "made", "until", "why"}, .rows = {}};
  for (const storage::Restriction& one : restrictions) {
    if (one.until <= now) continue;
    table.rows.push_back({one.id, std::string(name_of(one.kind)), shown_subject(one), one.made, one.until, one.why});
  }
  std::cout << base::text_of(table, format);
  return flushed_output();
}

int list_reports(const std::string& data, const storage::ReportQuery& query, base::TableFormat format) {
  using Reports = std::vector<storage::Report>;
  const auto reports = read_or_ask<Reports>(
      data, [&](storage::EarlierAccounts& earlier) { return earlier.reports(query); },
      [&](CommandStore& store) {
        return store.ask<Reports>([&](auto& all, auto done) { all.list_reports(query, std::move(done)); });
      });
  base::Table table{
      .columns = {"id", "state", "about", "name", "player", "match", "record", "seat", "text", "reporter", "made"},
      .rows = {}};
  for (const storage::Report& report : reports) {
    const base::Cell record = report.record == 0 ? base::Cell() : base::Cell(report.record);
    table.rows.push_back({report.id, std::string(name_of(report.state)), std::string(name_of(report.about)),
                          report.name, shown_payer(report.subject), report.match, record, report.seat, report.text,
                          shown_payer(report.reporter), report.made});
  }
  std::cout << base::text_of(table, format);
  return flushed_output();
}

int close_report(const std::string& data, std::int64_t id, storage::Report::State state, const std::string& why) {
  CommandStore store(data);
  const OperatorAct act(
      store, {.name = "report " + std::string(name_of(state)), .target = "report " + std::to_string(id), .why = why});
  const storage::ReportClosure closure{.state = state, .closed = base::utc_now(), .closer = user_name()};
  const bool is_closed =
      act.carry_out<bool>([&](auto& reports, auto done) { reports.close_report(id, closure, std::move(done)); });
  if (!is_closed) return act.refuse("there is no open report " + std::to_string(id));
  return act.confirm("report " + std::to_string(id) + " is closed: " + std::string(name_of(state)));
}

}  // namespace rensa::app
