#include "server/storage/id_reserve.h"

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
  ids_.reserve_ids(kind_, block_size_, [this](const StoreResult<IdBlock>& reserved) {
    is_reserving_ = false;
    reserved ? add(*reserved) : failed_(reserved.error());
  });
}

void IdReserve::add(const IdBlock& block) {
  if (block.count == 0) return;
  blocks_.push_back(block);
  left_ += block.count;
}

}  // namespace rensa::storage
