#pragma once

#include <cstdint>
#include <vector>

#include "server/storage/reports.h"

namespace rensa::storage {

// The reports of a store in memory. Used by one thread at a time.
class MemoryReports {
 public:
  // Each function does as its operation of Reports.
  StoreResult<std::int64_t> add(const Report& report);
  bool close(std::int64_t id, const ReportClosure& closure);
  std::vector<Report> list(const ReportQuery& query) const;

 private:
  std::vector<Report> reports_;  // in the order of their ids
  std::int64_t last_id_ = 0;
};

}  // namespace rensa::storage
