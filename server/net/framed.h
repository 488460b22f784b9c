#pragma once

#include <boost/asio/ssl/context.hpp>
#include <memory>

#include "server/net/hub.h"
#include "server/net/sockets.h"

namespace rensa::net {

// Workers: messages with a length before them, on a stream. Each connection lives until its peer or we end it.
void start_framed(std::shared_ptr<Hub> hub, TcpSocket socket, std::string address, Place place);
void start_framed(std::shared_ptr<Hub> hub, UnixSocket socket, Place place);
// The context outlives the connection.
void start_framed_tls(std::shared_ptr<Hub> hub, TcpSocket socket, std::string address, Place place,
                      boost::asio::ssl::context& tls);

}  // namespace rensa::net
