// Arrays that take turns.
#include "tune/array_stopwatch.hpp"

namespace lenslet {

std::vector<Array> filled_arrays(const std::vector<ArrayType>& types, array::Fill fill) {
  std::vector<Array> arrays;
  for (const ArrayType& type : types)
    arrays.push_back(array::filled(type, fill, static_cast<std::uint32_t>(arrays.size() + 1)));
  return arrays;
}

ArrayStopwatch::ArrayStopwatch(const Session& session, const array::Op& op, const array::Problem& problem, int copies)
    : host_(filled_arrays(problem.inputs, op.typical.fills.front())) {
  const int count = copies > 0 ? copies : rotating_copies(session.device(), array::bytes_of(problem));
  for (int i = 0; i < count; ++i) {
    auto& inputs = inputs_.emplace_back();
    for (const Array& input : host_) inputs.push_back(upload(session, input));
    auto& outputs = outputs_.emplace_back();
    for (const ArrayType& output : problem.outputs) outputs.push_back(allocate(session, output));
  }
}

Launch ArrayStopwatch::launch(const ArrayPlan& plan, std::size_t turn) const {
  const std::size_t copy = turn % inputs_.size();
  return plan.launch_into(inputs_[copy], outputs_[copy]);
}

}  // namespace lenslet
