#include "server/http_api/restrictions_api.h"

#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

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
  if (base::is_blank(why)) return {.refusal = error_response(400, "why: a reason is expected")};
  return {.minutes = *minutes, .why = why};
}

std::string end_of(const std::string& now, std::uint64_t minutes) {
  return base::utc_text(base::parse_utc(now).value_or(std::chrono::sys_seconds()) + std::chrono::minutes(minutes));
}

// The subject of a restriction, or the refusal.
struct Subject {
  std::string text{};
  std::string shown{};                    // for the audit log, where the request does not say it
  std::optional<std::int64_t> account{};  // that has to be one that the actor may restrict
  std::optional<net::HttpResponse> refusal{};
};

Subject refused(int status, const std::string& text) { return {.refusal = error_response(status, text)}; }

Subject subject_of_account(const sessions::SessionService& sessions, std::int64_t number) {
  const auto account = sessions.find_account(number);
  return {.text = storage::subject_of_account(number), .shown = account ? account->name : "", .account = number};
}

Subject subject_of_player(const sessions::SessionService& sessions, const std::string& name, bool is_everyone) {
  const auto player = sessions.find_player(name);
  if (!player) return refused(404, "no player of this name is connected");
  if (player->holder.subject.empty()) {
    const auto author = is_everyone ? std::nullopt : sessions.author_of_program(name);
    return author ? subject_of_account(sessions, *author) : refused(409, "this player is a program of a tournament");
  }
  if (is_everyone && !net::network_of_address(player->holder.network)) {
    return refused(409, "this player is connected by a socket of this machine, so it has no address");
  }
  if (is_everyone) {
    const std::string everyone = storage::subject_of_everyone(player->holder.network);
    return {.text = everyone, .shown = everyone};
  }
  const auto account = storage::parts_of_subject(player->holder.subject).account;
  return {.text = player->holder.subject,
          .shown = account ? "account " + std::to_string(*account) : player->holder.subject,
          .account = account};
}

Subject subject_of_name(const std::string& name) {
  if (!base::is_plain_name(name)) return refused(400, std::string("name: a name has ") + base::kPlainNameRule);
  return {.text = name};
}

Subject subject_of(const sessions::SessionService& sessions, const net::HttpRequest& request) {
  const std::string account = text_in(request, "account");
  const std::string address = text_in(request, "address");
  const std::string player = text_in(request, "player");
  const std::string everyone = text_in(request, "everyone");
  if (!text_in(request, "name").empty()) return refused(400, "name: it is expected only with the kind name");
  if (int{!account.empty()} + int{!address.empty()} + int{!player.empty()} != 1) {
    return refused(400, "one of account, address and player is expected");
  }
  if (!everyone.empty() && (everyone != "1" || !account.empty())) {
    return refused(400, "everyone: only 1 is expected, together with address or player");
  }
  if (!account.empty()) {
    const auto number = parse_number(account);
    if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      return refused(400, "account: the number of a token is expected");
    }
    return subject_of_account(sessions, static_cast<std::int64_t>(*number));
  }
  if (!player.empty()) return subject_of_player(sessions, player, !everyone.empty());
  const auto network = restricted_network(address);
  if (!network) return refused(400, "address: an IP address is expected, or the first 24 bits of one (/24; IPv6: /48)");
  return {.text = everyone.empty() ? storage::subject_of_guests(*network) : storage::subject_of_everyone(*network)};
}

net::HttpResponse unknown_account() { return error_response(404, "there is no such account, or its token is revoked"); }

net::HttpResponse refusal_of_role() {
  return error_response(403, "only an administrator may restrict or rename an account with a role, or lift that");
}

// Returns the refusal of an act of the actor that is about an account; nullopt: it may be carried out.
std::optional<net::HttpResponse> refusal_for(const storage::TokenRow& actor,
                                             const std::optional<storage::TokenRow>& account) {
  if (!account) return unknown_account();
  if (actor.role == storage::Role::administrator || account->role == storage::Role::worker) return std::nullopt;
  return refusal_of_role();
}

net::HttpResponse refusal_of_store(const storage::StoreError& error) {
  return error.kind == storage::StoreError::Kind::refused ? error_response(409, error.message) : store_failure(error);
}

}  // namespace

std::optional<std::string> restricted_network(std::string_view address) {
  const std::size_t slash = address.find('/');
  const auto network = net::network_of_address(address.substr(0, slash));
  if (!network || slash == std::string_view::npos) return network;
  std::string neighbourhood = storage::neighbourhood_of(*network);
  const bool is_its_length = std::string_view(neighbourhood).ends_with(address.substr(slash));
  return is_its_length ? std::optional(std::move(neighbourhood)) : std::nullopt;
}

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

// The entry of the audit log tells what is restricted, also if the request names a player that may soon be gone.
void RestrictionsApi::add(const net::HttpRequest& request, const net::HttpReply& reply) {
  authority_.if_allowed(
      request.bearer, why_no_moderator, reply, [this, request, reply](const storage::TokenRow& actor) {
        const std::string kind = text_in(request, "kind");
        const bool is_name = kind == name_of(RestrictionKind::name);
        const Subject subject = is_name ? subject_of_name(text_in(request, "name")) : subject_of(sessions_, request);
        std::string target;
        for (const char* key : {"account", "address", "everyone", "player", "name", "minutes"}) {
          const std::string value = text_in(request, key);
          if (!value.empty()) target.append(target.empty() ? "" : ", ").append(key).append(" ").append(value);
        }
        if (!subject.shown.empty()) target += ": " + subject.shown;
        authority_.carry_out_for(
            actor, {.name = "restriction " + kind, .target = target, .why = text_in(request, "why")}, reply,
            [this, request, subject](const storage::TokenRow& account, const net::HttpReply& answer) {
              const auto wanted = storage::restriction_kind_from_name(text_in(request, "kind"));
              if (!wanted) return answer(error_response(400, "kind: ban, mute or name is expected"));
              Terms terms = terms_in(request);
              if (terms.refusal) return answer(*std::move(terms.refusal));
              if (subject.refusal) return answer(*subject.refusal);
              bool is_of_role = false;
              if (subject.account) {
                const auto restricted = sessions_.find_account(*subject.account);
                if (auto refusal = refusal_for(account, restricted)) return answer(*std::move(refusal));
                is_of_role = restricted->role != storage::Role::worker;
              }
              const std::string now = sessions_.date_of_now();
              store({.kind = *wanted,
                     .subject = subject.text,
                     .made = now,
                     .until = end_of(now, terms.minutes),
                     .why = terms.why,
                     .is_of_role = is_of_role},
                    answer);
            });
      });
}

// The sessions take the restriction over at once.
void RestrictionsApi::store(const storage::Restriction& restriction, const net::HttpReply& reply) {
  store_.add_restriction(restriction, [this, restriction, reply](const storage::StoreResult<std::int64_t>& id) {
    if (!id) return reply(refusal_of_store(id.error()));
    sessions_.refresh_from_store();
    storage::Restriction stored = stored_form(restriction);
    stored.id = *id;
    reply(json_response(restriction_json(stored)));
  });
}

void RestrictionsApi::rename(std::string_view text, const net::HttpRequest& request, const net::HttpReply& reply) {
  const auto number = parse_number(text);
  const bool is_number = number && *number <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const std::int64_t account = is_number ? static_cast<std::int64_t>(*number) : 0;
  const auto allowed = [this, account, text = std::string(text), request, reply](const storage::TokenRow& actor) {
    const auto old = sessions_.find_account(account);
    const Act act{.name = "account rename",
                  .target = "account " + text + ": " + (old ? old->name + " to " : "") + text_in(request, "name"),
                  .why = text_in(request, "why")};
    authority_.carry_out_for(actor, act, reply,
                             [this, account, request](const storage::TokenRow& renamer, const net::HttpReply& answer) {
                               if (account == 0) {
                                 return answer(error_response(400, "the number of an account is expected"));
                               }
                               rename_for(renamer, account, request, answer);
                             });
  };
  authority_.if_allowed(request.bearer, why_no_moderator, reply, allowed);
}

void RestrictionsApi::rename_for(const storage::TokenRow& actor, std::int64_t account, const net::HttpRequest& request,
                                 const net::HttpReply& reply) {
  Terms terms = terms_in(request);
  if (terms.refusal) return reply(*std::move(terms.refusal));
  const std::string name = text_in(request, "name");
  if (!base::is_plain_name(name)) {
    return reply(error_response(400, std::string("name: a name has ") + base::kPlainNameRule));
  }
  const auto old = sessions_.find_account(account);
  if (auto refusal = refusal_for(actor, old)) return reply(*std::move(refusal));
  const bool decides_submissions = reserved_names_.is_of_author(old->name) || reserved_names_.is_of_author(name);
  if (decides_submissions && actor.role != storage::Role::administrator) {
    return reply(error_response(403,
                                "the settings of this server let the account of this name submit bots: only an "
                                "administrator may give it or take it away"));
  }
  if (const std::string tournament = reserved_names_.tournament_of_account(old->name); !tournament.empty()) {
    return reply(error_response(409, "the account plays in the tournament " + tournament +
                                         ", which is not over: its organiser has to disqualify it first"));
  }
  if (const auto why = reserved_names_.why_reserved(name)) return reply(error_response(409, *why));
  const std::string now = sessions_.date_of_now();
  const storage::Renaming renaming{.account = account,
                                   .name = name,
                                   .made = now,
                                   .until = end_of(now, terms.minutes),
                                   .why = terms.why,
                                   .is_of_role = old->role != storage::Role::worker};
  store_.rename_account(renaming,
                        [this, reply](const storage::StoreResult<std::optional<storage::Restriction>>& refused) {
                          if (!refused) return reply(refusal_of_store(refused.error()));
                          if (!*refused) return reply(unknown_account());
                          sessions_.refresh_from_store();
                          reply(json_response(restriction_json(**refused)));
                        });
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
  const auto lift_it = [this, number, reply] {
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
          if (actor.role == storage::Role::administrator) return lift_it();
          if (one.is_of_role) return reply(refusal_of_role());
          const auto account =
              one.kind == RestrictionKind::name ? std::nullopt : storage::parts_of_subject(one.subject).account;
          if (!account) return lift_it();
          if (auto refusal = refusal_for(actor, sessions_.find_account(*account))) return reply(*std::move(refusal));
          return lift_it();
        }
        reply(error_response(404, "there is no such restriction"));
      });
}

}  // namespace rensa::http_api
