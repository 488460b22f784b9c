#include "server/http_api/restrictions_api.h"

#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "server/base/utc_time.h"
#include "server/http_api/responses.h"
#include "server/net/proxies/network_text.h"

namespace rensa::http_api {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMaxMinutes = 366ULL * 24 * 60;
constexpr std::string_view kOfAccount = "token ";
constexpr std::string_view kOfAddress = "guests at ";

std::optional<std::string> why_no_moderator(const storage::TokenRow& account) {
  if (account.role == storage::Role::moderator || account.role == storage::Role::administrator) return std::nullopt;
  return "this needs the token of a moderator or an administrator";
}

Json restriction_json(const storage::Restriction& one) {
  const std::string_view subject = one.subject;
  const bool is_account = subject.starts_with(kOfAccount);
  return {{"id", one.id},
          {"kind", name_of(one.kind)},
          {"account", is_account ? Json(parse_number(subject.substr(kOfAccount.size())).value_or(0)) : Json()},
          {"address", is_account ? Json() : Json(std::string(subject.substr(kOfAddress.size())))},
          {"made", one.made},
          {"until", one.until},
          {"why", one.why}};
}

// The payer that a request names, or the refusal.
struct Subject {
  std::string payer;
  std::optional<net::HttpResponse> refusal{};
};

Subject subject_of(const sessions::SessionService& sessions, const std::string& query) {
  const std::string account = query_text(query, "account").value_or("");
  const std::string address = query_text(query, "address").value_or("");
  const std::string player = query_text(query, "player").value_or("");
  const auto refused = [](int status, const std::string& text) { return Subject{"", error_response(status, text)}; };
  if (int{!account.empty()} + int{!address.empty()} + int{!player.empty()} != 1) {
    return refused(400, "one of account, address and player is expected");
  }
  if (!account.empty()) {
    const auto number = parse_number(account);
    if (!number) return refused(400, "account: the number of a token is expected");
    return {std::string(kOfAccount) + std::to_string(*number)};
  }
  if (!address.empty()) {
    const auto network = net::network_of_address(address);
    if (!network) return refused(400, "address: an IP address is expected");
    return {std::string(kOfAddress) + *network};
  }
  const auto payer = sessions.payer_of(player);
  if (!payer) return refused(404, "no player of this name is connected");
  if (!payer->starts_with(kOfAccount) && !payer->starts_with(kOfAddress)) {
    return refused(409, "this player is a program of a tournament");
  }
  return {*payer};
}

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
  store_.list_restrictions_since(0, [reply](const storage::StoreResult<std::optional<storage::RestrictionList>>& list) {
    if (!list) return reply(store_failure(list.error()));
    const std::string now = base::utc_now();
    Json restrictions = Json::array();
    for (const storage::Restriction& one : (*list)->restrictions) {
      if (one.until > now) restrictions.push_back(restriction_json(one));
    }
    reply(json_response({{"restrictions", std::move(restrictions)}}));
  });
}

void RestrictionsApi::add(const net::HttpRequest& request, const net::HttpReply& reply) {
  std::string target;
  for (const char* key : {"account", "address", "player", "minutes"}) {
    const std::string value = query_text(request.query, key).value_or("");
    if (!value.empty()) target.append(target.empty() ? "" : ", ").append(key).append(" ").append(value);
  }
  const Act act{.name = "restriction " + query_text(request.query, "kind").value_or(""),
                .target = target,
                .why = query_text(request.query, "why").value_or("")};
  authority_.if_allowed_to(act, request.bearer, why_no_moderator, reply,
                           [this, request](const storage::TokenRow& actor, const net::HttpReply& answer) {
                             add_for(actor, request, answer);
                           });
}

void RestrictionsApi::add_for(const storage::TokenRow& actor, const net::HttpRequest& request,
                              const net::HttpReply& reply) {
  const auto kind = storage::restriction_kind_from_name(query_text(request.query, "kind").value_or(""));
  if (!kind) return reply(error_response(400, "kind: ban or mute is expected"));
  const auto minutes = query_number(request.query, "minutes", {1, kMaxMinutes}, 0);
  if (!minutes || *minutes == 0) return reply(error_response(400, "minutes: 1 .. 527040 is expected"));
  const std::string why = query_text(request.query, "why").value_or("");
  if (why.empty()) return reply(error_response(400, "why: a reason is expected"));
  Subject subject = subject_of(sessions_, request.query);
  if (subject.refusal) return reply(*std::move(subject.refusal));
  const auto until = std::chrono::system_clock::now() + std::chrono::minutes(*minutes);
  const storage::Restriction restriction{
      .kind = *kind, .subject = subject.payer, .until = base::utc_text(until), .why = why};
  if (subject.payer.starts_with(kOfAddress)) return store(restriction, reply);
  const auto number = parse_number(std::string_view(subject.payer).substr(kOfAccount.size()));
  store_.list_tokens_since(0, [this, restriction, number, is_administrator = actor.role == storage::Role::administrator,
                               reply](const storage::StoreResult<std::optional<storage::TokenList>>& tokens) {
    if (!tokens) return reply(store_failure(tokens.error()));
    for (const auto& [account, hash] : (*tokens)->tokens) {
      if (static_cast<std::uint64_t>(account.id) != number || account.revoked) continue;
      if (is_administrator || account.role == storage::Role::worker) return store(restriction, reply);
      return reply(error_response(403, "only an administrator may ban or mute an account with a role"));
    }
    reply(error_response(404, "there is no such account, or its token is revoked"));
  });
}

// The service takes the restriction over at once, and closes the connections of one that is banned.
void RestrictionsApi::store(const storage::Restriction& restriction, const net::HttpReply& reply) {
  store_.add_restriction(restriction, [this, restriction, reply](const storage::StoreResult<std::int64_t>& id) {
    if (!id) return reply(store_failure(id.error()));
    sessions_.refresh_from_store();
    storage::Restriction stored = restriction;
    stored.id = *id;
    stored.made = base::utc_now();
    reply(json_response(restriction_json(stored)));
  });
}

void RestrictionsApi::lift(std::string_view text, const net::HttpRequest& request, const net::HttpReply& reply) {
  const auto number = parse_number(text);
  const Act act{.name = "restriction lift",
                .target = "restriction " + std::string(text),
                .why = query_text(request.query, "why").value_or("")};
  authority_.if_allowed_to(
      act, request.bearer, why_no_moderator, reply,
      [this, number](const storage::TokenRow&, const net::HttpReply& answer) {
        if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
          return answer(error_response(400, "the number of a restriction is expected"));
        }
        store_.lift_restriction(static_cast<std::int64_t>(*number),
                                [this, number, answer](const storage::StoreResult<bool>& is_lifted) {
                                  if (!is_lifted) return answer(store_failure(is_lifted.error()));
                                  if (!*is_lifted) return answer(error_response(404, "there is no such restriction"));
                                  sessions_.refresh_from_store();
                                  answer(json_response({{"lifted", *number}}));
                                });
      });
}

}  // namespace rensa::http_api
