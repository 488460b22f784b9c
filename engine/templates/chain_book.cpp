#include "engine/templates/chain_book.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>
#include <optional>

#include "engine/rules/board.h"
#include "engine/rules/cell.h"
#include "engine/rules/link.h"

namespace rensa::templates {

using rules::Board;

namespace {

constexpr Board inverted(Board board) { return {~board.low, ~board.high}; }

// Returns true for violations that most cells of a field have.
constexpr bool is_frequent(Violation violation) {
  return violation == Violation::unfilled || violation == Violation::differs_above ||
         violation == Violation::differs_right;
}

using ShiftedBoards =
    std::array<std::array<Board, rules::kColumns>, kViolations>;  // by violation and columns to the left

ShiftedBoards violations_shifted_left(const rules::Planes& planes) {
  const auto& [low, middle, high] = planes.bits;
  const Board filled = planes.occupied();
  const Board colours = planes.coloured();
  const Board differs_above = (low ^ low.down()) | (middle ^ middle.down()) | (high ^ high.down());
  const Board differs_right = (low ^ low.left()) | (middle ^ middle.left()) | (high ^ high.left());
  const Board floor = Board::rows(1, 1);
  std::array<Board, kViolations> boards = {filled,
                                           filled.up() | floor,
                                           filled & filled.down() & differs_above,
                                           filled & filled.left() & differs_right,
                                           (colours & colours.down()).without(differs_above),
                                           (colours & colours.left()).without(differs_right)};
  ShiftedBoards shifted;
  for (std::size_t violation = 0; violation < kViolations; ++violation) {
    // The boards of the first two violations hold the cells that do not violate, so they are inverted here. Cells
    // beyond the walls are in no board, so inverting makes all of them violate. This excludes the places where a form
    // would stick out of the field.
    const bool is_inverse = violation < 2;
    for (Board& board : shifted[violation]) {
      board = is_inverse ? inverted(boards[violation]) : boards[violation];
      boards[violation] = boards[violation].left();
    }
  }
  return shifted;
}

}  // namespace

void FormFilter::fill_shifted_boards(const rules::Planes& planes, SplitBoards<kMaxShiftedBoards>& violations) const {
  const ShiftedBoards shifted = violations_shifted_left(planes);
  for (std::size_t i = 0; i < shifts_.size(); ++i) {
    const Requirement& requirement = shifts_[i];
    const Board& board =
        shifted[static_cast<std::size_t>(requirement.violation)][static_cast<std::size_t>(requirement.x - 1)];
    // The shift also moves the lowest bits of a column to the top of the column before it. They are above all places
    // that are used, so they do no harm.
    violations.low[i] = board.low >> (requirement.y - 1);
    violations.high[i] = board.high >> (requirement.y - 1);
  }
}

FormFilter::FormFilter(std::vector<std::vector<Requirement>> forms) {
  // Requirements with the violations that most cells have come first, and of these the ones that most forms have. With
  // every other order that was tried, the filter took at least twice the steps.
  std::map<Requirement, int> counts;
  for (const auto& requirements : forms) {
    for (const Requirement& requirement : requirements) ++counts[requirement];
  }
  for (const auto& [requirement, count] : counts) shifts_.push_back(requirement);
  assert(shifts_.size() <= kMaxShiftedBoards);
  std::sort(shifts_.begin(), shifts_.end(), [&counts](const Requirement& one, const Requirement& other) {
    if (is_frequent(one.violation) != is_frequent(other.violation)) return is_frequent(one.violation);
    return counts[one] != counts[other] ? counts[one] > counts[other] : one < other;
  });

  using Path = std::vector<std::uint16_t>;  // shifts
  std::vector<std::pair<Path, std::uint16_t>> paths;
  for (std::size_t form = 0; form < forms.size(); ++form) {
    assert(!forms[form].empty() && forms[form].size() <= kMaxRequirements);
    Path path;
    for (const Requirement& requirement : forms[form]) {
      path.push_back(
          static_cast<std::uint16_t>(std::find(shifts_.begin(), shifts_.end(), requirement) - shifts_.begin()));
    }
    std::sort(path.begin(), path.end());
    paths.emplace_back(std::move(path), static_cast<std::uint16_t>(form));
  }
  std::sort(paths.begin(), paths.end());

  const Path* before = nullptr;
  for (const auto& [path, form] : paths) {
    std::size_t depth = 0;
    if (before != nullptr) {
      depth = static_cast<std::size_t>(std::mismatch(path.begin(), path.end(), before->begin(), before->end()).first -
                                       path.begin());
    }
    // If two forms have the same requirements, their last requirement gets two nodes, so that each form has its own
    // node.
    if (depth == path.size()) --depth;
    for (; depth < path.size(); ++depth) {
      nodes_.push_back({.shift = path[depth], .depth = static_cast<std::uint16_t>(depth)});
    }
    nodes_.back().form = form;
    before = &path;
  }
  assert(nodes_.size() < kNone);
  for (std::size_t at = 0; at < nodes_.size(); ++at) {
    std::size_t past = at + 1;
    while (past < nodes_.size() && nodes_[past].depth > nodes_[at].depth) ++past;
    nodes_[at].past = static_cast<std::uint16_t>(past);
  }
}

using rules::Board;

namespace {

constexpr int kLinks = 3;
[[maybe_unused]] constexpr int kMostRows = 8;

// Moves the board of a form from (1,1) to (x, y).
Board moved_to(Board board, int x, int y) {
  const int bits = 16 * (x - 1) + y - 1;
  if (bits == 0) return board;
  if (bits >= 64) return {0, board.low << (bits - 64)};
  return {board.low << bits, board.high << bits | board.low >> (64 - bits)};
}

struct CellOfForm {
  int x;
  int y;
  int link;  // 0, 1, 2
};

// Lists the cells column by column, each from below.
std::vector<CellOfForm> cells_of(const Drawing& drawing, bool is_mirrored) {
  std::vector<CellOfForm> cells;
  int first_x = rules::kColumns;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const int drawn_x = is_mirrored ? rules::kColumns + 1 - x : x;
    for (int y = 1; y <= rules::kHiddenRow; ++y) {
      const int link = drawing.links.at(drawn_x, y);
      if (link == 0) continue;
      first_x = std::min(first_x, x);
      cells.push_back({x, y, link - 1});
    }
  }
  for (CellOfForm& cell : cells) cell.x -= first_x - 1;
  return cells;
}

bool operator==(const CellOfForm& one, const CellOfForm& other) {
  return one.x == other.x && one.y == other.y && one.link == other.link;
}

const CellOfForm* find_cell(std::span<const CellOfForm> cells, int x, int y) {
  const auto found =
      std::find_if(cells.begin(), cells.end(), [x, y](const CellOfForm& cell) { return cell.x == x && cell.y == y; });
  return found == cells.end() ? nullptr : &*found;
}

}  // namespace

struct ChainBook::FormLayout {
  std::vector<CellOfForm> cells;
  std::array<Board, kLinks> links{};  // at (1,1)
  std::array<std::array<bool, kLinks>, kLinks> touch{};
  Board places;  // where the form lies entirely in the visible rows

  // Returns the match at a candidate place, if the field matches there.
  std::optional<FormMatch> match_at(int x, int y, const rules::Planes& planes, int max_missing) const {
    const Board filled = planes.occupied();
    FormMatch match;
    std::array<rules::Cell, kLinks> colours{};
    int missing = 0;
    for (std::size_t link = 0; link < kLinks; ++link) {
      const Board wanted = moved_to(links[link], x, y);
      const Board there = wanted & filled;
      if (there.empty()) return std::nullopt;
      missing += wanted.count() - there.count();
      unsigned code = 0;
      for (unsigned i = 0; i < 3; ++i) {
        const Board set = there & planes.bits[i];
        if (set == there) code |= 1U << i;
        if (set != there && !set.empty()) return std::nullopt;
      }
      colours[link] = static_cast<rules::Cell>(code);
      if (!rules::is_colour(colours[link])) return std::nullopt;
      for (std::size_t other = 0; other < link; ++other) {
        if (touch[link][other] && colours[link] == colours[other]) return std::nullopt;
      }
    }
    if (missing == 0 || missing > max_missing) return std::nullopt;
    for (const CellOfForm& cell : cells) {
      const int column = x + cell.x - 1;
      if (filled.has(column, y + cell.y - 1)) continue;
      match.missing[static_cast<std::size_t>(match.count++)] = {static_cast<std::int8_t>(column),
                                                                colours[static_cast<std::size_t>(cell.link)]};
    }
    match.first = colours[0];
    return match;
  }
};

namespace {

// Returns the requirements of a form that can be tested for all places at once. Sets `touch` for each pair of links
// that touch.
std::vector<Requirement> requirements_of(std::span<const CellOfForm> cells,
                                         std::array<std::array<bool, kLinks>, kLinks>& touch) {
  std::vector<Requirement> requirements;
  for (const CellOfForm& cell : cells) {
    const CellOfForm* const above = find_cell(cells, cell.x, cell.y + 1);
    if (find_cell(cells, cell.x, cell.y - 1) == nullptr) {
      requirements.push_back({above != nullptr ? Violation::unfilled : Violation::unsupported, cell.x, cell.y});
    }
    const auto require = [&](const CellOfForm* next, Violation differs, Violation same) {
      if (next == nullptr) return;
      const auto link = static_cast<std::size_t>(cell.link);
      const auto other = static_cast<std::size_t>(next->link);
      requirements.push_back({link == other ? differs : same, cell.x, cell.y});
      if (link != other) touch[link][other] = touch[other][link] = true;
    };
    require(above, Violation::differs_above, Violation::same_above);
    require(find_cell(cells, cell.x + 1, cell.y), Violation::differs_right, Violation::same_right);
  }
  return requirements;
}

}  // namespace

ChainBook::ChainBook(std::span<const Drawing> drawings) : filter_(read_forms(drawings)) {}

std::vector<std::vector<Requirement>> ChainBook::read_forms(std::span<const Drawing> drawings) {
  std::vector<std::vector<Requirement>> requirements;
  for (const Drawing& drawing : drawings) {
    assert(drawing.link_count == kLinks);
    for (const bool is_mirrored : {false, true}) {
      FormLayout layout;
      layout.cells = cells_of(drawing, is_mirrored);
      if (is_mirrored && layout.cells == cells_of(drawing, false)) continue;
      int width = 0;
      int rows = 0;
      for (const CellOfForm& cell : layout.cells) {
        width = std::max(width, cell.x);
        rows = std::max(rows, cell.y);
        Board& link = layout.links[static_cast<std::size_t>(cell.link)];
        link = link | Board::cell(cell.x, cell.y);
      }
      assert(rows <= kMostRows);
      for (int x = 1; x + width - 1 <= rules::kColumns; ++x) {
        for (int y = 1; y + rows - 1 <= rules::kVisibleRows; ++y) layout.places = layout.places | Board::cell(x, y);
      }
      requirements.push_back(requirements_of(layout.cells, layout.touch));
      forms_.push_back({drawing.name, is_mirrored});
      layouts_.push_back(std::move(layout));
    }
  }
  return requirements;
}

ChainBook::~ChainBook() = default;

std::size_t ChainBook::find(const rules::Planes& planes, int max_missing, std::span<FormMatch> matches) const {
  assert(max_missing <= kMaxMissingPuyos);
  std::size_t count = 0;
  filter_.for_each_candidate(planes, [&](std::size_t form, Board candidates) {
    const FormLayout& layout = layouts_[form];
    for (Board places = candidates & layout.places; !places.empty() && count < matches.size();) {
      const Board place = rules::pick_cell(places);
      places = places.without(place);
      const int bit = place.low != 0 ? std::countr_zero(place.low) : 64 + std::countr_zero(place.high);
      const auto match = layout.match_at(bit / 16, bit % 16, planes, max_missing);
      if (!match) continue;
      matches[count] = *match;
      matches[count++].form = static_cast<std::uint16_t>(form);
    }
  });
  return count;
}

const ChainBook& chain_book() {
  static const ChainBook book(parse_trusted_drawings(kChainForms));
  return book;
}

}  // namespace rensa::templates
