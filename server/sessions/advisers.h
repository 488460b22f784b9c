#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "proto/feature.h"
#include "proto/message.h"
#include "server/base/ids.h"

namespace rensa::sessions {

// Who can be asked what it would do in a position, and the questions that wait for an answer. Without clock and
// sockets: who asks here has to bring the question to the adviser, and to say when it has waited long enough.
class Advisers {
 public:
  // Why there is no answer.
  enum class Silence : std::uint8_t {
    nobody,  // is here by this name
    busy,    // all of this name have as many questions as they take
    greedy,  // who asks has enough questions that wait
    mute,    // it has nothing to say about this
    gone,    // it left
    late,    // it took too long
  };
  using Candidates = std::vector<proto::Candidate>;
  // Called once for every question, maybe before reserve() returns; never for one that is dropped.
  using Done = std::function<void(std::variant<Candidates, Silence>)>;

  void arrived(base::SessionId session, const std::string& name, const proto::Advises& advises);
  void left(base::SessionId session);
  // Nothing, if it is none of them.
  void rename(base::SessionId session, const std::string& name);
  // Each once.
  std::vector<std::string> names() const;

  // A place among the questions for whoever of this name has room and the fewest. `asker`: any text that tells who
  // asks. Nullopt: `done` has heard why not.
  std::optional<proto::QuestionId> reserve(const std::string& name, const std::string& asker, Done done);
  // Who has to be told the question now; nullopt: `done` has heard in the meantime why there is no answer.
  std::optional<base::SessionId> put(proto::QuestionId question);
  // It is not put after all. False: as above.
  bool drop(proto::QuestionId question);
  // What nobody asked this session is ignored.
  void answered(base::SessionId session, const proto::Advice& advice);
  // Nobody waits for this any more. Who thinks about it has no more room for another than before.
  void give_up(proto::QuestionId question);

 private:
  static constexpr int kMostOfAnAsker = 2;
  static constexpr int kMostOfAnAdviser = 64;

  struct Adviser {
    std::string name;
    int most = 1;
    int waiting = 0;
  };
  struct Open {
    base::SessionId adviser{};
    std::string asker;
    Done done;  // empty: nobody waits for it any more
    bool is_put = false;
  };
  using Questions = std::map<proto::QuestionId, Open>;

  static void tell(Open& question, std::variant<Candidates, Silence> answer);
  void remove(Questions::iterator question);

  std::unordered_map<base::SessionId, Adviser> advisers_;
  Questions questions_;
  std::uint64_t last_question_ = 0;
};

}  // namespace rensa::sessions
