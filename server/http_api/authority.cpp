#include "server/http_api/authority.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/json/document.h"
#include "server/http_api/responses.h"

namespace rensa::http_api {

namespace {

storage::AuditEntry entry_of(const storage::TokenRow& account, const Act& act) {
  return {.account = account.id,
          .actor = account.name,
          .role = std::string(name_of(account.role)),
          .act = act.name,
          .target = act.target,
          .why = act.why};
}

std::string error_in(const net::HttpResponse& response) {
  const auto body = json::parse_document(response.body);
  const bool has_error = body && body->is_object() && body->contains("error") && (*body)["error"].is_string();
  return has_error ? (*body)["error"].get<std::string>() : std::to_string(response.status);
}

net::HttpResponse too_many_acts(const net::TokenBucket& budget) {
  return error_response(429, "this account has done too much in a short time: try again in " +
                                 std::to_string(budget.time_to_next().count()) + " seconds");
}

}  // namespace

std::optional<std::string> why_no_administrator(const storage::TokenRow& account) {
  if (account.role == storage::Role::administrator) return std::nullopt;
  return "this needs an administrator's token, and this account is a" +
         std::string(account.role == storage::Role::organiser ? "n " : " ") + std::string(name_of(account.role));
}

std::optional<std::string> why_no_moderator(const storage::TokenRow& account) {
  if (account.role == storage::Role::moderator || account.role == storage::Role::administrator) return std::nullopt;
  return "this needs the token of a moderator or an administrator";
}

std::optional<std::string> why_no_organiser_of(const storage::TokenRow& account, std::string_view tournament) {
  if (storage::may_manage(account.grant(), tournament)) return std::nullopt;
  return account.role == storage::Role::organiser
             ? "this account may not organise the tournament " + std::string(tournament)
             : "this needs the token of an administrator or an organiser, and this account is a " +
                   std::string(name_of(account.role));
}

void Authority::if_allowed(const std::string& token, const WhyNotAllowed& why_not, const net::HttpReply& reply,
                           std::function<void(const storage::TokenRow&)> read) {
  if (token.empty()) return reply(error_response(401, "this needs a token: Authorization: Bearer TOKEN"));
  sessions_.find_token(token, [this, reply, why_not, read = std::move(read)](
                                  const storage::StoreResult<std::optional<storage::TokenRow>>& found) {
    if (!found) return reply(store_failure(found.error()));
    const std::optional<storage::TokenRow>& account = *found;
    if (!account) return reply(error_response(401, kUnknownToken));
    if (const auto ban = sessions_.ban_of(account->id)) return reply(error_response(403, storage::told_ban(*ban)));
    if (const auto why = why_not(*account)) return reply(error_response(403, *why));
    read(*account);
  });
}

void Authority::if_allowed_to(const Act& act, const std::string& token, const WhyNotAllowed& why_not,
                              const net::HttpReply& reply, CarryOut carry_out) {
  if_allowed(token, why_not, reply,
             [this, act, reply, carry_out = std::move(carry_out)](const storage::TokenRow& account) {
               carry_out_for(account, act, reply, carry_out);
             });
}

void Authority::carry_out_for(const storage::TokenRow& account, const Act& act, const net::HttpReply& reply,
                              const CarryOut& carry_out) {
  if (net::TokenBucket& budget = budget_of(account, act); !budget.take(now_())) return reply(too_many_acts(budget));
  audit_.append_audit_entry(entry_of(account, act), [this, account, act, reply,
                                                     carry_out](const storage::StoreResult<storage::Success>& stored) {
    if (!stored) return reply(error_response(503, "the audit log cannot be written: " + stored.error().message));
    carry_out(account, reply.calling([this, account, act, reply](const net::HttpResponse& response) {
      if (response.status >= 400) {
        budget_of(account, act).take(now_());
        note(account, {act.name + " refused", act.target, error_in(response)});
      }
      reply(response);
    }));
  });
}

net::TokenBucket& Authority::budget_of(const storage::TokenRow& account, const Act& act) {
  if (account.role == storage::Role::administrator) {
    return budgets_of_administrators_.try_emplace(account.id, kActsOfAdministrator, now_()).first->second;
  }
  return act.is_urgent ? budgets_of_urgent_acts_.try_emplace(account.id, kUrgentActs, now_()).first->second
                       : budgets_.try_emplace(account.id, kActs, now_()).first->second;
}

std::optional<net::HttpResponse> Authority::refusal_of_check(const storage::TokenRow& account) {
  net::TokenBucket& budget = budgets_of_checks_.try_emplace(account.id, kChecks, now_()).first->second;
  return budget.take(now_()) ? std::nullopt : std::optional(too_many_acts(budget));
}

std::optional<storage::Restriction> Authority::ban_at(const std::string& network,
                                                      const storage::TokenRow& account) const {
  if (account.role != storage::Role::worker) return std::nullopt;
  return account.is_unapproved ? sessions_.ban_of_guests(network) : sessions_.ban_of_everyone(network);
}

void Authority::note(const storage::TokenRow& account, const Act& act) {
  audit_.append_audit_entry(entry_of(account, act), [](const storage::StoreResult<storage::Success>&) {});
}

}  // namespace rensa::http_api
