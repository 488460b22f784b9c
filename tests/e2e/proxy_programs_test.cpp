#include <arpa/inet.h>
#include <array>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <netinet/in.h>
#include <optional>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "tests/e2e/client_from.h"
#include "tests/e2e/server.h"
#include "tests/server/net/tls_peer.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/paths.h"

// A server behind the real nginx, HAProxy and Caddy, with the configurations of docs/proxies. `./dev test --long`
// unpacks these programs into build/proxies.

namespace rensa::e2e {
namespace {

namespace fs = std::filesystem;

const fs::path kUnpacked = tests::source_path("build/proxies/root");

// Returns the path of a file of a package: unpacked, or installed. Empty if there is none.
std::string find_file(const std::string& path) {
  for (const fs::path& root : {kUnpacked, fs::path("/")}) {
    if (fs::exists(root / path)) return root / path;
  }
  return "";
}

// Returns the folders of the unpacked libraries, separated by colons.
std::string unpacked_libraries() {
  std::string folders;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(kUnpacked / "usr/lib", ignored)) {
    if (entry.path().filename().string().ends_with("-linux-gnu")) folders += entry.path().string() + ":";
  }
  return folders;
}

// An address of loopback that only this process uses.
std::string own_address() {
  const int number = getpid();
  return "127.100." + std::to_string(number / 250 % 250 + 1) + "." + std::to_string(number % 250 + 1);
}

sockaddr_in socket_address_of(const std::string& address, std::uint16_t port) {
  sockaddr_in made{};
  made.sin_family = AF_INET;
  made.sin_port = htons(port);
  inet_pton(AF_INET, address.c_str(), &made.sin_addr);
  return made;
}

std::uint16_t free_port(const std::string& address) {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in bound = socket_address_of(address, 0);
  socklen_t size = sizeof bound;
  const bool has_port = bind(descriptor, reinterpret_cast<const sockaddr*>(&bound), size) == 0 &&
                        getsockname(descriptor, reinterpret_cast<sockaddr*>(&bound), &size) == 0;
  close(descriptor);
  EXPECT_TRUE(has_port);
  return ntohs(bound.sin_port);
}

bool is_listening(const Endpoint& endpoint) {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = socket_address_of(endpoint.address, endpoint.port);
  const bool is_connected = connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  close(descriptor);
  return is_connected;
}

using Replacements = std::vector<std::pair<std::string, std::string>>;

// Writes a configuration of docs/proxies with other addresses and files. Each text that is replaced must be there.
void write_configuration(const std::string& name, const std::string& to, const Replacements& replacements) {
  std::string text = read_text_file(tests::source_path("docs/proxies/" + name));
  for (const auto& [before, after] : replacements) {
    std::size_t at = text.find(before);
    ASSERT_NE(at, std::string::npos) << name << " does not have: " << before;
    for (; at != std::string::npos; at = text.find(before, at + after.size())) text.replace(at, before.size(), after);
  }
  std::ofstream(to) << text;
}

struct ProxyPorts {
  std::uint16_t server_web = 0;
  std::uint16_t server_workers = 0;
  std::string address;
  std::uint16_t web = 0;
  std::uint16_t workers = 0;

  std::string own(std::uint16_t port) const { return address + ":" + std::to_string(port); }
  static std::string of_server(std::uint16_t port) { return "127.0.0.1:" + std::to_string(port); }
};

enum class ProxyProgram { nginx, haproxy, caddy };

// Returns the command that runs the proxy in the foreground, in one process.
Words prepare_nginx(const TemporaryFolder& scratch, const ProxyPorts& ports) {
  const std::string certificate = scratch.file("certificate.pem");
  const std::string key = scratch.file("key.pem");
  net::make_certificate(certificate, key);
  std::string temporary;
  for (const char* name : {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"}) {
    temporary += std::string(name) + "_temp_path " + scratch.file(name) + "; ";
  }
  write_configuration("nginx.conf", scratch.file("nginx.conf"),
                      {{"modules/ngx_stream_module.so", find_file("usr/lib/nginx/modules/ngx_stream_module.so")},
                       {"http {", "http { access_log off; " + temporary},
                       {"listen [::]:443 ssl;", ""},
                       {"listen [::]:8734 so_keepalive=10s:3s:4;", ""},
                       {"listen 443 ", "listen " + ports.own(ports.web) + " "},
                       {"listen 8734 ", "listen " + ports.own(ports.workers) + " "},
                       {"/etc/ssl/duel.example.pem", certificate},
                       {"/etc/ssl/duel.example.key", key},
                       {"127.0.0.1:8787", ProxyPorts::of_server(ports.server_web)},
                       {"127.0.0.1:8733", ProxyPorts::of_server(ports.server_workers)}});
  return {find_file("usr/sbin/nginx"),
          "-e",
          "stderr",
          "-c",
          scratch.file("nginx.conf"),
          "-g",
          "daemon off; master_process off; error_log stderr; pid " + scratch.file("nginx.pid") + ";"};
}

Words prepare_haproxy(const TemporaryFolder& scratch, const ProxyPorts& ports) {
  write_configuration("haproxy.cfg", scratch.file("haproxy.cfg"),
                      {{"maxconn 10000", "maxconn 200"},  // each connection needs two descriptors
                       {"bind :80\n", "bind " + ports.own(ports.web) + "\n"},
                       {"bind :8734\n", "bind " + ports.own(ports.workers) + "\n"},
                       {"127.0.0.1:8787", ProxyPorts::of_server(ports.server_web)},
                       {"127.0.0.1:8733", ProxyPorts::of_server(ports.server_workers)}});
  return {find_file("usr/sbin/haproxy"), "-db", "-f", scratch.file("haproxy.cfg")};
}

Words prepare_caddy(const TemporaryFolder& scratch, const ProxyPorts& ports) {
  write_configuration("Caddyfile", scratch.file("Caddyfile"),
                      {{"duel.example {", "{\n\tadmin off\n}\nhttp://duel.example:" + std::to_string(ports.web) +
                                              " {\n\tbind " + ports.address},
                       {"127.0.0.1:8787", ProxyPorts::of_server(ports.server_web)}});
  return {find_file("usr/bin/caddy"), "run", "--adapter", "caddyfile", "--config", scratch.file("Caddyfile")};
}

class BehindProxy : public testing::TestWithParam<ProxyProgram> {
 protected:
  void SetUp() override {
    if (!is_there()) {
      ASSERT_FALSE(tests::long_tests()) << "the programs of the proxies are neither in build/proxies nor installed";
      GTEST_SKIP() << "this proxy is not installed: ./dev test --long unpacks it and runs this test";
    }
    server_ = std::make_unique<Server>(scratch_, Words{"--trusted-proxies", "127.0.0.1", "--host-names", "duel.example",
                                                       "--max-connections-per-address", "2"});
    start_proxy();
  }

  static bool is_there() {
    switch (GetParam()) {
      case ProxyProgram::nginx:
        return !find_file("usr/sbin/nginx").empty() && !find_file("usr/lib/nginx/modules/ngx_stream_module.so").empty();
      case ProxyProgram::haproxy:
        return !find_file("usr/sbin/haproxy").empty();
      case ProxyProgram::caddy:
        return !find_file("usr/bin/caddy").empty();
    }
    return false;
  }

  void start_proxy() {
    const std::string address = own_address();
    const ProxyPorts ports{.server_web = server_->port(Speech::web_binary),
                           .server_workers = server_->port(Speech::tcp),
                           .address = address,
                           .web = free_port(address),
                           .workers = free_port(address)};
    Words words{"/usr/bin/env", "LD_LIBRARY_PATH=" + unpacked_libraries(), "HOME=" + scratch_.folder.string(),
                "XDG_DATA_HOME=" + scratch_.folder.string(), "XDG_CONFIG_HOME=" + scratch_.folder.string()};
    for (std::string& word : command(ports)) words.push_back(std::move(word));
    proxy_.emplace(words, scratch_.file("proxy.log"));
    web_ = {address, ports.web, GetParam() == ProxyProgram::nginx};
    workers_ = {address, ports.workers, false};
    ASSERT_TRUE(becomes_true([this] { return is_listening(web_); })) << read_text_file(scratch_.file("proxy.log"));
    if (passes_workers()) {
      ASSERT_TRUE(becomes_true([this] { return is_listening(workers_); }));
    }
  }

  Words command(const ProxyPorts& ports) const {
    switch (GetParam()) {
      case ProxyProgram::nginx:
        return prepare_nginx(scratch_, ports);
      case ProxyProgram::haproxy:
        return prepare_haproxy(scratch_, ports);
      case ProxyProgram::caddy:
        return prepare_caddy(scratch_, ports);
    }
    return {};
  }

  static bool passes_workers() { return GetParam() != ProxyProgram::caddy; }

  // Returns a page that is connected to /ws and has said its name.
  ClientFrom page(const std::string& address, const std::string& name) const {
    ClientFrom client(address, web_);
    const std::string scheme = web_.is_tls ? "https" : "http";
    EXPECT_TRUE(client.becomes_web_socket("Host: duel.example\r\nOrigin: " + scheme + "://duel.example\r\n"))
        << read_text_file(scratch_.file("proxy.log"));
    client.say_hello_by_web_socket(name);
    EXPECT_TRUE(has_entered(name, address));
    return client;
  }
  ClientFrom worker(const std::string& address, const std::string& name) const {
    ClientFrom client(address, workers_);
    client.say_hello(name);
    return client;
  }
  bool has_entered(const std::string& name, const std::string& address) const {
    return has_entered_from(scratch_, name, address);
  }
  // Connects to the server itself, as a worker behind a proxy that names this client. The connection counts for it.
  ClientFrom open_connection_of(const std::string& address, const std::string& name) const {
    ClientFrom client("127.0.0.1", {"127.0.0.1", server_->port(Speech::tcp)});
    client.write("PROXY TCP4 " + address + " 127.0.0.1 1 2\r\n");
    client.say_hello(name);
    EXPECT_TRUE(has_entered(name, address));
    return client;
  }
  // Returns true if a request from this address through the proxy gets this status.
  bool is_answered(const std::string& address, const std::string& status, const std::string& headers = "") const {
    ClientFrom client(address, web_);
    client.write("GET /livez HTTP/1.1\r\nHost: duel.example\r\n" + headers + "\r\n");
    return client.receives("HTTP/1.1 " + status);
  }

  const TemporaryFolder scratch_;
  std::unique_ptr<Server> server_;
  std::optional<Process> proxy_;
  Endpoint web_;
  Endpoint workers_;
};

TEST_P(BehindProxy, TheServerSeesTheAddressOfEachPage) {
  const ClientFrom one = page("127.0.0.2", "one");
  const ClientFrom two = page("127.0.0.3", "two");
}

TEST_P(BehindProxy, RequestsHaveTheLimitsOfTheirClient) {
  EXPECT_TRUE(is_answered("127.0.0.2", "200"));
  EXPECT_TRUE(is_answered("127.0.0.3", "200"));
  const ClientFrom one = open_connection_of("127.0.0.2", "one");
  const ClientFrom two = open_connection_of("127.0.0.2", "two");
  EXPECT_TRUE(is_answered("127.0.0.2", "429"));
  EXPECT_TRUE(is_answered("127.0.0.3", "200"));
}

TEST_P(BehindProxy, HeadersOfTheClientAreNotBelieved) {
  const ClientFrom one = open_connection_of("127.0.0.2", "one");
  const ClientFrom two = open_connection_of("127.0.0.2", "two");
  for (const char* header : {"X-Forwarded-For: 127.0.0.3\r\n", "X-Forwarded-For: 127.0.0.3, 127.0.0.1\r\n",
                             "X-Forwarded-For: \r\nX-Forwarded-For: 127.0.0.3\r\n", "Forwarded: for=127.0.0.3\r\n"}) {
    EXPECT_TRUE(is_answered("127.0.0.2", "429", header)) << header;
  }
  EXPECT_TRUE(is_answered("127.0.0.3", "200", "X-Forwarded-For: 127.0.0.2\r\nForwarded: for=127.0.0.2\r\n"));
}

// A proxy that kept small parts of an answer would pass on the first event only with later ones.
TEST_P(BehindProxy, EventsOfATournamentArePassedOnAtOnce) {
  std::string token = run_server_program(scratch_, {"token", "create", "--name", "boss", "--administrator", "--data",
                                                    scratch_.file("data")})
                          .output;
  token.erase(token.find_last_not_of(" \n") + 1);
  const auto post = [&](const std::string& path, const std::string& body) {
    ClientFrom client("127.0.0.2", web_);
    client.write("POST /api/v1/tournaments" + path + " HTTP/1.1\r\nHost: duel.example\r\nAuthorization: Bearer " +
                 token + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    return client.receives("HTTP/1.1 20");
  };
  ASSERT_TRUE(
      post("", R"({"name": "cup", "players": [{"name": "ann", "guest": true}, {"name": "bob", "guest": true}]})"));
  ClientFrom reader("127.0.0.3", web_);
  reader.write(
      "GET /api/v1/tournaments/cup/events HTTP/1.1\r\nHost: duel.example\r\nAccept: text/event-stream\r\n\r\n");
  EXPECT_TRUE(reader.receives("event: standings")) << read_text_file(scratch_.file("proxy.log"));
  ASSERT_TRUE(post("/cup/pause", ""));
  EXPECT_TRUE(reader.receives("\"state\":\"paused\""));
}

// Caddy passes on no connections of workers.
class WorkersBehindProxy : public BehindProxy {};

TEST_P(WorkersBehindProxy, TheServerSeesTheAddressOfEachWorker) {
  ClientFrom one = worker("127.0.0.2", "one");
  EXPECT_TRUE(has_entered("one", "127.0.0.2"));
  ClientFrom two = worker("127.0.0.3", "two");
  EXPECT_TRUE(has_entered("two", "127.0.0.3"));
  ClientFrom three = worker("127.0.0.2", "three");
  EXPECT_TRUE(has_entered("three", "127.0.0.2"));
  EXPECT_TRUE(worker("127.0.0.2", "four").is_closed()) << "too many of one address";
  const ClientFrom five = worker("127.0.0.3", "five");
  EXPECT_TRUE(has_entered("five", "127.0.0.3"));
}

TEST_P(WorkersBehindProxy, AHeaderOfAWorkerIsNotBelieved) {
  ClientFrom client("127.0.0.2", workers_);
  client.write("PROXY TCP4 127.0.0.3 127.0.0.1 1 2\r\n");
  client.say_hello("liar");
  EXPECT_TRUE(client.is_closed());
}

std::string name_of_proxy(const testing::TestParamInfo<ProxyProgram>& tested) {
  constexpr std::array<const char*, 3> kNames{"Nginx", "HAProxy", "Caddy"};
  return kNames[static_cast<std::size_t>(tested.param)];
}

INSTANTIATE_TEST_SUITE_P(Programs, BehindProxy,
                         testing::Values(ProxyProgram::nginx, ProxyProgram::haproxy, ProxyProgram::caddy),
                         name_of_proxy);

INSTANTIATE_TEST_SUITE_P(Programs, WorkersBehindProxy, testing::Values(ProxyProgram::nginx, ProxyProgram::haproxy),
                         name_of_proxy);

}  // namespace
}  // namespace rensa::e2e
