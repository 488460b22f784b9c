#include "server/http_api/restrictions_api.h"

#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "server/base/name_skeleton.h"
#include "server/base/plain_text.h"
#include "server/base/utc_time.h"
#include "server/http_api/responses.h"
#include "server/net/proxies/network_text.h"

namespace rensa::http_api {

namespace {

using Json = nlohmann::ordered_json;
using RestrictionKind = storage::Restriction::Kind;

Json restriction_json(const storage::Restriction& one) {
  const storage::SubjectParts parts = storage::parts_of_subject(one.kind == RestrictionKind::name ? "" : one.subject);
  return {{"id", one.id},
          {"kind", name_of(one.kind)},
          {"account", parts.account ? Json(*parts.account) : Json()},
          {"address", parts.network.empty() ? Json() : Json(parts.network)},
          {"everyone", parts.is_everyone},
          {"name", one.kind == RestrictionKind::name ? Json(one.subject) : Json()},
          {"made", one.made},
          {"until", one.until},
          {"why", one.why}};
}

std::string text_in(const net::HttpRequest& request, std::string_view key) {
  return query_text(request.query, key).value_or("");
}

// What a request says of every restriction, or the refusal.
struct Terms {
  std::uint64_t minutes = 0;
  std::string why{};
  std::optional<net::HttpResponse> refusal{};
};

Terms terms_in(const net::HttpRequest& request) {
  const auto minutes =
      query_number(request.query, "minutes", {1, static_cast<std::uint64_t>(storage::kMaxRestrictedMinutes)}, 0);
  if (!minutes || *minutes == 0) return {.refusal = error_response(400, "minutes: 1 .. 527040 is expected")};
  const std::string why = text_in(request, "why");
  if (why.empty()) return {.refusal = error_response(400, "why: a reason is expected")};
  return {.minutes = *minutes, .why = why};
}

storage::Restriction restriction_of(RestrictionKind kind, const std::string& subject, const Terms& terms,
                                    const std::string& now) {
  const auto until = base::parse_utc(now).value_or(std::chrono::sys_seconds()) + std::chrono::minutes(terms.minutes);
  return {.kind = kind, .subject = subject, .made = now, .until = base::utc_text(until), .why = terms.why};
}

// The subject of a ban or a mute, or the refusal.
struct Subject {
  std::string text{};
  std::optional<net::HttpResponse> refusal{};
};

Subject refused(int status, const std::string& text) { return {.refusal = error_response(status, text)}; }

Subject subject_of(const sessions::SessionService& sessions, const net::HttpRequest& request) {
  const std::string account = text_in(request, "account");
  const std::string address = text_in(request, "address");
  const std::string player = text_in(request, "player");
  const std::string everyone = text_in(request, "everyone");
  if (int{!account.empty()} + int{!address.empty()} + int{!player.empty()} != 1) {
    return refused(400, "one of account, address and player is expected");
  }
  if (!everyone.empty() && (everyone != "1" || address.empty())) {
    return refused(400, "everyone: only 1 is expected, together with address");
  }
  if (!account.empty()) {
    const auto number = parse_number(account);
    if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      return refused(400, "account: the number of a token is expected");
    }
    return {storage::subject_of_account(static_cast<std::int64_t>(*number))};
  }
  if (!address.empty()) {
    const auto network = net::network_of_address(address);
    if (!network) return refused(400, "address: an IP address is expected");
    return {everyone.empty() ? storage::subject_of_guests(*network) : storage::subject_of_everyone(*network)};
  }
  const auto payer = sessions.payer_of(player);
  if (!payer) return refused(404, "no player of this name is connected");
  const storage::SubjectParts parts = storage::parts_of_subject(*payer);
  if (!parts.account && parts.network.empty()) return refused(409, "this player is a program of a tournament");
  return {*payer};
}

bool may_restrict(const storage::TokenRow& actor, const storage::TokenRow& account) {
  return actor.role == storage::Role::administrator || account.role == storage::Role::worker;
}

net::HttpResponse refusal_of_role() {
  return error_response(403, "only an administrator may restrict or rename an account with a role");
}

net::HttpResponse unknown_account() { return error_response(404, "there is no such account, or its token is revoked"); }

}  // namespace

void RestrictionsApi::answer(const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::string_view path = request.path;
  const bool is_reading = request.method == "GET" || request.method == "HEAD";
  if (path == kPath && is_reading) {
    return authority_.if_allowed(request.bearer, why_no_moderator, reply,
                                 [this, reply](const storage::TokenRow&) { list(reply); });
  }
  if (path == kPath && request.method == "POST") return add(request, reply);
  if (path == kPath) return reply(error_response(405, "only GET, HEAD and POST are answered here"));
  if (request.method != "DELETE") return reply(error_response(405, "only DELETE is answered here"));
  lift(path.substr(kPrefix.size()), request, reply);
}

void RestrictionsApi::list(const net::HttpReply& reply) {
  store_.list_restrictions_since(
      0, [this, reply](const storage::StoreResult<std::optional<storage::RestrictionList>>& list) {
        if (!list) return reply(store_failure(list.error()));
        const std::string now = sessions_.date_of_now();
        Json restrictions = Json::array();
        for (const storage::Restriction& one : (*list)->restrictions) {
          if (one.until > now) restrictions.push_back(restriction_json(one));
        }
        reply(json_response({{"restrictions", std::move(restrictions)}}));
      });
}

void RestrictionsApi::add(const net::HttpRequest& request, const net::HttpReply& reply) {
  std::string target;
  for (const char* key : {"account", "address", "everyone", "player", "name", "minutes"}) {
    const std::string value = text_in(request, key);
    if (!value.empty()) target.append(target.empty() ? "" : ", ").append(key).append(" ").append(value);
  }
  const Act act{.name = "restriction " + text_in(request, "kind"), .target = target, .why = text_in(request, "why")};
  authority_.if_allowed_to(act, request.bearer, why_no_moderator, reply,
                           [this, request](const storage::TokenRow& actor, const net::HttpReply& answer) {
                             add_for(actor, request, answer);
                           });
}

void RestrictionsApi::add_for(const storage::TokenRow& actor, const net::HttpRequest& request,
                              const net::HttpReply& reply) {
  const auto kind = storage::restriction_kind_from_name(text_in(request, "kind"));
  if (!kind) return reply(error_response(400, "kind: ban, mute or name is expected"));
  Terms terms = terms_in(request);
  if (terms.refusal) return reply(*std::move(terms.refusal));
  const std::string name = text_in(request, "name");
  if (*kind == RestrictionKind::name) {
    if (!base::is_plain_name(name)) {
      return reply(error_response(400, std::string("name: a name has ") + base::kPlainNameRule));
    }
    const auto restriction = restriction_of(*kind, name, terms, sessions_.date_of_now());
    return if_may_refuse(actor, name, reply, [this, restriction, reply] { store(restriction, reply); });
  }
  if (!name.empty()) return reply(error_response(400, "name: it is expected only with the kind name"));
  Subject subject = subject_of(sessions_, request);
  if (subject.refusal) return reply(*std::move(subject.refusal));
  const auto restriction = restriction_of(*kind, subject.text, terms, sessions_.date_of_now());
  const auto account = storage::parts_of_subject(subject.text).account;
  if (!account) return store(restriction, reply);
  if_may_restrict(actor, *account, reply,
                  [this, restriction, reply](const storage::TokenRow&) { store(restriction, reply); });
}

void RestrictionsApi::if_may_restrict(const storage::TokenRow& actor, std::int64_t number, const net::HttpReply& reply,
                                      std::function<void(const storage::TokenRow&)> then) {
  store_.list_tokens_since(0, [actor, number, reply, then = std::move(then)](
                                  const storage::StoreResult<std::optional<storage::TokenList>>& tokens) {
    if (!tokens) return reply(store_failure(tokens.error()));
    for (const auto& [account, hash] : (*tokens)->tokens) {
      if (account.id != number || account.revoked) continue;
      return may_restrict(actor, account) ? then(account) : reply(refusal_of_role());
    }
    reply(unknown_account());
  });
}

void RestrictionsApi::if_may_refuse(const storage::TokenRow& actor, const std::string& name,
                                    const net::HttpReply& reply, std::function<void()> then) {
  store_.list_tokens_since(0, [actor, name, reply, then = std::move(then)](
                                  const storage::StoreResult<std::optional<storage::TokenList>>& tokens) {
    if (!tokens) return reply(store_failure(tokens.error()));
    for (const auto& [account, hash] : (*tokens)->tokens) {
      if (account.revoked || base::skeleton_of(account.name) != base::skeleton_of(name)) continue;
      if (!may_restrict(actor, account)) return reply(refusal_of_role());
      const std::string number = std::to_string(account.id);
      return reply(error_response(409, "the account " + number + " has this name: give it another one with POST " +
                                           "/api/v1/accounts/" + number + "/rename"));
    }
    then();
  });
}

// The sessions take the restriction over at once.
void RestrictionsApi::store(const storage::Restriction& restriction, const net::HttpReply& reply) {
  store_.add_restriction(restriction, [this, restriction, reply](const storage::StoreResult<std::int64_t>& id) {
    if (!id) {
      const bool is_full = id.error().kind == storage::StoreError::Kind::refused;
      return reply(is_full ? error_response(409, id.error().message) : store_failure(id.error()));
    }
    sessions_.refresh_from_store();
    storage::Restriction stored = stored_form(restriction);
    stored.id = *id;
    reply(json_response(restriction_json(stored)));
  });
}

void RestrictionsApi::rename(std::string_view text, const net::HttpRequest& request, const net::HttpReply& reply) {
  const auto number = parse_number(text);
  const Act act{.name = "account rename",
                .target = "account " + std::string(text) + ": " + text_in(request, "name"),
                .why = text_in(request, "why")};
  authority_.if_allowed_to(
      act, request.bearer, why_no_moderator, reply,
      [this, number, request](const storage::TokenRow& actor, const net::HttpReply& answer) {
        if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
          return answer(error_response(400, "the number of an account is expected"));
        }
        rename_for(actor, static_cast<std::int64_t>(*number), request, answer);
      });
}

void RestrictionsApi::rename_for(const storage::TokenRow& actor, std::int64_t account, const net::HttpRequest& request,
                                 const net::HttpReply& reply) {
  Terms terms = terms_in(request);
  if (terms.refusal) return reply(*std::move(terms.refusal));
  const std::string name = text_in(request, "name");
  if (!base::is_plain_name(name)) {
    return reply(error_response(400, std::string("name: a name has ") + base::kPlainNameRule));
  }
  if_may_restrict(actor, account, reply, [this, actor, name, terms, reply](const storage::TokenRow& old) {
    if (base::skeleton_of(old.name) == base::skeleton_of(name)) {
      return reply(error_response(409, "the new name looks like the old one, which will be refused"));
    }
    if (const std::string tournament = tournament_of(old.name); !tournament.empty()) {
      return reply(error_response(409, "the account plays in the tournament " + tournament +
                                           ", which is not over: its organiser has to disqualify it first"));
    }
    store_.rename_account(old.id, name, [this, actor, old, name, terms, reply](const storage::StoreResult<bool>& done) {
      if (!done) {
        const bool is_refused = done.error().kind == storage::StoreError::Kind::refused;
        return reply(is_refused ? error_response(409, done.error().message) : store_failure(done.error()));
      }
      if (!*done) return reply(unknown_account());
      const std::string account_text = "account " + std::to_string(old.id);
      authority_.note(actor, {.name = "account renamed", .target = account_text + ": " + old.name + " to " + name});
      store(restriction_of(RestrictionKind::name, old.name, terms, sessions_.date_of_now()), reply);
    });
  });
}

std::string RestrictionsApi::tournament_of(const std::string& name) const {
  for (const std::string& id : tournaments_.names()) {
    const live_tournaments::LiveTournament* const run = tournaments_.find(id);
    if (run == nullptr || run->state() == live_tournaments::RunState::over) continue;
    for (const tournament::PlayerEntry& player : run->plan().players) {
      if (player.name == name && std::holds_alternative<tournament::RemotePlayer>(player.kind)) return id;
    }
  }
  return "";
}

void RestrictionsApi::lift(std::string_view text, const net::HttpRequest& request, const net::HttpReply& reply) {
  const auto number = parse_number(text);
  const Act act{
      .name = "restriction lift", .target = "restriction " + std::string(text), .why = text_in(request, "why")};
  authority_.if_allowed_to(act, request.bearer, why_no_moderator, reply,
                           [this, number](const storage::TokenRow& actor, const net::HttpReply& answer) {
                             constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
                             if (!number || *number > static_cast<std::uint64_t>(kMost)) {
                               return answer(error_response(400, "the number of a restriction is expected"));
                             }
                             lift_for(actor, static_cast<std::int64_t>(*number), answer);
                           });
}

// Finds out first whom the restriction is about.
void RestrictionsApi::lift_for(const storage::TokenRow& actor, std::int64_t number, const net::HttpReply& reply) {
  const auto lift_it = [this, number, reply](const storage::TokenRow&) {
    store_.lift_restriction(number, [this, number, reply](const storage::StoreResult<bool>& is_lifted) {
      if (!is_lifted) return reply(store_failure(is_lifted.error()));
      if (!*is_lifted) return reply(error_response(404, "there is no such restriction"));
      sessions_.refresh_from_store();
      reply(json_response({{"lifted", number}}));
    });
  };
  store_.list_restrictions_since(
      0, [this, actor, number, reply,
          lift_it](const storage::StoreResult<std::optional<storage::RestrictionList>>& restrictions) {
        if (!restrictions) return reply(store_failure(restrictions.error()));
        for (const storage::Restriction& one : (*restrictions)->restrictions) {
          if (one.id != number) continue;
          const auto account =
              one.kind == RestrictionKind::name ? std::nullopt : storage::parts_of_subject(one.subject).account;
          const bool is_for_all_to_lift = !account || actor.role == storage::Role::administrator;
          return is_for_all_to_lift ? lift_it({}) : if_may_restrict(actor, *account, reply, lift_it);
        }
        reply(error_response(404, "there is no such restriction"));
      });
}

}  // namespace rensa::http_api
