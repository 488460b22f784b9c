#pragma once

#include <array>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <zlib.h>

#include "tests/tools/paths.h"

namespace rensa::storage::test {

// Writes a database of version 5, when pages had no checksums. It has four matches of two guests with
// two games each, and two games of an account with a guest.
inline void write_version_5(const std::filesystem::path& file) {
  gzFile in = gzopen(tests::data_path("store_v5.db.gz").c_str(), "rb");
  ASSERT_NE(in, nullptr);
  std::ofstream out(file, std::ios::binary);
  std::array<char, 4096> part{};
  for (int size = gzread(in, part.data(), part.size()); size > 0; size = gzread(in, part.data(), part.size())) {
    out.write(part.data(), size);
  }
  gzclose(in);
}

}  // namespace rensa::storage::test
