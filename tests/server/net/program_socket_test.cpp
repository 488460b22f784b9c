#include <cerrno>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/net/listener.h"
#include "tests/server/net/fixture.h"
#include "tests/server/net/no_more_descriptors.h"

namespace rensa::net {
namespace {

// A server with places for two connections, and the socket of one program.
class ProgramSocket : public FramedConnection {
 protected:
  ProgramSocket() { options.limits.max_connections = 2; }

  void open() { socket_ = server->open_program_socket(path_, "ticket"); }
  PeerSocket to_program_socket() const { return PeerSocket::to_path(path_); }
  bool has_opened(std::size_t connections) {
    return wait([&] { return heard.ids.size() == connections; });
  }

  const std::string path_ = options.worker_socket + "-of-program";
  std::shared_ptr<const ProgramSocketState> socket_;
};

TEST_F(ProgramSocket, TellsTheTicketOfItsProgram) {
  start();
  open();
  PeerSocket program = to_program_socket();
  program.write(framed("hello"));
  EXPECT_TRUE(wait_for_text(program, framed("re:hello")));
  EXPECT_EQ(heard.peers[heard.ids[0]].ticket, "ticket");
  EXPECT_EQ(heard.peers[heard.ids[0]].transport, Transport::unix_socket);
  PeerSocket other = PeerSocket::to_path(options.worker_socket);
  ASSERT_TRUE(has_opened(2));
  EXPECT_EQ(heard.peers[heard.ids[1]].ticket, "");
}

TEST_F(ProgramSocket, TakesNoPlacesFromOthers) {
  start();
  open();
  std::vector<PeerSocket> programs;
  for (std::size_t i = 0; i < ProgramListener::kMaxConnections; ++i) programs.push_back(to_program_socket());
  ASSERT_TRUE(has_opened(ProgramListener::kMaxConnections));
  const PeerSocket local = PeerSocket::to_path(options.worker_socket);
  const PeerSocket remote = to_workers();
  EXPECT_TRUE(has_opened(ProgramListener::kMaxConnections + 2));
  PeerSocket too_many = to_workers();
  EXPECT_TRUE(wait_for_end(too_many)) << "the places of others are as many as before";
}

TEST_F(ProgramSocket, FurtherConnectionsWaitUntilOneHasEnded) {
  start();
  open();
  std::vector<std::optional<PeerSocket>> programs;
  for (std::size_t i = 0; i < ProgramListener::kMaxConnections; ++i) programs.emplace_back(to_program_socket());
  ASSERT_TRUE(has_opened(ProgramListener::kMaxConnections));
  PeerSocket next = to_program_socket();
  next.write(framed("hello"));
  programs[1].reset();
  EXPECT_TRUE(wait_for_text(next, framed("re:hello")));
  EXPECT_EQ(heard.ends.size(), 1U) << "it was accepted after the other had ended";
}

TEST_F(ProgramSocket, IsGoneWithItsProgramAndItsConnectionsStay) {
  start();
  open();
  PeerSocket program = to_program_socket();
  ASSERT_TRUE(has_opened(1));
  socket_.reset();
  EXPECT_FALSE(std::filesystem::exists(path_));
  program.write(framed("hello"));
  EXPECT_TRUE(wait_for_text(program, framed("re:hello")));
}

TEST_F(ProgramSocket, AcceptsNothingBeforeTheServerHasStarted) {
  server = std::make_unique<SocketServer>(io, options);
  open();
  PeerSocket program = to_program_socket();
  program.write(framed("hello"));
  io.poll();
  EXPECT_EQ(server->counts().accepted, 0U);
  server->start(heard, handler);
  EXPECT_TRUE(wait_for_text(program, framed("re:hello")));
  server->stop_accepting();
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST(LackOfResources, IsNoErrorOfThePeer) {
  const auto is_lack = [](int code) { return is_lack_of_resources(Error(code, boost::system::system_category())); };
  for (const int code : {EMFILE, ENFILE, ENOBUFS, ENOMEM}) EXPECT_TRUE(is_lack(code)) << code;
  for (const int code : {0, ECONNABORTED, EPERM, EINTR}) EXPECT_FALSE(is_lack(code)) << code;
}

// It is not the fault of the program.
TEST_F(ProgramSocket, KnowsThatAConnectionWasNotAcceptedForWantOfDescriptors) {
  if (kSanitizerNeedsDescriptors) GTEST_SKIP() << "the sanitizer looks at memory through a pipe";
  start();
  open();
  EXPECT_FALSE(socket_->lacks_resources);
  PeerSocket program = to_program_socket();
  {
    const NoMoreDescriptors none;
    EXPECT_TRUE(wait([&] { return socket_->lacks_resources; }));
  }
  EXPECT_GE(server->counts().accept_pauses, 1U);
  program.write(framed("hello"));
  EXPECT_TRUE(wait_for_text(program, framed("re:hello"))) << "it is accepted later";
  EXPECT_FALSE(socket_->lacks_resources);
}

}  // namespace
}  // namespace rensa::net
