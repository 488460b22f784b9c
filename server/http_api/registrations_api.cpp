#include "server/http_api/registrations_api.h"

#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "server/base/plain_text.h"
#include "server/base/utc_time.h"
#include "server/http_api/responses.h"

namespace rensa::http_api {

namespace {

using Json = nlohmann::ordered_json;

// Of all addresses together in a day.
constexpr std::int64_t kMostInADay = 1'000;

std::optional<std::string> why_no_approver(const storage::TokenRow& account) {
  const bool is_organiser = account.role == storage::Role::organiser;
  if (is_organiser || account.role == storage::Role::administrator) return std::nullopt;
  return "this needs the token of an organiser or an administrator";
}

std::string a_day_before(const std::string& now) {
  return base::utc_text(base::parse_utc(now).value_or(std::chrono::sys_seconds()) - std::chrono::days(1));
}

net::HttpResponse no_waiting_registration() { return error_response(404, "no such registration waits"); }

}  // namespace

void RegistrationsApi::add(const net::HttpRequest& request, const net::HttpReply& reply) {
  const sessions::RegistrationSettings& settings = sessions_.registration_settings();
  if (settings.mode == sessions::RegistrationSettings::Mode::off) {
    return reply(error_response(403, "this server makes no accounts by itself: ask its administrator for a token"));
  }
  const std::string network = request.network.empty() ? request.address : request.network;
  const std::string payer = storage::subject_of_guests(network);
  if (const auto ban = sessions_.ban_of_guests(network)) return reply(error_response(403, storage::told_ban(*ban)));
  const std::string name = query_text(request.query, "name").value_or("");
  if (!base::is_plain_name(name)) {
    return reply(error_response(400, std::string("name: a name has ") + base::kPlainNameRule));
  }
  const base::Time now = now_();
  budgets_.join(payer, now);
  const bool is_within_budget = budgets_.take(payer, now);
  budgets_.leave(payer, now);
  if (!is_within_budget) {
    return reply(error_response(429, "too many requests for accounts in too short a time: wait a minute"));
  }
  if (!sessions_.may_take_name(name, payer)) {
    return reply(error_response(409, "a player who is connected now has this name, or one that looks like it"));
  }
  const std::string date = sessions_.date_of_now();
  store_.register_account(
      {.name = name,
       .payer = payer,
       .made = date,
       .day_before = a_day_before(date),
       .has_to_wait = settings.mode == sessions::RegistrationSettings::Mode::approval,
       .most_of_payer = settings.per_day,
       .most = kMostInADay},
      [this, name, payer, reply](const storage::StoreResult<storage::Registered>& made) {
        if (!made) {
          const bool is_refused = made.error().kind == storage::StoreError::Kind::refused;
          return reply(is_refused ? error_response(409, made.error().message) : store_failure(made.error()));
        }
        const bool waits = made->account == 0;
        authority_.note_guest(payer, {.name = waits ? "account requested" : "account registered", .target = name});
        sessions_.refresh_from_store();
        net::HttpResponse response = json_response({{"account", waits ? Json() : Json(made->account)},
                                                    {"registration", made->registration},
                                                    {"name", name},
                                                    {"token", made->token}});
        response.status = waits ? 202 : 201;
        reply(std::move(response));
      });
}

void RegistrationsApi::answer(const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::string_view path = request.path;
  const bool is_reading = request.method == "GET" || request.method == "HEAD";
  if (path == kPath && is_reading) {
    return authority_.if_allowed(request.bearer, why_no_approver, reply,
                                 [this, reply](const storage::TokenRow&) { list(reply); });
  }
  if (path == kPath) return reply(error_response(405, "only GET and HEAD are answered here"));
  if (request.method != "POST") return reply(error_response(405, "only POST is answered here"));
  decide(path.substr(kPrefix.size()), request, reply);
}

void RegistrationsApi::list(const net::HttpReply& reply) {
  using Waiting = std::vector<storage::WaitingRegistration>;
  read_in_turn<Waiting>(
      reads_, reply, [this](auto done) { store_.list_waiting_registrations(std::move(done)); },
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
  const std::size_t slash = rest.find('/');
  const std::string what(slash == std::string_view::npos ? "" : rest.substr(slash + 1));
  if (what != "approve" && what != "dismiss") {
    return reply(error_response(404, "there is nothing here: docs/openapi.json lists the paths"));
  }
  const std::string number(rest.substr(0, slash));
  const Act act{.name = "registration " + what,
                .target = "registration " + number,
                .why = query_text(request.query, "why").value_or("")};
  authority_.if_allowed_to(
      act, request.bearer, why_no_approver, reply,
      [this, what, id = parse_number(number)](const storage::TokenRow&, const net::HttpReply& answer) {
        constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
        if (!id || *id > static_cast<std::uint64_t>(kMost)) {
          return answer(error_response(400, "the number of a registration is expected"));
        }
        const auto wanted = static_cast<std::int64_t>(*id);
        what == "approve" ? approve(wanted, answer) : dismiss(wanted, answer);
      });
}

void RegistrationsApi::approve(std::int64_t id, const net::HttpReply& reply) {
  store_.approve_registration(id, [this, reply](const storage::StoreResult<std::optional<std::int64_t>>& account) {
    if (!account) {
      const bool is_refused = account.error().kind == storage::StoreError::Kind::refused;
      return reply(is_refused ? error_response(409, account.error().message) : store_failure(account.error()));
    }
    if (!*account) return reply(no_waiting_registration());
    sessions_.refresh_from_store();
    reply(json_response({{"account", **account}}));
  });
}

void RegistrationsApi::dismiss(std::int64_t id, const net::HttpReply& reply) {
  store_.dismiss_registration(id, [id, reply](const storage::StoreResult<bool>& is_known) {
    if (!is_known) return reply(store_failure(is_known.error()));
    if (!*is_known) return reply(no_waiting_registration());
    reply(json_response({{"dismissed", id}}));
  });
}

}  // namespace rensa::http_api
