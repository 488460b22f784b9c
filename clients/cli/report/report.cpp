#include "clients/cli/report/report.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "server/base/exit_code.h"

namespace rensa::cli {

namespace {

using nlohmann::ordered_json;

std::string word_of(const ordered_json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

base::Cell cell_of(const ordered_json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return {value.get<std::string>()};
  if (!value.is_array()) return base::Cell::literal(value.dump());
  std::string words;
  for (const ordered_json& element : value) words.append(words.empty() ? "" : " ").append(word_of(element));
  return {words};
}

using NamedCell = std::pair<std::string, base::Cell>;

void add_cells(const ordered_json& object, const std::string& prefix, std::vector<NamedCell>& cells) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      add_cells(value, prefix + key + '.', cells);
    } else {
      cells.emplace_back(prefix + key, cell_of(value));
    }
  }
}

}  // namespace

void print_text(const std::string& text) {
  std::cout << text << std::flush;
  if (!std::cout) throw base::OutputError("the table cannot be written");
}

base::Table table_of(const ordered_json& report) {
  std::vector<std::vector<NamedCell>> rows;
  if (report.is_object()) add_cells(report, "", rows.emplace_back());
  if (report.is_array()) {
    for (const ordered_json& row : report) add_cells(row, "", rows.emplace_back());
  }
  base::Table table;
  for (const auto& row : rows) {
    for (const auto& [name, cell] : row) {
      if (std::find(table.columns.begin(), table.columns.end(), name) == table.columns.end()) {
        table.columns.push_back(name);
      }
    }
  }
  for (auto& row : rows) {
    std::vector<base::Cell>& cells = table.rows.emplace_back(table.columns.size());
    for (auto& [name, cell] : row) {
      const auto column = std::find(table.columns.begin(), table.columns.end(), name) - table.columns.begin();
      cells[static_cast<std::size_t>(column)] = std::move(cell);
    }
  }
  return table;
}

void print_table(const base::Table& table, base::TableFormat format) { print_text(base::text_of(table, format)); }

void print_report(const ordered_json& report, const ordered_json& rows, base::TableFormat format) {
  if (format == base::TableFormat::json) return print_text(report.dump(2) + '\n');
  print_table(table_of(rows), format);
}

}  // namespace rensa::cli
