// An op with the types of its inputs: what is planned, tuned, measured and explained.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/op.hpp>
#include <lenslet/placement.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/value.hpp>

namespace lenslet {

struct Work {
  Call call;
  std::vector<ValueType> inputs;
  OpOptions options = {};
};

// Returns the work of an op of images, with all inputs that the call needs, each of this format and size.
Work image_work(const Call& call, PixelFormat format, Size size, const OpOptions& options = {});

// Returns the work of an op of arrays.
inline Work array_work(const Call& call, const std::vector<ArrayType>& inputs, const std::string& schedule = {}) {
  return {call, {inputs.begin(), inputs.end()}, {.schedule = schedule}};
}

// Returns the names of the inputs that a call of any op needs.
std::vector<std::string> input_names(const Call& call);

struct WorkOutput {
  std::string name;
  ValueType type;
  Placement placement = {};  // in the first input; not known of arrays, nor where pixels show no place of it
  std::string note = {};  // of the first: what a user should know before it runs, such as changed proportions, or empty
};

// Returns what a work of any op makes of its inputs. Throws invalid_argument where these do not go together.
std::vector<WorkOutput> work_outputs(const Work& work);

// Returns a call of the op without arguments, or with those that its tests begin with where it needs some.
Call typical_call(const OpInfo& op);

// Returns the call with arguments that follow from the types of its first inputs, where it has none itself: with labels
// after the points knn classifies, with a third column fit weighs.
Call implied_call(const Call& call, const std::vector<ArrayType>& first);

// Returns the call with arguments that follow from the elements of its inputs, where it has none itself: a histogram of
// floats goes from the least to the greatest.
Call call_for(const Call& call, const std::vector<HostValue>& inputs);

// Returns what a user should know of the result, or an empty text: "3 of 5 elements lie outside the range".
std::string remark_on(const Call& call, const std::vector<ArrayType>& inputs, const std::vector<HostValue>& outputs);

// Returns types of inputs for the call, the first of about so many elements. Without a type, and with 0 elements, they
// are as the op is usually called.
std::vector<ArrayType> typical_array_inputs(const Call& call, std::optional<ElementType> type = {},
                                            std::int64_t elements = 0);

}  // namespace lenslet
