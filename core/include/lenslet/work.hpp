// An op's arguments with the types of its inputs and options: what is planned, tuned, measured and explained.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/error.hpp>
#include <lenslet/op.hpp>
#include <lenslet/placement.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/value.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

struct Work {
  Call call;
  std::vector<ValueType> inputs;
  OpOptions options = {};
};

// Returns the work of an op of images. It has all inputs that the call needs, each of this size, and of this
// format where the op takes any. Throws invalid_argument for wrong arguments. An unknown op is refused later, where the
// work is used.
Work image_work(const Call& call, PixelFormat format, Size size, const OpOptions& options = {});

// Returns the work of an op of arrays.
inline Work array_work(const Call& call, const std::vector<ArrayType>& inputs, const std::string& schedule = {}) {
  return {call, {inputs.begin(), inputs.end()}, {.schedule = schedule}};
}

// Returns the names of the inputs that a call of any op needs. Throws invalid_argument for an unknown op and for wrong
// arguments.
std::vector<std::string> input_names(const Call& call);

// Returns the borders that an op knows. The first is its own, for calls that name none; in a pipeline each op then has
// its own. Empty where nothing of the op looks outside the image. Throws invalid_argument for an unknown op.
std::vector<Border> borders_of(const Call& call);

// Returns the border that a work is computed with: what its options say, else the op's own. Absent where nothing of the
// op looks outside the image. Throws invalid_argument for an unknown op.
std::optional<Border> border_of(const Work& work);

struct WorkOutput {
  std::string name;
  ValueType type;
  Placement placement = {};  // in the first input; not known for arrays, or where pixels show no place of the input
  // For the first output: what a user should know before it runs, such as changed proportions. May be empty.
  std::string note = {};
  std::vector<std::string> columns = {};  // of a table: what its columns are called
};

// Thrown where an op does not take samples of an input's type, in any call or in this one. Kind: invalid_argument.
class SampleTypeError : public Error {
 public:
  explicit SampleTypeError(const std::string& message) : Error(ErrorKind::invalid_argument, message) {}
};

// Returns the outputs that a work of any op makes. Throws invalid_argument for an unknown op, for wrong arguments, and
// where the inputs do not fit together.
std::vector<WorkOutput> work_outputs(const Work& work);

// Returns a call of the op without arguments. Where the op needs some, the call has the first arguments of its tests.
Call typical_call(const OpInfo& op);

// Returns the call with missing arguments that follow from the types of its first inputs: knn classifies where labels
// follow the points, fit weighs where there is a third column.
Call implied_call(const Call& call, const std::vector<ArrayType>& first);

// Returns the call with missing arguments that follow from the elements of its inputs: a histogram of floats goes from
// the smallest to the largest.
Call call_for(const Call& call, const std::vector<HostValue>& inputs);

// Returns what a user should know of the result, for example "3 of 5 elements lie outside the range". May be empty.
std::string remark_on(const Call& call, const std::vector<ValueType>& inputs, const std::vector<HostValue>& outputs);

// Returns types of inputs for the call. The first input has about `elements` elements. Without a type the op's usual
// type is taken, and with 0 elements its usual number. Throws invalid_argument for a negative number.
std::vector<ArrayType> typical_array_inputs(const Call& call, std::optional<SampleType> type = {},
                                            std::int64_t elements = 0);

}  // namespace lenslet
#pragma GCC visibility pop
