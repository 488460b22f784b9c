#include <array>

#include "clients/bindings/python/native/classes.h"

// Chains as tuples with names, of the kind that CPython makes for os.stat(): they cost a tenth of what a NamedTuple
// does.

namespace rensa::python {

namespace {

PyTypeObject* chain_type = nullptr;
PyTypeObject* possible_chain_type = nullptr;

PyTypeObject* make_type(const char* name, const char* text, PyStructSequence_Field* members, int count) {
  PyStructSequence_Desc description{.name = name, .doc = text, .fields = members, .n_in_sequence = count};
  PyTypeObject* type = PyStructSequence_NewType(&description);
  if (type == nullptr) throw py::error_already_set();
  return type;
}

py::object as_object(PyTypeObject* type) {
  return py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(type));
}

}  // namespace

void add_chain(py::module_& module) {
  static std::array<PyStructSequence_Field, 5> chain_members{{{"links", nullptr},
                                                              {"score", nullptr},
                                                              {"frames", "an estimate"},
                                                              {"is_quick", "no cell fell after the last link"},
                                                              {nullptr, nullptr}}};
  chain_type = make_type("rensa._native.Chain", "A chain, as searches count it.", chain_members.data(), 4);
  module.attr("Chain") = as_object(chain_type);
  static std::array<PyStructSequence_Field, 8> possible_members{{{"links", nullptr},
                                                                 {"score", nullptr},
                                                                 {"frames", nullptr},
                                                                 {"trigger_column", nullptr},
                                                                 {"trigger_row", nullptr},
                                                                 {"needed", "cells to add, by their letters"},
                                                                 {"after", "the field after the chain"},
                                                                 {nullptr, nullptr}}};
  possible_chain_type =
      make_type("rensa._native.PossibleChain", "A chain that a field could fire if some cells were added.",
                possible_members.data(), 7);
  module.attr("PossibleChain") = as_object(possible_chain_type);
}

py::object chain_tuple(const rules::ChainResult& chain) {
  PyObject* tuple = PyStructSequence_New(chain_type);
  if (tuple == nullptr) throw py::error_already_set();
  PyStructSequence_SET_ITEM(tuple, 0, PyLong_FromLong(chain.links));
  PyStructSequence_SET_ITEM(tuple, 1, PyLong_FromLong(chain.score));
  PyStructSequence_SET_ITEM(tuple, 2, PyLong_FromLong(chain.frames));
  PyStructSequence_SET_ITEM(tuple, 3, PyBool_FromLong(chain.quick ? 1 : 0));
  return py::reinterpret_steal<py::object>(tuple);
}

py::object possible_chain_tuple(const py::tuple& members) { return as_object(possible_chain_type)(members); }

}  // namespace rensa::python
