#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace rensa::base {

// A vector whose copies are quick to make: they share their elements, chunk by chunk, until one of them changes an
// element of the chunk. A vector may be copied and changed on one thread only; other threads may use its copies.
template <typename T>
class ChunkedVector {
 public:
  static constexpr std::size_t kChunk = 256;

  ChunkedVector() = default;
  ChunkedVector(const ChunkedVector& other) : chunks_(other.chunks_), size_(other.size_) {
    for (const Chunk& chunk : other.chunks_) chunk.is_shared = true;
    for (const Chunk& chunk : chunks_) chunk.is_shared = true;
  }
  ChunkedVector& operator=(const ChunkedVector& other) {
    if (this != &other) *this = ChunkedVector(other);
    return *this;
  }
  ChunkedVector(ChunkedVector&& other) noexcept
      : chunks_(std::move(other.chunks_)), size_(std::exchange(other.size_, 0)) {}
  ChunkedVector& operator=(ChunkedVector&& other) noexcept {
    chunks_ = std::move(other.chunks_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~ChunkedVector() = default;

  std::size_t size() const { return size_; }
  const T& operator[](std::size_t index) const { return (*chunks_[index / kChunk].elements)[index % kChunk]; }
  // Returns the element for changing it. References to elements are valid until this vector is copied or grows, and
  // those of operator[] until to_change() is called.
  T& to_change(std::size_t index) { return own(chunks_[index / kChunk])[index % kChunk]; }
  void push_back(T element) {
    if (size_ % kChunk == 0) chunks_.push_back({.elements = std::make_shared<std::vector<T>>()});
    own(chunks_.back()).push_back(std::move(element));
    ++size_;
  }

 private:
  struct Chunk {
    std::shared_ptr<std::vector<T>> elements;
    mutable bool is_shared = false;
  };

  static std::vector<T>& own(Chunk& chunk) {
    if (chunk.is_shared) chunk = {.elements = std::make_shared<std::vector<T>>(*chunk.elements)};
    return *chunk.elements;
  }

  std::vector<Chunk> chunks_;
  std::size_t size_ = 0;
};

}  // namespace rensa::base
