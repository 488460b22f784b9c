#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace rensa::cli {

// A ZIP archive that is being written. Its members are not compressed. A member's size and checksum are known before
// it is added. Members and archives of 4 GiB and more have the form ZIP64.
class ZipFile {
 public:
  static constexpr std::uint64_t kGreatestPlainSize = 0xFFFF'FFFE;

  // Sizes and places above `greatest_plain_size` are written as ZIP64. Tests give a small one.
  explicit ZipFile(std::ostream& out, std::uint64_t greatest_plain_size = kGreatestPlainSize)
      : out_(out), greatest_plain_size_(greatest_plain_size) {}

  // Writes the head of a member. The caller then writes its `size` bytes to the stream.
  void begin_member(const std::string& name, std::uint64_t size, std::uint32_t checksum);
  // Writes the directory of the archive.
  void finish();

 private:
  struct Member {
    std::string name;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;
    std::uint32_t checksum = 0;
  };

  bool is_large(std::uint64_t number) const { return number > greatest_plain_size_; }
  std::string directory_entry_of(const Member& member) const;
  void write(const std::string& bytes);

  std::ostream& out_;
  const std::uint64_t greatest_plain_size_;
  std::vector<Member> members_;
  std::uint64_t byte_count_ = 0;
};

}  // namespace rensa::cli
