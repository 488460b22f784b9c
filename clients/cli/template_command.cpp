#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>

#include "clients/cli/commands.h"
#include "clients/cli/report/report.h"
#include "clients/command_line/command_line.h"
#include "engine/templates/template.h"
#include "server/base/exit_code.h"

namespace rensa::cli {

namespace {

using templates::label_name;
using templates::LabelledDrawing;

// Returns the drawings of a family, or the content of a file.
std::string read_drawings(const std::string& source) {
  if (const templates::TemplateFamily* family = templates::find_template_family(source))
    return std::string(family->text);
  std::ifstream in(source, std::ios::binary);
  if (!in) {
    std::string names;
    for (const templates::TemplateFamily& family : templates::template_families())
      names.append(" ").append(family.name);
    throw std::runtime_error(source + ": no such file, and no family of templates: there are" + names);
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

void show_labels(const LabelledDrawing& labelling) {
  int top = rules::kHiddenRow;
  const auto is_empty = [&](int y) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      if (labelling.labels.at(x, y) != 0) return false;
    }
    return true;
  };
  while (top > 1 && is_empty(top)) --top;
  for (int y = top; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      std::cout << std::setw(4) << label_name(labelling, labelling.labels.at(x, y));
    }
    std::cout << '\n';
  }
}

void show_colour_constraints(const LabelledDrawing& labelling, const templates::ColourConstraints& constraints) {
  const std::vector<int> weights = templates::label_weights(labelling, constraints);
  std::cout << "\nlabel weight  S the same, X different, . either\n" << std::setw(13) << ' ';
  for (int label = 1; label <= labelling.count; ++label) std::cout << std::setw(3) << label_name(labelling, label);
  for (int label = 1; label <= labelling.count; ++label) {
    std::cout << '\n' << std::setw(5) << label_name(labelling, label);
    std::cout << std::setw(7) << weights[static_cast<std::size_t>(label)] << ' ';
    for (int other = 1; other <= labelling.count; ++other) {
      std::cout << std::setw(3) << (other == label ? 'S' : constraints.must_differ(label, other) ? 'X' : '.');
    }
  }
  std::cout << '\n';
}

// Prints a drawing with its labels and constraints, or its faults. Returns true if its chain runs as drawn.
bool show_drawing(const templates::Drawing& drawing) {
  const LabelledDrawing labelling = templates::label_cells(drawing);
  const templates::ConstraintResult truth = templates::find_colour_constraints(labelling, drawing.kind);
  const bool fires = drawing.kind == templates::Drawing::Kind::fires;
  std::cout << drawing.name << (fires ? ", fires: " : ", stands: ") << drawing.link_count
            << (fires ? " link" : " group") << (drawing.link_count == 1 ? "" : "s") << "\n\n";
  show_labels(labelling);
  show_colour_constraints(labelling, truth.constraints);
  for (const std::string& fault : truth.faults) std::cout << "wrong: " << fault << '\n';
  return truth.faults.empty();
}

// Returns a row for each label of the drawings, and one for each fault.
base::Table table_of_drawings(const std::vector<templates::Drawing>& drawings, bool& is_sound) {
  base::Table table{.columns = {"drawing", "kind", "links", "label", "weight", "different", "fault"}, .rows = {}};
  for (const templates::Drawing& drawing : drawings) {
    const LabelledDrawing labelling = templates::label_cells(drawing);
    const templates::ConstraintResult truth = templates::find_colour_constraints(labelling, drawing.kind);
    const std::vector<int> weights = templates::label_weights(labelling, truth.constraints);
    const char* const kind = drawing.kind == templates::Drawing::Kind::fires ? "fires" : "stands";
    for (int label = 1; label <= labelling.count; ++label) {
      std::string different;
      for (int other = 1; other <= labelling.count; ++other) {
        if (other == label || !truth.constraints.must_differ(label, other)) continue;
        different.append(different.empty() ? "" : " ").append(label_name(labelling, other));
      }
      table.rows.push_back({drawing.name,
                            kind,
                            static_cast<int>(drawing.link_count),
                            label_name(labelling, label),
                            weights[static_cast<std::size_t>(label)],
                            different,
                            {}});
    }
    for (const std::string& fault : truth.faults) {
      table.rows.push_back({drawing.name, kind, static_cast<int>(drawing.link_count), {}, {}, {}, fault});
    }
    is_sound = is_sound && truth.faults.empty();
  }
  return table;
}

int build(const std::string& source, const command_line::FormatChoice& format) {
  const auto drawings = templates::parse_drawings(read_drawings(source));
  if (!drawings) throw std::runtime_error(source + ": " + drawings.error().message);
  bool is_sound = true;
  if (!format.is_text()) {
    print_table(table_of_drawings(*drawings, is_sound), format.wanted());
    return is_sound ? base::kExitSuccess : base::kExitAnswerIsNo;
  }
  for (const templates::Drawing& drawing : *drawings) {
    if (&drawing != &drawings->front()) std::cout << '\n';
    is_sound = show_drawing(drawing) && is_sound;
  }
  return is_sound ? base::kExitSuccess : base::kExitAnswerIsNo;
}

}  // namespace

void add_template_command(command_line::Command& program) {
  command_line::Command& command = program.add_command("template", "Check templates that are drawn as text");
  command.require_command();
  command_line::Command& building =
      command.add_command("build", "Print the labels, truth table, weights and faults of drawings");
  const auto source = std::make_shared<std::string>();
  building.add_option("DRAWING", *source, "A file of drawings, or the name of a family").required();
  const auto format = std::make_shared<command_line::FormatChoice>();
  command_line::add_format_options(building, *format);
  building.set_action([source, format] { return build(*source, *format); });
}

}  // namespace rensa::cli
