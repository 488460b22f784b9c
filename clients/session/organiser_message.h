#pragma once

#include <optional>
#include <string>

#include "proto/message.h"

namespace rensa::session {

// Returns the message of the organisers of a tournament, as a sentence for a terminal; nullopt: the event is another
// one.
std::optional<std::string> organiser_message_text(const proto::TournamentEvent& event);

}  // namespace rensa::session
