#include "server/http_api/registrations_api.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "server/base/plain_text.h"
#include "server/base/utc_time.h"
#include "server/http_api/responses.h"
#include "server/storage/token.h"

namespace rensa::http_api {

namespace {

using Json = nlohmann::ordered_json;

// Of all addresses together in a day.
constexpr std::int64_t kMostInADay = 1'000;
// A registration that still waits then is deleted.
constexpr int kDaysOfWaiting = 14;
constexpr const char* kNameOfAuthor =
    "the settings of this server name an account of this name: ask its administrator for its token";

std::optional<std::string> why_no_approver(const storage::TokenRow& account) {
  const bool is_organiser = account.role == storage::Role::organiser;
  if (is_organiser || account.role == storage::Role::administrator) return std::nullopt;
  return "this needs the token of an organiser or an administrator";
}

// `days`: below 0: before.
std::string date_after(const std::string& now, int days) {
  return base::utc_text(base::parse_utc(now).value_or(std::chrono::sys_seconds()) + std::chrono::days(days));
}

// Returns the word behind the number: "3/approve".
std::string_view what_in(std::string_view rest) {
  const std::size_t slash = rest.find('/');
  return slash == std::string_view::npos ? std::string_view() : rest.substr(slash + 1);
}

net::HttpResponse no_waiting_registration() { return error_response(404, "no such registration waits"); }

}  // namespace

void RegistrationsApi::add(const net::HttpRequest& request, const net::HttpReply& reply) {
  const sessions::RegistrationSettings& settings = parts_.sessions.registration_settings();
  if (settings.mode == sessions::RegistrationSettings::Mode::off) {
    return reply(error_response(403, "this server makes no accounts by itself: ask its administrator for a token"));
  }
  const std::string network = request.network.empty() ? request.address : request.network;
  const std::string payer = storage::subject_of_guests(network);
  if (const auto ban = parts_.sessions.ban_of_guests(network))
    return reply(error_response(403, storage::told_ban(*ban)));
  const std::string name = query_text(request.query, "name").value_or("");
  if (!base::is_plain_name(name)) {
    return reply(error_response(400, std::string("name: a name has ") + base::kPlainNameRule));
  }
  const std::string hash_text = query_text(request.query, "hash").value_or("");
  const auto hash = storage::token_hash_from_hex(hash_text);
  if (!hash_text.empty() && !hash) {
    return reply(error_response(400, "hash: the SHA-256 hash of a token is expected, as 64 digits 0-9 and a-f"));
  }
  const base::Time now = parts_.now();
  budgets_.join(payer, now);
  const bool is_within_budget = budgets_.take(payer, now);
  budgets_.leave(payer, now);
  if (!is_within_budget) {
    return reply(error_response(429, "too many requests for accounts in too short a time: wait a minute"));
  }
  // If the answer is lost, the same request is made again for the same account.
  const bool is_registered = hash && parts_.sessions.find_account_of_hash(*hash);
  if (!is_registered) {
    if (const auto why = parts_.sessions.why_name_is_taken(name, payer)) return reply(error_response(409, *why));
    if (const auto why = parts_.reserved_names.why_reserved(name)) return reply(error_response(409, *why));
    if (parts_.reserved_names.is_of_author(name)) return reply(error_response(409, kNameOfAuthor));
  }
  const std::string date = parts_.sessions.date_of_now();
  const storage::NewRegistration registration{
      .name = name,
      .payer = payer,
      .made = date,
      .day_before = date_after(date, -1),
      .day_after = date_after(date, 1),
      .waiting_since = date_after(date, -kDaysOfWaiting),
      .has_to_wait = settings.mode == sessions::RegistrationSettings::Mode::approval,
      .most_of_payer = settings.per_day,
      .most = kMostInADay,
      .hash = hash};
  const bool has_room = parts_.stranger_writes.run(
      kStrangers, [this, registration, reply](const std::function<void()>& done) { store(registration, reply, done); });
  if (!has_room) reply(error_response(503, "many other requests wait: try again in a minute"));
}

void RegistrationsApi::store(const storage::NewRegistration& registration, const net::HttpReply& reply,
                             const std::function<void()>& done) {
  parts_.store.register_account(registration, [this, name = registration.name, reply,
                                               done](const storage::StoreResult<storage::Registered>& made) {
    done();
    if (!made) {
      const bool is_refused = made.error().kind == storage::StoreError::Kind::refused;
      return reply(is_refused ? error_response(409, made.error().message) : store_failure(made.error()));
    }
    const bool waits = made->account == 0;
    parts_.sessions.refresh_from_store();
    Json body = {
        {"account", waits ? Json() : Json(made->account)}, {"registration", made->registration}, {"name", name}};
    if (!made->token.empty()) body["token"] = made->token;
    net::HttpResponse response = json_response(body);
    response.status = waits ? 202 : 201;
    reply(std::move(response));
  });
}

void RegistrationsApi::answer(const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::string_view path = request.path;
  const bool is_reading = request.method == "GET" || request.method == "HEAD";
  if (path == kPath && is_reading) {
    return parts_.authority.if_allowed(request.bearer, why_no_approver, reply,
                                       [this, reply](const storage::TokenRow&) { list(reply); });
  }
  if (path == kPath) return reply(error_response(405, "only GET and HEAD are answered here"));
  if (request.method != "POST") return reply(error_response(405, "only POST is answered here"));
  decide(path.substr(kPrefix.size()), request, reply);
}

void RegistrationsApi::list(const net::HttpReply& reply) {
  using Waiting = std::vector<storage::WaitingRegistration>;
  read_in_turn<Waiting>(
      parts_.reads, reply, [this](auto done) { parts_.store.list_waiting_registrations(std::move(done)); },
      [reply](const storage::StoreResult<Waiting>& waiting) {
        if (!waiting) return reply(store_failure(waiting.error()));
        Json list = Json::array();
        for (const storage::WaitingRegistration& one : *waiting) {
          list.push_back({{"registration", one.id},
                          {"name", one.name},
                          {"address", storage::parts_of_subject(one.payer).network},
                          {"made", one.made}});
        }
        reply(json_response({{"registrations", std::move(list)}}));
      });
}

void RegistrationsApi::decide(std::string_view rest, const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::string_view what = what_in(rest);
  if (what != "approve" && what != "dismiss") {
    return reply(error_response(404, "there is nothing here: docs/openapi.json lists the paths"));
  }
  parts_.authority.if_allowed(request.bearer, why_no_approver, reply,
                              [this, rest = std::string(rest), request, reply](const storage::TokenRow& account) {
                                decide_for(account, rest, request, reply);
                              });
}

// The audit log has the name, too, since the registration is gone afterwards.
void RegistrationsApi::decide_for(const storage::TokenRow& account, std::string_view rest,
                                  const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::string why = query_text(request.query, "why").value_or("");
  const std::string all = query_text(request.query, "all").value_or("");
  if (!all.empty() && all != "1") return reply(error_response(400, "all: only 1 is expected"));
  const std::string what(what_in(rest));
  const std::string number(rest.substr(0, rest.find('/')));
  const auto id = parse_number(number);
  using Waiting = std::vector<storage::WaitingRegistration>;
  parts_.store.list_waiting_registrations(
      [this, account, what, number, id, why, all, reply](const storage::StoreResult<Waiting>& list) {
        if (!list) return reply(store_failure(list.error()));
        std::optional<storage::WaitingRegistration> found;
        for (const storage::WaitingRegistration& one : *list) {
          if (id && static_cast<std::uint64_t>(one.id) == *id) found = one;
        }
        const Act act{.name = "registration " + what,
                      .target = "registration " + number + (found ? ": " + found->name : "") +
                                (all.empty() ? "" : ", and all from addresses near it"),
                      .why = why};
        parts_.authority.carry_out_for(
            account, act, reply, [this, what, id, found, all](const storage::TokenRow&, const net::HttpReply& answer) {
              if (!id) return answer(error_response(400, "the number of a registration is expected"));
              if (!found) return answer(no_waiting_registration());
              what == "approve" ? approve(*found, answer)
                                : dismiss({.registration = found->id, .of_all = !all.empty()}, answer);
            });
      });
}

void RegistrationsApi::approve(const storage::WaitingRegistration& registration, const net::HttpReply& reply) {
  if (const auto why = parts_.reserved_names.why_reserved(registration.name)) return reply(error_response(409, *why));
  if (parts_.reserved_names.is_of_author(registration.name)) return reply(error_response(409, kNameOfAuthor));
  parts_.store.approve_registration(
      registration.id, [this, reply](const storage::StoreResult<std::optional<std::int64_t>>& account) {
        if (!account) {
          const bool is_refused = account.error().kind == storage::StoreError::Kind::refused;
          return reply(is_refused ? error_response(409, account.error().message) : store_failure(account.error()));
        }
        if (!*account) return reply(no_waiting_registration());
        parts_.sessions.refresh_from_store();
        reply(json_response({{"account", **account}}));
      });
}

void RegistrationsApi::dismiss(const storage::Dismissal& dismissal, const net::HttpReply& reply) {
  parts_.store.dismiss_registration(
      dismissal, [id = dismissal.registration, reply](const storage::StoreResult<std::int64_t>& count) {
        if (!count) return reply(store_failure(count.error()));
        if (*count == 0) return reply(no_waiting_registration());
        reply(json_response({{"dismissed", id}, {"count", *count}}));
      });
}

}  // namespace rensa::http_api
