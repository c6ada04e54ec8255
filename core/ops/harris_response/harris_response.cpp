// Makes an image of Harris's measure of corners.
#include "op/image_truth.hpp"
#include "ops/harris/harris.hpp"
#include "ops/peaks/peaks.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_response() {
  return {.name = "harris_response",
          .summary = "How much each pixel is a corner, by Harris's measure.",
          .details = std::string(harris_formula) +
                     "The result is of f32: large at corners, negative on edges. Equals OpenCV's cornerHarris, which "
                     "takes u8 and f32.",
          .parameters = harris_parameters(),
          .outputs = {"out"},
          .inputs = {{"image", Reads::window}},
          .synonyms = {"cornerharris"}};
}

op::Types response_outputs(const op::Arguments&, const op::Types& inputs) {
  check_one_channel("harris_response", inputs.image(0));
  return std::vector<ValueType>{ImageType{{SampleType::f32, 1}, inputs.image(0).size}};
}

op::Graph response_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  op::Graph graph(maker);
  add_responses(graph, problem, schedule, maker);
  return graph;
}

std::optional<std::string> response_mismatch(const op::Instance& problem, const op::HostValues& in,
                                             const op::HostValues& out) {
  const std::vector<Response> responses = true_responses(problem, in.image(0));
  return op::first_outside(out.image(0), [&](std::int64_t x, std::int64_t y, int) -> op::Range {
    const Response& response = responses[static_cast<std::size_t>(y * in.image(0).width() + x)];
    return {response.value - response.bound, response.value + response.bound};
  });
}

}  // namespace

op::Op harris_response() {
  op::Op op = harris_op(describe_response());
  op.whole = false;
  op.reads = harris_reads;
  op.outputs = response_outputs;
  op.make = response_make;
  op.mismatch = response_mismatch;
  op.cases = [](int effort) { return harris_cases("harris_response", effort); };
  return op;
}

}  // namespace lenslet::ops
