#include "server/storage/sqlite/game_writer.h"

#include <cassert>
#include <exception>
#include <iterator>

namespace rensa::storage {

namespace {

// The memory that a job takes, without the memory that its completion holds.
std::size_t bytes_of(const SaveJob& job) {
  const MatchRow& match = job.game.match;
  const GameRow& game = job.game.game;
  const auto& record = job.game.record;
  std::size_t bytes = sizeof job + (record ? record->size() : 0);
  for (const auto* players : {&match.players, &game.players}) {
    bytes += (*players)[0].size() + (*players)[1].size();
  }
  for (const auto* text : {&match.ruleset, &match.clock, &match.started, &game.ruleset, &game.cause, &game.ended,
                           &game.tournament, &game.tournament_game}) {
    bytes += text->size();
  }
  return bytes;
}

}  // namespace

void SaveQueue::push(SaveJob job) {
  const std::size_t bytes = bytes_of(job);
  const std::lock_guard lock(mutex_);
  if (jobs_ >= limits_.queue_jobs || bytes > limits_.queue_bytes || bytes_ > limits_.queue_bytes - bytes) {
    refused_.push_back(std::move(job.done));
    ++refused_count_;
  } else {
    waiting_.push_back(std::move(job));
    ++jobs_;
    bytes_ += bytes;
  }
  has_work_.notify_one();
}

void SaveQueue::push_other(std::function<void()> write) {
  const std::lock_guard lock(mutex_);
  other_writes_.push_back(std::move(write));
  has_work_.notify_one();
}

SaveQueue::Batch SaveQueue::take_batch() {
  std::unique_lock lock(mutex_);
  jobs_ -= std::exchange(taken_jobs_, 0);
  bytes_ -= std::exchange(taken_bytes_, 0);
  has_work_.wait(lock, [&] { return is_closed_ || !waiting_.empty() || !refused_.empty() || !other_writes_.empty(); });

  Batch batch;
  batch.refused.swap(refused_);
  batch.other_writes.swap(other_writes_);
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
  is_closed_ = true;
  has_work_.notify_one();
}

StoreError SaveQueue::refusal() const {
  return {.message = "The store cannot keep up: its queue of " + std::to_string(limits_.queue_jobs) + " games, " +
                     std::to_string(limits_.queue_bytes) + " bytes, has no room for another."};
}

void SaveQueue::add_to(SaveCounts& counts) const {
  const std::lock_guard lock(mutex_);
  counts.refused = refused_count_;
  counts.waiting_jobs = jobs_;
  counts.waiting_bytes = bytes_;
}

GameWriter::GameWriter(Database& database, SaveLimits limits, std::function<void()> require_files)
    : database_(database),
      require_files_(std::move(require_files)),
      inserter_(database),
      queue_(limits),
      thread_([this] { run(); }) {}

GameWriter::~GameWriter() {
  assert(std::this_thread::get_id() != thread_.get_id());
  queue_.close();
  thread_.join();
}

void GameWriter::run() {
  while (save_batch()) {
  }
}

// The batch is destroyed before the wait for the next one, since its completions may keep a session alive.
bool GameWriter::save_batch() {
  SaveQueue::Batch batch = queue_.take_batch();
  for (const auto& refused : batch.refused) refused(queue_.refusal());
  for (auto& write : batch.other_writes) write();
  if (!batch.jobs.empty()) report(batch.jobs, store(batch.jobs));
  return !batch.empty();
}

// Stores all games in one transaction. If that fails, stores each alone, so that one bad game does not fail the others.
std::vector<GameWriter::SaveResult> GameWriter::store(std::span<const SaveJob> jobs) {
  try {
    return commit(jobs);
  } catch (const SqlError& error) {
    // No game is at fault, so trying each alone would only wait as long again for each.
    if (error.is_busy() || jobs.size() == 1) return std::vector<SaveResult>(jobs.size(), error.error());
  } catch (const StoreException& error) {
    if (jobs.size() == 1) return {error.error()};
  } catch (const std::exception& error) {
    if (jobs.size() == 1) return {StoreError{.message = error.what()}};
  }
  std::vector<SaveResult> results;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    std::vector<SaveResult> alone = store(jobs.subspan(i, 1));
    std::move(alone.begin(), alone.end(), std::back_inserter(results));
  }
  return results;
}

std::vector<GameWriter::SaveResult> GameWriter::commit(std::span<const SaveJob> jobs) {
  std::vector<SaveResult> results;
  require_files_();
  Transaction transaction(database_, Transaction::Access::write);
  for (const SaveJob& job : jobs) results.emplace_back(inserter_.insert(job.game));
  transaction.commit();
  require_files_();
  ++commits_;
  return results;
}

void GameWriter::report(std::span<SaveJob> jobs, std::vector<SaveResult> results) {
  assert(results.size() == jobs.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    ++(results[i] ? saved_ : failed_);
    jobs[i].done(std::move(results[i]));
  }
}

SaveCounts GameWriter::counts() const {
  SaveCounts counts;
  counts.commits = commits_;
  counts.saved = saved_;
  counts.failed = failed_;
  queue_.add_to(counts);
  return counts;
}

}  // namespace rensa::storage
