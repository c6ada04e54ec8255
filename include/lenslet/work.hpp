// An op with the types of its inputs: what is planned, tuned, measured and explained.
#pragma once

#include <string>
#include <vector>

#include <lenslet/op.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/value.hpp>

namespace lenslet {

struct Work {
  Call call;
  std::vector<ValueType> inputs;
  FilterOptions options = {};  // without a schedule: the one that a session's plan takes
};

// Of an op of images; with all inputs that the call needs, each of this format and size.
Work image_work(const Call& call, PixelFormat format, Size size, const FilterOptions& options = {});

// Of an op of arrays.
inline Work array_work(const Call& call, const std::vector<ArrayType>& inputs, const std::string& schedule = {}) {
  return {call, {inputs.begin(), inputs.end()}, {.schedule = schedule}};
}

}  // namespace lenslet
