#pragma once

#include <cstdint>
#include <deque>
#include <functional>

#include "server/base/ids.h"
#include "server/storage/ids.h"

namespace rensa::storage {

// Numbers of one kind that are reserved in the store and wait here, so that a number can be taken without waiting. It
// reserves the next block when half of a block is left. Used on the thread of the event loop.
class IdReserve final : public base::IdSource {
 public:
  // Begins to reserve the first block. `failed` is called with each error.
  IdReserve(Ids& ids, IdKind kind, std::uint64_t block_size, std::function<void(const StoreError&)> failed);
  IdReserve(const IdReserve&) = delete;
  IdReserve& operator=(const IdReserve&) = delete;

  bool is_empty() const override { return left_ == 0; }
  std::uint64_t take() override;
  // From now on every number is larger than this one. If the store's are not, the next block is so large that they are.
  void skip_to(std::uint64_t last);
  // Tries again after an error. Call it regularly.
  void refill();

 private:
  void add(const IdBlock& block);
  void keep_unskipped(IdBlock block);

  Ids& ids_;
  const IdKind kind_;
  const std::uint64_t block_size_;
  const std::function<void(const StoreError&)> failed_;
  std::deque<IdBlock> blocks_;  // none is empty
  std::uint64_t left_ = 0;
  std::uint64_t last_reserved_ = 0;
  std::uint64_t skipped_to_ = 0;
  bool is_reserving_ = false;
};

}  // namespace rensa::storage
