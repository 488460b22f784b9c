#include "clients/cli/template_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>

#include "engine/templates/families.h"
#include "engine/templates/template.h"

namespace rensa::cli {

namespace {

using templates::Labelling;
using templates::name_of_label;

constexpr int kWentWrong = 1;

// A family by name, or the content of a file.
std::string drawings_in(const std::string& source) {
  if (const templates::Family* family = templates::find_family(source)) return std::string(family->text);
  std::ifstream in(source, std::ios::binary);
  if (!in) {
    std::string names;
    for (const templates::Family& family : templates::families()) names.append(" ").append(family.name);
    throw std::runtime_error(source + ": no such file, and no family of templates: there are" + names);
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

void show_labels(const Labelling& labelling) {
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
      std::cout << std::setw(4) << name_of_label(labelling, labelling.labels.at(x, y));
    }
    std::cout << '\n';
  }
}

void show_truth_table(const Labelling& labelling, const templates::TruthTable& table) {
  const std::vector<int> weights = templates::weights_of(labelling, table);
  std::cout << "\nlabel weight  S the same, X different, . either\n" << std::setw(13) << ' ';
  for (int label = 1; label <= labelling.count; ++label) std::cout << std::setw(3) << name_of_label(labelling, label);
  for (int label = 1; label <= labelling.count; ++label) {
    std::cout << '\n' << std::setw(5) << name_of_label(labelling, label);
    std::cout << std::setw(7) << weights[static_cast<std::size_t>(label)] << ' ';
    for (int other = 1; other <= labelling.count; ++other) {
      std::cout << std::setw(3) << (other == label ? 'S' : table.differs(label, other) ? 'X' : '.');
    }
  }
  std::cout << '\n';
}

// Whether its chain runs as it is drawn.
bool show(const templates::Drawing& drawing) {
  const Labelling labelling = templates::labelling_of(drawing);
  const templates::TruthTableResult truth = templates::truth_table_of(labelling, drawing.kind);
  const bool fires = drawing.kind == templates::Drawing::Kind::fires;
  std::cout << drawing.name << (fires ? ", fires: " : ", stands: ") << drawing.link_count
            << (fires ? " link" : " group") << (drawing.link_count == 1 ? "" : "s") << "\n\n";
  show_labels(labelling);
  show_truth_table(labelling, truth.table);
  for (const std::string& fault : truth.faults) std::cout << "wrong: " << fault << '\n';
  return truth.faults.empty();
}

int build(const std::string& source) {
  const auto drawings = templates::parse_drawings(drawings_in(source));
  if (!drawings) throw std::runtime_error(source + ": " + drawings.error().message);
  bool sound = true;
  for (const templates::Drawing& drawing : *drawings) {
    if (&drawing != &drawings->front()) std::cout << '\n';
    sound = show(drawing) && sound;
  }
  return sound ? 0 : kWentWrong;
}

}  // namespace

void add_template_command(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("template", "Look into forms to build, drawn as text");
  command->require_subcommand(1);
  CLI::App* building =
      command->add_subcommand("build", "Labels, truth table and weights of drawings, and their faults");
  const auto source = std::make_shared<std::string>();
  building->add_option("DRAWING", *source, "A file of drawings, or the name of a family")->required();
  building->callback([source, &exit_code] { exit_code = build(*source); });
}

}  // namespace rensa::cli
