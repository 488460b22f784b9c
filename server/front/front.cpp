#include "server/front/front.h"

#include <array>
#include <cstring>
#include <stdexcept>
#include <sys/random.h>
#include <utility>

#include "engine/duel/record_codec.h"
#include "proto/framing.h"
#include "server/front/rows.h"
#include "server/play/commitment.h"

namespace rensa::front {

namespace {

base::SessionId session_of(net::ConnectionId connection) {
  return base::SessionId{static_cast<std::uint64_t>(connection)};
}

net::ConnectionId connection_of(base::SessionId session) {
  return net::ConnectionId{static_cast<std::uint64_t>(session)};
}

proto::Error refusal(proto::ErrorCode code, std::string text) {
  return {.code = code, .text = std::move(text), .match = std::nullopt, .id = 0};
}

}  // namespace

Front::Front(const FrontSettings& settings, Surroundings surroundings)
    : settings_(settings),
      around_(std::move(surroundings)),
      budgets_(settings.rate),
      hall_(settings.hall, proto::MatchId{around_.store.last_match()}, *this) {}

void Front::opened(net::ConnectionId connection, const net::Peer& peer) {
  ++tally_.sessions_opened;
  const bool is_worker = peer.transport != net::Transport::websocket;
  const session::SessionLimits limits{.max_message_bytes = static_cast<std::uint32_t>(
                                          is_worker ? proto::kMaxWorkerMessageBytes : proto::kMaxPersonMessageBytes),
                                      .violations = 8};
  const bool is_json = peer.protocol == "rensa.v1.json";
  const std::string payer = "guests at " + peer.address;
  budgets_.join(payer, around_.now());
  visitors_.emplace(connection, Visitor{.session = session::Session(limits, *this),
                                        .encoding = is_json ? proto::Encoding::json : proto::Encoding::binary,
                                        .transport = peer.transport,
                                        .address = peer.address,
                                        .payer = payer});
}

void Front::charge(Visitor& visitor, const std::string& payer) {
  budgets_.join(payer, around_.now());
  budgets_.leave(visitor.payer, around_.now());
  visitor.payer = payer;
}

void Front::received(net::ConnectionId connection, std::string_view message) {
  const auto entry = visitors_.find(connection);
  if (entry == visitors_.end()) return;
  Visitor& visitor = entry->second;
  ++tally_.messages_in;
  if (!budgets_.take(visitor.payer, around_.now())) {
    ++tally_.refused;
    send(connection, visitor, refusal(proto::ErrorCode::rate, "too many messages from " + visitor.payer));
    return around_.connections.close(connection, net::CloseReason::rate);
  }
  greeted_ = &visitor;
  session::Reaction reaction = visitor.session.receive_bytes(message, visitor.encoding);
  greeted_ = nullptr;
  for (const proto::ServerMessage& answer : reaction.answers) send(connection, visitor, answer);
  if (reaction.entered) {
    around_.log("event=entered session=" + std::to_string(static_cast<std::uint64_t>(connection)) + " name=\"" +
                *reaction.entered + "\" address=" + visitor.address);
    hall_.enter(session_of(connection), *reaction.entered);
  }
  if (reaction.order) hall_.handle(session_of(connection), *reaction.order, around_.now());
  if (reaction.close) {
    ++tally_.refused;
    around_.connections.close(connection, net::CloseReason::violation);
  }
}

void Front::refused(net::ConnectionId connection, net::CloseReason reason) {
  const auto entry = visitors_.find(connection);
  if (entry == visitors_.end()) return;
  ++tally_.refused;
  if (reason == net::CloseReason::too_large) {
    send(connection, entry->second, refusal(proto::ErrorCode::too_large, "a message is longer than Welcome allows"));
  } else {
    send(connection, entry->second, refusal(proto::ErrorCode::rate, "too many messages in too short a time"));
  }
}

void Front::closed(net::ConnectionId connection, std::string_view why) {
  const auto entry = visitors_.find(connection);
  if (entry == visitors_.end()) return;
  budgets_.leave(entry->second.payer, around_.now());
  visitors_.erase(entry);
  around_.log("event=closed session=" + std::to_string(static_cast<std::uint64_t>(connection)) + " why=\"" +
              std::string(why) + "\"");
  hall_.leave(session_of(connection), around_.now());
}

void Front::send(net::ConnectionId connection, const Visitor& visitor, const proto::ServerMessage& message) {
  proto::encode(message, visitor.encoding, outgoing_);
  ++tally_.messages_out;
  tally_.bytes_out += outgoing_.size();
  around_.connections.send(connection, outgoing_);
}

void Front::tell(base::SessionId session, const proto::ServerMessage& message) {
  const auto entry = visitors_.find(connection_of(session));
  if (entry != visitors_.end()) send(entry->first, entry->second, message);
}

bool Front::is_congested(base::SessionId session) const {
  return around_.connections.queued_bytes(connection_of(session)) > settings_.congested_bytes;
}

std::optional<play::Abandoned> Front::abandon(proto::MatchId match, const std::string& who) {
  const auto abandoned = hall_.abandon(match, around_.now());
  if (abandoned) {
    around_.log("event=abandoned match=" + std::to_string(static_cast<std::uint64_t>(match)) + " by=\"" + who + "\"");
  }
  return abandoned;
}

void Front::save(play::FinishedGame game) {
  ++unsaved_;
  store_game(std::make_shared<const Unsaved>(Unsaved{std::move(game), around_.date()}));
}

// Until it is on disk: the match waits for it, and nobody is told a result that could be lost.
void Front::store_game(std::shared_ptr<const Unsaved> unsaved) {
  const play::FinishedGame& game = unsaved->game;
  around_.store.save_game(
      match_row(game), game_row(game, unsaved->date), duel::encode(game.record),
      [this, unsaved](std::uint64_t record) {
        around_.post([this, unsaved, record] {
          --unsaved_;
          hall_.saved(unsaved->game.match, unsaved->game.game, record, around_.now());
        });
      },
      [this, unsaved](const std::string& why) {
        around_.post([this, unsaved, why] {
          ++tally_.saves_failed;
          around_.log("event=save_failed match=" + std::to_string(static_cast<std::uint64_t>(unsaved->game.match)) +
                      " game=" + std::to_string(unsaved->game.game) + " why=\"" + why + "\"");
          around_.post_later(settings_.save_again_after, [this, unsaved] { store_game(unsaved); });
        });
      });
}

play::Secret Front::draw_secret() {
  std::array<std::uint64_t, 3> words{};
  if (getrandom(words.data(), sizeof words, 0) != static_cast<ssize_t>(sizeof words)) {
    throw std::runtime_error("the system gives no random numbers");
  }
  return {.seed = words[0], .nonce = play::hex_of(words[1]) + play::hex_of(words[2])};
}

session::Admission Front::admit(const proto::Hello& hello) {
  if (!hello.token.empty()) return admit_token(hello.token);
  if (greeted_->transport != net::Transport::websocket && !settings_.guests_over_tcp) {
    return {.name = "",
            .refused = refusal(proto::ErrorCode::token,
                               "workers need a token here: an administrator makes one with rensa-server token")};
  }
  return admit_guest(hello.name);
}

session::Admission Front::admit_token(const std::string& token) {
  std::optional<store::TokenRow> row;
  try {
    row = around_.store.find_token(token);
  } catch (const std::exception& problem) {
    around_.log("event=store_failed why=\"" + std::string(problem.what()) + "\"");
    return {.name = "",
            .refused = refusal(proto::ErrorCode::busy, "the server cannot look tokens up: try again later")};
  }
  if (row) {
    charge(*greeted_, "token " + std::to_string(row->id));
    return {.name = row->name, .refused = std::nullopt};
  }
  return {.name = "",
          .refused = refusal(proto::ErrorCode::token, "this token is unknown or revoked: ask an administrator")};
}

session::Admission Front::admit_guest(const std::string& name) {
  if (name.empty()) return {.name = free_name("guest", ++guests_), .refused = std::nullopt};
  if (!duel::is_name(name) || name.size() > proto::kMaxNameBytes) {
    return {.name = "",
            .refused = refusal(proto::ErrorCode::name, "a name is 1 to 32 bytes of UTF-8 without control characters")};
  }
  // A client that comes back may meet its own connection that has not been missed yet.
  return {.name = hall_.is_free(name) ? name : free_name(name, 2), .refused = std::nullopt};
}

// With the first number that is free.
std::string Front::free_name(const std::string& stem, std::uint64_t number) const {
  std::string name;
  do name = stem + "-" + std::to_string(number++);
  while (!hall_.is_free(name));
  return name;
}

}  // namespace rensa::front
