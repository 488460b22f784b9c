#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/rules/chain.h"

namespace rensa::cli {

// Conformance vectors: files of one JSON object a line, with inputs and the results that the rules must give for them.
// The fields of the first line determine the kind of a file.

struct VectorReport {
  std::string kind;  // empty: the kind of the file is unknown
  std::size_t lines = 0;
  std::size_t passed = 0;
  std::string first_difference;      // with its line; empty: none
  std::string error;                 // the reason why reading stopped; empty: the whole file was read
  std::vector<std::string> remarks;  // misses of placements, of which a few are allowed
  bool beyond_limits = false;        // there are too many misses

  bool ok() const { return error.empty() && lines > 0 && passed == lines && !beyond_limits; }
};

// Reads the whole file ("-": the standard input) and compares every line. Chains are computed by each of the kernels.
// Never throws because of the content of the file.
VectorReport check_vectors(const std::string& path, std::span<const rules::ChainKernel> kernels);

}  // namespace rensa::cli
