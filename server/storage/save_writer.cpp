#include "server/storage/save_writer.h"

#include <cassert>
#include <exception>
#include <iterator>
#include <utility>

namespace rensa::storage {

SaveWriter::SaveWriter(Database& database, SaveLimits limits)
    : database_(database), saver_(database), queue_(limits), thread_([this] { run(); }) {}

SaveWriter::~SaveWriter() {
  assert(std::this_thread::get_id() != thread_.get_id());
  queue_.close();
  thread_.join();
}

void SaveWriter::run() {
  while (work()) {
  }
}

// What a batch holds is gone before the next one is waited for: callbacks may keep a session alive.
bool SaveWriter::work() {
  SaveQueue::Batch batch = queue_.take();
  for (const auto& refused : batch.refused) refused(queue_.refusal());
  if (!batch.jobs.empty()) tell(batch.jobs, store(batch.jobs));
  return !batch.empty();
}

// All of them at once; if that fails, each alone, so that one bad game does not take the others with it.
std::vector<SaveWriter::Answer> SaveWriter::store(std::span<const SaveJob> jobs) {
  try {
    return commit(jobs);
  } catch (const SqlError& error) {
    // Not the fault of any game: to try each would only wait as long again for each.
    if (error.is_busy() || jobs.size() == 1) return std::vector<Answer>(jobs.size(), Answer{.fault = error.what()});
  } catch (const std::exception& error) {
    if (jobs.size() == 1) return {Answer{.fault = error.what()}};
  }
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    std::vector<Answer> alone = store(jobs.subspan(i, 1));
    std::move(alone.begin(), alone.end(), std::back_inserter(answers));
  }
  return answers;
}

std::vector<SaveWriter::Answer> SaveWriter::commit(std::span<const SaveJob> jobs) {
  std::vector<Answer> answers;
  Transaction transaction(database_, Transaction::Access::write);
  for (const SaveJob& job : jobs) answers.push_back({.record = saver_.save(job.match, job.game, job.record)});
  transaction.commit();
  ++commits_;
  return answers;
}

void SaveWriter::tell(std::span<const SaveJob> jobs, std::vector<Answer> answers) {
  assert(answers.size() == jobs.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].fault.empty()) {
      ++saved_;
      jobs[i].done(answers[i].record);
    } else {
      ++failed_;
      jobs[i].failed(std::move(answers[i].fault));
    }
  }
}

SaveFigures SaveWriter::figures() const {
  SaveFigures figures;
  figures.commits = commits_;
  figures.saved = saved_;
  figures.failed = failed_;
  queue_.add_to(figures);
  return figures;
}

}  // namespace rensa::storage
