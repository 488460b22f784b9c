#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "engine/rules/field.h"
#include "engine/rules/rng.h"
#include "engine/templates/drawing.h"

namespace rensa::templates {

// Forms of the chain book cell by cell, for tests.

// The link (0, 1, 2) of each cell, column by column and from below. Columns count from 1.
using PlainForm = std::map<std::pair<int, int>, int>;

inline PlainForm plain_form_of(const Drawing& drawing, bool is_mirrored) {
  PlainForm form;
  int first = rules::kColumns;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kHiddenRow; ++y) {
      const int link = drawing.links.at(is_mirrored ? rules::kColumns + 1 - x : x, y);
      if (link == 0) continue;
      first = std::min(first, x);
      form[{x, y}] = link - 1;
    }
  }
  PlainForm moved;
  for (const auto& [place, link] : form) moved[{place.first - first + 1, place.second}] = link;
  return moved;
}

// A field at rest with a form somewhere, in any colours and among other puyos. Its top puyos are missing.
inline rules::Field field_with_part_of_a_form(rules::Rng& rng) {
  static const std::vector<Drawing> drawings = parse_trusted_drawings(kChainForms);
  const auto below = [&rng](int end) { return static_cast<int>(rng.below(static_cast<std::uint32_t>(end))); };
  const PlainForm form = plain_form_of(drawings[rng.below(static_cast<std::uint32_t>(drawings.size()))], below(2) == 0);
  int width = 0;
  for (const auto& [place, link] : form) width = std::max(width, place.first);
  const int x0 = below(rules::kColumns - width + 1);
  const int y0 = below(2) == 0 ? 0 : below(4);
  rules::Field field;
  const auto any_colour = [&below] { return rules::kColours[static_cast<std::size_t>(below(4))]; };
  const int first_colour = below(4);
  std::vector<int> heights(rules::kColumns + 1);
  for (int x = 1; x <= rules::kColumns; ++x) {
    heights[static_cast<std::size_t>(x)] = x <= x0 || x > x0 + width ? below(6) : y0;
  }
  for (const auto& [place, link] : form) {
    int& height = heights[static_cast<std::size_t>(place.first + x0)];
    height = std::max(height, place.second + y0);
  }
  for (int missing = below(5); missing > 0; --missing) {
    int& height = heights[static_cast<std::size_t>(x0 + 1 + below(width))];
    height = std::max(height - 1, 0);
  }
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= heights[static_cast<std::size_t>(x)]; ++y) {
      const auto cell = form.find({x - x0, y - y0});
      field.put(x, y,
                cell == form.end() ? any_colour()
                                   : rules::kColours[static_cast<std::size_t>((cell->second + first_colour) % 4)]);
    }
  }
  return field;
}

}  // namespace rensa::templates
