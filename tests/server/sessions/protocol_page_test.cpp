#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "server/sessions/session_protocol.h"
#include "tests/server/lobby/test_lobby.h"
#include "tests/server/sessions/annotated_dump.h"
#include "tests/server/sessions/in_memory_server.h"
#include "tests/tools/paths.h"

// docs/protocol.md shows the states of a session, and all bytes of a short game. Both are held against the server.

namespace rensa::sessions {
namespace {

using tests::InMemoryServer;

std::string page() {
  std::ifstream in(tests::source_path("docs/protocol.md"), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// ---- The whole game

class OneGuestPolicy final : public AdmissionPolicy {
 public:
  std::optional<Admission> admit(const proto::Hello& hello) override {
    return Admission{.name = hello.name, .refusal = std::nullopt};
  }
};

// A game of turns against another player. The client chooses twice, and the opponent gives up.
class ShortGame {
 public:
  std::string play() {
    OneGuestPolicy policy;
    SessionProtocol session({.max_message_bytes = 65536}, policy);
    proto::Hello hello;
    hello.version_min = hello.version_max = proto::kVersion;
    hello.name = "ann";
    hello.software = "my-bot 1.0";
    client(hello);
    for (const proto::ServerMessage& answer : session.receive(hello).answers) server(answer);
    me_ = lobby_.enter("ann");
    const base::PlayerId opponent = lobby_.enter("bob");
    proto::Terms terms;
    terms.ruleset = "jaist-1";
    terms.clock = proto::Clock::turns;
    lobby_.say(opponent, proto::QuickMatch{terms, proto::Subscription::events});
    say(proto::QuickMatch{terms, proto::Subscription::events});
    for (const rules::Placement& placement : {rules::Placement{4, rules::Rotation::right}, {1, rules::Rotation::up}}) {
      const auto due = lobby_.last<proto::Update>(opponent);
      lobby_.say(opponent, tests::decision(*due, duel::Input::place({6, rules::Rotation::up})));
      proto::Decide decide = tests::decision(newest_, duel::Input::place(placement));
      decide.id = ++decisions_;
      say(decide);
    }
    lobby_.say(opponent, proto::Leave{newest_.match, duel::opponent_of(*newest_.seat)});
    lobby_.save_all();
    hear();
    return std::move(text_);
  }

 private:
  void client(const proto::ClientMessage& message) { add("the client", test::annotated_dump(message)); }
  void server(const proto::ServerMessage& message) {
    if (const auto* update = std::get_if<proto::Update>(&message)) newest_ = *update;
    add("the server", test::annotated_dump(message));
  }
  void add(const std::string& sender, const std::string& dump) { text_ += sender + " sends\n" + dump; }
  void say(const proto::ClientMessage& message) {
    client(message);
    lobby_.say(me_, message);
    hear();
  }
  void hear() {
    for (const proto::ServerMessage& message : lobby_.take(me_)) server(message);
  }

  tests::TestLobby lobby_;
  base::PlayerId me_{};
  proto::Update newest_;
  std::uint32_t decisions_ = 0;
  std::string text_;
};

// RENSA_WRITE_GOLDEN=1 writes the page anew.
TEST(ProtocolPage, ShowsAllBytesOfAShortGame) {
  const std::string begin = "```dump\n";
  const std::string text = page();
  const std::size_t from = text.find(begin);
  ASSERT_NE(from, std::string::npos);
  const std::size_t end = text.find("```\n", from + begin.size());
  const std::string shown = text.substr(from + begin.size(), end - from - begin.size());
  const std::string played = ShortGame().play();
  if (std::getenv("RENSA_WRITE_GOLDEN") != nullptr) {
    std::ofstream(tests::source_path("docs/protocol.md"), std::ios::binary)
        << text.substr(0, from + begin.size()) << played << text.substr(end);
  }
  EXPECT_EQ(shown, played);
  for (const char* word :
       {"hello", "welcome", "quick_match", "match_start", "game_start", "update", "decide", "game_end", "match_end"}) {
    EXPECT_THAT(played, testing::ContainsRegex(std::string(" ") + word + ": [0-9]+ bytes\n")) << word;
  }
}

// ---- The states of a session

// An arrow of the diagram: `From --> To: the event`.
struct Arrow {
  std::string from;
  std::string to;
  std::string label;
  friend auto operator<=>(const Arrow&, const Arrow&) = default;
};

std::vector<Arrow> diagram() {
  const std::string text = page();
  const std::string begin = "```mermaid\nstateDiagram-v2\n";
  const std::size_t from = text.find(begin);
  EXPECT_NE(from, std::string::npos);
  std::istringstream lines(text.substr(from + begin.size(), text.find("```\n", from + begin.size()) - from));
  std::vector<Arrow> arrows;
  const std::regex arrow(R"( *(\S+) --> (\S+?)(?:: (.*))?)");
  for (std::string line; std::getline(lines, line) && !line.starts_with("```");) {
    std::smatch found;
    EXPECT_TRUE(std::regex_match(line, found, arrow)) << line;
    arrows.push_back({found[1], found[2], found[3]});
  }
  return arrows;
}

// One client on a server, with the words of the diagram for all that happens to it.
class Conversation {
 public:
  explicit Conversation(InMemoryServer& server) : server_(server) { connect(); }

  void connect() {
    connection_ = server_.connect(net::Transport::tcp);
    heard_ = 0;
  }
  void say(const proto::ClientMessage& message) {
    happened.push_back("client says " + name_of(proto::encode(message, proto::Encoding::json)));
    server_.say(connection_, message);
    hear();
  }
  // Takes note of the messages that the server has sent.
  void hear() {
    const std::vector<std::string>& sent = server_.sent[connection_];
    for (; heard_ < sent.size(); ++heard_) {
      const auto message = proto::server_message_of(sent[heard_], proto::Encoding::binary);
      ASSERT_TRUE(message);
      std::string word = "server says " + name_of(proto::encode(*message, proto::Encoding::json));
      if (const auto* update = std::get_if<proto::Update>(&*message)) {
        newest = *update;
        if (update->answer_due) word += " (answerDue)";
      }
      happened.push_back(word);
    }
    if (server_.closed.contains(connection_)) happened.emplace_back("the server closes the connection");
  }
  void lose() {
    server_.service.closed(connection_, "the peer has closed it");
    happened.emplace_back("the connection is lost");
  }
  template <typename Message>
  Message last() {
    return *server_.last<Message>(connection_);
  }
  void place() { say(tests::decision(newest, duel::Input::place({1, rules::Rotation::up}))); }

  std::vector<std::string> happened;
  proto::Update newest;

 private:
  // The key of a message in JSON, which is its only one.
  static std::string name_of(const std::string& json) { return json.substr(2, json.find('"', 2) - 2); }

  InMemoryServer& server_;
  net::ConnectionId connection_{};
  std::size_t heard_ = 0;
};

proto::QuickMatch request(int games = 1) {
  return {tests::terms_of(proto::Clock::turns, games), proto::Subscription::events};
}

// A match of two games. The client loses its line in the first one, and resigns the match in the second one.
std::vector<std::string> match_with_a_lost_line() {
  InMemoryServer server;
  Conversation one(server);
  Conversation two(server);
  for (Conversation* client : {&one, &two}) client->say(proto::Hello{});
  one.say(proto::ListLobby{});
  one.say(request(2));
  two.say(request(2));
  one.hear();
  one.place();
  two.place();
  one.hear();
  const auto start = one.last<proto::MatchStart>();
  one.lose();
  one.connect();
  one.say(proto::Hello{});
  one.say(proto::Resume{.match = start.match,
                        .seat = *start.seat,
                        .token = start.token,
                        .last = one.newest.number,
                        .subscription = proto::Subscription::events});
  // All pairs go into one column, until a game is over.
  while (!server.last<proto::GameEnd>(net::ConnectionId{3}) && one.happened.size() < 500) {
    one.place();
    two.place();
    server.settle();
    one.hear();
    two.hear();
  }
  server.settle();
  one.hear();
  one.say(proto::Leave{start.match, *start.seat});
  server.settle();
  one.hear();
  return one.happened;
}

std::vector<std::string> opponent_that_is_lost() {
  InMemoryServer server;
  Conversation one(server);
  Conversation two(server);
  for (Conversation* client : {&one, &two}) {
    client->say(proto::Hello{});
    client->say(request());
  }
  one.hear();
  const auto start = two.last<proto::MatchStart>();
  two.lose();
  one.hear();
  two.connect();
  two.say(proto::Hello{});
  two.say(proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
  one.hear();
  const proto::Update first = one.newest;
  one.place();
  two.place();
  one.hear();
  one.say(tests::decision(first, duel::Input::place({1, rules::Rotation::up})));  // it comes too late
  two.say(proto::Leave{start.match, *start.seat});
  server.settle();
  one.hear();
  return one.happened;
}

std::vector<std::string> requests_without_a_match() {
  InMemoryServer server;
  Conversation one(server);
  one.say(proto::Hello{});
  one.say(request());
  one.say(proto::Leave{});
  proto::QuickMatch wrong = request();
  wrong.terms.ruleset = "no-rules";
  one.say(wrong);
  one.lose();
  return one.happened;
}

std::vector<std::string> refused_hello() {
  InMemoryServer server;
  Conversation one(server);
  proto::Hello hello;
  hello.token = "no token";
  one.say(hello);
  return one.happened;
}

// Follows the arrows of the diagram along the events, in all ways at once. Marks the arrows of those that are left.
void follow_arrows(const std::vector<Arrow>& arrows, const std::vector<std::string>& happened, std::set<Arrow>& used) {
  std::set<std::string> states{"[*]"};
  const auto walk = [&](const std::string& label) {
    std::set<std::string> next;
    for (const Arrow& arrow : arrows) {
      if (!states.contains(arrow.from) || arrow.label != label) continue;
      next.insert(arrow.to);
      used.insert(arrow);
    }
    states = std::move(next);
  };
  walk("");
  std::string before;
  for (const std::string& what : happened) {
    const std::set<std::string> from = states;
    walk(what);
    ASSERT_FALSE(states.empty()) << "no arrow of the diagram says '" << what << "' in the state "
                                 << testing::PrintToString(from) << ", after" << before;
    before += "\n  " + what;
  }
}

TEST(ProtocolPage, TheStatesOfASessionAreThoseOfTheServer) {
  const std::vector<Arrow> arrows = diagram();
  std::set<Arrow> used;
  for (const auto& happened :
       {match_with_a_lost_line(), opponent_that_is_lost(), requests_without_a_match(), refused_hello()}) {
    ASSERT_NO_FATAL_FAILURE(follow_arrows(arrows, happened, used));
  }
  for (const Arrow& arrow : arrows) {
    EXPECT_TRUE(used.contains(arrow)) << arrow.from << " --> " << arrow.to << ": " << arrow.label << " never happens";
  }
}

}  // namespace
}  // namespace rensa::sessions
