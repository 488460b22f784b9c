#include "clients/cli/vectors/vectors.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "clients/cli/vectors/checks.h"
#include "clients/cli/vectors/vector_reader.h"
#include "engine/json/document.h"

namespace rensa::cli {

namespace {

using nlohmann::json;

struct VectorKind {
  std::string_view name;
  std::array<const char*, 3> members;  // no other kind has all three
  LineCheck check;
  std::size_t placements_per_miss = 0;  // one placement in this number may be missed; 0: none
};

constexpr std::array<VectorKind, 5> kKinds = {{
    {"chain", {"field", "chains", "after"}, check_chain},
    {"reach", {"field", "pair", "moves"}, check_reach, 500},
    {"keys", {"field", "keys", "lock_frames"}, check_keys, 50},
    {"turn", {"field", "events", "after14"}, check_turn, 50},
    {"seq", {"seq", "seq", "seq"}, check_seq},
}};

// Returns true if too many placements were missed. A few misses are allowed, because the reference accepts some
// placements that its own keys do not reach.
bool is_beyond_limits(const VectorKind& kind, const CheckContext& context) {
  return context.missed > 0 && context.missed * kind.placements_per_miss >= context.placements;
}

const VectorKind* kind_of(const json& line) {
  const auto fits = [&line](const VectorKind& kind) {
    return std::all_of(kind.members.begin(), kind.members.end(), [&](const char* name) { return line.contains(name); });
  };
  const auto* found = std::find_if(kKinds.begin(), kKinds.end(), fits);
  return found == kKinds.end() ? nullptr : found;
}

void check_line(const std::string& text, const VectorKind*& kind, CheckContext& context, VectorReport& report) {
  const auto parsed = rensa::json::parse_document(text);
  if (!parsed) {
    constexpr std::string_view kFirstLine = "line 1, ";  // the caller names the line of the file
    const std::string& why = parsed.error().message;
    throw InputError("is no JSON object: " + (why.starts_with(kFirstLine) ? why.substr(kFirstLine.size()) : why));
  }
  const json& line = *parsed;
  if (!line.is_object()) throw InputError("is no JSON object");
  if (kind == nullptr) {
    kind = kind_of(line);
    if (kind == nullptr) throw InputError("is of no known kind");
    report.kind = kind->name;
  }
  const Difference found = kind->check(line, context);
  if (!found) {
    ++report.passed;
  } else if (report.first_difference.empty()) {
    report.first_difference = "line " + std::to_string(context.line) + ": " + *found;
  }
}

}  // namespace

VectorReport check_vectors(const std::string& path, std::span<const rules::ChainKernel> kernels) {
  VectorReport report;
  CheckContext context{.kernels = kernels, .remarks = {}};
  const VectorKind* kind = nullptr;
  try {
    LineReader reader(path);
    for (std::string text; ++context.line, reader.next(text);) {
      ++report.lines;
      check_line(text, kind, context, report);
    }
    if (report.lines == 0) report.error = "has no lines";
  } catch (const InputError& error) {
    report.error = "line " + std::to_string(std::max<std::size_t>(report.lines, context.line)) + ": " + error.what();
  }
  report.beyond_limits = kind != nullptr && is_beyond_limits(*kind, context);
  report.remarks = std::move(context.remarks);
  return report;
}

}  // namespace rensa::cli
