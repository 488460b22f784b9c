#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/storage/completion.h"

namespace rensa::storage {

// The contract for the audit log: the acts of organisers, moderators and administrators. Entries are only ever added.
// The oldest ones are deleted once there are more than kMaxAuditEntries.

inline constexpr std::uint64_t kMaxAuditEntries = 100'000;
inline constexpr std::size_t kMaxAuditTextBytes = 300;

struct AuditEntry {
  std::int64_t account = 0;  // the number of the token of the actor; 0: a command of this machine
  std::string actor;         // the name of the account, or of the user of the machine who called the command
  std::string role;          // of the actor at that time: that of an account, or "operator" for a command
  std::string act;           // such as "tournament annul"
  std::string target;        // the tournament, account, match or address that the act is about
  std::string why{};         // may be empty
  std::uint64_t number = 0;  // from 1 on, without gaps; given by the store
  std::string time{};        // ISO 8601, UTC; given by the store

  bool operator==(const AuditEntry&) const = default;
};

// Entries from the newest to the oldest.
struct AuditQuery {
  std::uint64_t before = 0;  // only smaller numbers; 0: all
  int limit = 50;
  std::string actor{};       // only acts of this name; empty: all
  std::string tournament{};  // only orders to the tournament with this id, and its start; empty: all
};

// All calls return at once and may be made from any thread.
class AuditLog {
 public:
  virtual ~AuditLog() = default;

  // Adds an entry, which is on disk when the answer comes. In its texts, control characters and invisible characters
  // become question marks. Texts are cut at kMaxAuditTextBytes, a target at 4,096.
  virtual void append_audit_entry(AuditEntry entry, Completion<Success> done) = 0;
  virtual void list_audit_entries(const AuditQuery& query, Completion<std::vector<AuditEntry>> done) = 0;
};

// Returns true if the entry is an order to the tournament with this id, or says that the tournament has started. The
// entry of the request to start it only has the name of a plan, which other tournaments may have, too.
bool is_about_tournament(const AuditEntry& entry, std::string_view tournament);

// Returns the entry as it is stored, with the time of now. Its number stays as it is.
AuditEntry stored_form(AuditEntry entry);

}  // namespace rensa::storage
