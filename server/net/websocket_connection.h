#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <memory>
#include <string>

#include "server/net/hub.h"
#include "server/net/sockets.h"

namespace rensa::net {

using WebRequest = boost::beast::http::request<boost::beast::http::string_body>;

// The settings of a connection that are known before the upgrade is answered.
struct WebSocketOptions {
  std::string address;
  std::string_view subprotocol;  // a subprotocol of web_access.h; empty: echo
  ConnectionId id{};             // of the request, which the hub does not know any more
};

// Makes a WebSocket of a request that has passed all checks. Pages use such connections, for people.
void start_websocket(std::shared_ptr<Hub> hub, TcpOrTlsStream stream, WebRequest request, WebSocketOptions options,
                     ConnectionSlot slot);

}  // namespace rensa::net
