#pragma once

#include <string>

#include "proto/message.h"

namespace rensa::sessions::test {

// A message as it is sent over TCP: a line for each field, with its bytes on the left and its meaning on the right.
std::string annotated_dump(const proto::ClientMessage& message);
std::string annotated_dump(const proto::ServerMessage& message);

}  // namespace rensa::sessions::test
