#include "clients/session/organiser_message.h"

#include <nlohmann/json.hpp>

#include "engine/json/document.h"
#include "server/base/plain_text.h"

namespace rensa::session {

std::optional<std::string> organiser_message_text(const proto::TournamentEvent& event) {
  const auto line = json::parse_document(event.event);
  if (!line || !line->is_object() || line->value("event", nlohmann::json()) != "message") return std::nullopt;
  const auto text = line->find("text");
  if (text == line->end() || !text->is_string()) return std::nullopt;
  const std::string told = "the organisers of " + event.tournament + " say: " + text->get<std::string>();
  return base::plain_text(told, told.size());
}

}  // namespace rensa::session
