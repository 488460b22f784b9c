#pragma once

#include "proto/message.h"
#include "server/base/types.h"
#include "server/lobby/lobby.h"
#include "server/lobby/lobby_messages.h"
#include "server/match/match_messages.h"
#include "server/sessions/tournament_host.h"

namespace rensa::sessions {

// The one place where the words of matches, lobby and tournaments become messages of the protocol, and where the
// requests of clients become calls of the lobby.

proto::ServerMessage wire_message(match::MatchMessage&& message);
proto::ServerMessage wire_message(lobby::LobbyMessage&& message);
proto::ServerMessage wire_message(TournamentMessage&& message);
proto::Error wire_error(match::Refusal refusal);

// Handles every message but Hello, Advice, Follow and Unfollow, which it ignores. Of Ping, it uses only the round trip
// time. Precondition: the session has entered.
void pass_to_lobby(lobby::Lobby& lobby, base::SessionId session, const proto::ClientMessage& message, base::Time now);

}  // namespace rensa::sessions
