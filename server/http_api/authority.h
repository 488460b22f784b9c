#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "server/base/types.h"
#include "server/net/http.h"
#include "server/net/limits.h"
#include "server/sessions/session_service.h"
#include "server/storage/accounts.h"
#include "server/storage/audit.h"

namespace rensa::http_api {

// An act that changes something, as the audit log names it.
struct Act {
  std::string name;        // such as "tournament annul"
  std::string target;      // the tournament, account, match or address that it is about
  std::string why{};       // may be empty
  bool is_urgent = false;  // it stops something, and has a budget of its own
};

inline constexpr const char* kUnknownToken = "this token is unknown or revoked";

// Returns the sentence for an account that may not do something; nullopt: it may.
using WhyNotAllowed = std::function<std::optional<std::string>(const storage::TokenRow& account)>;

std::optional<std::string> why_no_administrator(const storage::TokenRow& account);
std::optional<std::string> why_no_moderator(const storage::TokenRow& account);
std::optional<std::string> why_no_organiser_of(const storage::TokenRow& account, std::string_view tournament);

// Decides what the account of a token may do. Writes each act into the audit log before the act is carried out, so that
// there is no act without an entry. If the act is refused then, another entry says why. A banned account may do
// nothing.
class Authority {
 public:
  // Acts of one account. The audit log is bounded, so they must not flood it. The entry of a refusal counts as an act.
  static constexpr net::MessageRate kActs{.per_second = 0.05, .burst = 120};
  static constexpr net::MessageRate kUrgentActs{.per_second = 0.05, .burst = 20};
  static constexpr net::MessageRate kChecks{.per_second = 1, .burst = 30};
  static constexpr net::MessageRate kActsOfAdministrator{.per_second = 10, .burst = 200};

  // `sessions` and `audit` outlive it.
  Authority(sessions::SessionService& sessions, storage::AuditLog& audit, std::function<base::Time()> now)
      : sessions_(sessions), audit_(audit), now_(std::move(now)) {}

  // Calls `read` with the account of the token, or replies why it may not read this. The store is asked, so that a
  // token is refused from the moment of its revocation on.
  void if_allowed(const std::string& token, const WhyNotAllowed& why_not, const net::HttpReply& reply,
                  std::function<void(const storage::TokenRow& account)> read);
  // The same for an act. `carry_out` is called once the entry is on disk, and has to use the reply that it gets. Adds a
  // further entry with the name of the act and the word "refused" if the reply is an error.
  using CarryOut = std::function<void(const storage::TokenRow& account, const net::HttpReply& reply)>;
  void if_allowed_to(const Act& act, const std::string& token, const WhyNotAllowed& why_not,
                     const net::HttpReply& reply, CarryOut carry_out);
  // The same for an account that may do this.
  void carry_out_for(const storage::TokenRow& account, const Act& act, const net::HttpReply& reply,
                     const CarryOut& carry_out);
  // Returns the refusal if the account has asked for too many checks, which are no acts and have no entries.
  std::optional<net::HttpResponse> refusal_of_check(const storage::TokenRow& account);
  // Returns the ban at a network that holds for the account, too: of everyone, or of guests if it is unapproved.
  std::optional<storage::Restriction> ban_at(const std::string& network, const storage::TokenRow& account) const;
  // Adds an entry about what has become of an act.
  void note(const storage::TokenRow& account, const Act& act);

 private:
  net::TokenBucket& budget_of(const storage::TokenRow& account, const Act& act);

  sessions::SessionService& sessions_;
  storage::AuditLog& audit_;
  const std::function<base::Time()> now_;
  std::map<std::int64_t, net::TokenBucket> budgets_;  // by account
  std::map<std::int64_t, net::TokenBucket> budgets_of_urgent_acts_;
  std::map<std::int64_t, net::TokenBucket> budgets_of_checks_;
  std::map<std::int64_t, net::TokenBucket> budgets_of_administrators_;
};

}  // namespace rensa::http_api
