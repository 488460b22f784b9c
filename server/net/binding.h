#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/ssl/context.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "server/net/sockets.h"

namespace rensa::net {

// Places to listen, only while starting: each throws std::runtime_error with one sentence.

using TcpAcceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, Executor>;
using UnixAcceptor = boost::asio::basic_socket_acceptor<boost::asio::local::stream_protocol, Executor>;

boost::asio::ip::address parse_address(const std::string& text);
TcpAcceptor listen_tcp(boost::asio::io_context& io, const boost::asio::ip::address& address, std::uint16_t port);
// Takes the place of a socket that nobody listens on; for the user and the group only.
UnixAcceptor listen_unix(boost::asio::io_context& io, const std::string& path);
std::unique_ptr<boost::asio::ssl::context> load_tls(const std::string& certificate, const std::string& private_key);

}  // namespace rensa::net
