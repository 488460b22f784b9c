#include "clients/bindings/python/native/errors.h"

#include <pybind11/pybind11.h>

namespace rensa::python {

namespace py = pybind11;

void raise_error(std::int32_t status, const std::string& text) {
  const py::object type = py::module_::import("rensa._error").attr("RensaError");
  const py::object error = type(status, text);
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set();
}

}  // namespace rensa::python
