// Computes calls of the C interface.
#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/work.hpp>

#include "c/error.hpp"
#include "c/types.hpp"
#include "image/copy_pixels.hpp"

namespace lenslet::c {
namespace {

using OwnedValue = std::unique_ptr<lenslet_value>;

HostViews views_of(std::span<const lenslet_value* const> inputs) {
  std::vector<HostView> views;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    views.push_back(checked(inputs[i], fmt::format("inputs[{}]", i)).view);
  return views;
}

// Missing arguments that follow from the types of arrays: call_for() also reads elements, which may be the caller's
// memory with gaps.
Call implied(const Call& call, const OpInfo& op, const HostViews& inputs) {
  if (!op.of_arrays()) return call;
  std::vector<ArrayType> types;
  for (const HostView& input : inputs)
    if (const auto* array = std::get_if<ArrayView>(&input)) types.push_back(array->type());
  return implied_call(call, types);
}

OpOptions options_for(const lenslet_call& call, const std::vector<ValueType>& inputs) {
  OpOptions options = call.options;
  if (!call.border_values.empty() && !inputs.empty())
    options.border_value = border_values(call.border_values, inputs.front());
  return options;
}

bool has_gaps(const Image& image) {
  return image.stride() != image.width() * static_cast<std::int64_t>(image.format().bytes());
}

OwnedValue owned(Image image) {
  if (has_gaps(image)) image = packed(image);
  const ImageView view = image;  // the memory stays where it is when the image moves
  return std::make_unique<lenslet_value>(lenslet_value{HostValue(std::move(image)), view});
}

OwnedValue owned(Array array) {
  const ArrayView view(array);
  return std::make_unique<lenslet_value>(lenslet_value{HostValue(std::move(array)), view});
}

// Images and arrays in the order of the outputs.
std::vector<OwnedValue> values_of(Result result, std::span<const WorkOutput> outputs) {
  std::vector<OwnedValue> values;
  std::size_t image = 0, array = 0;
  for (const WorkOutput& output : outputs)
    values.push_back(std::holds_alternative<ImageType>(output.type) ? owned(std::move(result.images[image++]))
                                                                    : owned(std::move(result.arrays[array++])));
  return values;
}

void check_room(const std::vector<WorkOutput>& outputs, std::size_t room) {
  if (outputs.size() > room) refuse(fmt::format("room for {} outputs; the call makes {}", room, outputs.size()));
}

}  // namespace
}  // namespace lenslet::c

using lenslet::c::checked;

extern "C" {

lenslet_status lenslet_run(const lenslet_session* session, const lenslet_call* call, const lenslet_value* const* inputs,
                           size_t input_count, lenslet_value** outputs, size_t output_room, size_t* made) {
  return lenslet::c::guarded([&] {
    std::fill_n(&checked(outputs, "outputs"), output_room, nullptr);
    const lenslet::Session& known = checked(session, "session").session;
    const lenslet_call& asked = checked(call, "call");
    const auto views = lenslet::c::views_of({&checked(inputs, "inputs"), input_count});
    const lenslet::Call whole = lenslet::c::implied(asked.call, asked.info, views);
    const lenslet::OpOptions options = lenslet::c::options_for(asked, views.types());
    const auto expected = lenslet::work_outputs({whole, views.types(), options});
    lenslet::c::check_room(expected, output_room);
    auto values = lenslet::c::values_of(known.run(whole, views, options), expected);
    for (std::size_t i = 0; i < values.size(); ++i) outputs[i] = values[i].release();
    if (made != nullptr) *made = values.size();
  });
}

}  // extern "C"
