#include "clients/bindings/python/native/classes.h"
#include "engine/rules/pair.h"

// rensa._native: the part of the package for Python that is compiled. The module contains the whole engine, and exports
// the functions of rensa.h, too, which the rest of the package calls by ctypes.
PYBIND11_MODULE(_native, module) {
  module.doc() = "The engine of Rensa.";
  module.attr("COLUMNS") = rensa::rules::kColumns;
  module.attr("ROWS") = rensa::rules::kTrapRow;
  module.attr("PLACEMENTS") = rensa::rules::kPlacementCount;
  rensa::python::add_chain(module);
  rensa::python::add_field(module);
  rensa::python::add_fields(module);
  rensa::python::add_duel_vector(module);
  rensa::python::add_sprt(module);
  rensa::python::add_match_functions(module);
}
