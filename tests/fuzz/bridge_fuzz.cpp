#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "clients/bridge/text_protocol.h"
#include "proto/framing.h"
#include "tests/fuzz/input.h"

// The whole input is what a program sends to the bridge: framed answers, and the same bytes as one answer. A decision
// is one of the 22 placements and answers no request that has not been made; what is shown to a person is text.

namespace {

using rensa::fuzz::require;
using namespace rensa;

bool is_placement(rules::Placement placement) {
  return std::find(rules::kPlacements.begin(), rules::kPlacements.end(), placement) != rules::kPlacements.end();
}

void read_answer(std::string_view text, std::vector<bridge::Response>& heard) {
  const auto response = bridge::response_of(text);
  if (!response) return;
  require(!response->placement || is_placement(*response->placement));
  for (const std::string& line : bridge::lines_of(response->message)) {
    require(
        std::none_of(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; }));
  }
  heard.push_back(*response);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::vector<bridge::Response> heard;
  read_answer(bytes, heard);
  proto::MessageSplitter reader(bridge::kMaxTextBytes);
  reader.feed(bytes);
  while (const auto text = reader.next()) read_answer(*text, heard);
  for (const int id : {0, 1, 100, 1'000'000}) {
    const auto decision = bridge::decision_among(heard, id);
    const bool is_among = std::any_of(heard.begin(), heard.end(), [&](const bridge::Response& response) {
      return response.id <= id && response.placement == decision;
    });
    require(!decision || is_among);
  }
  return 0;
}
