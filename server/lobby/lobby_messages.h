#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "server/base/types.h"
#include "server/match/match_messages.h"
#include "server/match/match_output.h"

namespace rensa::lobby {

// The messages of the lobby to a player. server/sessions turns them into the messages that clients are sent.

struct ListedMatch {
  base::MatchId match{};
  std::array<std::string, 2> players;
  match::Terms terms;
  int game = 1;
  friend bool operator==(const ListedMatch&, const ListedMatch&) = default;
};

struct OpenPlayer {
  std::string name;
  int free = 0;  // the number of matches that the player accepts now
  friend bool operator==(const OpenPlayer&, const OpenPlayer&) = default;
};

// The players that are present and the matches that run.
struct Snapshot {
  std::vector<std::string> players;
  std::vector<ListedMatch> matches;
  std::vector<OpenPlayer> open;
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

struct Challenged {
  base::ChallengeId challenge{};
  std::string from;
  match::Terms terms;
};

struct ChallengeEnded {
  base::ChallengeId challenge{};
  std::string why;
};

struct Invited {
  std::string code;
};

// The server is about to stop.
struct Drain {
  int seconds = 0;
};

using LobbyMessage = std::variant<match::Refusal, Challenged, ChallengeEnded, Invited, Drain>;

// A message to one player.
struct AddressedMessage {
  base::PlayerId player{};
  LobbyMessage message;
};

// Makes and recognises the codes of invitations.
class InvitationCodeSource {
 public:
  virtual ~InvitationCodeSource() = default;
  // Draws the code of an invitation, which is as hard to guess as the token of a seat. A client that has an id can
  // prove by it later that it has made the invitation.
  virtual std::string draw_invitation_code(const std::string& client_id) = 0;
  // Returns true if this process or an earlier one has drawn the code for the client with this id.
  virtual bool is_invitation_code_of(const std::string& code, const std::string& client_id) const = 0;
};

// The services that the lobby and its matches need from outside.
class LobbyOutput : public match::MatchOutput, public InvitationCodeSource {
 public:
  using match::MatchOutput::send;
  // Must not block. Does nothing if the player has gone.
  virtual void send(base::PlayerId player, LobbyMessage&& message) = 0;
  // Sends Lobby::snapshot(). It is made once for all players that ask between two changes of Lobby::snapshot_version().
  virtual void send_snapshot(base::PlayerId player) = 0;
  // Returns the reason for which no match of players begins now, for example "the disk is full"; nullopt: it may begin.
  virtual std::optional<std::string> why_no_new_match() const { return std::nullopt; }
  // Returns true if a match that has just been made must not begin before RunningMatches::begin() is called.
  virtual bool is_new_match_waiting(base::MatchId) const { return false; }
  std::string draw_invitation_code(const std::string& /*client_id*/) override { return draw_secret_seed().nonce; }
  bool is_invitation_code_of(const std::string& /*code*/, const std::string& /*client_id*/) const override {
    return false;
  }
};

// Sends all messages in this order.
inline void send_all(std::vector<AddressedMessage> messages, LobbyOutput& output) {
  for (auto& [player, message] : messages) output.send(player, std::move(message));
}

}  // namespace rensa::lobby
