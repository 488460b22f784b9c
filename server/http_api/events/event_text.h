#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "server/sessions/tournament_host.h"
#include "server/tournament/plan/plan.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::http_api {

// The text of a stream of events, in the format of server-sent events (WHATWG HTML, 9.2).

// How far the reader of a stream has come. The id of each event holds it, so that a reader that returns with an id is
// sent all that it lacks, and nothing twice.
struct StreamPosition {
  std::uint64_t next = 0;                   // the number of the first event of the journal that it lacks
  std::optional<sessions::RunState> state;  // the last state that it was sent
  std::uint64_t standings = 0;              // the events that had made the last standings that it was sent; 0: none
  friend auto operator<=>(const StreamPosition&, const StreamPosition&) = default;
};

// Returns the id of an event: "cup:17:running:12". `tournament` is the name of its folder.
std::string id_of(const std::string& tournament, const StreamPosition& position);
// nullopt: the text is no id of an event of this tournament.
std::optional<StreamPosition> position_of(std::string_view id, const std::string& tournament);

// Returns an event as a block of the stream.
std::string event_block(std::string_view type, const std::string& id, const nlohmann::ordered_json& data);

// The players to which a journal refers by numbers.
struct JournalNames {
  const tournament::TournamentPlan& plan;
  const tournament::TournamentProgress& progress;
};
// Returns a line of a journal as a block. It has nothing that is secret: neither the digest of the plan, nor the
// command of a player. The first line has no block, so the text is empty. nullopt: the line is damaged, or refers to
// something that these names do not have.
std::optional<std::string> journal_block(std::string_view line, const JournalNames& names, const std::string& id);

// The state of a tournament, and the first places of its table.
nlohmann::ordered_json state_data(const tournament::TournamentPlan& plan, sessions::RunState state);
nlohmann::ordered_json standings_data(tournament::TournamentSnapshot& snapshot);

inline constexpr std::size_t kMaxStandingsRows = 20;

}  // namespace rensa::http_api
