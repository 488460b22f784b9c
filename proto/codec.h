#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/rules/parsed.h"
#include "proto/message.h"

namespace rensa::proto {

// Messages as bytes: Protobuf's binary form, or its JSON mapping (lowerCamelCase names). Streams need framing.h around
// them. WebSocket has its own framing.
enum class Encoding : std::uint8_t { binary, json };

std::string encode(const ClientMessage& message, Encoding encoding);
std::string encode(const ServerMessage& message, Encoding encoding);
// Write a message into `bytes`, whose old content is replaced.
void encode(const ServerMessage& message, Encoding encoding, std::string& bytes);
void encode(const Update& message, Encoding encoding, std::string& bytes);

// Read a message. Errors are: bytes that are no message of the schema, a missing body, and enumerators or numbers out
// of range. Unknown fields are skipped, so that a newer peer can send more.
rules::Parsed<ClientMessage> client_message_of(std::string_view bytes, Encoding encoding);
rules::Parsed<ServerMessage> server_message_of(std::string_view bytes, Encoding encoding);

}  // namespace rensa::proto
