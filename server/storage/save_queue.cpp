#include "server/storage/save_queue.h"

#include <utility>

namespace rensa::storage {
namespace {

// What a job takes in memory, but for what its callbacks hold.
std::size_t bytes_of(const SaveJob& job) {
  std::size_t bytes = sizeof job + job.record.size();
  for (const auto* players : {&job.match.players, &job.game.players}) {
    bytes += (*players)[0].size() + (*players)[1].size();
  }
  for (const auto* text : {&job.match.ruleset, &job.match.clock, &job.match.started, &job.game.ruleset, &job.game.cause,
                           &job.game.ended}) {
    bytes += text->size();
  }
  return bytes;
}

}  // namespace

void SaveQueue::push(SaveJob job) {
  const std::size_t bytes = bytes_of(job);
  const std::lock_guard lock(mutex_);
  if (jobs_ >= limits_.queue_jobs || bytes > limits_.queue_bytes || bytes_ > limits_.queue_bytes - bytes) {
    refused_.push_back(std::move(job.failed));
    ++refusals_;
  } else {
    waiting_.push_back(std::move(job));
    ++jobs_;
    bytes_ += bytes;
  }
  something_.notify_one();
}

SaveQueue::Batch SaveQueue::take() {
  std::unique_lock lock(mutex_);
  jobs_ -= std::exchange(taken_jobs_, 0);
  bytes_ -= std::exchange(taken_bytes_, 0);
  something_.wait(lock, [&] { return closed_ || !waiting_.empty() || !refused_.empty(); });

  Batch batch;
  batch.refused.swap(refused_);
  while (!waiting_.empty() && taken_jobs_ < limits_.batch_jobs) {
    const std::size_t bytes = bytes_of(waiting_.front());
    if (taken_jobs_ > 0 && taken_bytes_ + bytes > limits_.batch_bytes) break;
    batch.jobs.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
    ++taken_jobs_;
    taken_bytes_ += bytes;
  }
  return batch;
}

void SaveQueue::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  something_.notify_one();
}

std::string SaveQueue::refusal() const {
  return "The store cannot keep up: its queue of " + std::to_string(limits_.queue_jobs) + " games, " +
         std::to_string(limits_.queue_bytes) + " bytes, has no room for another.";
}

void SaveQueue::add_to(SaveFigures& figures) const {
  const std::lock_guard lock(mutex_);
  figures.refused = refusals_;
  figures.waiting_jobs = jobs_;
  figures.waiting_bytes = bytes_;
}

}  // namespace rensa::storage
