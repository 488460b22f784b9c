#include "tests/architecture/folders.h"

namespace rensa::architecture {
namespace {

using List = std::vector<std::string>;

List operator+(List a, const List& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// Clocks and threads: the engine is a function of ruleset, seed and inputs.
const List kClockHeaders{"chrono", "ctime", "time.h", "sys/time.h"};
const List kClockWords{"steady_clock", "system_clock", "high_resolution_clock", "clock_gettime", "gettimeofday",
                       "std::time",    "std::clock",   "time(nullptr)",         "time(NULL)",    "time(0)"};
const List kThreadHeaders{"thread",    "mutex",   "shared_mutex", "condition_variable", "future",
                          "semaphore", "barrier", "latch",        "stop_token",         "pthread.h"};
const List kThreadWords{"std::thread", "std::jthread", "std::mutex", "std::async", "thread_local"};

// Input and output: what goes in and out of the engine are values.
const List kStreamHeaders{"iostream", "fstream", "istream", "ostream", "filesystem", "syncstream"};
const List kStreamWords{"printf(", "fprintf(", "puts(", "fopen(", "std::cout", "std::cerr", "getenv("};

// What differs between libraries or machines: results must be the same everywhere.
const List kChanceHeaders{"random", "unordered_map", "unordered_set"};
const List kChanceWords{"rand(",
                        "srand(",
                        "drand48(",
                        "random_device",
                        "mt19937",
                        "std::hash",
                        "unordered_map",
                        "unordered_set",
                        "unordered_multimap",
                        "unordered_multiset",
                        "std::shuffle",
                        "std::random_shuffle"};

// The rules and the duel count in integers only: floating point may differ between builds.
const List kInexactWords{"float", "double"};

const List kSocketHeaders{"sys/socket.h", "sys/un.h", "netinet/",   "arpa/",
                          "netdb.h",      "poll.h",   "sys/poll.h", "sys/epoll.h"};
const List kAsio{"boost/asio.hpp", "boost/asio/"};
const List kBeast{"boost/beast.hpp", "boost/beast/"};
const List kNetwork = kSocketHeaders + kAsio + kBeast;

const List kPureHeaders =
    kClockHeaders + kThreadHeaders + kStreamHeaders + kChanceHeaders + kNetwork + List{"boost/", "google/protobuf/"};
const List kPureWords = kClockWords + kThreadWords + kStreamWords + kChanceWords;
const List kJson{"nlohmann/"};

}  // namespace

const std::vector<Folder>& folders() {
  static const std::vector<Folder> table{
      {"engine/rules", {}, kPureHeaders + kJson, kPureWords + kInexactWords},
      {"engine/duel", {"engine/rules"}, kPureHeaders + kJson, kPureWords + kInexactWords},
      {"engine/json", {"engine/rules", "engine/duel", "engine/search"}, kPureHeaders, kPureWords},
      {"engine/knowledge", {"engine/rules", "engine/duel"}, kPureHeaders + kJson, kPureWords},
      {"engine/search", {"engine/rules", "engine/duel", "engine/knowledge"}, kPureHeaders + kJson, kPureWords},
      {"engine/nplayer", {"engine/rules"}, kPureHeaders + kJson, kPureWords + kInexactWords},
      {"engine/players",
       {"engine/rules", "engine/duel", "engine/knowledge", "engine/search", "engine/nplayer"},
       kNetwork,
       {}},
      {"engine/replay", {"engine/rules", "engine/duel"}, kPureHeaders + kJson, kPureWords},
      {"engine/puzzle", {"engine/rules", "engine/search"}, kPureHeaders + kJson, kPureWords},
      {"engine/learn", {}, kPureHeaders + kJson, kPureWords},
      {"engine/spider", {"engine/rules"}, kPureHeaders + kJson, kPureWords + kInexactWords},
      {"engine/lab", {"engine"}, kNetwork, {}},
      {"engine/bench", {"engine"}, {}, {}},

      {"proto", {"engine/rules", "engine/duel"}, kNetwork, {}},

      {"server/base", {}, {}, {}},
      {"server/net", {"proto", "server/base"}, {}, {}},
      {"server/session", {"proto", "server/base"}, kNetwork, {}},
      {"server/play", {"engine/rules", "engine/duel", "proto", "server/session", "server/base"}, kBeast, {}},
      {"server/league", {"engine/rules", "engine/duel", "server/base"}, kNetwork + kClockHeaders, kClockWords},
      {"server/contest",
       {"engine/rules", "engine/duel", "engine/json", "proto", "server/base", "server/league"},
       kNetwork,
       {}},
      {"server/store", {"server/base"}, kNetwork, {}},
      {"server/site", {"server/base", "server/net"}, kNetwork, {}},
      {"server/exec", {"server/base"}, kBeast, {}},
      {"server/config", {"engine/rules", "engine/json"}, kNetwork, {}},
      {"server/front",
       {"engine/rules", "engine/duel", "proto", "server/base", "server/net", "server/play", "server/session",
        "server/store"},
       kAsio + kBeast,
       {}},
      {"server/api",
       {"engine/rules", "engine/duel", "engine/json", "engine/puzzle", "engine/replay", "proto", "server/base",
        "server/front", "server/contest", "server/host", "server/league", "server/net", "server/play", "server/store"},
       kAsio + kBeast,
       {}},
      {"server/bench", {"engine/rules", "engine/duel", "proto", "server/base", "server/play"}, kAsio + kBeast, {}},
      {"server/host",
       {"engine/rules", "engine/duel", "proto", "server/base", "server/contest", "server/exec", "server/front",
        "server/league", "server/play"},
       kBeast,
       {}},
      {"server/pages",
       {"engine/rules", "engine/duel", "proto", "server/base", "server/contest", "server/host", "server/league",
        "server/net", "server/site"},
       kAsio + kBeast,
       {}},
      {"server/wiring", {"engine", "proto", "server"}, kBeast, {}},
      {"server/main.cpp", {"engine", "proto", "server"}, kAsio + kBeast, {}},

      {"clients/option", {"engine"}, kNetwork, {}},
      {"clients/worker", {"engine", "proto", "clients/option"}, kAsio + kBeast, {}},
      {"clients/bridge", {"engine/rules", "engine/duel", "proto", "clients/worker"}, kAsio + kBeast, {}},
      {"clients/cli",
       {"engine", "proto", "clients/option", "clients/cli/remote", "server/base", "server/contest", "server/league",
        "server/play", "server/wiring"},
       kAsio + kBeast,
       {}},
      {"clients/cli/remote", {"engine", "clients/cli", "clients/option", "server/base", "server/contest"}, {}, {}},
      {"clients/wasm",
       {"engine/rules", "engine/duel", "engine/puzzle", "engine/replay"},
       kPureHeaders + kJson,
       kPureWords},
      {"clients/load", {"engine/rules", "engine/duel", "proto"}, kAsio + kBeast, {}},

      {"tests", {"engine", "proto", "server", "clients"}, {}, {}},
  };
  return table;
}

}  // namespace rensa::architecture
