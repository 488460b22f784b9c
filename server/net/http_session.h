#pragma once

#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string>

#include "server/net/hub.h"
#include "server/net/sockets.h"

namespace rensa::net {

// Handles the requests of one connection, one after another, until it ends or becomes a WebSocket.
void start_http(std::shared_ptr<Hub> hub, TcpSocket socket, std::string address, ConnectionSlot slot);
// The context must outlive the connection.
void start_http_tls(std::shared_ptr<Hub> hub, TcpSocket socket, std::string address, ConnectionSlot slot,
                    boost::asio::ssl::context& tls);

}  // namespace rensa::net
