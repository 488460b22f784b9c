#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/rules/chain.h"

namespace rensa::cli {

// Conformance vectors: files of one JSON object a line, with inputs and the results that the rules must give for them.
// The fields of the first line determine the kind of a file.

struct VectorReport {
  std::string kind;  // empty: the file was not understood at all
  std::size_t lines = 0;
  std::size_t passed = 0;
  std::string first_difference;      // with its line; empty: none
  std::string error;                 // why reading stopped; empty: it did not
  std::vector<std::string> remarks;  // differences that are allowed within limits
  bool beyond_limits = false;        // too much of that

  bool ok() const { return error.empty() && lines > 0 && passed == lines && !beyond_limits; }
};

// Reads the whole file ("-": the standard input) and compares every line, chains on each of the paths. Never throws
// because of the file's content.
VectorReport check_vectors(const std::string& path, std::span<const rules::ChainKernel> chains);

}  // namespace rensa::cli
