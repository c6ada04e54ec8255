// Which schedule an op of arrays gets: forced > tuned for this very case > tuned for a near one > the untuned one.
#pragma once

#include <string>

#include <lenslet/array_op.hpp>

#include "array/op.hpp"

namespace lenslet {

struct ArrayChoice {
  ArraySchedule schedule;
  std::string reason;
  Origin origin = Origin::device_class;
};

// Throws invalid_argument for a forced schedule that is none, and unsupported for one that cannot serve the problem.
ArrayChoice choose(const Session& session, const Call& call, const array::Op& op, const array::Problem& problem,
                   const ArrayOptions& options);

}  // namespace lenslet
