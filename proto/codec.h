#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/rules/parsed.h"
#include "proto/message.h"

namespace rensa::proto {

// Messages as bytes: Protobuf's binary form, or its JSON mapping (lowerCamelCase names). Framing is not here:
// framing.h for streams, WebSocket has its own.
enum class Encoding : std::uint8_t { binary, json };

std::string encode(const ClientMessage& message, Encoding encoding);
std::string encode(const ServerMessage& message, Encoding encoding);
// In the place of what the bytes were.
void encode(const ServerMessage& message, Encoding encoding, std::string& bytes);

// Refused: bytes that are no message of the schema, no body, enumerators and numbers out of range. Fields that are not
// known are skipped, so that a newer peer can say more.
rules::Parsed<ClientMessage> client_message_of(std::string_view bytes, Encoding encoding);
rules::Parsed<ServerMessage> server_message_of(std::string_view bytes, Encoding encoding);

}  // namespace rensa::proto
