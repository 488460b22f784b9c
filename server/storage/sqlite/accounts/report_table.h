#pragma once

#include <cstdint>
#include <vector>

#include "server/storage/reports.h"
#include "server/storage/sqlite/database/sql.h"

namespace rensa::storage {

// The SELECT of this version and those of earlier versions, whose rows read_reports() reads.
extern const char* const kSelectReports;
extern const char* const kSelectEarlierReports;
std::vector<Report> read_reports(Statement& select, const ReportQuery& query);

// The table of reports.
class ReportTable {
 public:
  explicit ReportTable(Database& database);

  std::int64_t add(const Report& report);
  bool close(std::int64_t id, const ReportClosure& closure);
  std::vector<Report> list(const ReportQuery& query);

 private:
  std::vector<OpenReport> open_reports();

  Database& database_;
  Statement insert_;
  Statement select_same_;
  Statement count_of_reporter_;
  Statement select_open_;
  Statement delete_;
  Statement delete_old_;
  Statement close_;
  Statement select_;
};

}  // namespace rensa::storage
