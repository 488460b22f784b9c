#include "server/storage/save_queue.h"

#include <gtest/gtest.h>

#include "tests/server/storage/sample_rows.h"

namespace rensa::storage {
namespace {

SaveJob job_of(int game, std::size_t bytes = 10) {
  return {test::match_row(1), test::game_row(1, game), std::vector<std::uint8_t>(bytes), {}, {}};
}

SaveFigures figures_of(const SaveQueue& queue) {
  SaveFigures figures;
  queue.add_to(figures);
  return figures;
}

TEST(SaveQueue, HandsOutInOrderAndInBatches) {
  SaveQueue queue({.batch_jobs = 3});
  for (int game = 1; game <= 5; ++game) queue.push(job_of(game));
  SaveQueue::Batch batch = queue.take();
  ASSERT_EQ(batch.jobs.size(), 3U);
  EXPECT_EQ(batch.jobs[2].game.game, 3);
  batch = queue.take();
  ASSERT_EQ(batch.jobs.size(), 2U);
  EXPECT_EQ(batch.jobs[0].game.game, 4);
}

TEST(SaveQueue, ABatchIsBoundedInBytesButHoldsOneGame) {
  SaveQueue queue({.batch_bytes = 5000});
  queue.push(job_of(1, 9000));
  queue.push(job_of(2, 1000));
  queue.push(job_of(3, 1000));
  queue.push(job_of(4, 4000));
  EXPECT_EQ(queue.take().jobs.size(), 1U);
  EXPECT_EQ(queue.take().jobs.size(), 2U);
  EXPECT_EQ(queue.take().jobs.size(), 1U);
}

TEST(SaveQueue, BeyondItsJobsItRefuses) {
  SaveQueue queue({.queue_jobs = 2});
  for (int game = 1; game <= 3; ++game) queue.push(job_of(game));
  EXPECT_EQ(figures_of(queue).refused, 1U);
  const SaveQueue::Batch batch = queue.take();
  EXPECT_EQ(batch.jobs.size(), 2U);
  EXPECT_EQ(batch.refused.size(), 1U);
}

TEST(SaveQueue, BeyondItsBytesItRefuses) {
  SaveQueue queue({.queue_bytes = 10'000});
  queue.push(job_of(1, 20'000));
  queue.push(job_of(2, 8000));
  queue.push(job_of(3, 8000));
  EXPECT_EQ(figures_of(queue).refused, 2U);
  EXPECT_EQ(queue.take().jobs.size(), 1U);
}

TEST(SaveQueue, WhatIsTakenCountsUntilTheNextIs) {
  SaveQueue queue({.queue_jobs = 1});
  queue.push(job_of(1));
  EXPECT_EQ(queue.take().jobs.size(), 1U);
  queue.push(job_of(2));
  EXPECT_EQ(figures_of(queue).refused, 1U);
  EXPECT_EQ(queue.take().refused.size(), 1U);
  EXPECT_EQ(figures_of(queue).waiting_jobs, 0U);
  EXPECT_EQ(figures_of(queue).waiting_bytes, 0U);
  queue.push(job_of(3));
  EXPECT_EQ(queue.take().jobs.size(), 1U);
}

TEST(SaveQueue, ClosedItStillHandsOutWhatItHas) {
  SaveQueue queue({});
  queue.push(job_of(1));
  queue.close();
  EXPECT_EQ(queue.take().jobs.size(), 1U);
  EXPECT_TRUE(queue.take().empty());
}

}  // namespace
}  // namespace rensa::storage
