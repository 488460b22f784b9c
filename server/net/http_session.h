#pragma once

#include <memory>
#include <string>

#include "server/net/hub.h"
#include "server/net/sockets.h"

namespace rensa::net {

// Handles the requests of one connection, one after another, until it ends or becomes a WebSocket.
void start_http(std::shared_ptr<Hub> hub, PeerStream stream, std::string address, ConnectionSlot slot);

}  // namespace rensa::net
