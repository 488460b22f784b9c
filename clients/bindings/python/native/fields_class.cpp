#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <pybind11/numpy.h>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "clients/bindings/python/native/cells.h"
#include "clients/bindings/python/native/classes.h"

namespace rensa::python {

namespace {

// A row of the array of chains.
struct ChainRow {
  std::int32_t links;
  std::int32_t score;
  std::int32_t frames;
  bool is_quick;
};

// Many fields in the form of the engine.
struct FieldList {
  std::vector<rules::Field> fields;
};

FieldList list_of_bytes(const py::object& cells) {
  const ByteView bytes(cells);
  if (bytes.size() % kCellCount != 0) {
    throw std::invalid_argument("a field has 84 cells, a byte each, and " + std::to_string(bytes.size()) +
                                " bytes end within a field");
  }
  FieldList list;
  list.fields.reserve(bytes.size() / kCellCount);
  for (std::size_t i = 0; i < bytes.size(); i += kCellCount) list.fields.push_back(field_of_bytes(bytes.data() + i));
  return list;
}

FieldList list_of(const py::object& fields) {
  if (PyObject_CheckBuffer(fields.ptr()) != 0) return list_of_bytes(fields);
  FieldList list;
  for (const py::handle field : fields) {
    if (!py::isinstance<rules::Field>(field)) throw py::type_error("a list of fields holds nothing but fields");
    list.fields.push_back(field.cast<const rules::Field&>());
  }
  return list;
}

py::array_t<std::uint8_t> cells_of(const FieldList& list) {
  const auto count = static_cast<py::ssize_t>(list.fields.size());
  py::array_t<std::uint8_t> cells({count, py::ssize_t{rules::kTrapRow}, py::ssize_t{rules::kColumns}});
  std::uint8_t* to = cells.mutable_data();
  for (const rules::Field& field : list.fields) {
    write_cells(field, std::span<std::uint8_t, kCellCount>(to, kCellCount));
    to += kCellCount;
  }
  return cells;
}

void simulate_all(std::vector<rules::Field>& fields, ChainRow* chains) {
  const rules::ChainKernel& kernel = rules::fastest_chain_kernel();
  for (rules::Field& field : fields) {
    const rules::ChainResult chain = kernel.simulate(field, field);
    *chains++ = {.links = chain.links, .score = chain.score, .frames = chain.frames, .is_quick = chain.quick};
  }
}

// The type of the array is made with the first array, because it needs numpy, which not all programs load.
void make_chain_type() {
  // Python can run other threads while it loads a module. They must not wait for the variable that this thread makes.
  py::module_::import("numpy");
  static const bool is_made = [] {
    PYBIND11_NUMPY_DTYPE(ChainRow, links, score, frames, is_quick);
    return true;
  }();
  static_cast<void>(is_made);
}

py::array chains_of(FieldList& list) {
  make_chain_type();
  std::for_each(list.fields.begin(), list.fields.end(), check_at_rest);
  py::array_t<ChainRow> chains(static_cast<py::ssize_t>(list.fields.size()));
  // This thread keeps Python's lock: another one must not read fields that change.
  simulate_all(list.fields, chains.mutable_data());
  return chains;
}

const rules::Field& field_at(const FieldList& list, py::ssize_t index) {
  const auto count = static_cast<py::ssize_t>(list.fields.size());
  if (index < 0) index += count;
  if (index < 0 || index >= count) throw py::index_error("there is no such field");
  return list.fields[static_cast<std::size_t>(index)];
}

}  // namespace

void add_fields(py::module_& module) {
  py::class_<FieldList>(module, "Fields", "Many fields in the form of the engine, for work on all of them at once.")
      .def(py::init(&list_of), py::arg("fields"),
           "Takes fields, or the cells of many of them, one after the other: an array of numpy of (n, 14, 6) uint8.")
      .def("__len__", [](const FieldList& list) { return list.fields.size(); })
      .def("__getitem__", &field_at, py::return_value_policy::copy)
      .def(
          "__iter__",
          [](const FieldList& list) {
            return py::make_iterator<py::return_value_policy::copy>(list.fields.begin(), list.fields.end());
          },
          py::keep_alive<0, 1>())
      .def("cells", &cells_of, "The cells of all fields as a new array of numpy of the shape (n, 14, 6).")
      .def(
          "copy", [](const FieldList& list) { return list; }, "The same fields in another list.")
      .def(
          "simulate", &chains_of,
          "Runs all chains. The fields change, and the result is an array of numpy with an item a field, which has the "
          "members links, score, frames and is_quick.");
}

}  // namespace rensa::python
