#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clients/worker/brain.h"
#include "clients/worker/thinkers.h"
#include "proto/message.h"

namespace rensa::worker {

// Where matches come from.
enum class Source : std::uint8_t {
  wishes,      // quick matches that we ask for
  host,        // whatever a host of tournaments arranges
  challenges,  // matches in which others challenge us
};

// The kind and the number of matches to play.
struct MatchClientPlan {
  proto::Terms terms;              // of quick matches
  int slots = 1;                   // seats at once
  std::optional<int> matches;      // none: until it is stopped
  Source source = Source::wishes;  // others go on until it is stopped
};

// How a match went for one of our seats.
struct MatchReport {
  SeatKey seat;
  std::array<std::string, 2> players;
  proto::Terms terms;
  int wins = 0;
  int draws = 0;
  int losses = 0;
  std::optional<duel::Cause> cause;  // none: all games were played
  bool is_lost = false;              // it ended, or was given away, while we were not connected
};

// The actions that the caller must take, in this order.
struct Doings {
  std::vector<proto::ClientMessage> say;
  std::vector<Question> ask;
  std::vector<MatchReport> ended;
  std::vector<std::string> notices;  // for a person
};

// Manages the seats of a client from the request for a match, or its start, to its end. Depends only on server messages
// and brain answers: it has no sockets, clock or threads. play.h brings it the messages and the answers.
class MatchClient {
 public:
  MatchClient(const MatchClientPlan& plan, MakeBrain make_brain);

  // A connection stands: takes seats over again, and wishes for matches where these are the source.
  void connected(const proto::Welcome& welcome, Doings& doings);
  // It is gone; seats wait for the next.
  void disconnected();
  void hear(const proto::ServerMessage& message, Doings& doings);
  void hear(const Answer& answer, Doings& doings);
  // Asks for matches again after wishes_are_refused().
  void wish_again(Doings& doings);
  // Leaves politely: no more wishes, all matches resigned.
  void stop(Doings& doings);

  // The server takes no matches now.
  bool wishes_are_refused() const { return refused_; }
  // All that was planned has been played, or all has been left.
  bool is_over() const;
  // Why it cannot go on; empty: it can.
  const std::string& why_failed() const { return why_failed_; }

 private:
  // A choice that was asked for, and the answer once there is one.
  struct Asked {
    int game = 0;
    int clock = 0;
    int hand = 0;
    std::uint64_t ticket = 0;
    std::optional<proto::Decide> decide;
  };
  struct Seat {
    proto::MatchStart start;
    const rules::Ruleset* ruleset = nullptr;  // that of its terms
    std::uint64_t last = 0;                   // number of the last update
    int game = 0;                             // the last one that began
    int ended_game = 0;
    std::shared_ptr<Brain> brain;  // null: between games
    std::optional<Asked> asked;
    int wins = 0;
    int draws = 0;
    int losses = 0;
    bool resuming = false;
  };
  using Seats = std::map<SeatKey, Seat>;

  void on(const proto::MatchStart& start, Doings& doings);
  void on(const proto::GameStart& start, Doings& doings);
  void on(const proto::Update& update, Doings& doings);
  void on(const proto::GameEnd& end, Doings& doings);
  void on(const proto::MatchEnd& end, Doings& doings);
  void on(const proto::PauseStatus& standing, Doings& doings);
  void on(const proto::Challenged& challenged, Doings& doings);
  void on(const proto::Question& question, Doings& doings);
  void on(const proto::Error& error, Doings& doings);
  void on(const proto::Drain& drain, Doings& doings);
  template <typename Other>
  void on(const Other&, Doings&) {}  // of no concern here

  void advise(const Answer& answer, Doings& doings);
  Seat* find(proto::MatchId match, std::optional<duel::Seat> seat);
  // Whether matches begin without our asking for them.
  bool plays_unasked() const { return is_bound_ || plan_.source != Source::wishes; }
  void begin_game(const SeatKey& key, Seat& seat, int game, std::optional<std::uint64_t> chance);
  bool shall_think(const Seat& seat, const proto::Update& update) const;
  void end(const SeatKey& key, const MatchReport& report, Doings& doings);
  void forget(proto::MatchId match, Doings& doings);
  void wish(Doings& doings);
  void fail(std::string why);

  MatchClientPlan plan_;
  MakeBrain make_brain_;
  Seats seats_;
  int wishes_ = 0;  // that the server has and has not fulfilled
  int played_ = 0;
  std::map<std::uint64_t, proto::QuestionId> questions_;  // that are thought about, by ticket
  std::uint64_t tickets_ = 0;
  std::uint32_t decides_ = 0;
  bool connected_ = false;
  bool is_bound_ = false;  // Welcome says that our token is for arranged matches only
  bool refused_ = false;
  bool stopped_ = false;
  std::string why_failed_;
};

// Says why a view with a due decision cannot occur in a game. Returns an empty string if a brain can be asked about it.
std::string why_impossible(const duel::View& view);

}  // namespace rensa::worker
