#include <gmock/gmock.h>

#include "tests/server/net/fixture.h"
#include "tests/server/net/web_socket_peer.h"
#include "tests/tools/time_limit.h"

namespace rensa::net {
namespace {

using namespace std::chrono_literals;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;

class WebSocket : public NetTest {
 protected:
  WebSocket() { answer_every_message(); }

  // Sends the request, and returns the head of the answer.
  std::string upgrade(PeerSocket& peer, std::string_view path, std::string_view headers) {
    peer.write(upgrade_request(path, headers));
    if (!wait_for_text(peer, "\r\n\r\n")) return {};
    const std::string head = peer.read().substr(0, peer.read().find("\r\n\r\n") + 4);
    peer.forget(head.size());
    return head;
  }
  PeerSocket connected(std::string_view headers, std::string_view path = "/ws") {
    PeerSocket peer = to_web();
    EXPECT_THAT(upgrade(peer, path, headers), HasSubstr("HTTP/1.1 101"));
    return peer;
  }
  WebFrame frame(PeerSocket& peer) {
    std::optional<WebFrame> found;
    EXPECT_TRUE(wait([&] {
      found = next_frame(peer);
      return found.has_value();
    }));
    return found.value_or(WebFrame{});
  }
  int close_code(PeerSocket& peer) {
    const WebFrame last = frame(peer);
    EXPECT_EQ(last.opcode, Opcode::close);
    return last.payload.size() < 2 ? 0 : last.close_code();
  }
};

TEST_F(WebSocket, BinarySubprotocolCarriesBinaryFramesBothWays) {
  start();
  PeerSocket peer = to_web();
  EXPECT_THAT(upgrade(peer, "/ws", kBinaryHeader), HasSubstr("Sec-WebSocket-Protocol: rensa.v1.pb\r\n"));
  peer.write(web_frame(Opcode::binary, "hello"));
  const WebFrame answer = frame(peer);
  EXPECT_EQ(answer.opcode, Opcode::binary);
  EXPECT_EQ(answer.payload, "re:hello");
  ASSERT_EQ(heard.ids.size(), 1U);
  const Peer& seen = heard.peers[heard.ids[0]];
  EXPECT_EQ(seen.transport, Transport::websocket);
  EXPECT_EQ(seen.address, "127.0.0.1");
  EXPECT_EQ(seen.protocol, "rensa.v1.pb");
  EXPECT_EQ(server->counts().open_websocket, 1U);
  EXPECT_EQ(server->counts().open_http, 0U);
}

TEST_F(WebSocket, TextSubprotocolCarriesTextFramesBothWays) {
  start();
  PeerSocket peer = to_web();
  EXPECT_THAT(upgrade(peer, "/ws?from=page", "Sec-WebSocket-Protocol: other, rensa.v1.json, rensa.v1.pb\r\n"),
              HasSubstr("Sec-WebSocket-Protocol: rensa.v1.json\r\n"));
  peer.write(web_frame(Opcode::text, "{}"));
  const WebFrame answer = frame(peer);
  EXPECT_EQ(answer.opcode, Opcode::text);
  EXPECT_EQ(answer.payload, "re:{}");
}

TEST_F(WebSocket, WebSocketsAreNotDeferred) {
  start();
  PeerSocket peer = connected(kBinaryHeader);
  peer.write(web_frame(Opcode::binary, "hello"));
  EXPECT_EQ(frame(peer).payload, "re:hello");
  server->begin_frames();
  server->send(heard.ids.at(0), "one");
  server->flush_frames(10min);
  server->begin_frames();
  server->send(heard.ids.at(0), "two");
  server->flush_frames(10min);
  EXPECT_EQ(frame(peer).payload, "one");
  EXPECT_EQ(frame(peer).payload, "two");
}

TEST_F(WebSocket, OneMessageCanBeSentToMany) {
  start();
  PeerSocket one = connected(kTextHeader);
  PeerSocket two = connected(kTextHeader);
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 2; }));
  const auto message = std::make_shared<const std::string>("for both");
  for (const ConnectionId id : heard.ids) server->send(id, message);
  EXPECT_EQ(message.use_count(), 3);  // no connection has a copy
  EXPECT_EQ(frame(one).payload, "for both");
  EXPECT_EQ(frame(two).payload, "for both");
  EXPECT_TRUE(wait([&] { return message.use_count() == 1; }));
}

TEST_F(WebSocket, MessagesKeepTheirOrder) {
  options.limits.people.rate = {1000, 1000};
  start();
  PeerSocket peer = connected(kBinaryHeader);
  for (int i = 0; i < 500; ++i) peer.write(web_frame(Opcode::binary, std::to_string(i)));
  for (int i = 0; i < 500; ++i) ASSERT_EQ(frame(peer).payload, "re:" + std::to_string(i));
}

TEST_F(WebSocket, MessageMayComeByteByByteAndInFragments) {
  start();
  PeerSocket peer = connected(kBinaryHeader);
  const std::string bytes = web_frame(Opcode::binary, "one ", Last::no) + web_frame(Opcode::ping, "between") +
                            web_frame(Opcode::more, "message");
  for (const char c : bytes) {
    peer.write({&c, 1});
    io.restart();
    io.run_one_for(5ms);
  }
  const WebFrame pong = frame(peer);
  EXPECT_EQ(pong.opcode, Opcode::pong);
  EXPECT_EQ(pong.payload, "between");
  EXPECT_EQ(frame(peer).payload, "re:one message");
}

TEST_F(WebSocket, AMissingSubprotocolIsRefusedWithASentence) {
  start();
  for (const std::string_view headers : {"", "Sec-WebSocket-Protocol: chat\r\n"}) {
    PeerSocket peer = to_web();
    EXPECT_THAT(upgrade(peer, "/ws", headers), HasSubstr("HTTP/1.1 400"));
    EXPECT_TRUE(wait_for_text(peer, "Offer a subprotocol: rensa.v1.pb or rensa.v1.json."));
    EXPECT_TRUE(wait_for_end(peer));
  }
  EXPECT_EQ(server->counts().refused_subprotocol, 2U);
}

// Returns a request for a WebSocket with these lines instead of the usual key and version.
std::string upgrade_with(std::string_view lines) {
  std::string request =
      "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Protocol: rensa.v1.pb\r\n";
  return request.append(lines).append("\r\n");
}

TEST_F(WebSocket, AKeyThatHasNotSixteenBytesIsRefused) {
  start();
  const std::string version = "Sec-WebSocket-Version: 13\r\n";
  const std::string key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  for (const std::string& lines : {version, version + "Sec-WebSocket-Key: abc\r\n", version + "Sec-WebSocket-Key:\r\n",
                                   version + key + key, version + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQo=\r\n",
                                   version + "Sec-WebSocket-Key: " + std::string(24, 'A') + "\r\n",
                                   version + "Sec-WebSocket-Key: " + std::string(2000, 'A') + "\r\n"}) {
    PeerSocket peer = to_web();
    peer.write(upgrade_with(lines));
    EXPECT_TRUE(wait_for_end(peer));
    EXPECT_THAT(peer.read(), testing::StartsWith("HTTP/1.1 400")) << lines;
    EXPECT_THAT(peer.read(), HasSubstr("Send one Sec-WebSocket-Key, with 16 random bytes in base64.")) << lines;
  }
  PeerSocket peer = to_web();
  peer.write(upgrade_with(version + key));
  EXPECT_TRUE(wait_for_text(peer, "HTTP/1.1 101"));
}

TEST_F(WebSocket, OtherVersionsAreToldTheRightOne) {
  start();
  const std::string key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  for (const std::string version :
       {"", "Sec-WebSocket-Version: 8\r\n", "Sec-WebSocket-Version: 14\r\n", "Sec-WebSocket-Version: 013\r\n",
        "Sec-WebSocket-Version: 13, 8\r\n", "Sec-WebSocket-Version:\r\n",
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Version: 8\r\n"}) {
    PeerSocket peer = to_web();
    peer.write(upgrade_with(key + version));
    EXPECT_TRUE(wait_for_end(peer));
    EXPECT_THAT(peer.read(), testing::StartsWith("HTTP/1.1 426 Upgrade Required\r\n")) << version;
    EXPECT_THAT(peer.read(), HasSubstr("\r\nSec-WebSocket-Version: 13\r\n")) << version;
    EXPECT_THAT(peer.read(), HasSubstr("\r\nUpgrade: websocket\r\n")) << version;
  }
}

TEST_F(WebSocket, ARequestWithABodyOrAWholeUrlOrAUserIsRefused) {
  start();
  const std::string rest =
      "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: rensa.v1.pb\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  for (const std::string& bytes : {"GET /ws HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n" + rest + "\r\n",
                                   "GET http://localhost/ws HTTP/1.1\r\nHost: localhost\r\n" + rest + "\r\n",
                                   "GET /ws HTTP/1.1\r\nHost: a@localhost\r\n" + rest + "\r\n"}) {
    PeerSocket peer = to_web();
    peer.write(bytes);
    EXPECT_TRUE(wait_for_end(peer));
    EXPECT_THAT(peer.read(), testing::StartsWith("HTTP/1.1 400")) << bytes;
  }
  EXPECT_TRUE(heard.ids.empty());
}

TEST_F(WebSocket, OtherPathsAreNotFound) {
  start();
  for (const std::string_view path : {"/", "/ws/", "/echo"}) {
    PeerSocket peer = to_web();
    EXPECT_THAT(upgrade(peer, path, kBinaryHeader), HasSubstr("HTTP/1.1 404"));
  }
}

TEST_F(WebSocket, WithoutAListOnlyOwnPagesConnect) {
  start();
  const auto status_for = [&](const std::string& origin) {
    PeerSocket peer = to_web();
    return upgrade(peer, "/ws", std::string(kBinaryHeader) + origin).substr(9, 3);
  };
  EXPECT_EQ(status_for(""), "101") << "no browser";
  EXPECT_EQ(status_for("Origin: http://localhost:1234\r\n"), "101");
  EXPECT_EQ(status_for("Origin: http://localhost:4321\r\n"), "403");
  EXPECT_EQ(status_for("Origin: http://localhost\r\n"), "403");
  EXPECT_EQ(status_for("Origin: null\r\n"), "403");
  EXPECT_EQ(status_for("Origin: http://localhost:1234.evil.example\r\n"), "403");
  EXPECT_EQ(status_for("Origin: http://localhost:1234\r\nOrigin: http://evil.example\r\n"), "403");
  EXPECT_EQ(server->counts().refused_origin, 5U);
}

TEST_F(WebSocket, WithAListOnlyItsOriginsConnect) {
  options.access.origins = {"https://duel.example"};
  start();
  const auto status_for = [&](const std::string& origin) {
    PeerSocket peer = to_web();
    return upgrade(peer, "/ws", std::string(kBinaryHeader) + origin).substr(9, 3);
  };
  EXPECT_EQ(status_for("Origin: https://duel.example\r\n"), "101");
  EXPECT_EQ(status_for("Origin: http://duel.example\r\n"), "403");
  EXPECT_EQ(status_for("Origin: https://duel.example:8443\r\n"), "403");
  EXPECT_EQ(status_for("Origin: http://localhost:1234\r\n"), "403");
  EXPECT_EQ(status_for(""), "101");
}

TEST_F(WebSocket, TheWrongKindOfFrameClosesTheConnection) {
  start();
  PeerSocket binary = connected(kBinaryHeader);
  binary.write(web_frame(Opcode::text, "{}"));
  EXPECT_EQ(close_code(binary), 1003);
  PeerSocket text = connected(kTextHeader);
  text.write(web_frame(Opcode::binary, "{}"));
  EXPECT_EQ(close_code(text), 1003);
  EXPECT_EQ(server->counts().closed_violation, 2U);
}

TEST_F(WebSocket, InvalidUtf8ClosesTheConnectionAtOnce) {
  start();
  PeerSocket peer = connected(kTextHeader);
  peer.write(web_frame(Opcode::text, "\xCE\xBA\xE1\xBD\xB9", Last::no) +
             web_frame(Opcode::more, "\xED\xA0\x80", Last::no));
  EXPECT_EQ(close_code(peer), 1007);
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_TRUE(wait([&] { return !why(0).empty(); })) << "even if the peer does not hang up";
  EXPECT_THAT(why(0), HasSubstr("no WebSocket"));
  EXPECT_EQ(server->counts().closed_violation, 1U);
}

TEST_F(WebSocket, AMessageThatIsTooLongClosesTheConnection) {
  start();
  PeerSocket whole = connected(kBinaryHeader);
  whole.write(web_frame(Opcode::binary, std::string(4097, 'x')));
  EXPECT_EQ(close_code(whole), 1009);
  PeerSocket parts = connected(kBinaryHeader);
  parts.write(web_frame(Opcode::binary, std::string(4000, 'x'), Last::no) +
              web_frame(Opcode::more, std::string(97, 'x')));
  EXPECT_EQ(close_code(parts), 1009);
  EXPECT_TRUE(wait([&] { return heard.ends.size() == 2; }));
  EXPECT_EQ(server->counts().closed_too_large, 2U);
  EXPECT_EQ(why(0), "sent too long a message");
}

TEST_F(WebSocket, GarbageClosesTheConnection) {
  start();
  PeerSocket peer = connected(kBinaryHeader);
  peer.write(std::string(20, '\xFF'));
  EXPECT_EQ(close_code(peer), 1002);
  EXPECT_TRUE(wait([&] { return !why(0).empty(); }));
  EXPECT_EQ(server->counts().closed_violation, 1U);
}

TEST_F(WebSocket, AFloodOfMessagesOrPingsClosesTheConnection) {
  options.limits.people.rate = {.per_second = 0.001, .burst = 5};
  start();
  for (const Opcode opcode : {Opcode::binary, Opcode::ping}) {
    PeerSocket peer = connected(kBinaryHeader);
    for (int i = 0; i < 10; ++i) peer.write(web_frame(opcode, "x"));
    WebFrame last;
    EXPECT_TRUE(wait([&] {
      while (auto next = next_frame(peer)) last = *next;
      return last.opcode == Opcode::close;
    }));
    ASSERT_EQ(last.opcode, Opcode::close);
    EXPECT_EQ(last.close_code(), 1008);
  }
  EXPECT_EQ(server->counts().closed_rate, 2U);
  EXPECT_EQ(heard.messages[heard.ids[0]].size(), 5U);
}

TEST_F(WebSocket, EmptyFramesWithoutEndCloseTheConnection) {
  options.limits.people.max_message_bytes = 1024;
  start();
  PeerSocket peer = connected(kTextHeader);
  peer.write(web_frame(Opcode::text, "{", Last::no));
  std::string empty;
  for (int i = 0; i < 1000; ++i) empty += web_frame(Opcode::more, "", Last::no);
  std::size_t sent = 0;
  ASSERT_TRUE(wait([&] {
    if (sent < 100 * empty.size() && why(0).empty()) peer.write(empty);
    sent += empty.size();
    peer.read();
    return !why(0).empty();
  }));
  EXPECT_EQ(why(0), "broke the protocol");
  EXPECT_EQ(server->counts().closed_violation, 1U);
}

TEST_F(WebSocket, ALongMessageOfSmallFramesIsRead) {
  options.limits.people.max_message_bytes = 1024;
  start();
  PeerSocket peer = connected(kTextHeader);
  std::string bytes = web_frame(Opcode::text, "x", Last::no);
  for (int i = 0; i < 1000; ++i) bytes += web_frame(Opcode::more, "x", Last::no);
  bytes += web_frame(Opcode::more, "", Last::yes);
  for (int i = 0; i < 20; ++i) {
    peer.write(web_frame(Opcode::ping, std::string(125, 'p')));
    peer.write(bytes);
    ASSERT_TRUE(wait([&] { return heard.messages[heard.ids.at(0)].size() == static_cast<std::size_t>(i) + 1; }));
  }
  EXPECT_EQ(why(0), "");
}

TEST_F(WebSocket, ARefusedPeerIsSentTheMessageOfTheReceiver) {
  options.limits.people.rate = {.per_second = 0.001, .burst = 5};
  start();
  heard.on_refusal = [this](ConnectionId id, CloseReason) { send(id, "too often"); };
  PeerSocket peer = connected(kBinaryHeader);
  for (int i = 0; i < 10; ++i) peer.write(web_frame(Opcode::binary, "x"));
  std::vector<std::string> told;
  EXPECT_TRUE(wait([&] {
    while (auto next = next_frame(peer)) {
      if (next->opcode == Opcode::close) return true;
      told.push_back(next->payload);
    }
    return false;
  }));
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.back(), "too often");
}

TEST_F(WebSocket, ThePeerIsSentTheCloseReason) {
  start();
  const std::vector<std::pair<CloseReason, int>> codes{{CloseReason::done, 1000},
                                                       {CloseReason::violation, 1008},
                                                       {CloseReason::too_large, 1009},
                                                       {CloseReason::rate, 1008},
                                                       {CloseReason::server_stops, 1001}};
  for (const auto& [reason, code] : codes) {
    PeerSocket peer = connected(kBinaryHeader);
    server->close(heard.ids.back(), reason);
    const WebFrame last = frame(peer);
    ASSERT_EQ(last.opcode, Opcode::close);
    EXPECT_EQ(last.close_code(), code);
    peer.write(web_frame(Opcode::close, last.payload));
    EXPECT_TRUE(wait_for_end(peer));
    EXPECT_TRUE(wait([&] { return !why(heard.ids.size() - 1).empty(); }));
  }
  EXPECT_EQ(why(0), "done");
  EXPECT_EQ(server->counts().open_websocket, 0U);
}

TEST_F(WebSocket, AClosingPeerGetsItsCloseBack) {
  start();
  PeerSocket peer = connected(kBinaryHeader);
  peer.write(web_frame(Opcode::close, "\x03\xE8"));
  EXPECT_EQ(close_code(peer), 1000);
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_TRUE(wait([&] { return why(0) == "closed by the peer"; }));
}

TEST_F(WebSocket, TheQueueIsSentBeforeTheClose) {
  options.limits.close_grace = rensa::test::kTimeLimit;
  start();
  PeerSocket peer = connected(kBinaryHeader);
  for (int i = 0; i < 20; ++i) send(heard.ids[0], std::string(10'000, 'x'));
  EXPECT_EQ(server->queued_bytes(heard.ids[0]), 200'000U);
  server->close(heard.ids[0], CloseReason::done);
  peer.write(web_frame(Opcode::binary, "unheard"));
  for (int i = 0; i < 20; ++i) EXPECT_EQ(frame(peer).payload.size(), 10'000U);
  EXPECT_EQ(close_code(peer), 1000);
  EXPECT_TRUE(heard.messages[heard.ids[0]].empty());
}

TEST_F(WebSocket, APeerThatIgnoresTheCloseIsClosedAfterTheGracePeriod) {
  start();
  PeerSocket peer = connected(kBinaryHeader);
  server->close(heard.ids[0], CloseReason::done);
  EXPECT_EQ(why(0), "") << "told within the call";
  EXPECT_TRUE(wait([&] {
    peer.write(web_frame(Opcode::ping, ""));
    return why(0) == "done";
  }));
}

TEST_F(WebSocket, ASlowReaderIsClosedWhileOthersAreServed) {
  options.limits.people.queue.kernel_buffer_bytes = 4096;
  options.limits.people.queue.hard_bytes = 100'000;
  start();
  PeerSocket slow = PeerSocket::slow_to_port(server->web_port());
  ASSERT_THAT(upgrade(slow, "/ws", kBinaryHeader), HasSubstr("101"));
  PeerSocket quick = connected(kBinaryHeader);
  std::size_t sent = 0;
  EXPECT_TRUE(wait([&] {
    send(heard.ids[0], std::string(5'000, 's'));
    send(heard.ids[1], std::string(5'000, 's'));
    ++sent;
    quick.read();
    return why(0) == "reads too slowly";
  }));
  for (std::size_t i = 0; i < sent; ++i) EXPECT_EQ(frame(quick).payload.size(), 5'000U);
  EXPECT_EQ(why(1), "");
}

TEST_F(WebSocket, AnOldQueuedMessageClosesTheConnection) {
  options.limits.people.queue.kernel_buffer_bytes = 4096;
  options.limits.people.queue.max_age = 50ms;
  start();
  PeerSocket slow = PeerSocket::slow_to_port(server->web_port());
  ASSERT_THAT(upgrade(slow, "/ws", kBinaryHeader), HasSubstr("101"));
  for (int i = 0; i < 10; ++i) send(heard.ids[0], std::string(20'000, 's'));
  EXPECT_TRUE(wait([&] { return why(0) == "reads too slowly"; }));
}

TEST_F(WebSocket, ASilentPeerIsPingedAndThenClosed) {
  EXPECT_TRUE(succeeds_with_some_timeout([this](std::chrono::milliseconds timeout) {
    options.limits.idle_timeout = timeout;
    start();
    PeerSocket peer = connected(kBinaryHeader);
    const bool is_pinged = frame(peer).opcode == Opcode::ping;
    peer.write(web_frame(Opcode::pong, ""));
    const bool is_pinged_again = frame(peer).opcode == Opcode::ping;
    EXPECT_TRUE(wait_for_end(peer));
    EXPECT_TRUE(wait([&] { return why(0) == "sent nothing for too long"; }));
    EXPECT_EQ(server->counts().closed_silent, 1U);
    return is_pinged && is_pinged_again;
  }));
}

TEST_F(WebSocket, RemainingPeersAreServedWhileManyLeave) {
  constexpr std::size_t kMany = 200;
  start();
  std::vector<PeerSocket> many;
  for (std::size_t i = 0; i < kMany; ++i) many.push_back(connected(kBinaryHeader));
  PeerSocket peer = connected(kBinaryHeader);
  std::size_t gone_before = kMany;
  heard.on_message = [&](ConnectionId, std::string_view) { gone_before = heard.ends.size(); };
  many.clear();
  peer.write(web_frame(Opcode::binary, "still here"));
  EXPECT_TRUE(wait([&] { return heard.ends.size() == kMany; }));
  EXPECT_LT(gone_before, kMany / 4);
  EXPECT_EQ(server->counts().open_websocket, 1U);
  EXPECT_EQ(why(0), "closed by the peer");
  EXPECT_EQ(why(kMany), "");
}

TEST_F(WebSocket, TheServerMayEndWithOpenConnections) {
  start();
  PeerSocket peer = connected(kBinaryHeader);
  PeerSocket half = to_web();
  half.write("GET /ws HT");
  io.restart();
  io.run_for(5ms);
  send(heard.ids[0], "unsent");
  server.reset();
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_TRUE(wait_for_end(half));
  EXPECT_TRUE(heard.ends.empty());
}

class Echo : public WebSocket {
 protected:
  Echo() { options.echo = true; }
};

TEST_F(Echo, GivesBackTextAndBinary) {
  start();
  PeerSocket peer = connected("", "/echo");
  peer.write(web_frame(Opcode::text, "text") + web_frame(Opcode::binary, "bytes"));
  EXPECT_EQ(frame(peer).opcode, Opcode::text);
  const WebFrame second = frame(peer);
  EXPECT_EQ(second.opcode, Opcode::binary);
  EXPECT_EQ(second.payload, "bytes");
  EXPECT_TRUE(heard.ids.empty()) << "the receiver is not told";
}

TEST_F(Echo, GivesBackFragmentsAsOneMessage) {
  start();
  PeerSocket peer = connected("", "/echo");
  peer.write(web_frame(Opcode::text, "\xE2\x82", Last::no) + web_frame(Opcode::more, "", Last::no) +
             web_frame(Opcode::more, "\xAC"));
  EXPECT_EQ(frame(peer).payload, "\xE2\x82\xAC");
  const std::string large(300'000, 'x');
  peer.write(web_frame(Opcode::binary, large));
  EXPECT_EQ(frame(peer).payload, large);
}

TEST_F(Echo, RefusesInvalidUtf8) {
  start();
  PeerSocket peer = connected("", "/echo");
  peer.write(web_frame(Opcode::text, "\xE2\x82"));
  EXPECT_EQ(close_code(peer), 1007);
  EXPECT_TRUE(wait_for_end(peer));
}

TEST_F(Echo, OffersNoCompression) {
  start();
  PeerSocket peer = to_web();
  EXPECT_THAT(upgrade(peer, "/echo", "Sec-WebSocket-Extensions: permessage-deflate\r\n"),
              testing::Not(HasSubstr("permessage-deflate")));
}

}  // namespace
}  // namespace rensa::net
