#include "clients/bridge/response.h"

#include <algorithm>
#include <charconv>

namespace rensa::bridge {

namespace {

std::optional<int> number_of(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<rules::Placement> placement_of(std::optional<int> x, std::optional<int> r) {
  if (!x || !r || *x < 1 || *x > 6 || *r < 0 || *r > 3) return std::nullopt;
  const rules::Placement placement{static_cast<std::int8_t>(*x), static_cast<rules::Rotation>(*r)};
  return placement.is_on_field() ? std::optional(placement) : std::nullopt;
}

}  // namespace

std::optional<Response> response_of(std::string_view text) {
  std::optional<int> id;
  std::optional<int> x;
  std::optional<int> r;
  Response response;
  while (!text.empty()) {
    const std::string_view token = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(token.size() + 1, text.size()));
    const std::size_t sign = token.find('=');
    if (sign == std::string_view::npos) continue;
    const std::string_view key = token.substr(0, sign);
    const std::string_view value = token.substr(sign + 1);
    if (key == "ID") id = number_of(value);
    if (key == "X") x = number_of(value);
    if (key == "R") r = number_of(value);
    if (key == "MSG") response.message = value;
  }
  if (!id) return std::nullopt;
  response.id = *id;
  response.placement = placement_of(x, r);
  return response;
}

std::optional<rules::Placement> decision_among(const std::vector<Response>& responses, int id) {
  const auto found = std::find_if(responses.rbegin(), responses.rend(),
                                  [id](const Response& response) { return response.id <= id && response.placement; });
  return found == responses.rend() ? std::nullopt : found->placement;
}

std::vector<std::string> lines_of(std::string_view message) {
  std::vector<std::string> lines;
  if (message.empty()) return lines;
  lines.emplace_back();
  for (const char character : message) {
    if (character == ',') {
      lines.emplace_back();
      continue;
    }
    const bool is_printable = character >= ' ' && character <= '~';
    lines.back() += character == '_' ? ' ' : is_printable ? character : '?';
  }
  return lines;
}

}  // namespace rensa::bridge
