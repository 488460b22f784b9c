#include "server/sessions/advisers.h"

#include <algorithm>
#include <set>
#include <utility>

namespace rensa::sessions {

void Advisers::arrived(base::SessionId session, const std::string& name, const proto::Advises& advises) {
  advisers_[session] = {.name = name, .most = std::min(advises.questions, kMostOfAnAdviser), .waiting = 0};
}

void Advisers::left(base::SessionId session) {
  if (advisers_.erase(session) == 0) return;
  std::vector<Done> unanswered;
  for (auto question = questions_.begin(); question != questions_.end();) {
    if (question->second.adviser == session) {
      unanswered.push_back(std::move(question->second.done));
      question = questions_.erase(question);
    } else {
      ++question;
    }
  }
  for (const Done& done : unanswered) {
    if (done) done(Silence::gone);
  }
}

void Advisers::rename(base::SessionId session, const std::string& name) {
  if (const auto adviser = advisers_.find(session); adviser != advisers_.end()) adviser->second.name = name;
}

std::vector<std::string> Advisers::names() const {
  std::set<std::string> names;
  for (const auto& [session, adviser] : advisers_) names.insert(adviser.name);
  return {names.begin(), names.end()};
}

std::optional<proto::QuestionId> Advisers::reserve(const std::string& name, const std::string& asker, Done done) {
  const auto of_asker = std::count_if(questions_.begin(), questions_.end(), [&](const auto& entry) {
    return entry.second.done && entry.second.asker == asker;
  });
  auto best = advisers_.end();  // of those who have room
  bool is_anybody_here = false;
  for (auto entry = advisers_.begin(); entry != advisers_.end(); ++entry) {
    const Adviser& adviser = entry->second;
    if (adviser.name != name) continue;
    is_anybody_here = true;
    if (adviser.waiting >= adviser.most) continue;
    if (best == advisers_.end() || adviser.waiting < best->second.waiting) best = entry;
  }
  const auto why_not = of_asker >= kMostOfAnAsker ? std::optional(Silence::greedy)
                       : !is_anybody_here         ? std::optional(Silence::nobody)
                       : best == advisers_.end()  ? std::optional(Silence::busy)
                                                  : std::nullopt;
  if (why_not) {
    done(*why_not);
    return std::nullopt;
  }
  ++best->second.waiting;
  const proto::QuestionId id{++last_question_};
  questions_.emplace(id, Open{.adviser = best->first, .asker = asker, .done = std::move(done)});
  return id;
}

std::optional<base::SessionId> Advisers::put(proto::QuestionId id) {
  const auto question = questions_.find(id);
  if (question == questions_.end()) return std::nullopt;
  question->second.is_put = true;
  return question->second.adviser;
}

bool Advisers::drop(proto::QuestionId id) {
  const auto question = questions_.find(id);
  if (question == questions_.end()) return false;
  remove(question);
  return true;
}

void Advisers::answered(base::SessionId session, const proto::Advice& advice) {
  const auto entry = questions_.find(advice.question);
  if (entry == questions_.end() || entry->second.adviser != session || !entry->second.is_put) return;
  Candidates candidates;
  for (const proto::Candidate& candidate : advice.candidates) {
    if (candidate.place.is_on_field()) candidates.push_back(candidate);
  }
  Open question = std::move(entry->second);
  remove(entry);
  if (candidates.empty()) return tell(question, Silence::mute);
  tell(question, std::move(candidates));
}

void Advisers::give_up(proto::QuestionId id) {
  const auto entry = questions_.find(id);
  if (entry == questions_.end()) return;
  Open question = entry->second;
  entry->second.done = nullptr;
  if (!question.is_put) remove(entry);
  tell(question, Silence::late);
}

void Advisers::tell(Open& question, std::variant<Candidates, Silence> answer) {
  if (question.done) std::exchange(question.done, nullptr)(std::move(answer));
}

void Advisers::remove(Questions::iterator question) {
  const auto adviser = advisers_.find(question->second.adviser);
  if (adviser != advisers_.end()) --adviser->second.waiting;
  questions_.erase(question);
}

}  // namespace rensa::sessions
