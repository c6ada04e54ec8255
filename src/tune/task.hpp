// What schedules are tried for, in a form that a helper process can be told.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include <lenslet/array.hpp>
#include <lenslet/image.hpp>
#include <lenslet/op.hpp>
#include <lenslet/plan.hpp>

namespace lenslet::tune {

struct ImageTask {
  Call call;
  PixelFormat format;
  FilterOptions options;  // its schedule is of no account
  Size size;
};

struct ArrayTask {
  Call call;
  std::vector<ArrayType> inputs;
};

using Task = std::variant<ImageTask, ArrayTask>;

std::string to_line(const Task& task);

// Throws invalid_argument.
Task parse_task(const std::string& line);

}  // namespace lenslet::tune
