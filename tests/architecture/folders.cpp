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

// Headers and words that differ between libraries or machines: results must be the same everywhere.
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

const List kPollHeaders{"poll.h", "sys/poll.h", "sys/epoll.h"};
const List kConnectionHeaders{"sys/socket.h", "sys/un.h", "netinet/", "arpa/", "netdb.h"};
const List kSocketHeaders = kConnectionHeaders + kPollHeaders;
const List kAsio{"boost/asio.hpp", "boost/asio/"};
const List kBeast{"boost/beast.hpp", "boost/beast/"};
// It is slow to compile: clients/command_line stands for it.
const List kCli11{"CLI/"};
const List kNetwork = kSocketHeaders + kAsio + kBeast;

// Headers and words for waiting, for another thread or for a disk. The thread of the event loop sees only the contracts
// of the store, each call of which has a completion, and never a store itself.
const List kWaitingHeaders{"future", "condition_variable", "semaphore", "barrier", "latch"};
const List kWaitingWords{"std::promise", "std::future", "std::async", "sleep_for", "sleep_until"};
const List kStoresThemselves{"server/storage/sqlite/sqlite_store.h",
                             "server/storage/memory/memory_store.h",
                             "server/storage/folders/tournament_folders.h",
                             "server/storage/memory/memory_tournaments.h",
                             "server/storage/folders/bot_folders.h",
                             "server/storage/sqlite/game_writer.h",
                             "server/storage/sqlite/tables.h",
                             "server/storage/sqlite/database/sql.h"};
// Headers and words for files, which the thread of the event loop must not wait for, either.
const List kFileHeaders{"fstream",  "filesystem", "fcntl.h",    "unistd.h",
                        "dirent.h", "sys/stat.h", "sys/file.h", "server/base/atomic_file.h"};
const List kFileWords{"std::ifstream", "std::ofstream", "std::fstream", "std::filesystem", "fopen("};

// Matches and the lobby know players. The connections of these are known in server/sessions alone.
const List kSessions{"SessionId", "ConnectionId"};

const List kPureHeaders =
    kClockHeaders + kThreadHeaders + kStreamHeaders + kChanceHeaders + kNetwork + List{"boost/", "google/protobuf/"};
const List kPureWords = kClockWords + kThreadWords + kStreamWords + kChanceWords;
const List kJson{"nlohmann/"};

}  // namespace

const std::vector<Folder>& folders() {
  static const std::vector<Folder> table{
      {"engine/rules", {}, kPureHeaders + kJson, kPureWords + kInexactWords},
      {"engine/limits", {}, kPureHeaders + kJson, kPureWords + kInexactWords},
      {"engine/movement", {"engine/rules"}, kPureHeaders + kJson, kPureWords + kInexactWords},
      {"engine/notation", {"engine/rules"}, kPureHeaders + kJson, kPureWords + kInexactWords},
      {"engine/duel", {"engine/movement", "engine/rules"}, kPureHeaders + kJson, kPureWords + kInexactWords},
      {"engine/json",
       {"engine/notation", "engine/rules", "engine/duel", "engine/record", "engine/evaluation"},
       kPureHeaders,
       kPureWords},
      {"engine/templates", {"engine/rules", "engine/duel"}, kPureHeaders + kJson, kPureWords},
      {"engine/evaluation", {"engine/rules", "engine/duel", "engine/templates"}, kPureHeaders + kJson, kPureWords},
      {"engine/search",
       {"engine/limits", "engine/rules", "engine/duel", "engine/templates", "engine/evaluation"},
       kPureHeaders + kJson,
       kPureWords},
      {"engine/research/nplayer", {"engine/limits", "engine/rules"}, kPureHeaders + kJson, kPureWords + kInexactWords},
      {"engine/players/exchange",
       {"engine/rules", "engine/duel", "engine/evaluation", "engine/search", "engine/research/nplayer"},
       kPureHeaders + kJson,
       kPureWords},
      {"engine/players",
       {"engine/limits", "engine/movement", "engine/rules", "engine/duel", "engine/record", "engine/templates",
        "engine/evaluation", "engine/search", "engine/research/nplayer", "engine/players/exchange"},
       kNetwork,
       {}},
      {"engine/record",
       {"engine/movement", "engine/notation", "engine/rules", "engine/duel"},
       kPureHeaders + kJson,
       kPureWords + kInexactWords},
      {"engine/puzzles",
       {"engine/limits", "engine/notation", "engine/rules", "engine/search", "engine/research/learning"},
       kPureHeaders + kJson,
       kPureWords},
      {"engine/chances",
       {"engine/rules", "engine/duel", "engine/players/exchange", "engine/record", "engine/search"},
       kPureHeaders + kJson,
       kPureWords + kInexactWords},
      {"engine/research/learning", {}, kPureHeaders + kJson, kPureWords},
      {"engine/research/chances",
       {"engine/duel", "engine/record", "engine/chances", "engine/research/learning"},
       kPureHeaders + kJson,
       kPureWords},
      {"engine/research/spider", {"engine/limits", "engine/rules"}, kPureHeaders + kJson, kPureWords + kInexactWords},
      {"engine/research/losses",
       {"engine/rules", "engine/duel", "engine/record", "engine/players"},
       kPureHeaders + kJson,
       kPureWords + kInexactWords},
      {"engine/research/experiments", {"engine"}, kNetwork, {}},
      {"engine/bench", {"engine"}, {}, {}},

      // The terms of a match and the numbers of things are the same in messages as in the server.
      {"proto",
       {"engine/rules", "engine/duel", "engine/json/document.h", "server/base/plain_text.h", "server/base/types.h",
        "server/match/terms.h"},
       kNetwork,
       {}},

      {"server/base", {}, {}, {}},
      {"server/net/proxies",
       {},
       kSocketHeaders + kBeast + kClockHeaders + kThreadHeaders + kStreamHeaders,
       kClockWords},
      {"server/net", {"proto", "server/base", "server/net/proxies"}, {}, {}},
      {"server/match",
       {"engine/movement", "engine/rules", "engine/duel", "engine/record", "server/base"},
       kBeast,
       kSessions},
      {"server/log", {"engine/rules/hash.h", "server/base"}, kNetwork, {}},
      {"server/lobby/capacity",
       {"server/base"},
       kNetwork + kClockHeaders + kWaitingHeaders,
       kClockWords + kWaitingWords},
      {"server/lobby",
       {"engine/rules", "engine/duel", "server/base", "server/lobby/capacity", "server/match"},
       kAsio + kBeast + kWaitingHeaders,
       kWaitingWords + kSessions},
      {"server/live_matches",
       {"engine/rules", "engine/record", "server/base", "server/log", "server/match", "server/lobby"},
       kNetwork + kWaitingHeaders,
       kWaitingWords + kSessions},
      {"server/tournament/statistics", {"engine/rules", "engine/duel"}, kPureHeaders + kJson, kPureWords},
      {"server/tournament/journal",
       {"engine/rules", "engine/duel", "engine/json/document.h", "server/base"},
       kNetwork + kClockHeaders,
       kClockWords},
      {"server/tournament/formats",
       {"engine/rules", "engine/duel", "server/tournament/journal", "server/tournament/statistics"},
       kPureHeaders + kJson,
       kPureWords},
      {"server/tournament/plan",
       {"engine/rules", "engine/duel", "engine/record", "engine/json", "server/base", "server/match/terms.h",
        "server/storage/folders/tournament_folders.h", "server/tournament"},
       kNetwork,
       {}},
      {"server/storage", {"server/base"}, kNetwork, {}},
      {"server/storage/folders", {"server/base", "server/storage"}, kNetwork, {}},
      {"server/storage/memory", {"server/base", "server/storage"}, kNetwork, {}},
      {"server/storage/sqlite/schema", {}, kPureHeaders, kPureWords},
      {"server/storage/sqlite/database", {"server/storage/completion.h"}, kNetwork, {}},
      {"server/storage/sqlite/accounts", {"server/base", "server/storage"}, kNetwork, {}},
      {"server/storage/sqlite", {"server/base", "server/storage"}, kNetwork, {}},
      {"server/static_files", {"server/base", "server/net"}, kNetwork, {}},
      {"server/processes", {"server/base"}, kBeast, {}},
      {"server/sessions/moderation",
       {"server/base", "server/storage"},
       kAsio + kBeast + kWaitingHeaders + kStoresThemselves,
       kWaitingWords},
      {"server/sessions",
       {"engine/rules", "engine/duel", "engine/record", "proto", "server/base", "server/lobby", "server/net",
        "server/match", "server/live_matches", "server/log", "server/sessions/moderation", "server/storage"},
       kAsio + kBeast + kWaitingHeaders + kStoresThemselves,
       kWaitingWords},
      {"server/http_api/events",
       {"engine/json/document.h", "engine/rules", "server/base", "server/sessions/tournament_host.h",
        "server/tournament"},
       kNetwork + kWaitingHeaders + kFileHeaders,
       kWaitingWords + kFileWords},
      {"server/http_api",
       {"engine/notation", "engine/rules", "engine/duel", "engine/json", "engine/players/registry.h", "engine/puzzles",
        "engine/record", "server/base", "server/http_api/events", "server/sessions", "server/live_tournaments",
        "server/submissions", "server/tournament", "server/net", "server/lobby", "server/match", "server/storage"},
       kAsio + kBeast + kWaitingHeaders + kStoresThemselves + kFileHeaders,
       kWaitingWords + kFileWords},
      {"server/bench",
       {"engine/rules", "engine/duel", "engine/record/bytes.h", "proto", "server/base", "server/live_matches",
        "server/lobby", "server/log", "server/match", "server/sessions/wire", "server/storage", "clients/command_line"},
       kAsio + kBeast + kCli11,
       {}},
      {"server/live_tournaments",
       {"engine/rules", "engine/duel", "engine/json/document.h", "engine/record", "server/base", "server/processes",
        "server/sessions", "server/storage/tournaments.h", "server/tournament", "server/lobby", "server/match"},
       kNetwork + kWaitingHeaders + kFileHeaders + List{"server/processes/child_process.h"},
       kWaitingWords + kFileWords},
      // What is read from an archive has no files, and no player that is started.
      {"server/submissions/archive",
       {"engine/rules", "engine/json/document.h", "engine/players/registry.h", "server/base/plain_text.h"},
       kPureHeaders,
       kPureWords},
      {"server/submissions",
       {"engine/rules", "engine/json/document.h", "engine/players/registry.h", "server/base", "server/live_tournaments",
        "server/processes", "server/storage", "server/submissions/archive", "server/tournament"},
       kNetwork + kWaitingHeaders + kStoresThemselves + kFileHeaders + List{"server/processes/child_process.h"},
       kWaitingWords + kFileWords},
      {"server/pages/markup", {"server/base"}, kPureHeaders + kJson, kPureWords},
      {"server/pages",
       {"engine/rules", "engine/duel", "server/base", "server/live_tournaments", "server/pages/markup",
        "server/submissions", "server/tournament", "server/net", "server/static_files"},
       kAsio + kBeast + kWaitingHeaders + kFileHeaders,
       kWaitingWords + kFileWords},
      {"server/app/listing", {"engine", "server"}, kAsio + kBeast, {}},
      {"server/app", {"engine", "server"}, kBeast, {}},
      {"server/app/check", {"engine", "proto", "server"}, kAsio + kBeast, {}},
      {"server/app/commands", {"engine", "server"}, kAsio + kBeast, {}},
      {"server/main.cpp", {"engine", "server", "clients/command_line"}, kAsio + kBeast + kCli11, {}},

      {"clients/command_line",
       {"engine", "server/base/exit_code.h", "server/base/plain_text.h", "server/base/table.h"},
       kConnectionHeaders + kAsio + kBeast,
       {}},
      {"clients/session",
       {"engine/rules", "engine/duel", "engine/json/document.h", "proto", "server/base/descriptor.h",
        "server/base/exit_code.h", "server/base/plain_text.h", "clients/command_line"},
       kAsio + kBeast + kCli11,
       {}},
      {"clients/worker",
       {"engine", "proto", "server/base/exit_code.h", "server/base/plain_text.h", "clients/bindings/c",
        "clients/command_line", "clients/session"},
       kAsio + kBeast + kCli11,
       {}},
      {"clients/bridge",
       {"engine/rules", "engine/duel", "proto", "server/base/exit_code.h", "server/base/plain_text.h",
        "clients/command_line", "clients/session"},
       kAsio + kBeast + kCli11,
       {}},
      {"clients/cli",
       {"engine", "proto", "clients/command_line", "clients/cli/check", "clients/cli/remote", "server/base",
        "server/tournament", "server/storage/folders/tournament_folders.h", "server/storage/token.h",
        "server/submissions/archive", "server/match", "server/app"},
       kAsio + kBeast + kCli11,
       {}},
      // A game goes on between programs that are started as the host of a tournament does.
      {"clients/cli/check",
       {"engine", "proto", "clients/cli", "clients/command_line", "server/base", "server/processes/isolation.h",
        "server/match", "server/tournament", "server/app"},
       kAsio + kBeast + kCli11,
       {}},
      {"clients/cli/remote",
       {"engine", "clients/cli", "clients/command_line", "server/base", "server/tournament"},
       kCli11,
       {}},
      {"clients/bindings/c", {"engine"}, kPureHeaders + kJson, kPureWords},
      {"clients/bindings/python/native",
       {"engine", "server/tournament/statistics", "clients/bindings/c/rensa/rensa.h"},
       kNetwork + kJson,
       {}},
      {"clients/bindings/python/session",
       {"engine/json", "engine/players", "engine/rules", "clients/bindings/c", "clients/session", "clients/worker",
        "server/base/descriptor.h"},
       kAsio + kBeast + kJson,
       {}},
      {"clients/bindings/wasm", {"engine/notation", "clients/bindings/c"}, kPureHeaders + kJson, kPureWords},
      {"clients/load",
       {"engine/rules", "engine/duel", "proto", "server/base/exit_code.h", "clients/command_line", "clients/session"},
       kAsio + kBeast + kCli11,
       {}},

      // Programs that only know what is installed.
      {"examples", {}, kNetwork + kJson, {}},

      {"tests", {"engine", "proto", "server", "clients"}, {}, {}},
  };
  return table;
}

}  // namespace rensa::architecture
