#pragma once

#include <cstddef>
#include <cstdint>
#include <pybind11/pybind11.h>
#include <stdexcept>

#include "engine/rules/chain.h"
#include "engine/rules/field.h"

namespace rensa::python {

namespace py = pybind11;

// The classes of rensa._native. Each function adds one of them to the module, with all that belongs to it.
void add_chain(py::module_& module);
void add_field(py::module_& module);
void add_fields(py::module_& module);
void add_duel_vector(py::module_& module);
void add_sprt(py::module_& module);

// Adds functions for the players and the seeds of matches.
void add_match_functions(py::module_& module);

// A chain as the tuple rensa.Chain, and a possible chain as rensa.PossibleChain.
py::object chain_tuple(const rules::ChainResult& chain);
py::object possible_chain_tuple(const py::tuple& members);

// The bytes of an object that shares its memory, such as bytes or an array of numpy, while the object lives. Raises
// TypeError for other objects, and ValueError for arrays with gaps or with items of more than a byte.
class ByteView {
 public:
  explicit ByteView(const py::handle& object) {
    if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE) != 0) throw py::error_already_set();
    if (view_.itemsize == 1) return;
    PyBuffer_Release(&view_);
    throw std::invalid_argument("a cell is one byte, as in bytes and in arrays of uint8: these items are longer");
  }
  ByteView(const ByteView&) = delete;
  ByteView& operator=(const ByteView&) = delete;
  ~ByteView() { PyBuffer_Release(&view_); }

  std::size_t size() const { return static_cast<std::size_t>(view_.len); }
  const std::uint8_t* data() const { return static_cast<const std::uint8_t*>(view_.buf); }

 private:
  Py_buffer view_{};
};

// Reads the field from its 84 cells. Raises ValueError if a byte is no cell.
rules::Field field_of_bytes(const std::uint8_t* cells);

// Raises RensaError if cells of the field hang in the air.
void check_at_rest(const rules::Field& field);

}  // namespace rensa::python
