// Ops of arrays: map, reduce, sort and others. Like those of images they have a reference and many schedules.
//
//   lenslet::Session session;
//   lenslet::Array x = lenslet::Array::of<float>({3, 1, 2});
//   auto result = session.run(lenslet::array_ops::Sum{}, {x});
//   use(result.arrays[0].at(0));   // 6
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lenslet/array.hpp>
#include <lenslet/op.hpp>
#include <lenslet/session.hpp>

namespace lenslet {

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

// How an array op is computed: a choice for each dimension of its space, "two_stage.group256.items8". It never changes
// the result beyond the rounding of floats.
class ArraySchedule {
 public:
  using Choice = std::pair<std::string, std::string>;  // dimension and value: {"group", "256"}
  explicit ArraySchedule(std::vector<Choice> choices) : choices_(std::move(choices)) {}

  const std::vector<Choice>& choices() const { return choices_; }
  const std::string& word(std::string_view dimension) const;
  int number(std::string_view dimension) const;
  ArraySchedule with(std::string_view dimension, std::string value) const;
  bool operator==(const ArraySchedule&) const = default;

 private:
  std::vector<Choice> choices_;
};

// Words stand for themselves, numbers behind their dimension's name.
std::string to_string(const ArraySchedule& schedule);

// Throws unsupported, with the number of bytes that the device allows, where an input or output of the call is too
// large for a buffer, which a plan looks for, too, or where all of them together are too much for its memory.
void check_device_memory(const Session& session, const Work& work);

// The schedules that could run, the one that runs untuned first.
std::vector<std::string> array_schedules(const Session& session, const Call& call,
                                         const std::vector<ArrayType>& inputs);

}  // namespace lenslet
