#pragma once

#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <memory>
#include <string>

#include "server/net/hub.h"
#include "server/net/sockets.h"

namespace rensa::net {

using TlsStream = boost::asio::ssl::stream<TcpSocket>;
using WebRequest = boost::beast::http::request<boost::beast::http::string_body>;

// What has been agreed upon before the upgrade is answered.
struct WebSocketTerms {
  std::string address;
  std::string_view subprotocol;  // one of web_access.h; empty: echo
};

// People: a request that has passed all checks becomes a connection.
void start_websocket(std::shared_ptr<Hub> hub, TcpSocket stream, WebRequest request, WebSocketTerms terms, Place place);
void start_websocket(std::shared_ptr<Hub> hub, TlsStream stream, WebRequest request, WebSocketTerms terms, Place place);

}  // namespace rensa::net
