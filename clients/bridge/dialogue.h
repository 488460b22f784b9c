#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clients/bridge/request.h"
#include "clients/bridge/response.h"
#include "clients/worker/match_client.h"
#include "engine/rules/ruleset.h"
#include "proto/message.h"

namespace rensa::bridge {

struct DialoguePlan {
  proto::Terms terms;          // of quick matches
  std::optional<int> matches;  // none: until it is stopped
  bool arranged = false;       // plays whatever a host arranges instead, until it is stopped
};

// The actions that the caller must take, in this order.
struct Doings {
  std::optional<duel::Seat> begin;  // a match in this seat: the program is needed from now on
  std::vector<proto::ClientMessage> say;
  std::vector<std::string> ask;  // requests to the program
  std::vector<worker::MatchReport> ended;
  std::vector<std::string> messages;  // lines of the program for people
  std::vector<std::string> notices;   // ours
};

struct MoveCounts {
  int matches = 0;
  int won = 0;
  int drawn = 0;
  int lost = 0;
  int accepted = 0;  // placements
  int refused = 0;
  int late = 0;     // requests that were not answered in time
  int unheard = 0;  // responses without an ID
};

// Translates between our server and a program for the reference server. Manages one seat at a time, from the request
// for a match, or its start, to its end. Depends only on messages of the server and the program. Has no sockets and no
// clock: bridge.h brings it the messages, and says when the program's time is up.
class Dialogue {
 public:
  explicit Dialogue(const DialoguePlan& plan) : plan_(plan) {}

  // A connection to the server stands: takes the seat over again, or wishes for a match unless it is arranged.
  void connected(const proto::Welcome& welcome, Doings& doings);
  void disconnected();
  void hear(const proto::ServerMessage& message, Doings& doings);
  void hear_program(std::string_view text, Doings& doings);
  // The caller has passed on all output of the program so far. In real time, its decision takes effect now.
  void heard_all(Doings& doings);
  // The program owes an answer and has had its time: it wants nothing new in this frame.
  void time_is_up(Doings& doings);
  // Asks for a match again after wish_is_refused().
  void wish_again(Doings& doings);
  // Leaves politely: no more wishes, the match resigned.
  void stop(Doings& doings);

  // Number of the request that the server waits for an answer to.
  std::optional<int> awaited() const { return awaited_; }
  bool wish_is_refused() const { return refused_; }
  bool is_over() const;
  const std::string& why_failed() const { return why_failed_; }
  const MoveCounts& counts() const { return counts_; }

 private:
  struct Seat {
    proto::MatchStart start;
    const rules::Ruleset* ruleset = nullptr;  // that of its terms
    std::uint64_t last = 0;                   // number of the last update
    int game = 0;                             // the last one that began
    int ended_game = 0;
    bool is_asked = false;  // the program knows of this game
    bool is_told = false;   // the program knows of its end
    proto::Update newest;   // of this game, once it is asked
    RequestWriter writer;
    std::optional<proto::Decide> answer;  // to the newest update
    int wins = 0;
    int draws = 0;
    int losses = 0;
    bool resuming = false;
  };

  void on(const proto::MatchStart& start, Doings& doings);
  void on(const proto::GameStart& start, Doings& doings);
  void on(const proto::Update& update, Doings& doings);
  void on(const proto::GameEnd& end, Doings& doings);
  void on(const proto::MatchEnd& end, Doings& doings);
  void on(const proto::PauseStatus& standing, Doings& doings);
  void on(const proto::Challenged& challenged, Doings& doings);
  void on(const proto::Error& error, Doings& doings);
  void on(const proto::Drain& drain, Doings& doings);
  template <typename Other>
  void on(const Other&, Doings&) {}  // of no concern here

  bool is_ours(proto::MatchId match, std::optional<duel::Seat> seat) const;
  bool is_real() const { return seat_ && seat_->start.terms.clock == proto::Clock::real; }
  // Whether matches begin without our asking for them.
  bool is_arranged() const { return is_bound_ || plan_.arranged; }
  void begin_game(int game);
  void ask(const proto::Update& update, Doings& doings);
  void count(const proto::Update& update);
  void ask_opening(const proto::Update& first, Doings& doings);
  void answer(Doings& doings);
  void decide(std::optional<rules::Placement> placement, Doings& doings);
  void end(const worker::MatchReport& report, Doings& doings);
  void wish(Doings& doings);
  void fail(std::string why);

  DialoguePlan plan_;
  std::optional<Seat> seat_;
  std::optional<int> awaited_;
  std::vector<Response> collected_;  // decisions that have come in this frame
  std::string shown_;                // the program's last message
  std::string unsaid_;               // the same, as far as the server has not been told
  bool wished_ = false;              // the server has a wish of ours that is not fulfilled
  std::uint32_t decides_ = 0;
  bool connected_ = false;
  bool is_bound_ = false;  // Welcome says that our token is for arranged matches only
  bool refused_ = false;
  bool stopped_ = false;
  std::string why_failed_;
  MoveCounts counts_;
};

// Why programs of the reference cannot play it, as a sentence; nullopt: they can.
std::optional<std::string> why_unbridgeable(const rules::Ruleset& ruleset);

}  // namespace rensa::bridge
