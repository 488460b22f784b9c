#include "clients/cli/live/style.h"

#include <cstdlib>

namespace rensa::cli {

namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

// The 6 x 6 x 6 cube of the 256 colours: its steps are 0, 95, 135, 175, 215, 255.
int cube_step(int level) { return level < 48 ? 0 : level < 115 ? 1 : (level - 35) / 40; }

int colour_256(Colour colour) {
  return 16 + 36 * cube_step(colour.red) + 6 * cube_step(colour.green) + cube_step(colour.blue);
}

void add_colour(std::string& out, Colour colour, int what, Depth depth) {
  if (!colour.given) return;
  out.append(";").append(std::to_string(what));
  if (depth == Depth::true_colour) {
    out.append(";2");
    for (const int part : {colour.red, colour.green, colour.blue}) out.append(";").append(std::to_string(part));
  } else {
    out.append(";5;").append(std::to_string(colour_256(colour)));
  }
}

}  // namespace

Depth depth_of_environment() {
  const std::string_view terminal = variable("TERM");
  if (!variable("NO_COLOR").empty() || terminal == "dumb" || terminal.starts_with("vt")) return Depth::letters;
  const std::string_view colours = variable("COLORTERM");
  const bool all = colours == "truecolor" || colours == "24bit";
  return all ? Depth::true_colour : Depth::colours_256;
}

bool environment_has_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = variable(name);
    if (value.empty()) continue;
    return value.find("UTF-8") != value.npos || value.find("utf8") != value.npos || value.find("UTF8") != value.npos ||
           value.find("utf-8") != value.npos;
  }
  return false;
}

std::string sequence_of(const Style& style, Depth depth) {
  constexpr int kInk = 38;
  constexpr int kPaper = 48;
  std::string out = "\x1b[0";
  if (style.bold) out += ";1";
  if (depth != Depth::letters) {
    add_colour(out, style.ink, kInk, depth);
    add_colour(out, style.paper, kPaper, depth);
  }
  return out += 'm';
}

}  // namespace rensa::cli
