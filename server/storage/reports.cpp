#include "server/storage/reports.h"

#include <tuple>
#include <unordered_map>
#include <vector>

#include "server/base/plain_text.h"
#include "server/storage/restrictions.h"

namespace rensa::storage {

namespace {

constexpr Report::About kAbouts[] = {Report::About::player, Report::About::comment};
constexpr Report::State kReportStates[] = {Report::State::open, Report::State::done, Report::State::dismissed};

}  // namespace

std::string_view name_of(Report::About about) { return about == Report::About::player ? "player" : "comment"; }

std::string_view name_of(Report::State state) {
  switch (state) {
    case Report::State::open:
      return "open";
    case Report::State::done:
      return "done";
    case Report::State::dismissed:
      return "dismissed";
  }
  return "";
}

std::optional<Report::About> about_from_name(std::string_view text) {
  for (const Report::About about : kAbouts) {
    if (text == name_of(about)) return about;
  }
  return std::nullopt;
}

std::optional<Report::State> report_state_from_name(std::string_view text) {
  for (const Report::State state : kReportStates) {
    if (text == name_of(state)) return state;
  }
  return std::nullopt;
}

bool is_about(const Report& report, const ReportedAccount& account) {
  return report.subject.empty() ? report.name == account.name : report.subject == account.subject;
}

std::int64_t report_to_delete(std::span<const OpenReport> open) {
  struct Reporter {
    bool is_guest = false;
    std::string neighbourhood;  // or the account
    std::string region;
  };
  std::vector<Reporter> reporters;
  std::unordered_map<std::string, std::size_t> counts;         // by neighbourhood
  std::unordered_map<std::string, std::size_t> region_counts;  // by region
  for (const OpenReport& report : open) {
    const std::string network = parts_of_subject(report.reporter).network;
    const bool is_guest = !network.empty();
    reporters.push_back({.is_guest = is_guest,
                         .neighbourhood = is_guest ? neighbourhood_of(network) : report.reporter,
                         .region = is_guest ? region_of(network) : report.reporter});
    ++counts[reporters.back().neighbourhood];
    ++region_counts[reporters.back().region];
  }
  const auto rank = [&](std::size_t index) {
    const Reporter& one = reporters[index];
    return std::tuple(one.is_guest, region_counts[one.region], counts[one.neighbourhood], index);
  };
  std::size_t first = 0;
  for (std::size_t index = 1; index < open.size(); ++index) {
    if (rank(index) > rank(first)) first = index;
  }
  return open[first].id;
}

Report stored_form(Report report) {
  report.text = base::plain_text(report.text, kMaxReportBytes);
  report.closer = base::plain_text(report.closer, kMaxReportBytes);
  return report;
}

StoreException too_many_reports() {
  return StoreException("You have made many reports that nobody has looked at yet: wait until some are closed.",
                        StoreError::Kind::refused);
}

}  // namespace rensa::storage
