#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "clients/command_line/format_option.h"
#include "server/base/table.h"

namespace rensa::cli {

// Makes a table of a report in JSON: an array has a row for each of its objects, an object is a row. The members of an
// object within a row become columns "outer.inner". An array of numbers or texts becomes one cell with spaces between
// them. Members that only some rows have are empty in the others.
base::Table table_of(const nlohmann::ordered_json& report);

// These functions throw base::OutputError if the output cannot be written.
void print_text(const std::string& text);
// Prints a table, or the report itself for --format json.
void print_table(const base::Table& table, base::TableFormat format);
void print_report(const nlohmann::ordered_json& report, const nlohmann::ordered_json& rows, base::TableFormat format);

}  // namespace rensa::cli
