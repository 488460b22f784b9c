#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "server/storage/accounts.h"
#include "server/storage/audit.h"
#include "server/storage/registrations.h"
#include "server/storage/reports.h"
#include "server/storage/restrictions.h"
#include "server/storage/sqlite/sql.h"

namespace rensa::storage {

// Files of early versions have no checksums. Such a file is written anew, with checksums and with the tables of this
// version, and takes the place of the old one when it is complete and on disk. Until then the old file stays as it is.
// There must be room for both. Does nothing with other files. Precondition: the caller has the lock of the server.
// Throws StoreException.
void add_checksums_to_old_file(const std::filesystem::path& file, std::chrono::milliseconds busy_timeout);

// Brings a file of any earlier version to this one, for a caller without the lock of the server, which this call takes
// meanwhile: a server of the earlier version would not see what later versions write. Does nothing with other files.
// Throws StoreException, also while a server uses the file.
void upgrade_file_without_server(const std::filesystem::path& file, std::chrono::milliseconds busy_timeout);

// Reads the tables about accounts from a database of an earlier version, which its server may be using meanwhile:
// nothing is upgraded. Tables that this version did not have are empty. All functions throw StoreException.
class EarlierAccounts {
 public:
  // Returns true if the file is of an earlier version that can be read as it is. Before these versions, pages had no
  // checksums.
  static bool can_read(const std::filesystem::path& file, std::chrono::milliseconds busy_timeout);
  // Precondition: can_read().
  EarlierAccounts(const std::filesystem::path& file, std::chrono::milliseconds busy_timeout);

  std::vector<TokenRow> tokens();
  std::vector<AuditEntry> audit_entries(const AuditQuery& query);
  std::vector<Restriction> restrictions();
  std::vector<WaitingRegistration> waiting_registrations();
  std::vector<Report> reports(const ReportQuery& query);

 private:
  Database database_;
  const std::int64_t version_;
};

}  // namespace rensa::storage
