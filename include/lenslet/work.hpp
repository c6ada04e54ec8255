// An op with the types of its inputs: what is planned, tuned, measured and explained.
#pragma once

#include <cstdint>
#include <optional>
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

// The names of the inputs that a call of any op needs.
std::vector<std::string> input_names(const Call& call);

// What a work of any op makes of its inputs. Throws invalid_argument where they do not go together.
struct WorkOutput {
  std::string name;
  ValueType type;
};
std::vector<WorkOutput> work_outputs(const Work& work);

// The op without arguments, or with those that its tests begin with where it needs some.
Call typical_call(const OpInfo& op);

// The call with what its first inputs say of it where it does not itself: labels behind points have knn classify, and a
// third column fit weigh.
Call implied_call(const Call& call, const std::vector<ArrayType>& first);

// The call with what the elements of its inputs say of it where it does not itself: a histogram of floats goes from the
// least to the greatest.
Call call_for(const Call& call, const std::vector<HostValue>& inputs);

// What a user should know of the result: "3 of 5 elements lie outside the range"; empty where there is nothing.
std::string remark_on(const Call& call, const std::vector<ArrayType>& inputs, const std::vector<HostValue>& outputs);

// Types of inputs for the call, the first of about so many elements; absent and 0: as it is usually called.
std::vector<ArrayType> typical_array_inputs(const Call& call, std::optional<ElementType> type = {},
                                            std::int64_t elements = 0);

}  // namespace lenslet
