#pragma once

#include "proto/codec.h"
#include "proto/message.h"
#include "server/base/types.h"
#include "server/lobby/lobby_messages.h"
#include "server/lobby/player_requests.h"
#include "server/match/match_messages.h"
#include "server/sessions/tournament_host.h"

namespace rensa::sessions {

// The one place where the words of matches, lobby and tournaments become messages of the protocol, and where the
// requests of clients become calls of the lobby.

proto::ServerMessage wire_message(match::MatchMessage&& message);
// Writes the wire message of a message into `bytes`, in place of what they held. An update, which is large and
// frequent, is copied less often than by wire_message().
void encode(match::MatchMessage&& message, proto::Encoding encoding, std::string& bytes);
proto::ServerMessage wire_message(lobby::LobbyMessage&& message);
proto::ServerMessage wire_message(lobby::Snapshot&& snapshot);
proto::ServerMessage wire_message(TournamentMessage&& message);
proto::Error wire_error(match::Refusal refusal);

// Handles every message but Hello, Advice, Follow and Unfollow, which it ignores. Of Ping, it uses only the round trip
// time. Precondition: the player has entered the lobby.
void pass_to_lobby(lobby::PlayerRequests& requests, base::PlayerId player, const proto::ClientMessage& message,
                   base::Time now);

}  // namespace rensa::sessions
