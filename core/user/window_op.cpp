// Filters of windows and of masks. They belong to the stencil family.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernel_texts.hpp"
#include "ops/filter.hpp"
#include "stencil/masks.hpp"
#include "user/check_calls.hpp"
#include "user/filter.hpp"
#include "user/number.hpp"
#include "user/true_range.hpp"

namespace lenslet::user {
namespace {

using stencil::Stencil;

constexpr double max_exact = 0x1p24;  // smaller integers are exact as floats

stencil::Mask mask_of(const MaskRows& rows) {
  stencil::Mask mask{static_cast<int>(rows.front().size()), static_cast<int>(rows.size()), {}};
  for (const auto& row : rows) mask.taps.insert(mask.taps.end(), row.begin(), row.end());
  return mask;
}

int side_for(const Side& side, const op::Arguments& arguments) {
  return side_of(side, side.parameter.empty() ? 0 : arguments.integer(side.parameter));
}

// Tells whether every schedule makes the same sums. Sums of floats depend on the order of additions.
bool sums_are_exact(const Stencil& stencil, SampleType type) {
  const auto is_exact = [&](const stencil::Mask& mask) {
    double sum = 0;
    for (const double tap : mask.taps) sum += std::abs(tap);
    return sum * max_value(type) < max_exact;
  };
  return is_integer(type) && stencil::has_whole_taps(stencil) && std::ranges::all_of(stencil.masks, is_exact);
}

// The stencil family's window, as a reference sees it.
class SeenWindow final : public UserWindow {
 public:
  SeenWindow(const stencil::Window& window, const Head& head, const op::Arguments& arguments)
      : window_(window), head_(head), arguments_(arguments), place_(window.place()) {}

  double at(int dx, int dy) const override { return window_.at(dx, dy); }
  double at(int input, int dx, int dy) const override {
    return window_.of_input(static_cast<std::size_t>(input), dx, dy);
  }
  double sample(int input, int) const override { return at(input, 0, 0); }
  bool inside(int dx, int dy) const override { return window_.inside(dx, dy); }
  std::int64_t x() const override { return place_.x; }
  std::int64_t y() const override { return place_.y; }
  std::int64_t width() const override { return place_.width; }
  std::int64_t height() const override { return place_.height; }
  int channel() const override { return place_.channel; }
  int channels() const override { return 1; }
  double number(std::string_view parameter) const override { return number_of(head_, arguments_, parameter); }

 private:
  const stencil::Window& window_;
  const Head& head_;
  const op::Arguments& arguments_;
  stencil::WindowPlace place_;
};

stencil::Reference window_reference(const Filter& filter, const op::Arguments& arguments, SampleType type) {
  const UserReference reference = filter.reference->get();
  if (!reference) return {};
  return [reference, head = filter.head, arguments, type](const stencil::Window& window) {
    std::vector<double> values(head.outputs.size());
    reference(SeenWindow(window, head, arguments), values);
    std::vector<stencil::Truth> truths;
    for (const double value : values) {
      const auto [low, high] = true_range(head, type, value);
      truths.push_back({low, high});
    }
    return truths;
  };
}

// Integers become part of the code, and of the key that times are stored under; so does the text's version. For sums of
// masks one real parameter is a kernel's argument; others are compiled in.
void put_parameters(const Filter& filter, const op::Arguments& arguments, Stencil& stencil) {
  const bool of_masks = filter.head.kind == Kind::masks;
  stencil.defines.emplace_back("USER_VERSION", filter.hash);
  if (filter.head.not_negative) stencil.defines.emplace_back("NOT_NEGATIVE", "1");
  bool first = true;
  for (const Parameter& parameter : filter.head.parameters) {
    const double value = number_of(filter.head, arguments, parameter.name);
    if (parameter.kind != ParameterKind::real) {
      stencil.defines.emplace_back("USER_" + parameter.name, fmt::format("{}", static_cast<std::int64_t>(value)));
    } else if (!of_masks) {
      stencil.numbers.push_back(value);
    } else if (first) {
      first = false;
      stencil.number = value;
      stencil.defines.emplace_back("USER_" + parameter.name, "number");
    } else {
      stencil.defines.emplace_back("USER_" + parameter.name, float_literal(value));
    }
  }
}

Stencil masks_of(const Filter& filter, SampleType type) {
  std::vector<stencil::Mask> masks;
  for (const MaskRows& rows : filter.head.masks) masks.push_back(mask_of(rows));
  Stencil stencil = stencil::linear(std::move(masks), filter.head.scale, 0, type);
  stencil.outputs = filter.head.outputs;
  if (!filter.has_function) return stencil;
  if (filter.head.tolerance == 0 && !sums_are_exact(stencil, type)) stencil.factors.clear();
  stencil.reference = {};
  return stencil;
}

Stencil window_of(const Filter& filter, const op::Arguments& arguments) {
  Stencil stencil;
  stencil.radius_x = side_for(filter.head.width, arguments) / 2;
  stencil.radius_y = side_for(filter.head.height, arguments) / 2;
  stencil.outputs = filter.head.outputs;
  stencil.needs_inside = filter.code.has("INSIDE");
  stencil.inputs = filter.head.inputs.size();
  if (stencil.outputs.size() > 1) stencil.second = filter.function(1);
  if (filter.head.native) stencil.arithmetic = stencil::Arithmetic::native;
  return stencil;
}

Stencil make_stencil(const Filter& filter, const op::Arguments& arguments, SampleType type) {
  check_calls(filter, arguments);
  const bool of_masks = filter.head.kind == Kind::masks;
  Stencil stencil = of_masks ? masks_of(filter, type) : window_of(filter, arguments);
  stencil.own_text = filter.own_text;
  if (!filter.has_function) return stencil;
  stencil.body = filter.file;
  stencil.tolerance = filter.head.tolerance;
  put_parameters(filter, arguments, stencil);
  const bool needs_numbers = !of_masks && (filter.needs_place() || stencil.inputs > 1);
  if (needs_numbers && stencil.numbers.empty()) stencil.numbers.push_back(0);
  if (auto reference = window_reference(filter, arguments, type)) stencil.reference = std::move(reference);
  return stencil;
}

}  // namespace

op::Op window_op(const Filter& filter) {
  return ops::filter_op(
      info_of(filter),
      [filter](const op::Arguments& arguments, SampleType type) { return make_stencil(filter, arguments, type); },
      samples_of(filter.head));
}

}  // namespace lenslet::user
