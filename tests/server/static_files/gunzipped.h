#pragma once

#include <gtest/gtest.h>
#include <string>
#include <zlib.h>

namespace rensa::static_files::test {

// Decompresses like a browser. Precondition: the result has less than a megabyte.
inline std::string gunzipped(std::string bytes) {
  std::string out(1 << 20, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 16 + MAX_WBITS), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

inline std::string header_of(const auto& response, const std::string& name) {
  for (const auto& header : response.headers) {
    if (header.name == name) return header.value;
  }
  return "";
}

}  // namespace rensa::static_files::test
