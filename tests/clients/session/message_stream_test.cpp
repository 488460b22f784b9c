#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include "clients/session/connection.h"

namespace rensa::session {
namespace {

constexpr MessageStream::Peer kPeer{
    .max_message_bytes = 100, .why_closed = "it has closed", .why_not_reading = "it does not read"};

std::array<Descriptor, 2> make_socket_pair() {
  std::array<int, 2> ends{};
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

TEST(MessageStream, CountsTheBytesOfBothDirections) {
  auto [ours, theirs] = make_socket_pair();
  MessageStream stream(std::move(ours), kPeer);
  stream.send("question");
  EXPECT_EQ(stream.moved_bytes(), 0U) << "it only waits so far";
  stream.flush();
  EXPECT_EQ(stream.moved_bytes(), 12U);
  stream.receive();
  EXPECT_EQ(stream.moved_bytes(), 12U) << "nothing has come";
  ASSERT_EQ(write(theirs.number(), "\6\0\0\0answer", 10), 10);
  stream.receive();
  EXPECT_EQ(stream.moved_bytes(), 22U);
  EXPECT_EQ(stream.next(), "answer");
}

TEST(MessageStream, CountsBytesThatItDoesNotHear) {
  auto [ours, theirs] = make_socket_pair();
  MessageStream stream(std::move(ours), kPeer);
  for (const std::uint64_t all : {8U, 16U}) {
    ASSERT_EQ(write(theirs.number(), "\377\0\0\0word", 8), 8);
    stream.receive();
    EXPECT_EQ(stream.next(), std::nullopt);
    EXPECT_TRUE(stream.is_garbled());
    EXPECT_EQ(stream.moved_bytes(), all);
  }
}

}  // namespace
}  // namespace rensa::session
