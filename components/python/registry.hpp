// The ops as Python knows them.
#pragma once

#include <nanobind/nanobind.h>

namespace lenslet::python {

void bind_registry(nanobind::module_& module);

}  // namespace lenslet::python
