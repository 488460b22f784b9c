#include "server/sessions/advisers.h"

#include <algorithm>
#include <set>
#include <utility>

namespace rensa::sessions {

void Advisers::add_adviser(base::SessionId session, const std::string& name, const proto::AdvisesFeature& advises) {
  advisers_[session] = {
      .name = name, .max_questions = std::min(advises.questions, kMaxQuestionsPerAdviser), .waiting_questions = 0};
}

void Advisers::remove_adviser(base::SessionId session) {
  if (advisers_.erase(session) == 0) return;
  std::vector<AdviceCallback> unanswered;
  for (auto question = questions_.begin(); question != questions_.end();) {
    if (question->second.adviser == session) {
      unanswered.push_back(std::move(question->second.done));
      question = questions_.erase(question);
    } else {
      ++question;
    }
  }
  for (const AdviceCallback& done : unanswered) {
    if (done) done(NoAdvice::adviser_left);
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

std::optional<base::QuestionId> Advisers::reserve_question(const std::string& name, const std::string& asker,
                                                           AdviceCallback done) {
  const auto of_asker = std::count_if(questions_.begin(), questions_.end(), [&](const auto& entry) {
    return entry.second.done && entry.second.asker == asker;
  });
  auto best = advisers_.end();  // of the advisers with room
  bool has_adviser = false;
  for (auto entry = advisers_.begin(); entry != advisers_.end(); ++entry) {
    const Adviser& adviser = entry->second;
    if (adviser.name != name) continue;
    has_adviser = true;
    if (adviser.waiting_questions >= adviser.max_questions) continue;
    if (best == advisers_.end() || adviser.waiting_questions < best->second.waiting_questions) best = entry;
  }
  const auto why_not = of_asker >= kMaxQuestionsPerAsker ? std::optional(NoAdvice::too_many_questions)
                       : !has_adviser                    ? std::optional(NoAdvice::no_adviser)
                       : best == advisers_.end()         ? std::optional(NoAdvice::advisers_busy)
                                                         : std::nullopt;
  if (why_not) {
    done(*why_not);
    return std::nullopt;
  }
  ++best->second.waiting_questions;
  const base::QuestionId id{++last_question_};
  questions_.emplace(id, OpenQuestion{.adviser = best->first, .asker = asker, .done = std::move(done)});
  return id;
}

std::optional<base::SessionId> Advisers::mark_sent(base::QuestionId id) {
  const auto question = questions_.find(id);
  if (question == questions_.end()) return std::nullopt;
  question->second.is_sent = true;
  return question->second.adviser;
}

bool Advisers::cancel_question(base::QuestionId id) {
  const auto question = questions_.find(id);
  if (question == questions_.end()) return false;
  remove(question);
  return true;
}

void Advisers::on_advice(base::SessionId session, const proto::Advice& advice) {
  const auto entry = questions_.find(advice.question);
  if (entry == questions_.end() || entry->second.adviser != session || !entry->second.is_sent) return;
  Candidates candidates;
  for (const proto::Candidate& candidate : advice.candidates) {
    if (candidate.place.is_on_field()) candidates.push_back(candidate);
  }
  OpenQuestion question = std::move(entry->second);
  remove(entry);
  if (candidates.empty()) return reply(question, NoAdvice::no_candidates);
  reply(question, std::move(candidates));
}

void Advisers::stop_waiting(base::QuestionId id) {
  const auto entry = questions_.find(id);
  if (entry == questions_.end()) return;
  OpenQuestion question = entry->second;
  entry->second.done = nullptr;
  if (!question.is_sent) remove(entry);
  reply(question, NoAdvice::timed_out);
}

void Advisers::reply(OpenQuestion& question, std::variant<Candidates, NoAdvice> answer) {
  if (question.done) std::exchange(question.done, nullptr)(std::move(answer));
}

void Advisers::remove(Questions::iterator question) {
  const auto adviser = advisers_.find(question->second.adviser);
  if (adviser != advisers_.end()) --adviser->second.waiting_questions;
  questions_.erase(question);
}

}  // namespace rensa::sessions
