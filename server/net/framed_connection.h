#pragma once

#include <memory>

#include "server/net/hub.h"
#include "server/net/sockets.h"

namespace rensa::net {

// Connections of workers: messages with a length in front of each, on a stream. A connection lives until one side
// closes it.
void start_framed(std::shared_ptr<Hub> hub, PeerStream stream, std::string address, ConnectionSlot slot);
void start_framed(std::shared_ptr<Hub> hub, UnixSocket socket, ConnectionSlot slot);

}  // namespace rensa::net
