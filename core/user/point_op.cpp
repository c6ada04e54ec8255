// Filters of several inputs and of whole pixels. They belong to the family of point ops.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/masked.hpp"
#include "point/point_op.hpp"
#include "user/check_calls.hpp"
#include "user/filter.hpp"
#include "user/number.hpp"
#include "user/true_range.hpp"

namespace lenslet::user {
namespace {

// The samples or pixels of all inputs, as a reference sees them.
class SeenPixel final : public UserWindow {
 public:
  // `place` has the pixel's column and row and the image's width and height. It is empty where nobody asks for them.
  SeenPixel(std::span<const double> in, std::span<const double> place, const Head& head, const op::Arguments& arguments)
      : in_(in),
        place_(place),
        channels_(static_cast<int>(in.size() / head.inputs.size())),
        head_(head),
        arguments_(arguments) {}

  double at(int, int) const override { return in_[0]; }
  double at(int input, int, int) const override { return sample(input, 0); }
  double sample(int input, int channel) const override {
    const int place = input * channels_ + channel;
    if (input < 0 || channel < 0 || channel >= channels_ || place >= static_cast<int>(in_.size()))
      throw Error(ErrorKind::invalid_argument, fmt::format("{}: channel {} of input {}", head_.name, channel, input));
    return in_[static_cast<std::size_t>(place)];
  }
  bool inside(int dx, int dy) const override { return dx == 0 && dy == 0; }
  std::int64_t x() const override { return of_place(0, 0); }
  std::int64_t y() const override { return of_place(1, 0); }
  std::int64_t width() const override { return of_place(2, 1); }
  std::int64_t height() const override { return of_place(3, 1); }
  int channel() const override { return 0; }
  int channels() const override { return channels_; }
  double number(std::string_view parameter) const override { return number_of(head_, arguments_, parameter); }

 private:
  std::int64_t of_place(std::size_t k, std::int64_t otherwise) const {
    return place_.empty() ? otherwise : static_cast<std::int64_t>(place_[k]);
  }

  std::span<const double> in_, place_;
  int channels_;
  const Head& head_;
  const op::Arguments& arguments_;
};

// Without a reference any value is accepted here: the plainest schedule proves the others.
point::Reference point_reference(const Filter& filter, const op::Arguments& arguments, SampleType type) {
  const UserReference reference = filter.reference->get();
  if (!reference)
    return [](std::span<const double>, std::span<op::Range> out) { std::ranges::fill(out, op::any_value); };
  const std::size_t placed = filter.needs_place() ? 4 : 0;
  return
      [reference, head = filter.head, arguments, type, placed](std::span<const double> in, std::span<op::Range> out) {
        const SeenPixel pixel(in.first(in.size() - placed), in.last(placed), head, arguments);
        std::vector<double> values(static_cast<std::size_t>(pixel.channels()) * head.outputs.size());
        reference(pixel, values);
        for (std::size_t i = 0; i < std::min(values.size(), out.size()); ++i)
          out[i] = true_range(head, type, values[i]);
      };
}

void check_channels(const Filter& filter, const std::vector<PixelFormat>& formats) {
  point::check_alike(filter.head.name, formats);
  const PixelFormat& format = formats.front();
  if (filter.head.channels == 0 || format.channels - (format.alpha ? 1 : 0) == filter.head.channels) return;
  point::refuse(filter.head.name, {format}, fmt::format("{} channels beside alpha", filter.head.channels));
}

point::Function make_function(const Filter& filter, const op::Arguments& arguments,
                              const std::vector<PixelFormat>& formats) {
  check_channels(filter, formats);
  check_calls(filter, arguments);
  point::Function function{.file = filter.file, .name = filter.function()};
  function.layout = filter.head.kind == Kind::pixels ? point::Layout::pixels : point::Layout::samples;
  for (const Parameter& parameter : filter.head.parameters)
    function.numbers.push_back(number_of(filter.head, arguments, parameter.name));
  function.numbers.push_back(max_value(formats.front().type));  // WHITE
  function.needs_place = filter.needs_place();
  function.own_text = filter.own_text;
  function.outputs.assign(filter.head.outputs.size(), formats.front());
  function.reference = point_reference(filter, arguments, formats.front().type);
  return function;
}

// A filter for a fixed number of channels has cases of that number. Every second one adds alpha to 1 or 3 channels.
std::vector<point::Sample> point_samples(const Filter& filter) {
  std::vector<point::Sample> samples;
  for (const auto& arguments : samples_of(filter.head)) samples.push_back({arguments, {}});
  if (filter.head.channels == 0) return samples;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const bool alpha = i % 2 == 1 && (filter.head.channels == 1 || filter.head.channels == 3);
    samples[i].inputs.assign(filter.head.inputs.size(), {filter_types[i % std::size(filter_types)],
                                                         filter.head.channels + (alpha ? 1 : 0), alpha});
  }
  return samples;
}

}  // namespace

op::Op point_op(const Filter& filter) {
  op::Op op = point::PointOp{
      .info = info_of(filter),
      .make = [filter](const op::Arguments& arguments,
                       const std::vector<PixelFormat>& formats) { return make_function(filter, arguments, formats); },
      .samples = point_samples(filter)};
  op.version = filter.hash;
  op.tolerance = filter.head.tolerance;
  op.plainest =
      DimensionSchedule({{"access", "stride"}, {"group", "64"}, {"items", "1"}, {"v", "1"}, {"stores", "plain"}});
  return ops::masked_points(std::move(op));
}

}  // namespace lenslet::user
