#include "server/sessions/front.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <stdexcept>
#include <sys/random.h>
#include <utility>

#include "engine/duel/record_codec.h"
#include "proto/feature.h"
#include "proto/framing.h"
#include "proto/plain_text.h"
#include "server/sessions/rows.h"
#include "server/play/commitment.h"
#include "server/storage/store_error.h"

namespace rensa::sessions {

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

// No longer than so many bytes, and no character cut in two.
std::string shortened(const std::string& text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  return text.substr(0, bytes);
}

}  // namespace

Front::Front(const FrontSettings& settings, Surroundings surroundings)
    : settings_(settings),
      around_(std::move(surroundings)),
      budgets_(settings.rate),
      matches_(settings.guests_matches),
      hall_(settings.hall, proto::MatchId{around_.store.last_match()}, *this) {}

void Front::opened(net::ConnectionId connection, const net::Peer& peer) {
  ++tally_.sessions_opened;
  const bool is_worker = peer.transport != net::Transport::websocket;
  const sessions::SessionLimits limits{.max_message_bytes = static_cast<std::uint32_t>(
                                          is_worker ? proto::kMaxWorkerMessageBytes : proto::kMaxPersonMessageBytes),
                                      .violations = 8};
  const bool is_json = peer.protocol == "rensa.v1.json";
  const std::string payer = "guests at " + (peer.network.empty() ? peer.address : peer.network);
  budgets_.join(payer, around_.now());
  if (!is_worker) matches_.join(payer, around_.now());
  visitors_.emplace(connection, Visitor{.session = sessions::Session(limits, *this),
                                        .encoding = is_json ? proto::Encoding::json : proto::Encoding::binary,
                                        .transport = peer.transport,
                                        .address = peer.address,
                                        .payer = payer,
                                        .is_rationed = !is_worker,
                                        .token = std::nullopt,
                                        .hello = {}});
}

void Front::charge_token(Visitor& visitor, std::int64_t token) {
  const std::string payer = "token " + std::to_string(token);
  budgets_.join(payer, around_.now());
  budgets_.leave(visitor.payer, around_.now());
  if (visitor.is_rationed) matches_.leave(visitor.payer, around_.now());
  visitor.payer = payer;
  visitor.is_rationed = false;
  visitor.token = token;
}

// A match that is begun and resigned leaves a record: people shall not fill the store that way.
bool Front::may_ask(const Visitor& visitor, const proto::ClientMessage& order) {
  const bool asks = std::holds_alternative<proto::QuickMatch>(order) ||
                    std::holds_alternative<proto::Challenge>(order) || std::holds_alternative<proto::Accept>(order) ||
                    std::holds_alternative<proto::Invite>(order) || std::holds_alternative<proto::Join>(order);
  return !asks || !visitor.is_rationed || matches_.take(visitor.payer, around_.now());
}

void Front::received(net::ConnectionId connection, std::string_view message) {
  const auto entry = visitors_.find(connection);
  if (entry == visitors_.end()) return;
  Visitor& visitor = entry->second;
  ++tally_.messages_in;
  if (!budgets_.take(visitor.payer, around_.now())) {
    return show_out(connection, visitor, refusal(proto::ErrorCode::rate, "too many messages from " + visitor.payer),
                    net::CloseReason::rate);
  }
  greeted_ = &visitor;
  sessions::Reaction reaction = visitor.session.receive_bytes(message, visitor.encoding);
  greeted_ = nullptr;
  for (const proto::ServerMessage& answer : reaction.answers) send(connection, visitor, answer);
  if (reaction.entered) {
    around_.log("event=entered session=" + std::to_string(static_cast<std::uint64_t>(connection)) + " name=\"" +
                *reaction.entered + "\" address=" + visitor.address);
    const auto presence = visitor.only_plays ? play::Hall::Presence::only_plays : play::Hall::Presence::whole;
    hall_.enter(session_of(connection), *reaction.entered, presence);
    hall_.set_payer(session_of(connection), visitor.payer);
    const auto open = proto::open_in(visitor.hello.features);
    if (open) hall_.take_challenges(session_of(connection), *open);
    const auto advises = proto::advises_in(visitor.hello.features);
    if (advises && !visitor.only_plays) advisers_.arrived(session_of(connection), *reaction.entered, *advises);
    announce(connection, visitor, *reaction.entered);
  }
  if (reaction.order && !may_ask(visitor, *reaction.order)) {
    send(connection, visitor,
         refusal(proto::ErrorCode::busy, "too many matches for " + visitor.payer +
                                             ": wait a few seconds, or ask an administrator for a token"));
  } else if (reaction.order) {
    hand_on(connection, visitor, *reaction.order);
  }
  if (reaction.close) {
    ++tally_.refused;
    around_.connections.close(connection, net::CloseReason::violation);
  }
}

// What is about tournaments is the host's business, advice for who asked for it, all else the hall's.
void Front::hand_on(net::ConnectionId connection, const Visitor& visitor, const proto::ClientMessage& order) {
  const base::SessionId session = session_of(connection);
  if (const auto* advice = std::get_if<proto::Advice>(&order)) return advisers_.answered(session, *advice);
  const auto* wanted = std::get_if<proto::Follow>(&order);
  const auto* unwanted = std::get_if<proto::Unfollow>(&order);
  if (wanted == nullptr && unwanted == nullptr) {
    hall_.handle(session, order, around_.now());
    if (const auto* resume = std::get_if<proto::Resume>(&order)) restore_name(session, *resume);
    return;
  }
  const std::string& tournament = wanted != nullptr ? wanted->tournament : unwanted->tournament;
  std::optional<proto::Error> why_not;
  if (visitor.only_plays) {
    why_not = refusal(proto::ErrorCode::not_yours, "a player of a tournament does nothing but play in it");
  } else if (host_ == nullptr) {
    why_not = no_such_tournament(tournament);
  } else {
    why_not = wanted != nullptr ? host_->follow(session, *wanted) : host_->unfollow(session, *unwanted);
  }
  if (why_not) send(connection, visitor, *why_not);
}

bool Front::is_guest(base::SessionId session) const {
  const auto entry = visitors_.find(connection_of(session));
  return entry != visitors_.end() && !entry->second.token && !entry->second.only_plays;
}

// A guest that comes back has got another name than the one its opponent knows, and could be asked for another match by
// neither. It takes that of its seat; its old connection, which may not have been missed yet, gets the other for it.
void Front::restore_name(base::SessionId session, const proto::Resume& resumed) {
  if (!is_guest(session)) return;
  const auto name = hall_.seat_name(session, resumed.match, resumed.seat);
  const std::string other = hall_.name_of(session);
  if (!name || *name == other || has_token_for(*name)) return;
  const std::vector<base::SessionId> bearers = hall_.named(*name);
  if (!std::all_of(bearers.begin(), bearers.end(), [this](base::SessionId one) { return is_guest(one); })) return;
  for (const base::SessionId bearer : bearers) rename(bearer, other);
  rename(session, *name);
}

void Front::rename(base::SessionId session, const std::string& name) {
  hall_.rename(session, name);
  advisers_.rename(session, name);
  around_.log("event=renamed session=" + std::to_string(static_cast<std::uint64_t>(session)) + " name=\"" + name +
              "\"");
}

// Or it cannot be known.
bool Front::has_token_for(const std::string& name) const {
  try {
    return around_.store.has_token_for(name);
  } catch (const storage::StoreError& problem) {
    around_.log("event=store_failed why=\"" + std::string(problem.what()) + "\"");
    return true;
  }
}

// Guests cannot be told apart by what they call themselves, so the host hears of tokens only.
void Front::announce(net::ConnectionId connection, Visitor& visitor, const std::string& name) {
  const proto::Hello hello = std::exchange(visitor.hello, {});
  if (host_ == nullptr || hello.token.empty()) return;
  host_->arrived({.session = session_of(connection), .name = name, .token = hello.token, .features = hello.features});
}

void Front::show_out(net::ConnectionId connection, const Visitor& visitor, proto::Error why, net::CloseReason reason) {
  ++tally_.refused;
  send(connection, visitor, std::move(why));
  around_.connections.close(connection, reason);
}

void Front::show_out_revoked() {
  const auto has_token = [](const auto& entry) { return entry.second.token.has_value(); };
  if (std::none_of(visitors_.begin(), visitors_.end(), has_token)) return;
  std::set<std::int64_t> revoked;
  try {
    for (const storage::TokenRow& row : around_.store.tokens()) {
      if (row.revoked) revoked.insert(row.id);
    }
  } catch (const storage::StoreError& problem) {
    return around_.log("event=store_failed why=\"" + std::string(problem.what()) + "\"");
  }
  for (auto& [connection, visitor] : visitors_) {
    if (!visitor.token || !revoked.contains(*visitor.token)) continue;
    visitor.token.reset();
    show_out(connection, visitor, refusal(proto::ErrorCode::token, "this token has been revoked"),
             net::CloseReason::violation);
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
  if (entry->second.is_rationed) matches_.leave(entry->second.payer, around_.now());
  visitors_.erase(entry);
  around_.log("event=closed session=" + std::to_string(static_cast<std::uint64_t>(connection)) + " why=\"" +
              std::string(why) + "\"");
  if (host_ != nullptr) host_->left(session_of(connection));
  advisers_.left(session_of(connection));
  hall_.leave(session_of(connection), around_.now());
}

void Front::send(net::ConnectionId connection, const Visitor& visitor, const proto::ServerMessage& message) {
  proto::encode(message, visitor.encoding, outgoing_);
  ++tally_.messages_out;
  tally_.bytes_out += outgoing_.size();
  around_.connections.send(connection, std::string_view(outgoing_));
}

void Front::tell(base::SessionId session, const proto::ServerMessage& message) {
  const auto entry = visitors_.find(connection_of(session));
  if (entry != visitors_.end()) send(entry->first, entry->second, message);
}

// Once for all who speak the same encoding.
void Front::tell_all(std::span<const base::SessionId> sessions, const proto::ServerMessage& message) {
  net::SharedMessage binary;
  net::SharedMessage json;
  for (const base::SessionId session : sessions) {
    const auto entry = visitors_.find(connection_of(session));
    if (entry == visitors_.end()) continue;
    const proto::Encoding encoding = entry->second.encoding;
    net::SharedMessage& bytes = encoding == proto::Encoding::json ? json : binary;
    if (!bytes) bytes = std::make_shared<const std::string>(proto::encode(message, encoding));
    ++tally_.messages_out;
    tally_.bytes_out += bytes->size();
    around_.connections.send(entry->first, bytes);
  }
}

std::size_t Front::queued_bytes(base::SessionId session) const {
  return around_.connections.queued_bytes(connection_of(session));
}

bool Front::is_congested(base::SessionId session) const { return queued_bytes(session) > settings_.congested_bytes; }

std::optional<play::Abandoned> Front::abandon(proto::MatchId match, const std::string& who) {
  const auto abandoned = hall_.abandon(match, around_.now());
  if (abandoned) {
    around_.log("event=abandoned match=" + std::to_string(static_cast<std::uint64_t>(match)) + " by=\"" + who + "\"");
  }
  return abandoned;
}

std::optional<proto::QuestionId> Front::reserve_question(const std::string& player, const std::string& asker,
                                                         Advisers::Done done) {
  const auto id = advisers_.reserve(player, asker, std::move(done));
  if (id) around_.post_later(settings_.advice_within, [this, id] { advisers_.give_up(*id); });
  return id;
}

void Front::put(const proto::Question& question) {
  if (const auto adviser = advisers_.put(question.question)) tell(*adviser, question);
}

void Front::save(play::FinishedGame game) {
  ++unsaved_;
  if (game.conduct && host_ != nullptr) {
    const auto saved = [this, match = game.match, number = game.game] {
      --unsaved_;
      hall_.saved(match, number, 0, around_.now());
    };
    return host_->keep(std::move(game), saved);
  }
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

std::optional<play::Precedent> Front::precedent(std::uint64_t record) const {
  try {
    const auto bytes = around_.store.record(record);
    if (!bytes) return std::nullopt;
    const duel::Decoded game = duel::decode(*bytes);
    if (!game.record || game.error || game.record->setup.queue) return std::nullopt;
    const duel::GameSetup& setup = game.record->setup;
    return play::Precedent{.ruleset_digest = rules::digest(setup.ruleset), .seed = setup.seed};
  } catch (const storage::StoreError& problem) {
    around_.log("event=store_failed why=\"" + std::string(problem.what()) + "\"");
    return std::nullopt;
  }
}

sessions::Admission Front::admit(const proto::Hello& hello) {
  greeted_->hello = hello;
  if (const auto name = host_ == nullptr ? std::nullopt : host_->admit(hello.token)) {
    greeted_->only_plays = true;
    return {.name = *name, .refused = std::nullopt, .features = {std::string(proto::kArranged)}};
  }
  try {
    return hello.token.empty() ? admit_guest(hello.name) : admit_token(hello.token);
  } catch (const storage::StoreError& problem) {
    around_.log("event=store_failed why=\"" + std::string(problem.what()) + "\"");
    return {.name = "", .refused = refusal(proto::ErrorCode::busy, "the server cannot look names up: try again later")};
  }
}

sessions::Admission Front::admit_guest(const std::string& name) {
  if (greeted_->transport != net::Transport::websocket && !settings_.guests_over_tcp) {
    return {.name = "",
            .refused = refusal(proto::ErrorCode::token,
                               "workers need a token here: an administrator makes one with rensa-server token")};
  }
  if (name.empty()) return {.name = free_name("guest", ++guests_), .refused = std::nullopt};
  if (!proto::is_plain_name(name)) {
    return {
        .name = "",
        .refused = refusal(proto::ErrorCode::name,
                           "a name is 1 to 32 bytes of UTF-8, all of which can be seen but for single spaces inside")};
  }
  // A client that comes back may meet its own connection that has not been missed yet.
  return {.name = is_free(name) ? name : free_name(name, 2), .refused = std::nullopt};
}

sessions::Admission Front::admit_token(const std::string& token) {
  if (const auto row = around_.store.find_token(token)) {
    charge_token(*greeted_, row->id);
    return {.name = row->name, .refused = std::nullopt};
  }
  return {.name = "",
          .refused = refusal(proto::ErrorCode::token, "this token is unknown or revoked: ask an administrator")};
}

// Nobody is here by this name, and no token speaks for it.
bool Front::is_free(const std::string& name) const { return hall_.is_free(name) && !around_.store.has_token_for(name); }

// With the first number that is free.
std::string Front::free_name(const std::string& stem, std::uint64_t number) const {
  for (;; ++number) {
    const std::string digits = std::to_string(number);
    std::string name = shortened(stem, proto::kMaxNameBytes - 1 - digits.size());
    name += '-';
    name += digits;
    if (is_free(name)) return name;
  }
}

}  // namespace rensa::sessions
