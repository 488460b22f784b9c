#include "clients/cli/number_option.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <system_error>

#include "server/base/formatted.h"

namespace rensa::cli {

namespace {

template <class Number>
std::optional<Number> read(const std::string& text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template <class Number>
CLI::Validator within(Number least, Number most, const std::string& what, const std::string& bounds) {
  const auto why_none = [=](const std::string& text) {
    const auto number = read<Number>(text);
    const bool is_one = number && *number >= least && *number <= most;
    return is_one ? "" : text + " is no " + what + " " + bounds;
  };
  return CLI::Validator(why_none, "NUMBER " + bounds);
}

}  // namespace

std::optional<double> number_of_option(const std::string& text) { return read<double>(text); }

CLI::Validator number_in(double least, double most) {
  return within(least, most, "number", base::formatted("from %.12g to %.12g", least, most));
}

CLI::Validator whole_number_in(std::uint64_t least, std::uint64_t most) {
  return within(least, most, "whole number", "from " + std::to_string(least) + " to " + std::to_string(most));
}

}  // namespace rensa::cli
