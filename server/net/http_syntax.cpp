#include "server/net/http_syntax.h"

#include <algorithm>
#include <optional>

namespace rensa::net {

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

namespace {

struct Preference {
  std::string_view name;
  int weight = 0;
};

// Returns the text before the mark, and removes it from `text` together with the mark.
std::string_view take_until(std::string_view& text, char mark) {
  const std::string_view part = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return trimmed(part);
}

// Parses a weight: "0.25" is 250. An invalid weight is 0.
int parse_weight(std::string_view text) {
  if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return 0;
  if (text.size() > 1 && text[1] != '.') return 0;
  int value = (text[0] - '0') * 1000;
  int step = 100;
  for (const char c : text.substr(std::min<std::size_t>(2, text.size()))) {
    if (c < '0' || c > '9') return 0;
    value += (c - '0') * step;
    step /= 10;
  }
  return std::min(value, 1000);
}

Preference preference_of(std::string_view item) {
  Preference preference{take_until(item, ';'), 1000};
  while (!item.empty()) {
    std::string_view parameter = take_until(item, ';');
    if (equals_ignoring_case(take_until(parameter, '='), "q")) preference.weight = parse_weight(trimmed(parameter));
  }
  return preference;
}

template <class Means>
int weight_of_best(std::string_view header, Means matches) {
  std::optional<int> named;
  int any = 0;
  while (!header.empty()) {
    const Preference preference = preference_of(take_until(header, ','));
    if (matches(preference.name)) named = std::max(named.value_or(0), preference.weight);
    if (preference.name == "*") any = preference.weight;
  }
  return named.value_or(any);
}

}  // namespace

int accept_weight(std::string_view header, std::string_view name) {
  return weight_of_best(header, [name](std::string_view wanted) { return equals_ignoring_case(wanted, name); });
}

int accept_language_weight(std::string_view header, std::string_view language) {
  return weight_of_best(
      header, [language](std::string_view wanted) { return equals_ignoring_case(take_until(wanted, '-'), language); });
}

namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

bool leaves_root(std::string_view path) {
  for (std::size_t at = path.find("/.."); at != std::string_view::npos; at = path.find("/..", at + 1)) {
    if (at + 3 == path.size() || path[at + 3] == '/') return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> unescape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i]);
      continue;
    }
    if (i + 2 >= text.size() || hex_value(text[i + 1]) < 0 || hex_value(text[i + 2]) < 0) return std::nullopt;
    out.push_back(static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2])));
    i += 2;
  }
  return out;
}

std::optional<Target> parse_target(std::string_view text) {
  // Proxies send the absolute form; its host adds nothing to the Host header.
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!text.starts_with(scheme)) continue;
    text.remove_prefix(scheme.size());
    text.remove_prefix(std::min(text.find('/'), text.size()));
  }
  const std::size_t mark = std::min(text.find('?'), text.size());
  std::optional<std::string> path = unescape(text.substr(0, mark));
  if (!path || !path->starts_with('/') || leaves_root(*path)) return std::nullopt;
  if (std::any_of(path->begin(), path->end(), is_control)) return std::nullopt;
  return Target{std::move(*path), std::string(text.substr(std::min(mark + 1, text.size())))};
}

std::string_view bearer_token_of(std::string_view authorization) {
  constexpr std::string_view kScheme = "bearer ";
  if (authorization.size() < kScheme.size()) return {};
  for (std::size_t i = 0; i < kScheme.size(); ++i) {
    const char c = authorization[i];
    if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != kScheme[i]) return {};
  }
  const std::size_t begin = authorization.find_first_not_of(' ', kScheme.size());
  return begin == std::string_view::npos ? std::string_view{} : authorization.substr(begin);
}

}  // namespace rensa::net
