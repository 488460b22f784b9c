#pragma once

#include <string>
#include <string_view>

#include "engine/rules/parsed.h"
#include "proto/codec.h"

namespace google::protobuf {
class Message;
}

namespace rensa::proto {

// Generated messages to and from bytes. For the codec only.

void write_bytes(const google::protobuf::Message& message, Encoding encoding, std::string& bytes);
// Why it was refused; empty: it was read.
std::string read_bytes(std::string_view bytes, Encoding encoding, google::protobuf::Message& message);

}  // namespace rensa::proto
