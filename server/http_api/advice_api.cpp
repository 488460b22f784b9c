#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "engine/record/codec.h"
#include "engine/record/game_history.h"
#include "engine/record/verify.h"
#include "server/http_api/api_parts.h"
#include "server/http_api/responses.h"

namespace rensa::http_api {

namespace {

using sessions::Advisers;
using Json = nlohmann::ordered_json;

// The position that a question is about.
struct ReplayPosition {
  record::Decision decision;
  std::string ruleset;
};

// The name of a published ruleset; empty: it is not published, so no player knows it.
std::string published_name_of(const rules::Ruleset& ruleset) {
  const auto published = rules::published_rulesets();
  const auto same = std::find_if(published.begin(), published.end(), [&](const rules::Ruleset& one) {
    return rules::digest(one) == rules::digest(ruleset);
  });
  return same == published.end() ? "" : same->id;
}

net::HttpResponse load_position(const net::HttpResponse& file, duel::Seat seat, int clock,
                                std::optional<ReplayPosition>& found) {
  const std::vector<std::uint8_t> bytes(file.body.begin(), file.body.end());
  const auto decoded = record::decode(bytes);
  if (!decoded.record || !record::verify(*decoded.record).ok()) return error_response(500, "the record is damaged");
  const std::string ruleset = published_name_of(decoded.record->setup.ruleset);
  if (ruleset.empty()) return error_response(409, "this game has unpublished rules, which players do not know");
  const auto decision = record::decision_at(*decoded.record, seat, clock);
  if (!decision) return error_response(409, "this seat had nothing to decide in this game");
  found = ReplayPosition{.decision = *decision, .ruleset = ruleset};
  return {};
}

match::Terms terms_of(const ReplayPosition& position) {
  match::Terms terms;
  terms.ruleset = position.ruleset;
  const bool has_frames = position.decision.view.pacing == rules::Pacing::frames;
  terms.clock = has_frames ? match::Clock::virtual_time : match::Clock::turns;
  return terms;
}

std::string digits_of(rules::Pair pair) {
  return std::to_string(static_cast<int>(pair.axis)) + std::to_string(static_cast<int>(pair.child));
}

Json placement_json(rules::Placement placement) { return {{"x", placement.x}, {"r", static_cast<int>(placement.r)}}; }

net::HttpResponse advice_json(const std::string& player, const ReplayPosition& position,
                              const Advisers::Candidates& candidates) {
  const duel::View& view = position.decision.view;
  Json list = Json::array();
  for (const auto& candidate : candidates) {
    Json entry = placement_json(candidate.place);
    entry["worth"] = candidate.worth ? Json(*candidate.worth) : Json();
    list.push_back(std::move(entry));
  }
  const auto& taken = position.decision.placement;
  return json_response({{"player", player},
                        {"seat", duel::index_of(view.seat) + 1},
                        {"clock", view.clock},
                        {"hand", view.own.hand},
                        {"pair", digits_of(view.own.pairs[0])},
                        {"taken", taken ? placement_json(*taken) : Json()},
                        {"candidates", std::move(list)}});
}

// `why` is a word for programs, which show texts of their own.
net::HttpResponse refused(int status, const char* why, const char* text) {
  net::HttpResponse response = json_response({{"error", text}, {"why", why}});
  response.status = status;
  return response;
}

net::HttpResponse refusal(Advisers::NoAdvice reason) {
  switch (reason) {
    case Advisers::NoAdvice::no_adviser:
      return refused(404, "nobody", "no adviser with this name is connected: /api/v1/players lists the advisers");
    case Advisers::NoAdvice::advisers_busy:
      return refused(503, "busy", "this player has too many questions: try again in a few seconds");
    case Advisers::NoAdvice::too_many_questions:
      return refused(429, "greedy", "this address has too many open requests: wait for their answers");
    case Advisers::NoAdvice::no_candidates:
      return refused(503, "mute", "this player has no answer for this position");
    case Advisers::NoAdvice::adviser_left:
      return refused(503, "gone", "this player has left");
    case Advisers::NoAdvice::timed_out:
      return refused(503, "late", "this player did not answer in time: try again");
  }
  return error_response(503, "there is no answer");
}

}  // namespace

void AdviceApi::answer(const LoadRecord& load, const net::HttpRequest& request, const net::HttpReply& reply) const {
  const auto seat = query_number(request.query, "seat", {1, 2}, 0);
  if (!seat) return reply(error_response(400, "seat: 1 or 2 is expected"));
  const auto clock = parse_number(query_value(request.query, "clock"));
  if (!clock || *clock > 0x7FFF'FFFF)
    return reply(error_response(400, "clock: a frame or turn of the game is expected"));
  const auto player = query_text(request.query, "player");
  if (!player || player->empty()) return reply(error_response(400, "player: the name of an adviser is expected"));
  const duel::Seat seat_asked = duel::kSeats[*seat - 1];

  const auto found = std::make_shared<std::optional<ReplayPosition>>();
  const auto done = [found, player = *player, reply](const auto& answer) {
    const auto* candidates = std::get_if<Advisers::Candidates>(&answer);
    reply(candidates ? advice_json(player, **found, *candidates) : refusal(std::get<Advisers::NoAdvice>(answer)));
  };
  const auto id = sessions_.reserve_question(*player, request.network, done);
  if (!id) return;
  const auto ask = [&sessions = sessions_, id = *id, found, reply](net::HttpResponse wrong) {
    if (*found) return sessions.send_question(id, terms_of(**found), (*found)->decision.view);
    if (sessions.cancel_question(id)) reply(std::move(wrong));
  };
  load(reply.calling([&run_in_background = run_in_background_, ask = reply.calling(ask), seat_asked,
                      clock = static_cast<int>(*clock), found](net::HttpResponse file) {
    if (file.status != 200) return ask(std::move(file));
    run_in_background(
        [file = std::move(file), seat_asked, clock, found] { return load_position(file, seat_asked, clock, *found); },
        ask);
  }));
}

}  // namespace rensa::http_api
