#include "server/storage/reports.h"

#include "server/base/plain_text.h"

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
