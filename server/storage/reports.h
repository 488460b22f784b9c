#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/storage/completion.h"

namespace rensa::storage {

// The contract for reports: what people tell moderators about a player or its comments.

inline constexpr std::size_t kMaxOpenReports = 1'000;
inline constexpr std::size_t kMaxOpenReportsOfReporter = 20;
inline constexpr std::size_t kMaxReports = 20'000;  // also closed ones, the oldest of which are deleted
inline constexpr std::size_t kMaxReportBytes = 500;

struct Report {
  enum class About : std::uint8_t { player, comment };
  enum class State : std::uint8_t { open, done, dismissed };

  About about = About::player;
  std::uint64_t match = 0;
  std::uint64_t record = 0;  // of the game; 0: the match is reported while it runs
  int seat = 1;
  std::string name;       // of the reported player in this match
  std::string subject;    // the text of a subject (restrictions.h), for the player; empty: it is not known
  std::string network{};  // the part of the player's address that shares limits; empty: it is not known
  std::string reporter;   // the payer of the report
  std::string text;       // the words of the reporter
  std::string made;       // ISO 8601, UTC
  State state = State::open;
  std::string closed{};  // the time at which it was closed; empty: it is open
  std::string closer{};  // the name of the account, or of the user of the machine, who closed it
  std::int64_t id = 0;   // given by the store
  bool operator==(const Report&) const = default;
};

std::string_view name_of(Report::About about);
std::string_view name_of(Report::State state);
std::optional<Report::About> about_from_name(std::string_view text);
std::optional<Report::State> report_state_from_name(std::string_view text);

// A moderator about whom there may be reports. Its account may not be known any more to a report, but its name is.
struct ReportedAccount {
  std::string subject;
  std::string name;

  // No report is about it.
  static ReportedAccount none() { return {.subject = "-", .name = ""}; }
};
bool is_about(const Report& report, const ReportedAccount& account);

struct ReportClosure {
  Report::State state = Report::State::done;  // not open
  std::string closed;
  std::string closer;
  std::optional<ReportedAccount> except_about{};  // reports about it are not closed
};

// Reports from the newest to the oldest.
struct ReportQuery {
  std::optional<Report::State> state = Report::State::open;  // nullopt: all
  std::int64_t before = 0;                                   // only smaller ids; 0: all
  int limit = 50;
  std::optional<ReportedAccount> except_about{};  // reports about it are left out
};

// All calls return at once and may be made from any thread.
class Reports {
 public:
  virtual ~Reports() = default;

  // The answer is the id: that of an open report by the same reporter about the same, if there is one. A reporter with
  // kMaxOpenReportsOfReporter open reports is refused. If there are kMaxOpenReports, report_to_delete() is deleted.
  virtual void add_report(Report report, Completion<std::int64_t> done) = 0;
  // The answer is false if there is no such open report that may be closed.
  virtual void close_report(std::int64_t id, ReportClosure closure, Completion<bool> done) = 0;
  virtual void list_reports(const ReportQuery& query, Completion<std::vector<Report>> done) = 0;
};

struct OpenReport {
  std::int64_t id = 0;
  std::string reporter;
};
// Returns the id of the report that makes room for another one. Of the region of guests with the most reports, it is
// the newest one of the neighbourhood with the most; if there are only reports of accounts, the newest one of the
// account with the most. So a flood pushes out its own reports first, also one from many networks, and not those that
// came before it. Precondition: there are reports, in the order of their ids.
std::int64_t report_to_delete(std::span<const OpenReport> open);

// Returns the report as it is stored.
Report stored_form(Report report);
// The refusal of one more than kMaxOpenReportsOfReporter.
StoreException too_many_reports();

}  // namespace rensa::storage
