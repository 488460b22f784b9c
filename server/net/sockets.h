#pragma once

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <string>

namespace rensa::net {

// The executor of all sockets, as a concrete type: a type-erased executor costs time in every operation.
using Executor = boost::asio::io_context::executor_type;
using TcpSocket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;
using UnixSocket = boost::asio::basic_stream_socket<boost::asio::local::stream_protocol, Executor>;
using Error = boost::system::error_code;

// Returns "127.0.0.1" or "[2001:db8::1]"; an IPv4 address that is mapped to IPv6 is shown as IPv4.
std::string shown_address(const boost::asio::ip::address& address);
// Returns the part of an address that shares limits: of IPv6 the first 64 bits, which belong to one subscriber.
std::string limited_address(const boost::asio::ip::address& address);

// Sets the options of a socket. Errors are ignored: a socket that refuses an option still works.
void prepare(TcpSocket& socket, int kernel_buffer_bytes, std::chrono::milliseconds idle_timeout);
void prepare(UnixSocket& socket, int kernel_buffer_bytes);

}  // namespace rensa::net
