#include "server/storage/reports.h"

#include <tuple>
#include <unordered_map>

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
  struct Source {
    bool is_guest = false;
    std::size_t count = 0;
    std::int64_t oldest = 0;
  };
  std::unordered_map<std::string, Source> sources;
  for (const OpenReport& report : open) {
    const std::string network = parts_of_subject(report.reporter).network;
    Source& source = sources[network.empty() ? report.reporter : neighbourhood_of(network)];
    if (source.count++ == 0) source = {.is_guest = !network.empty(), .count = 1, .oldest = report.id};
  }
  Source first;
  for (const auto& [name, source] : sources) {
    const auto rank = [](const Source& one) { return std::tuple(one.is_guest, one.count, -one.oldest); };
    if (first.count == 0 || rank(source) > rank(first)) first = source;
  }
  return first.oldest;
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
