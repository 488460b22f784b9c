#include <array>
#include <boost/asio/buffer.hpp>
#include <optional>
#include <string>

#include "server/net/hub.h"
#include "server/net/proxies/addresses.h"
#include "server/net/proxies/proxy_protocol.h"

namespace rensa::net {
namespace {

namespace asio = boost::asio;

// The beginning of a connection of a trusted proxy: the PROXY headers, which are never encrypted. The bytes behind them
// are put back for the connection of the client.
template <class Stream>
class ProxiedConnection final : public ManagedSocket, public std::enable_shared_from_this<ProxiedConnection<Stream>> {
 public:
  // `peer`: the address of the proxy; nullopt: it is at the Unix socket.
  ProxiedConnection(std::shared_ptr<Hub> hub, Stream stream, std::optional<asio::ip::address> peer, ConnectionSlot slot)
      : hub_(std::move(hub)),
        stream_(std::move(stream)),
        peer_(std::move(peer)),
        slot_(std::move(slot)),
        id_(hub_->next_id()),
        deadline_(Clock::now() + hub_->limits.handshake_timeout) {}

  void start() {
    hub_->add_socket(id_, self());
    read();
  }

  void check_deadlines(Clock::time_point now) override {
    if (now <= deadline_ || slot_.turns().waits()) return;
    ++hub_->counts.closed_silent;
    finish();
  }
  void close_when_sent(CloseReason) override { finish(); }
  void close_now() override {
    has_ended_ = true;
    Error ignored;
    stream_.next_layer().close(ignored);
  }

 private:
  std::shared_ptr<ProxiedConnection> self() { return this->shared_from_this(); }

  void read() {
    stream_.next_layer().async_read_some(asio::buffer(in_), [self = self()](const Error& error, std::size_t bytes) {
      if (self->has_ended_) return;
      if (error) return self->finish();
      self->slot_.turns().take([self, bytes] {
        if (!self->has_ended_) self->on_bytes({self->in_.data(), bytes});
      });
    });
  }

  void on_bytes(std::string_view bytes) {
    received_ += bytes;
    const ProxiedClient client = find_proxied_client(received_, peer_, hub_->trusted_proxies);
    switch (client.state) {
      case ProxyHeaderState::incomplete:
        return read();
      case ProxyHeaderState::absent:
      case ProxyHeaderState::malformed:
        ++hub_->counts.closed_violation;
        return finish();
      case ProxyHeaderState::complete:
        return start_client(client);
    }
  }

  void start_client(const ProxiedClient& client) {
    if (client.address && !slot_.assign_to(address_for_limits(*client.address))) return finish();
    stream_.put_back(received_.substr(client.size));
    has_ended_ = true;
    hub_->remove_socket(id_);
    std::string address = client.address ? shown_address(*client.address) : std::string(kUnixPeerAddress);
    start_framed(hub_, std::move(stream_), {std::move(address), std::move(slot_), id_});
  }

  void finish() {
    const auto kept_alive = self();
    close_now();
    hub_->remove_socket(id_);
  }

  std::shared_ptr<Hub> hub_;
  Stream stream_;
  std::optional<asio::ip::address> peer_;
  ConnectionSlot slot_;
  ConnectionId id_;
  Clock::time_point deadline_;
  bool has_ended_ = false;
  std::array<char, kMaxProxyHeaderBytes> in_;
  std::string received_;
};

}  // namespace

void start_behind_proxy(std::shared_ptr<Hub> hub, TcpOrTlsStream stream, const asio::ip::address& peer,
                        ConnectionSlot slot) {
  std::make_shared<ProxiedConnection<TcpOrTlsStream>>(std::move(hub), std::move(stream), peer, std::move(slot))
      ->start();
}

void start_behind_proxy(std::shared_ptr<Hub> hub, UnixStream stream, ConnectionSlot slot) {
  std::make_shared<ProxiedConnection<UnixStream>>(std::move(hub), std::move(stream), std::nullopt, std::move(slot))
      ->start();
}

}  // namespace rensa::net
