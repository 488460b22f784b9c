#include "server/static_files/gzip.h"

#include <stdexcept>
#include <zlib.h>

namespace rensa::static_files {

std::string gzipped(std::string_view bytes) {
  constexpr int kGzipFormat = 16;  // added to the size of the window
  constexpr int kMostMemory = 9;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzipFormat + MAX_WBITS, kMostMemory, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    throw std::runtime_error("zlib cannot compress");
  }
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  // zlib only reads it.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int end = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (end != Z_STREAM_END) throw std::runtime_error("zlib cannot compress");
  return out;
}

}  // namespace rensa::static_files
