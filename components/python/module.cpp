// lenslet._core: what of the Python package is C++.
#include <nanobind/nanobind.h>

#include <lenslet/version.hpp>

#include "python/device_values.hpp"
#include "python/errors.hpp"
#include "python/interop.hpp"
#include "python/pipelines.hpp"
#include "python/plans.hpp"
#include "python/registry.hpp"
#include "python/reports.hpp"
#include "python/session.hpp"
#include "python/watch.hpp"

namespace nb = nanobind;

NB_MODULE(_core, module) {
  lenslet::python::translate_errors();
  lenslet::python::bind_watch(module);
  lenslet::python::bind_session(module);
  lenslet::python::bind_device_values(module);
  lenslet::python::bind_interop(module);
  lenslet::python::bind_pipelines(module);
  lenslet::python::bind_registry(module);
  lenslet::python::bind_plans(module);
  lenslet::python::bind_reports(module);
  module.attr("__version__") = lenslet::version;
}
