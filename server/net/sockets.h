#pragma once

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <string>

namespace rensa::net {

// The one executor of this folder, by its type: a type-erased one costs on every operation.
using Executor = boost::asio::io_context::executor_type;
using TcpSocket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;
using UnixSocket = boost::asio::basic_stream_socket<boost::asio::local::stream_protocol, Executor>;
using Error = boost::system::error_code;

// "127.0.0.1", "[2001:db8::1]"; an IPv4 address in IPv6's clothes is shown as what it is.
std::string shown_address(const boost::asio::ip::address& address);
// Who shares a limit: the address, of IPv6 the first 64 bits, which one household has to itself.
std::string limited_address(const boost::asio::ip::address& address);

// For every socket of a connection, best effort: a socket that refuses an option still works.
void prepare(TcpSocket& socket, int kernel_buffer_bytes, std::chrono::milliseconds idle_timeout);
void prepare(UnixSocket& socket, int kernel_buffer_bytes);

}  // namespace rensa::net
