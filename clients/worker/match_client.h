#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clients/session/match_tracker.h"
#include "clients/worker/brain.h"
#include "clients/worker/question.h"
#include "engine/movement/reach_memo.h"
#include "proto/message.h"

namespace rensa::worker {

// Plays matches with brains: asks a brain for each decision that is due, and sends its answer. Depends only on server
// messages and brain answers: it has no sockets, clock or threads. play.h brings it the messages and the answers.
class MatchClient final : private session::MatchTracker::Listener {
 public:
  MatchClient(const session::MatchPlan& plan, MakeBrain make_brain, BetweenDecisions between_decisions)
      : matches_(plan, *this), make_brain_(std::move(make_brain)), between_decisions_(between_decisions) {}
  MatchClient(const MatchClient&) = delete;
  MatchClient& operator=(const MatchClient&) = delete;

  // Hears the server and collects the messages to it.
  session::MatchTracker& matches() { return matches_; }
  const session::MatchTracker& matches() const { return matches_; }
  void hear(const Answer& answer);
  // The questions that the caller must bring to the brains, in this order.
  std::vector<Question> take_questions() { return std::exchange(questions_, {}); }

 private:
  // A choice that was asked for, and the answer once there is one.
  struct AskedChoice {
    int game = 0;
    int clock = 0;
    int hand = 0;
    std::uint64_t ticket = 0;
    std::optional<proto::Decide> decide;
  };
  struct AskedAdvice {
    proto::QuestionId question{};
    std::shared_ptr<limits::StopFlag> stop;
  };
  struct SeatState {
    std::shared_ptr<Brain> brain;            // null: between games
    std::shared_ptr<limits::StopFlag> stop;  // of the newest question to it; null: none
    std::optional<AskedChoice> asked;
    bool has_resigned = false;  // the brain made a mistake; the server has not ended the match yet
  };

  void game_began(const session::MatchTracker::Seat& seat, std::optional<std::uint64_t> chance) override;
  void updated(session::MatchTracker::Seat& seat, const proto::Update& update) override;
  void game_ended(const session::MatchTracker::Seat& seat, const proto::GameEnd& end) override;
  void resumed(const session::MatchTracker::Seat& seat) override;
  void match_ended(const session::MatchTracker::Seat& seat) override;
  void asked_for_advice(const proto::Question& question) override;
  void disconnected() override;

  void advise(const Answer& answer);
  void resign(const session::SeatKey& seat, const std::string& why);
  void forget_undone_choice(const session::SeatKey& seat, const proto::Update& update);
  bool is_asked_already(const session::MatchTracker::Seat& seat, const proto::Update& update);
  bool shall_think(const session::MatchTracker::Seat& seat, const proto::Update& update);
  bool shall_ponder(const session::MatchTracker::Seat& seat, const proto::Update& update);
  // Asks the brain of a seat. Stops what it thinks about so far.
  void ask(const session::SeatKey& seat, std::uint64_t ticket, decltype(Question::about) about);

  session::MatchTracker matches_;
  MakeBrain make_brain_;
  BetweenDecisions between_decisions_;
  std::map<session::SeatKey, SeatState> seats_;
  std::map<std::uint64_t, AskedAdvice> consultations_;  // that are thought about, by ticket
  std::vector<Question> questions_;
  movement::ReachMemo reach_;
  std::uint64_t tickets_ = 0;
};

}  // namespace rensa::worker
