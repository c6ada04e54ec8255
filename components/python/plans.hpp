// lenslet.Plan: an op that is ready to run on values of one kind.
#pragma once

#include <nanobind/nanobind.h>

namespace lenslet::python {

void bind_plans(nanobind::module_& module);

}  // namespace lenslet::python
