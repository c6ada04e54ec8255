// lenslet._core: what of the Python package is C++.
#include <nanobind/nanobind.h>

#include <lenslet/version.hpp>

#include "python/device_values.hpp"
#include "python/errors.hpp"
#include "python/registry.hpp"
#include "python/session.hpp"
#include "python/watch.hpp"

namespace nb = nanobind;

NB_MODULE(_core, module) {
  lenslet::python::translate_errors();
  lenslet::python::bind_watch(module);
  lenslet::python::bind_session(module);
  lenslet::python::bind_device_values(module);
  lenslet::python::bind_registry(module);
  module.attr("__version__") = lenslet::version;
}
