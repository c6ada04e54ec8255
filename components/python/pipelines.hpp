// Pipelines: ops one after the other, and graphs of them.
#pragma once

#include <nanobind/nanobind.h>

namespace lenslet::python {

void bind_pipelines(nanobind::module_& module);

}  // namespace lenslet::python
