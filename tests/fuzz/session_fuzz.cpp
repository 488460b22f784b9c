#include <array>
#include <string_view>

#include "tests/fuzz/input.h"
#include "tests/server/sessions/in_memory_server.h"

// Three connections speak to a server, and time passes: a worker over TCP and two people over WebSocket, one of them in
// JSON. The input is a list of steps: a byte that names the connection (or says that time passes), the length of the
// message as two bytes, and the bytes. In any case, the connections are sent messages of the schema, and a connection
// that sends no message is closed.

namespace {

using rensa::fuzz::require;
using namespace rensa;

class Steps {
 public:
  explicit Steps(std::string_view bytes) : bytes_(bytes) {}
  bool empty() const { return bytes_.empty(); }
  std::uint8_t byte() {
    const std::string_view one = take(1);
    return one.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(one[0]);
  }
  std::string_view take(std::size_t size) {
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(taken.size());
    return taken;
  }

 private:
  std::string_view bytes_;
};

struct Caller {
  net::Transport transport;
  const char* protocol;
  proto::Encoding encoding;
  net::ConnectionId connection{};
};

void check_told(tests::InMemoryServer& server, const Caller& caller) {
  for (const std::string& bytes : server.sent[caller.connection]) {
    require(proto::server_message_of(bytes, caller.encoding).ok());
  }
  server.sent[caller.connection].clear();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sessions::SessionServiceSettings settings;
  settings.lobby.max_matches = 3;
  tests::InMemoryServer server(settings);
  std::array callers{Caller{net::Transport::tcp, "", proto::Encoding::binary},
                     Caller{net::Transport::websocket, "rensa.v1.pb", proto::Encoding::binary},
                     Caller{net::Transport::websocket, "rensa.v1.json", proto::Encoding::json}};
  for (Caller& caller : callers) caller.connection = server.connect(caller.transport, caller.protocol);

  Steps steps({reinterpret_cast<const char*>(data), size});
  for (int step = 0; step < 64 && !steps.empty(); ++step) {
    const unsigned who = steps.byte() % 8U;
    if (who < 3 || who == 4) {
      Caller& caller = callers[who % callers.size()];
      const std::size_t length = steps.byte() + 256U * steps.byte();
      const std::string_view said = steps.take(length);
      if (who == 4) {  // hangs up, and comes again
        server.service.closed(caller.connection, "hung up");
        caller.connection = server.connect(caller.transport, caller.protocol);
      } else if (!server.closed.contains(caller.connection)) {
        server.service.received(caller.connection, said);
        if (!proto::client_message_of(said, caller.encoding)) require(server.closed.contains(caller.connection));
      }
    } else if (who == 5) {
      server.settle();
    } else {
      for (int slot = 0; slot < base::kPhases; ++slot) {
        server.now += base::phase_offset(1);
        server.service.lobby().matches().run_phase(slot, server.now);
      }
      server.service.lobby().run_due_matches(server.now);
    }
    for (const Caller& caller : callers) check_told(server, caller);
  }
  return 0;
}
