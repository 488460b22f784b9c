#include <csignal>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>

#include "proto/codec.h"
#include "proto/message.h"
#include "tests/e2e/client_from.h"
#include "tests/e2e/server.h"
#include "tests/server/net/web_socket_peer.h"

// Clients of a server that name addresses as a proxy does: from 127.0.0.9, which the server trusts, and from elsewhere.

namespace rensa::e2e {
namespace {

using testing::HasSubstr;

const std::string kProxy = "127.0.0.9";

class ProxiedServer : public testing::Test {
 protected:
  void start(const Words& flags) {
    Words all{"--trusted-proxies", "192.0.2.0/24 " + kProxy};
    all.insert(all.end(), flags.begin(), flags.end());
    server_ = std::make_unique<Server>(scratch_, all);
  }

  Endpoint web() const { return {"127.0.0.1", server_->port(Speech::web_binary)}; }
  Endpoint workers() const { return {"127.0.0.1", server_->port(Speech::tcp)}; }
  // Returns a page behind a proxy that names this client.
  ClientFrom page_of(const std::string& client, const std::string& name, const std::string& from = kProxy) const {
    ClientFrom page(from, web());
    EXPECT_TRUE(page.becomes_web_socket("Host: localhost\r\nX-Forwarded-For: " + client + "\r\n"));
    page.say_hello_by_web_socket(name);
    return page;
  }
  bool logs(const std::string& text) const {
    return becomes_true([&] { return read_text_file(scratch_.file("server.log")).find(text) != std::string::npos; });
  }
  bool has_entered(const std::string& name, const std::string& address) const {
    return has_entered_from(scratch_, name, address);
  }

  const TemporaryFolder scratch_;
  std::unique_ptr<Server> server_;
};

TEST_F(ProxiedServer, LogsTheAddressOfTheClient) {
  start({});
  ClientFrom worker(kProxy, workers());
  worker.write("PROXY TCP4 203.0.113.7 192.0.2.1 56324 443\r\n");
  worker.say_hello("bot");
  EXPECT_TRUE(has_entered("bot", "203.0.113.7"));
  const ClientFrom page = page_of("2001:db8::8", "person");
  EXPECT_TRUE(has_entered("person", "[2001:db8::8]"));
}

TEST_F(ProxiedServer, LogsTheAddressOfAPeerThatIsNotTrusted) {
  start({});
  const ClientFrom page = page_of("203.0.113.7", "person", "127.0.0.8");
  EXPECT_TRUE(has_entered("person", "127.0.0.8"));
  ClientFrom worker("127.0.0.8", workers());
  worker.write("PROXY TCP4 203.0.113.7 192.0.2.1 56324 443\r\n");
  worker.say_hello("bot");
  EXPECT_TRUE(worker.is_closed());
}

TEST_F(ProxiedServer, EachClientHasItsRequestsForMatches) {
  start({"--guest-matches-per-minute", "1"});
  const std::string request = net::web_frame(
      net::Opcode::binary, proto::encode(proto::ClientMessage(proto::QuickMatch()), proto::Encoding::binary));
  ClientFrom one = page_of("203.0.113.7", "first-of-seven");
  ClientFrom again = page_of("203.0.113.7", "second-of-seven");
  ClientFrom other = page_of("203.0.113.8", "eight");
  one.write(request + request);
  again.write(request);
  EXPECT_TRUE(one.receives("too many match requests from guests at 203.0.113.7: "));
  EXPECT_TRUE(again.receives("too many match requests from guests at 203.0.113.7: ")) << "shares the limit";
  other.write(request);
  EXPECT_TRUE(other.receives("first-of-seven")) << "is its opponent now";
}

TEST_F(ProxiedServer, ProxiesMayChangeWhileTheServerRuns) {
  const std::string settings = scratch_.file("settings.json");
  std::ofstream(settings) << R"({"trusted_proxies": []})";
  server_ = std::make_unique<Server>(scratch_, Words{"--config", settings});
  const ClientFrom before = page_of("203.0.113.7", "before");
  EXPECT_TRUE(has_entered("before", kProxy));
  std::ofstream(settings) << R"({"trusted_proxies": ["127.0.0.9", "unix"]})";
  server_->process().signal(SIGHUP);
  EXPECT_TRUE(logs("changed=\"trusted_proxies\""));
  const ClientFrom after = page_of("203.0.113.7", "after");
  EXPECT_TRUE(has_entered("after", "203.0.113.7"));
  std::ofstream(settings) << R"({"trusted_proxies": ["nowhere"]})";
  server_->process().signal(SIGHUP);
  EXPECT_TRUE(logs("event=settings_refused why=\"trusted_proxies: 'nowhere' is no IP address"));
  const ClientFrom last = page_of("203.0.113.7", "last");
  EXPECT_TRUE(has_entered("last", "203.0.113.7")) << "all settings stay as they are";
}

TEST(WrongProxies, AreAnErrorAtTheStart) {
  const TemporaryFolder scratch;
  const ProgramResult result = run_server_program(scratch, {"--worker-port", "0", "--web-port", "0", "--data",
                                                            scratch.file("data"), "--trusted-proxies", "10.0.0.1/8"});
  EXPECT_EQ(result.status, 2) << "the call is wrong";
  EXPECT_THAT(result.errors, HasSubstr("trusted_proxies: '10.0.0.1/8' has bits behind its prefix"));
}

}  // namespace
}  // namespace rensa::e2e
