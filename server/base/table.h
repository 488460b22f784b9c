#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rensa::base {

// Tables as the commands of all programs print them, in each of their formats.

enum class TableFormat : std::uint8_t { text, json, csv, markdown };

// The names of the formats: text, json, csv, and md or markdown.
std::optional<TableFormat> table_format_of(std::string_view name);

// A value of a table.
struct Cell {
  enum class Kind : std::uint8_t {
    text,
    literal,  // a number, true or false, as JSON writes it
    none,     // there is no value
  };

  Cell() = default;
  Cell(std::string value) : text(std::move(value)), kind(Kind::text) {}
  Cell(const char* value) : Cell(std::string(value)) {}
  Cell(std::string_view value) : Cell(std::string(value)) {}
  Cell(bool value) : text(value ? "true" : "false"), kind(Kind::literal) {}
  Cell(int value) : text(std::to_string(value)), kind(Kind::literal) {}
  Cell(std::int64_t value) : text(std::to_string(value)), kind(Kind::literal) {}
  Cell(std::uint64_t value) : text(std::to_string(value)), kind(Kind::literal) {}
  // A number as JSON writes it.
  static Cell literal(std::string text);

  std::string text;
  Kind kind = Kind::none;
};

// Each row has a cell for each column.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
};

// Writes a table: as text in aligned columns; as an array of JSON objects, one for each row; as CSV (RFC 4180), in
// which texts are always quoted and numbers never; or as a table of Markdown. Ends with a new line. A table without
// columns has no text, except as JSON.
std::string text_of(const Table& table, TableFormat format);

}  // namespace rensa::base
