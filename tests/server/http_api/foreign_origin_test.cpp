#include <chrono>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "server/net/socket_server.h"
#include "tests/server/http_api/api_fixture.h"
#include "tests/server/net/peer_socket.h"
#include "tests/tools/paths.h"

namespace rensa::http_api {
namespace {

using nlohmann::json;

struct SilentReceiver final : net::Receiver {
  void opened(net::ConnectionId, const net::Peer&) override {}
  net::Payment received(net::ConnectionId, std::string_view) override { return net::Payment::by_connection; }
  void refused(net::ConnectionId, net::CloseReason) override {}
  void closed(net::ConnectionId, std::string_view) override {}
};

// The API behind a socket, as browsers reach it.
class ApiOverHttp : public testing::Test, protected test::ApiFixture {
 protected:
  ApiOverHttp() {
    net::SocketOptions options;
    options.worker_port = 0;
    options.web_port = 0;
    sockets_ = std::make_unique<net::SocketServer>(io, options);
    sockets_->start(receiver_, [this](const net::HttpRequest& request, const net::HttpReply& reply) {
      if (!api.answer(request, reply)) reply(net::refusal(404, "There is nothing here."));
    });
  }
  ~ApiOverHttp() override {
    sockets_.reset();
    run_posted();
  }

  // Returns the status of the answer. `origin`: empty for a program.
  int status(const std::string& method, const std::string& path, const std::string& origin) {
    net::PeerSocket peer = net::PeerSocket::to_port(sockets_->web_port());
    peer.write(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n" +
               (origin.empty() ? "" : "Origin: " + origin + "\r\n") + "\r\n{}");
    const auto end = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
    while (peer.read(), !peer.has_ended() && std::chrono::steady_clock::now() < end) {
      server.run_posted();
      io.restart();
      io.run_one_for(std::chrono::milliseconds(2));
    }
    const std::string& answer = peer.read();
    return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0;
  }

 private:
  SilentReceiver receiver_;
  std::unique_ptr<net::SocketServer> sockets_;
};

// The methods and paths of the description that can change something. {id} and other parts of a path are "1".
std::vector<std::pair<std::string, std::string>> changing_routes() {
  const json document = json::parse(std::ifstream(tests::source_path("docs/openapi.json")));
  std::vector<std::pair<std::string, std::string>> routes;
  for (const auto& [described_path, methods] : document["paths"].items()) {
    std::string path = described_path;
    for (std::size_t begin = path.find('{'); begin != std::string::npos; begin = path.find('{')) {
      path.replace(begin, path.find('}') - begin + 1, "1");
    }
    for (const auto& [name, method] : methods.items()) {
      if (name == "post") routes.emplace_back("POST", path);
      if (name == "delete") routes.emplace_back("DELETE", path);
    }
  }
  return routes;
}

TEST_F(ApiOverHttp, APageOfAForeignOriginReachesNoRouteThatChangesSomething) {
  ASSERT_GE(changing_routes().size(), 8U);
  for (const auto& [method, path] : changing_routes()) {
    for (const std::string origin : {"http://evil.example", "null", "https://localhost.evil.example"}) {
      EXPECT_EQ(status(method, path, origin), 403) << method << " " << path << " from " << origin;
    }
  }
  EXPECT_EQ(background_tasks, 0) << "no route has begun to answer";
}

TEST_F(ApiOverHttp, OwnPagesAndProgramsReachTheRoutes) {
  for (const std::string origin : {"", "http://localhost"}) {
    EXPECT_EQ(status("POST", "/api/v1/puzzles/next", origin), 400) << "the body lacks values";
    EXPECT_EQ(status("POST", "/api/v1/tournaments", origin), 401) << "there is no token";
    EXPECT_EQ(status("DELETE", "/api/v1/matches/1", origin), 401) << "there is no token";
  }
}

}  // namespace
}  // namespace rensa::http_api
