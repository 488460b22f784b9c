#include "server/http_api/accounts_api.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "server/http_api/responses.h"

namespace rensa::http_api {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxAuditRows = 200;

Json account_json(const storage::TokenRow& account) {
  return {{"account", account.id},         {"name", account.name},
          {"role", name_of(account.role)}, {"tournaments", account.tournaments},
          {"created", account.created},    {"revoked", account.revoked}};
}

Json entry_json(const storage::AuditEntry& entry) {
  return {
      {"number", entry.number}, {"time", entry.time}, {"account", entry.account == 0 ? Json() : Json(entry.account)},
      {"actor", entry.actor},   {"role", entry.role}, {"act", entry.act},
      {"target", entry.target}, {"why", entry.why}};
}

std::string described(const storage::RoleGrant& grant) {
  const std::string tournaments = storage::joined_tournaments(grant.tournaments);
  return std::string(name_of(grant.role)) + (tournaments.empty() ? "" : " of " + tournaments);
}

bool is_reading(const net::HttpRequest& request) { return request.method == "GET" || request.method == "HEAD"; }

}  // namespace

void AccountsApi::answer(const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::string_view path = request.path;
  constexpr std::string_view kRole = "/role";
  if (path == kPath && is_reading(request)) {
    return authority_.if_allowed(request.bearer, why_no_administrator, reply,
                                 [this, reply](const storage::TokenRow&) { list(reply); });
  }
  if (path == kAuditPath && is_reading(request)) {
    return authority_.if_allowed(request.bearer, why_no_administrator, reply,
                                 [this, request, reply](const storage::TokenRow&) {
                                   audit({.actor = query_text(request.query, "actor").value_or("")}, request, reply);
                                 });
  }
  if (path == kOwnPath && is_reading(request)) {
    const auto any_account = [](const storage::TokenRow&) -> std::optional<std::string> { return std::nullopt; };
    return authority_.if_allowed(request.bearer, any_account, reply,
                                 [this, reply](const storage::TokenRow& account) { show_own(account, reply); });
  }
  if (path.starts_with(kPrefix) && path.ends_with(kRole) && path.size() > kPrefix.size() + kRole.size()) {
    if (request.method != "POST") return reply(error_response(405, "only POST is answered here"));
    return set_role(path.substr(kPrefix.size(), path.size() - kPrefix.size() - kRole.size()), request, reply);
  }
  if (path.ends_with("/rename")) return reply(error_response(405, "only POST is answered here"));
  if (path == kPath) return reply(error_response(405, "only GET, HEAD and POST are answered here"));
  if (path == kAuditPath || path == kOwnPath) return reply(error_response(405, "only GET and HEAD are answered here"));
  reply(error_response(404, "there is nothing here: docs/openapi.json lists the paths"));
}

void AccountsApi::list(const net::HttpReply& reply) {
  read_in_turn<std::optional<storage::TokenList>>(
      reads_, reply, [this](auto done) { store_.list_tokens_since(0, std::move(done)); },
      [reply](const storage::StoreResult<std::optional<storage::TokenList>>& tokens) {
        if (!tokens) return reply(store_failure(tokens.error()));
        Json accounts = Json::array();
        for (const auto& [account, hash] : (*tokens)->tokens) accounts.push_back(account_json(account));
        reply(json_response({{"accounts", std::move(accounts)}}));
      });
}

void AccountsApi::set_role(std::string_view text, const net::HttpRequest& request, const net::HttpReply& reply) {
  const auto number = parse_number(text);
  const auto role_name = query_text(request.query, "role");
  const auto tournaments = query_text(request.query, "tournaments");
  const std::string why = query_text(request.query, "why").value_or("");
  const auto role = storage::role_from_name(role_name.value_or(""));
  storage::RoleGrant grant{.role = role.value_or(storage::Role::worker),
                           .tournaments = storage::split_tournaments(tournaments.value_or(""))};
  const Act act{.name = "account role",
                .target = "account " + std::string(text) + ": " + (role ? described(grant) : role_name.value_or("")),
                .why = why};
  authority_.if_allowed_to(
      act, request.bearer, why_no_administrator, reply,
      [this, number, role, grant](const storage::TokenRow&, const net::HttpReply& answer) {
        if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
          return answer(error_response(400, "the number of an account is expected"));
        }
        if (!role)
          return answer(error_response(400, "role: worker, organiser, moderator or administrator is expected"));
        if (const auto why_not = storage::why_not_grantable(grant)) return answer(error_response(400, *why_not));
        const auto id = static_cast<std::int64_t>(*number);
        store_.set_role(id, grant, [this, id, answer](const storage::StoreResult<bool>& is_known) {
          if (!is_known) return answer(store_failure(is_known.error()));
          if (!*is_known) return answer(error_response(404, "there is no such account, or its token is revoked"));
          reply_with_account(id, answer);
        });
      });
}

void AccountsApi::reply_with_account(std::int64_t number, const net::HttpReply& reply) {
  store_.list_tokens_since(0, [number, reply](const storage::StoreResult<std::optional<storage::TokenList>>& tokens) {
    if (!tokens) return reply(store_failure(tokens.error()));
    for (const auto& [account, hash] : (*tokens)->tokens) {
      if (account.id == number) return reply(json_response(account_json(account)));
    }
    reply(error_response(404, "there is no such account"));
  });
}

void AccountsApi::show_own(const storage::TokenRow& account, const net::HttpReply& reply) const {
  Json managed = Json::array();
  const auto add_if_managed = [&](const std::string& tournament) {
    if (storage::may_manage(account.grant(), tournament)) managed.push_back(tournament);
  };
  for (const std::string& name : tournaments_.names()) add_if_managed(name);
  for (const auto& [name, why] : tournaments_.unreadable()) add_if_managed(name);
  reply(json_response({{"account", account.id},
                       {"name", account.name},
                       {"role", name_of(account.role)},
                       {"tournaments", account.tournaments},
                       {"manages", std::move(managed)}}));
}

bool AccountsApi::has_tournament(const std::string& name) const {
  return tournaments_.find(name) != nullptr || tournaments_.unreadable().contains(name);
}

void AccountsApi::audit_of_tournament(const std::string& tournament, const net::HttpRequest& request,
                                      const net::HttpReply& reply) {
  authority_.if_allowed(
      request.bearer,
      [tournament](const storage::TokenRow& account) { return why_no_organiser_of(account, tournament); }, reply,
      [this, tournament, request, reply](const storage::TokenRow&) {
        if (!has_tournament(tournament)) return reply(error_response(404, "there is no such tournament"));
        audit({.tournament = tournament}, request, reply);
      });
}

void AccountsApi::audit(storage::AuditQuery query, const net::HttpRequest& request, const net::HttpReply& reply) {
  if (!query_value(request.query, "before").empty()) {
    const auto before = query_number(request.query, "before", {.least = 1}, 0);
    if (!before) return reply(error_response(400, "before: the number of an entry is expected, from 1 on"));
    query.before = *before;
  }
  const auto limit = query_number(request.query, "limit", {1, kMaxAuditRows}, static_cast<std::uint64_t>(query.limit));
  if (!limit) return reply(error_response(400, "limit: 1 .. 200 is expected"));
  query.limit = static_cast<int>(*limit);
  read_in_turn<std::vector<storage::AuditEntry>>(
      reads_, reply, [this, query](auto done) { store_.list_audit_entries(query, std::move(done)); },
      [reply](const storage::StoreResult<std::vector<storage::AuditEntry>>& entries) {
        if (!entries) return reply(store_failure(entries.error()));
        Json list = Json::array();
        for (const storage::AuditEntry& entry : *entries) list.push_back(entry_json(entry));
        reply(json_response({{"entries", std::move(list)}}));
      });
}

}  // namespace rensa::http_api
