// An op of arrays as its family's folder makes it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/array_op.hpp>
#include <lenslet/device.hpp>
#include <lenslet/plot.hpp>
#include <lenslet/value.hpp>

#include "array/fill.hpp"
#include "array/maker.hpp"
#include "array/stage.hpp"
#include "op/arguments.hpp"
#include "op/exclusion.hpp"

namespace lenslet::array {

// What decides an op's code: never the elements.
struct Problem {
  op::Arguments arguments;
  std::vector<ArrayType> inputs;
  std::vector<ArrayType> outputs;
};

// A choice of the schedule. Values are words, or numbers, all of them positive.
struct Dimension {
  std::string name;
  std::vector<std::string> values;
};
using Space = std::vector<Dimension>;

// Values of a launch, all of which are arrays. A view: nothing is copied for a launch.
class DeviceArrays {
 public:
  explicit DeviceArrays(const std::vector<DeviceValue>& values) : values_(values) {}

  std::size_t size() const { return values_.size(); }
  const DeviceArray& operator[](std::size_t place) const { return std::get<DeviceArray>(values_[place]); }
  const DeviceArray& front() const { return (*this)[0]; }
  const DeviceArray& back() const { return (*this)[size() - 1]; }

 private:
  const std::vector<DeviceValue>& values_;
};

// Puts the work into the queue, and its commands behind `launches`. It may wait for them, where the host has a part in
// the work. It is never called twice at a time: it may keep memory between calls.
using Run = std::function<void(const DeviceArrays& inputs, const DeviceArrays& outputs, Launches& launches)>;

// Inputs that an op is tuned and measured with.
struct Typical {
  ElementType type = ElementType::f32;
  std::int64_t elements = std::int64_t{1} << 24;  // of the first one, where nobody says how many

  // Of about so many elements; absent: each input has them all, in one side.
  std::function<std::vector<ArrayType>(const op::Arguments&, ElementType, std::int64_t elements)> shapes = {};

  // What the inputs may hold; the first when they are timed.
  std::vector<Fill> fills = {std::begin(array::fills), std::end(array::fills)};
};

// A call with inputs that are likely to show what is wrong with it.
struct Case {
  Call call;
  std::vector<Array> inputs;
  std::string what;  // "1000 f32, sorted"
};

// A problem with its inputs and what was made of them.
struct Solved {
  Problem problem;
  std::vector<Array> inputs, outputs;
};

struct Op {
  OpInfo info;

  // The names of the inputs that these arguments need; absent: all that the op can have.
  std::function<std::vector<std::string>(const op::Arguments&)> inputs = {};

  // The call with what the first inputs alone say of it, see implied_call(); absent: nothing.
  std::function<Call(Call, const std::vector<ArrayType>& first)> implied = {};

  // Throws invalid_argument, with the value and what is allowed, for inputs that do not go together; unsupported is
  // what the device lacks.
  std::function<std::vector<ArrayType>(const op::Arguments&, const std::vector<ArrayType>&)> outputs = {};

  // All choices; and the one that runs untuned.
  std::function<Space(const Problem&, const DeviceInfo&)> space = {};
  std::function<ArraySchedule(const Problem&, const DeviceInfo&)> initial = {};

  // Why this device or problem cannot have the schedule; nothing where it can. Absent: all can.
  std::function<std::optional<Exclusion>(const Problem&, const DeviceInfo&, const ArraySchedule&)> rule = {};

  std::function<Run(const Problem&, const ArraySchedule&, const Maker&)> make = {};

  // What is wrong with the outputs; nothing where all is right. Plain loops: the truth.
  std::function<std::optional<std::string>(const Problem&, const std::vector<Array>& inputs,
                                           const std::vector<Array>& outputs)>
      fault = {};

  // A picture of the result for people; absent where there is none.
  std::function<Plot(const Problem&, const std::vector<Array>& inputs, const std::vector<Array>& outputs)> plot = {};

  // For verification: of awkward lengths, every type and adversarial data; the more, the more effort. The first is
  // what is shown as an example.
  std::function<std::vector<Case>(int effort)> cases = {};

  Typical typical = {};

  // The same with some of these rows of the outputs alone, where `fault` takes long; absent: no.
  std::function<Solved(const Solved&, const std::vector<std::int64_t>& rows)> part = {};

  // The least that must be moved, in bytes; absent: each input and output once.
  std::function<std::uint64_t(const Problem&)> bytes = {};
};

// Made by CMake from the lines of src/ops/CMakeLists.txt; by family, then as each lists them.
std::span<const Op> registry();
const Op& find(std::string_view name);

// What the op's rule says.
std::optional<Exclusion> excluded(const Op& op, const Problem& problem, const DeviceInfo& device,
                                  const ArraySchedule& schedule);

// Types of inputs for tuning, of about so many elements; 0: as many as the op is usually called with.
std::vector<ArrayType> typical_inputs(const Op& op, const Call& call, ElementType type, std::int64_t elements = 0);

// Of all inputs and outputs.
std::uint64_t bytes_of(const Problem& problem);

// The op's, or else the above.
std::uint64_t least_bytes(const Op& op, const Problem& problem);

// Checked arguments, inputs and outputs.
Problem problem_of(const Op& op, const Call& call, const std::vector<ArrayType>& inputs);

}  // namespace lenslet::array
