#pragma once

#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string>

#include "server/net/hub.h"
#include "server/net/sockets.h"

namespace rensa::net {

// Requests of one connection, one after the other, until it ends or becomes a WebSocket.
void start_http(std::shared_ptr<Hub> hub, TcpSocket socket, std::string address, Place place);
// The context outlives the connection.
void start_http_tls(std::shared_ptr<Hub> hub, TcpSocket socket, std::string address, Place place,
                    boost::asio::ssl::context& tls);

}  // namespace rensa::net
