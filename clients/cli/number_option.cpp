#include "clients/cli/number_option.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <string>
#include <system_error>

#include "server/base/formatted.h"

namespace rensa::cli {

namespace {

bool is_number_in(const std::string& text, double least, double most) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number >= least && number <= most;
}

}  // namespace

CLI::Validator number_in(double least, double most) {
  const std::string bounds = base::formatted("from %.12g to %.12g", least, most);
  const auto why_none = [=](const std::string& text) {
    return is_number_in(text, least, most) ? "" : text + " is no number " + bounds;
  };
  return CLI::Validator(why_none, "NUMBER " + bounds);
}

}  // namespace rensa::cli
