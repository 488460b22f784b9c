#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <pybind11/numpy.h>
#include <pybind11/operators.h>
#include <pybind11/stl.h>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "clients/bindings/c/rensa/rensa.h"
#include "clients/bindings/python/native/cells.h"
#include "clients/bindings/python/native/classes.h"
#include "clients/bindings/python/native/errors.h"
#include "clients/bindings/python/native/letters.h"
#include "engine/limits/search_limits.h"
#include "engine/notation/shared_position.h"
#include "engine/notation/text.h"
#include "engine/record/game_history.h"
#include "engine/rules/drop.h"
#include "engine/rules/hash.h"
#include "engine/rules/link.h"
#include "engine/search/possible_chains.h"

namespace rensa::python {

namespace {

using rules::Field;

bool is_space(char character) { return std::string_view(" \t\r\n\v\f").find(character) != std::string_view::npos; }
bool is_digit(char character) { return character >= '0' && character <= '9'; }

Field field_of_text(const std::string& text) {
  std::string cells = text;
  std::erase_if(cells, is_space);
  if (cells.empty()) return {};
  const bool has_digits = std::all_of(cells.begin(), cells.end(), is_digit);
  const auto field = has_digits ? notation::parse_field_digits(cells) : notation::parse_picture(text);
  if (!field) raise_error(RENSA_ERROR_TEXT, "text: " + field.error().message);
  return *field;
}

py::bytes bytes_of(const Field& field) {
  std::array<std::uint8_t, kCellCount> cells;
  write_cells(field, cells);
  return {reinterpret_cast<const char*>(cells.data()), cells.size()};
}

py::array_t<std::uint8_t> array_of(const Field& field) {
  py::array_t<std::uint8_t> array({rules::kTrapRow, rules::kColumns});
  write_cells(field, std::span<std::uint8_t, kCellCount>(array.mutable_data(), kCellCount));
  return array;
}

Field field_of_cells(const py::object& cells) {
  const ByteView bytes(cells);
  if (bytes.size() == kCellCount) return field_of_bytes(bytes.data());
  throw std::invalid_argument("a field has 84 cells, a byte each, and not " + std::to_string(bytes.size()) + " bytes");
}

std::string picture_of(const Field& field) {
  std::string picture = notation::picture_of(field);
  picture.pop_back();  // the line end
  return picture;
}

std::string digits_of(const Field& field) {
  const auto digits = notation::digits_of(field, rules::kTrapRow);
  if (!digits) raise_error(RENSA_ERROR_VALUE, "field: " + digits.error().message);
  return *digits;
}

py::tuple read_url(const std::string& url) {
  const auto shared = notation::parse_share_url(url);
  if (!shared) raise_error(RENSA_ERROR_TEXT, "url: " + shared.error().message);
  const auto field = notation::playable_field(shared->field);
  if (!field) raise_error(RENSA_ERROR_VALUE, "url: " + field.error().message);
  py::list pairs;
  for (const notation::SharedMove& move : shared->moves) {
    if (const auto* placed = std::get_if<notation::PlacedPair>(&move)) pairs.append(notation::letters_of(placed->pair));
    if (const auto* shown = std::get_if<notation::UpcomingPair>(&move)) pairs.append(notation::letters_of(shown->pair));
  }
  return py::make_tuple(*field, pairs);
}

std::string url_of(const Field& field, const std::vector<std::string>& pairs, const std::string& site) {
  if (site != "puyop" && site != "ips")
    throw std::invalid_argument("the sites are puyop and ips, and not '" + site + "'");
  const auto shared = notation::shared_field(field);
  if (!shared) raise_error(RENSA_ERROR_VALUE, "field: " + shared.error().message);
  notation::SharedPosition position{.field = *shared, .moves = {}, .goal = {}};
  for (const rules::Pair pair : read_pairs(pairs)) position.moves.emplace_back(notation::UpcomingPair{pair});
  const auto url = site == "puyop" ? notation::puyop_url(position) : notation::ips_url(position);
  if (!url) raise_error(RENSA_ERROR_VALUE, "field: " + url.error().message);
  return *url;
}

std::string cell_at(const Field& field, const std::pair<int, int>& place) {
  const auto [column, row] = place;
  if (column < 1 || column > rules::kColumns || row < 1 || row > rules::kTrapRow) {
    throw py::index_error("there is no cell in column " + std::to_string(column) + " and row " + std::to_string(row));
  }
  return {notation::picture_of(field.at(column, row))};
}

int height_of(const Field& field, int column) {
  if (column < 1 || column > rules::kColumns) throw py::index_error("there is no column " + std::to_string(column));
  int height = 0;
  for (int y = 1; y <= rules::kTrapRow; ++y) height += field.at(column, y) == rules::Cell::empty ? 0 : 1;
  return height;
}

py::tuple simulated(const Field& field) {
  check_at_rest(field);
  Field after;
  const rules::ChainResult chain = rules::fastest_chain_kernel().simulate(field, after);
  return py::make_tuple(after, chain_tuple(chain));
}

Field settled(const Field& before) {
  Field field = before;
  rules::settle(field);
  return field;
}

std::uint32_t placements_of(const Field& field) {
  check_at_rest(field);
  return rules::droppable_placements(field.heights());
}

py::list placement_list(const Field& field) {
  const std::uint32_t placements = placements_of(field);
  py::list list;
  for (int i = 0; i < rules::kPlacementCount; ++i) {
    if ((placements >> i & 1U) != 0) list.append(i);
  }
  return list;
}

py::array_t<std::int8_t> action_mask(const Field& field) {
  const std::uint32_t placements = placements_of(field);
  py::array_t<std::int8_t> mask(rules::kPlacementCount);
  std::int8_t* to = mask.mutable_data();
  for (int i = 0; i < rules::kPlacementCount; ++i) to[i] = static_cast<std::int8_t>(placements >> i & 1U);
  return mask;
}

py::tuple placed(const Field& field, const std::string& pair, int placement) {
  const rules::Pair dropped = read_pair(pair);
  check_at_rest(field);
  if (placement < 0 || placement >= rules::kPlacementCount) {
    raise_error(RENSA_ERROR_ARGUMENT, "placement: must be 0 to 21, and is " + std::to_string(placement));
  }
  Field after = field;
  if (!rules::lock_pair(after, dropped, rules::kPlacements[static_cast<std::size_t>(placement)])) {
    raise_error(RENSA_ERROR_VALUE, "placement: a cell of row 14 is in the way");
  }
  rules::settle(after);
  const rules::ChainResult chain = rules::simulate_chain(after);
  return py::make_tuple(after, chain_tuple(chain));
}

py::object threat_of(const Field& field, const std::vector<std::string>& pairs) {
  check_at_rest(field);
  if (pairs.size() > 2) throw std::invalid_argument("a threat is a chain with at most two pairs");
  return chain_tuple(record::largest_available_chain(field, read_pairs(pairs)));
}

py::dict needed_cells(const search::PossibleChain& chain) {
  py::dict needed;
  for (std::size_t i = 0; i < chain.needed.size(); ++i) {
    if (chain.needed[i] != 0) needed[py::str(std::string{notation::picture_of(rules::kColours[i])})] = chain.needed[i];
  }
  return needed;
}

void check_searchable(const Field& field) {
  check_at_rest(field);
  if (field.is_choked()) raise_error(RENSA_ERROR_VALUE, "field: is choked");
  if (!rules::groups_of_four(field.planes()).empty()) {
    raise_error(RENSA_ERROR_VALUE, "field: has a group that vanishes");
  }
}

py::list possible_chains(const Field& field, int completions, bool use_book) {
  check_searchable(field);
  if (completions < 1 || completions > 3) {
    raise_error(RENSA_ERROR_ARGUMENT, "completions: must be 1 to 3, and is " + std::to_string(completions));
  }
  search::PossibleChainSettings settings;
  settings.max_completions = completions;
  settings.use_book = use_book;
  const auto best = std::make_unique<search::PossibleChainList>();
  {
    const py::gil_scoped_release others_may_run;
    const auto finder = std::make_unique<search::PossibleChainFinder>();
    limits::SearchBudget budget(limits::SearchLimits{});
    finder->for_each(field, settings, budget,
                     [&](const search::PossibleChain& chain, const Field&) { best->add(chain); });
  }
  py::list list;
  for (const search::PossibleChain& chain : best->chains()) {
    list.append(possible_chain_tuple(py::make_tuple(chain.links, chain.score, chain.frames, int{chain.trigger_x},
                                                    int{chain.trigger_row}, needed_cells(chain), chain.after)));
  }
  return list;
}

std::uint64_t hash_of(const Field& field) {
  rules::Hash hash;
  for (const rules::Board& plane : field.planes().bits) hash.add(plane.low).add(plane.high);
  return hash.value();
}

}  // namespace

Field field_of_bytes(const std::uint8_t* cells) {
  const auto field = read_cells(std::span<const std::uint8_t, kCellCount>(cells, kCellCount));
  if (field) return *field;
  throw std::invalid_argument("a cell is one of the numbers 0, 1, 2, 4, 5, 6 and 7");
}

void check_at_rest(const Field& field) {
  if (!field.is_at_rest()) raise_error(RENSA_ERROR_VALUE, "field: cells hang in the air");
}

void add_field(py::module_& module) {
  using py::arg;
  py::class_<Field>(module, "Field",
                    "A field: the cells of one side. A field does not change: its functions return new fields.")
      .def(py::init(&field_of_text), arg("text") = "",
           "Reads a picture, a line of six letters for each row with the highest first, or digits as in URLs.")
      .def_static("from_cells", &field_of_cells, arg("cells"),
                  "Reads 84 cells as numbers of rensa.h, row 1 first: bytes, or an array of numpy of uint8.")
      .def_static("from_url", &read_url, arg("url"),
                  "Reads a URL of puyop or ips: its field, and the pairs that it places or shows.")
      .def("url", &url_of, arg("pairs") = std::vector<std::string>(), arg("site") = "puyop",
           "Writes the URL of this field on puyop or ips, with the pairs that come.")
      .def_property_readonly("cells", &bytes_of, "The 84 cells as numbers of rensa.h, row 1 first.")
      .def("array", &array_of, "The cells as a new array of numpy of the shape (14, 6), row 1 first.")
      .def("__getitem__", &cell_at, "The letter of the cell in a column and a row.")
      .def("height", &height_of, arg("column"), "The number of cells in a column of a field at rest.")
      .def("simulate", &simulated, "Runs the chain of this field at rest: the field afterwards, and the chain.")
      .def("settle", &settled, "Lets all cells fall.")
      .def("placements", &placement_list, "The placements that searches try on this field at rest.")
      .def("action_mask", &action_mask, "The same as an array of 22 numbers, 0 or 1.")
      .def(
          "place", &placed, arg("pair"), arg("placement"),
          "Drops a pair on this field at rest, and runs the chain. A cell that locks in row 14 stays there, and a cell "
          "above it vanishes, as in a game.")
      .def("threat", &threat_of, arg("pairs"),
           "The chain with most points that this field can fire with at most two pairs.")
      .def("possible_chains", &possible_chains, arg("completions") = 1, arg("use_book") = false,
           "The chains that this field could fire if some cells were added, the greatest score first.")
      .def("digits", &digits_of, "The cells as digits, as in URLs of fields. Purple has none.")
      .def("__str__", &picture_of)
      .def("__repr__",
           [](const Field& field) { return "Field(" + std::string(py::repr(py::str(picture_of(field)))) + ")"; })
      .def(py::self == py::self)
      .def("__hash__", &hash_of)
      .def(py::pickle(&bytes_of, [](const py::bytes& cells) { return field_of_cells(cells); }));
}

}  // namespace rensa::python
