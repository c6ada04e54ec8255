// explain(), tune() and verify(): what they find, as dictionaries.
#pragma once

#include <nanobind/nanobind.h>

namespace lenslet::python {

void bind_reports(nanobind::module_& module);

}  // namespace lenslet::python
