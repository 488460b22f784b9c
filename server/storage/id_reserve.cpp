#include "server/storage/id_reserve.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace rensa::storage {

IdReserve::IdReserve(Ids& ids, IdKind kind, std::uint64_t block_size, std::function<void(const StoreError&)> failed)
    : ids_(ids), kind_(kind), block_size_(block_size), failed_(std::move(failed)) {
  refill();
}

std::uint64_t IdReserve::take() {
  assert(!is_empty());
  IdBlock& block = blocks_.front();
  const std::uint64_t id = block.first++;
  --left_;
  if (--block.count == 0) blocks_.pop_front();
  refill();
  return id;
}

void IdReserve::refill() {
  if (is_reserving_ || left_ > block_size_ / 2) return;
  is_reserving_ = true;
  const std::uint64_t missing = skipped_to_ > last_reserved_ ? skipped_to_ - last_reserved_ : 0;
  const std::uint64_t count = std::min(missing, kMaxIdBlock - block_size_) + block_size_;
  ids_.reserve_ids(kind_, count, [this](const StoreResult<IdBlock>& reserved) {
    is_reserving_ = false;
    reserved ? add(*reserved) : failed_(reserved.error());
  });
}

void IdReserve::skip_to(std::uint64_t last) {
  skipped_to_ = std::max(skipped_to_, last);
  const std::deque<IdBlock> blocks = std::exchange(blocks_, {});
  left_ = 0;
  for (const IdBlock& block : blocks) keep_unskipped(block);
  refill();
}

void IdReserve::add(const IdBlock& block) {
  if (block.count == 0) return;
  last_reserved_ = block.first + block.count - 1;
  keep_unskipped(block);
  if (is_empty()) refill();
}

void IdReserve::keep_unskipped(IdBlock block) {
  const std::uint64_t skipped = skipped_to_ < block.first ? 0 : std::min(skipped_to_ - block.first + 1, block.count);
  block.first += skipped;
  block.count -= skipped;
  if (block.count == 0) return;
  blocks_.push_back(block);
  left_ += block.count;
}

}  // namespace rensa::storage
