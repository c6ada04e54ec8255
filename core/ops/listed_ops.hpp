// All that a folder of ops may make, for the generated registry.
#pragma once

#include "ops/filter.hpp"
#include "ops/masked.hpp"
#include "point/point_op.hpp"
