// What schedules are tried for, in a form that a helper process can be told.
#pragma once

#include <string>

#include <lenslet/image.hpp>
#include <lenslet/op.hpp>
#include <lenslet/plan.hpp>

namespace lenslet::tune {

struct Task {
  Call call;
  PixelFormat format;
  FilterOptions options;  // its schedule is of no account
  Size size;
};

std::string to_line(const Task& task);

// Throws invalid_argument.
Task parse_task(const std::string& line);

}  // namespace lenslet::tune
