#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "clients/session/match_tracker.h"
#include "clients/worker/brain.h"

namespace rensa::worker {

using session::SeatKey;

// Stands for no match in a question about a game that is over.
inline constexpr proto::MatchId kNoMatch{};

// A request for advice about a position of a game that is over.
struct Consultation {
  duel::View view;
};

// A request to think about the next decision of a seat.
struct Pondering {
  duel::View view;
};

// A request to choose, to advise or to ponder, or the news that the game is over.
struct Question {
  SeatKey seat;
  std::uint64_t ticket = 0;  // comes back with the answer
  std::shared_ptr<Brain> brain;
  std::variant<duel::View, Consultation, Pondering, duel::Outcome> about;
  std::uint32_t possible =
      0;  // of a choice and of a consultation: the placements that the pair can reach, a bit for each
  // The part that asks sets this flag when it does not want the answer any more.
  std::shared_ptr<limits::StopFlag> stop = std::make_shared<limits::StopFlag>();
};

struct Answer {
  SeatKey seat;
  std::uint64_t ticket = 0;
  rules::Placement placement;
  std::string comment{};                         // on the placement
  std::vector<players::Candidate> candidates{};  // of a consultation
  std::string failure{};                         // the text of the brain's exception; empty: it chose
  std::string impossible{};  // why its answer cannot be used, so that the match is resigned; empty: it can
};

// Answers the questions of one client. The thread of the client calls its functions.
class Answerer {
 public:
  virtual ~Answerer() = default;
  // Must not block.
  virtual void ask(Question question) = 0;
  // Returns the answers that have come since the last call. Pondering has no answer.
  virtual std::vector<Answer> take_answers() = 0;
  // Returns a descriptor that is readable when there may be answers.
  virtual int descriptor() const = 0;
};

}  // namespace rensa::worker
