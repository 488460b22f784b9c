#include "server/front/advisers.h"

#include <algorithm>
#include <set>
#include <utility>

namespace rensa::front {

void Advisers::arrived(base::SessionId session, const std::string& name, const proto::Advises& advises) {
  advisers_[session] = {.name = name, .most = advises.questions, .waiting = 0};
}

void Advisers::left(base::SessionId session) {
  std::vector<proto::QuestionId> asked;
  for (const auto& [id, question] : questions_) {
    if (question.adviser == session) asked.push_back(id);
  }
  for (const proto::QuestionId id : asked) close(questions_.find(id), Silence::gone);
  advisers_.erase(session);
}

std::vector<std::string> Advisers::names() const {
  std::set<std::string> names;
  for (const auto& [session, adviser] : advisers_) names.insert(adviser.name);
  return {names.begin(), names.end()};
}

std::optional<Advisers::Asked> Advisers::ask(const std::string& name, const std::string& asker, Done done) {
  const auto of_asker = std::count_if(questions_.begin(), questions_.end(),
                                      [&](const auto& entry) { return entry.second.asker == asker; });
  if (of_asker >= kMostOfAnAsker) return done(Silence::greedy), std::nullopt;
  auto best = advisers_.end();
  for (auto entry = advisers_.begin(); entry != advisers_.end(); ++entry) {
    if (entry->second.name != name) continue;
    if (best == advisers_.end() || entry->second.waiting < best->second.waiting) best = entry;
  }
  if (best == advisers_.end()) return done(Silence::nobody), std::nullopt;
  if (best->second.waiting >= best->second.most) return done(Silence::busy), std::nullopt;
  ++best->second.waiting;
  const proto::QuestionId id{++last_question_};
  questions_.emplace(id, Open{.adviser = best->first, .asker = asker, .done = std::move(done)});
  return Asked{.adviser = best->first, .question = id};
}

void Advisers::answered(base::SessionId session, const proto::Advice& advice) {
  const auto question = questions_.find(advice.question);
  if (question == questions_.end() || question->second.adviser != session) return;
  Candidates candidates;
  for (const proto::Candidate& candidate : advice.candidates) {
    if (candidate.place.is_on_field()) candidates.push_back(candidate);
  }
  if (candidates.empty()) return close(question, Silence::mute);
  close(question, std::move(candidates));
}

void Advisers::give_up(proto::QuestionId id) {
  if (const auto question = questions_.find(id); question != questions_.end()) close(question, Silence::late);
}

// An adviser that was too slow is free all the same: what it has to think about is its own business.
void Advisers::close(Questions::iterator question, std::variant<Candidates, Silence> answer) {
  --advisers_.at(question->second.adviser).waiting;
  const Done done = std::move(question->second.done);
  questions_.erase(question);
  done(std::move(answer));
}

}  // namespace rensa::front
