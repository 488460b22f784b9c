#include "server/base/table.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "server/base/formatted.h"

namespace rensa::base {

namespace {

std::string json_of(std::string_view text) {
  std::string out(1, '"');
  for (const char character : text) {
    if (character == '"' || character == '\\') {
      out.append(1, '\\').append(1, character);
    } else if (character == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(character) < ' ') {
      out += formatted("\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(character)));
    } else {
      out.push_back(character);
    }
  }
  out.push_back('"');
  return out;
}

std::string json_of(const Cell& cell) {
  if (cell.kind == Cell::Kind::text) return json_of(std::string_view(cell.text));
  return cell.kind == Cell::Kind::none ? "null" : cell.text;
}

std::string json_of(const Table& table) {
  std::string out = "[";
  for (const std::vector<Cell>& row : table.rows) {
    out += &row == &table.rows.front() ? "\n  {" : ",\n  {";
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) out += ", ";
      out.append(json_of(std::string_view(table.columns[i]))).append(": ").append(json_of(row[i]));
    }
    out += "}";
  }
  return out + (table.rows.empty() ? "]\n" : "\n]\n");
}

// Spreadsheets run a text that begins like a formula, and show one behind an apostrophe as it is.
bool is_like_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

std::string csv_text(std::string_view text) {
  std::string out(1, '"');
  if (is_like_formula(text)) out.push_back('\'');
  for (const char character : text) {
    if (character == '"') out.push_back('"');
    out.push_back(character);
  }
  out.push_back('"');
  return out;
}

std::string csv_of(const Table& table) {
  std::string out;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const bool is_plain = table.columns[i].find_first_of(",\"\r\n") == std::string::npos;
    out.append(i > 0 ? "," : "").append(is_plain ? table.columns[i] : csv_text(table.columns[i]));
  }
  out += '\n';
  for (const std::vector<Cell>& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      out.append(i > 0 ? "," : "").append(row[i].kind == Cell::Kind::text ? csv_text(row[i].text) : row[i].text);
    }
    out += '\n';
  }
  return out;
}

// A bar or a new line would end the cell. Markup, also that of HTML, would not be shown but obeyed.
std::string markdown_of(std::string_view text) {
  std::string out;
  for (const char character : text) {
    switch (character) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '\n':
      case '\r':
        out.push_back(' ');
        break;
      case '|':
      case '[':
      case ']':
      case '`':
      case '\\':
        out.push_back('\\');
        [[fallthrough]];
      default:
        out.push_back(character);
    }
  }
  return out;
}

std::string markdown_of(const Table& table) {
  std::string out = "|";
  std::string rule = "|";
  for (const std::string& column : table.columns) {
    out.append(" ").append(markdown_of(column)).append(" |");
    rule += "---|";
  }
  out.append("\n").append(rule).append("\n");
  for (const std::vector<Cell>& row : table.rows) {
    out += "|";
    for (const Cell& cell : row) out.append(" ").append(markdown_of(cell.text)).append(" |");
    out += "\n";
  }
  return out;
}

// The number of characters of UTF-8.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

std::string aligned(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    widths.push_back(width_of(table.columns[i]));
    for (const std::vector<Cell>& row : table.rows) widths[i] = std::max(widths[i], width_of(row[i].text));
  }
  std::string out;
  const auto add = [&out, &widths](std::size_t column, std::string_view text, bool to_the_right) {
    const std::string padding(widths[column] - width_of(text), ' ');
    if (column > 0) out += "  ";
    if (to_the_right) out += padding;
    out += text;
    if (!to_the_right && column + 1 < widths.size()) out += padding;
  };
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const bool has_numbers = std::any_of(table.rows.begin(), table.rows.end(), [i](const std::vector<Cell>& row) {
      return row[i].kind == Cell::Kind::literal;
    });
    add(i, table.columns[i], has_numbers);
  }
  out += '\n';
  for (const std::vector<Cell>& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) add(i, row[i].text, row[i].kind == Cell::Kind::literal);
    out += '\n';
  }
  return out;
}

}  // namespace

std::optional<TableFormat> table_format_of(std::string_view name) {
  if (name == "text") return TableFormat::text;
  if (name == "json") return TableFormat::json;
  if (name == "csv") return TableFormat::csv;
  if (name == "md" || name == "markdown") return TableFormat::markdown;
  return std::nullopt;
}

Cell Cell::literal(std::string text) {
  Cell cell;
  cell.text = std::move(text);
  cell.kind = Kind::literal;
  return cell;
}

std::string text_of(const Table& table, TableFormat format) {
  assert(std::all_of(table.rows.begin(), table.rows.end(),
                     [&table](const auto& row) { return row.size() == table.columns.size(); }));
  if (table.columns.empty() && format != TableFormat::json) return {};
  switch (format) {
    case TableFormat::text:
      return aligned(table);
    case TableFormat::json:
      return json_of(table);
    case TableFormat::csv:
      return csv_of(table);
    case TableFormat::markdown:
      return markdown_of(table);
  }
  return {};
}

}  // namespace rensa::base
