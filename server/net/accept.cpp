#include "server/net/accept.h"

#include <algorithm>
#include <optional>

#include "server/net/header_text.h"

namespace rensa::net {
namespace {

struct Wish {
  std::string_view name;
  int weight = 0;
};

// What is before the mark; the text goes on after it.
std::string_view cut(std::string_view& text, char mark) {
  const std::string_view part = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return trimmed(part);
}

// "0.25" is 250; what is no weight is none.
int thousandths(std::string_view text) {
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

Wish wish_of(std::string_view item) {
  Wish wish{cut(item, ';'), 1000};
  while (!item.empty()) {
    std::string_view parameter = cut(item, ';');
    if (same_name(cut(parameter, '='), "q")) wish.weight = thousandths(trimmed(parameter));
  }
  return wish;
}

template <class Means>
int most_wanted(std::string_view header, Means means) {
  std::optional<int> named;
  int any = 0;
  while (!header.empty()) {
    const Wish wish = wish_of(cut(header, ','));
    if (means(wish.name)) named = std::max(named.value_or(0), wish.weight);
    if (wish.name == "*") any = wish.weight;
  }
  return named.value_or(any);
}

}  // namespace

int weight_in(std::string_view header, std::string_view name) {
  return most_wanted(header, [name](std::string_view wanted) { return same_name(wanted, name); });
}

int language_weight_in(std::string_view header, std::string_view language) {
  return most_wanted(header, [language](std::string_view wanted) { return same_name(cut(wanted, '-'), language); });
}

}  // namespace rensa::net
