#include "server/storage/memory/memory_reports.h"

#include <algorithm>
#include <utility>

namespace rensa::storage {

StoreResult<std::int64_t> MemoryReports::add(const Report& report) {
  Report stored = stored_form(report);
  std::vector<OpenReport> open;
  std::size_t open_of_reporter = 0;
  for (const Report& one : reports_) {
    if (one.state != Report::State::open) continue;
    open.push_back({.id = one.id, .reporter = one.reporter});
    if (one.reporter != stored.reporter) continue;
    ++open_of_reporter;
    const bool is_same = one.match == stored.match && one.record == stored.record && one.seat == stored.seat;
    if (is_same && one.about == stored.about) return one.id;
  }
  if (open_of_reporter >= kMaxOpenReportsOfReporter) return too_many_reports().error();
  if (open.size() >= kMaxOpenReports) {
    std::erase_if(reports_, [id = report_to_delete(open)](const Report& one) { return one.id == id; });
  }
  stored.id = ++last_id_;
  reports_.push_back(std::move(stored));
  if (reports_.size() > kMaxReports) {
    const auto oldest = std::find_if(reports_.begin(), reports_.end(),
                                     [](const Report& one) { return one.state != Report::State::open; });
    if (oldest != reports_.end()) reports_.erase(oldest);
  }
  return last_id_;
}

bool MemoryReports::close(std::int64_t id, const ReportClosure& closure) {
  const auto report = std::find_if(reports_.begin(), reports_.end(), [id](const Report& one) { return one.id == id; });
  const bool is_open = report != reports_.end() && report->state == Report::State::open &&
                       !(closure.except_about && is_about(*report, *closure.except_about));
  if (!is_open) return false;
  report->state = closure.state;
  report->closed = closure.closed;
  report->closer = closure.closer;
  return true;
}

std::vector<Report> MemoryReports::list(const ReportQuery& query) const {
  std::vector<Report> reports;
  for (auto one = reports_.rbegin(); one != reports_.rend() && std::ssize(reports) < query.limit; ++one) {
    if (query.before != 0 && one->id >= query.before) continue;
    if (query.except_about && is_about(*one, *query.except_about)) continue;
    if (!query.state || *query.state == one->state) reports.push_back(*one);
  }
  return reports;
}

}  // namespace rensa::storage
