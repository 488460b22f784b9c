#include "server/storage/sqlite/game_writer.h"

#include <gtest/gtest.h>

#include "tests/server/storage/sample_rows.h"

namespace rensa::storage {
namespace {

SaveJob job_of(int game, std::size_t bytes = 10) {
  return {{test::match_row(1), test::game_row(1, game), std::vector<std::uint8_t>(bytes)}, {}};
}

SaveCounts counts_of(const SaveQueue& queue) {
  SaveCounts counts;
  queue.add_to(counts);
  return counts;
}

TEST(SaveQueue, ReturnsJobsInOrderAndInBatches) {
  SaveQueue queue({.batch_jobs = 3});
  for (int game = 1; game <= 5; ++game) queue.push(job_of(game));
  SaveQueue::Batch batch = queue.take_batch();
  ASSERT_EQ(batch.jobs.size(), 3U);
  EXPECT_EQ(batch.jobs[2].game.game.game, 3);
  batch = queue.take_batch();
  ASSERT_EQ(batch.jobs.size(), 2U);
  EXPECT_EQ(batch.jobs[0].game.game.game, 4);
}

TEST(SaveQueue, ABatchIsLimitedInBytesButHoldsOneGame) {
  SaveQueue queue({.batch_bytes = 5000});
  queue.push(job_of(1, 9000));
  queue.push(job_of(2, 1000));
  queue.push(job_of(3, 1000));
  queue.push(job_of(4, 4000));
  EXPECT_EQ(queue.take_batch().jobs.size(), 1U);
  EXPECT_EQ(queue.take_batch().jobs.size(), 2U);
  EXPECT_EQ(queue.take_batch().jobs.size(), 1U);
}

TEST(SaveQueue, RefusesMoreJobsThanItsLimit) {
  SaveQueue queue({.queue_jobs = 2});
  for (int game = 1; game <= 3; ++game) queue.push(job_of(game));
  EXPECT_EQ(counts_of(queue).refused, 1U);
  const SaveQueue::Batch batch = queue.take_batch();
  EXPECT_EQ(batch.jobs.size(), 2U);
  EXPECT_EQ(batch.refused.size(), 1U);
}

TEST(SaveQueue, RefusesMoreBytesThanItsLimit) {
  SaveQueue queue({.queue_bytes = 10'000});
  queue.push(job_of(1, 20'000));
  queue.push(job_of(2, 8000));
  queue.push(job_of(3, 8000));
  EXPECT_EQ(counts_of(queue).refused, 2U);
  EXPECT_EQ(queue.take_batch().jobs.size(), 1U);
}

TEST(SaveQueue, CountsTheBytesOfTheTournament) {
  SaveQueue queue({});
  queue.push(job_of(1));
  const std::size_t without = counts_of(queue).waiting_bytes;
  SaveJob arranged = job_of(2);
  arranged.game.game.tournament = std::string(1000, 't');
  arranged.game.game.tournament_game = std::string(100, 'g');
  queue.push(std::move(arranged));
  EXPECT_EQ(counts_of(queue).waiting_bytes, 2 * without + 1100);
}

TEST(SaveQueue, ATakenBatchCountsUntilTheNextIsTaken) {
  SaveQueue queue({.queue_jobs = 1});
  queue.push(job_of(1));
  EXPECT_EQ(queue.take_batch().jobs.size(), 1U);
  queue.push(job_of(2));
  EXPECT_EQ(counts_of(queue).refused, 1U);
  EXPECT_EQ(queue.take_batch().refused.size(), 1U);
  EXPECT_EQ(counts_of(queue).waiting_jobs, 0U);
  EXPECT_EQ(counts_of(queue).waiting_bytes, 0U);
  queue.push(job_of(3));
  EXPECT_EQ(queue.take_batch().jobs.size(), 1U);
}

TEST(SaveQueue, OtherWritesFindRoomInAFullQueue) {
  SaveQueue queue({.queue_jobs = 1});
  queue.push(job_of(1));
  int written = 0;
  queue.push_other([&written] { ++written; });
  const SaveQueue::Batch batch = queue.take_batch();
  EXPECT_EQ(batch.jobs.size(), 1U);
  ASSERT_EQ(batch.other_writes.size(), 1U);
  batch.other_writes[0]();
  EXPECT_EQ(written, 1);
}

TEST(SaveQueue, ReturnsTheRemainingJobsAfterItIsClosed) {
  SaveQueue queue({});
  queue.push(job_of(1));
  queue.close();
  EXPECT_EQ(queue.take_batch().jobs.size(), 1U);
  EXPECT_TRUE(queue.take_batch().empty());
}

}  // namespace
}  // namespace rensa::storage
