// Computes windows on two images: one has numbers in place of missing samples, the other tells which samples are there.
#include <algorithm>
#include <cmath>
#include <utility>

#include "ops/masked.hpp"
#include "ops/masked_chain.hpp"
#include "ops/weighted.hpp"
#include "stencil/image_problem.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

using pipeline::ValueId;

// Makes windows of a stencil that belongs to no op.
struct MakeWindows {
  stencil::Stencil stencil;
  SampleType output;
  std::array<double, 4> outside;  // value of a constant border

  op::ProblemPtr operator()(const Work& given) const {
    Work work = given;
    work.options.ddepth = output;
    work.options.accuracy = Accuracy::exact;
    work.options.border_value = outside;
    const PixelFormat input = std::get<ImageType>(work.inputs.front()).format;
    stencil::Problem problem;
    problem.stencil = stencil;
    problem.input = input;
    problem.output = output;
    problem.border = work.options.border.value_or(usual_border);
    problem.border_value = outside;
    problem.keep_alpha = input.alpha && work.options.alpha == Alpha::keep;
    return stencil::make_image_problem(std::move(work), std::move(problem));
  }
};

bool has_negative_taps(const stencil::Mask& mask) {
  return std::ranges::any_of(mask.taps, [](double tap) { return tap < 0; }) || sum_of_taps(mask) <= 0;
}

// A stencil that takes the centre's sample, with a window as large as another's.
stencil::Stencil centre_of(const stencil::Stencil& window, SampleType type) {
  stencil::Mask mask{2 * window.radius_x + 1, 2 * window.radius_y + 1, {}};
  mask.taps.assign(static_cast<std::size_t>(mask.width * mask.height), 0);
  mask.taps[mask.taps.size() / 2] = 1;
  return stencil::linear({mask}, 1, 0, type);
}

bool sees_centre(const stencil::Stencil& window) {
  if (window.masks.size() == 1) return window.masks.front().taps[window.masks.front().taps.size() / 2] != 0;
  return window.chords.empty() ||
         std::ranges::any_of(window.chords, [](const auto& c) { return c.y == 0 && c.first <= 0 && c.last >= 0; });
}

class MaskedFilter {
 public:
  MaskedFilter(const op::OpPtr& op, const Work& work, SampleType result)
      : op_(op),
        work_(work),
        format_(std::get<ImageType>(work.inputs.front()).format),
        result_(result),
        gaps_(work.options),
        chain_(1, work.options.alpha),
        window_(stencil(format_.type)),
        centre_(chain_input) {}

  op::ProblemPtr problem() && {
    if (work_.options.border == Border::discard) centre_ = windows(chain_input, centre_of(window_, format_.type), {});
    ValueId result = 0;
    if (window_.extreme != stencil::Extreme::none)
      result = extreme();
    else
      result = window_.masks.size() == 1 && has_negative_taps(window_.masks.front()) ? difference() : mean();
    return std::move(chain_).problem(result, window_.outputs.front(), work_);
  }

 private:
  static constexpr ValueId chain_input = 0;

  stencil::Stencil stencil(SampleType type) const {
    return op_->stencil(Arguments(op_->info, work_.call.arguments), type);
  }

  // The same window for samples of a type, without scale and delta, so that sums of whole numbers are exact.
  stencil::Stencil sums(SampleType type) const {
    return window_.masks.empty() ? stencil(type) : stencil::linear(window_.masks, 1, 0, type);
  }

  // The border's values. `gap` replaces the missing ones, and `there`, where it is given, the others.
  std::array<double, 4> outside(double gap, std::optional<double> there = {}) const {
    std::array<double, 4> values = work_.options.border_value;
    const Missing missing = gaps_.in(format_.type);
    const bool keeps = format_.alpha && work_.options.alpha == Alpha::keep;
    const std::size_t seen = static_cast<std::size_t>(format_.channels) - (keeps ? 1 : 0);
    for (std::size_t c = 0; c < seen; ++c) {
      values[c] = store_value(values[c], format_.type);
      values[c] = missing.has(values[c]) ? gap : there.value_or(values[c]);
    }
    return values;
  }

  ValueId windows(ValueId of, stencil::Stencil seen, std::optional<SampleType> made,
                  std::optional<std::array<double, 4>> around = {}) {
    const SampleType type = made.value_or(format_.type);
    return chain_.add({.op = work_.call.op,
                       .known = op_,
                       .arguments = work_.call.arguments,
                       .depth = type,
                       .alpha = work_.options.alpha,
                       .problem = MakeWindows{std::move(seen), type, around.value_or(work_.options.border_value)}},
                      {of});
  }

  ValueId filled(ValueId image, const char* fill = "number") {
    ArgumentMap arguments = gaps_.arguments();
    arguments["fill"] = std::string(fill);
    return chain_.points("blank", std::move(arguments), {image, image});
  }

  // 1 where there is a sample, or with `absent` where there is none.
  ValueId flags(bool absent) {
    ArgumentMap arguments = gaps_.arguments();
    arguments["absent"] = absent;
    return chain_.points("present", std::move(arguments), {chain_input});
  }

  // The sum of the samples that are there, divided by the sum of their weights.
  ValueId mean() {
    const double sum = window_.masks.empty() ? 1 : sum_of_taps(window_.masks.front()) * window_.scale;
    const ValueId all = windows(filled(chain_input), sums(format_.type), SampleType::f32, outside(0));
    const ValueId weights = windows(flags(false), sums(SampleType::u8), SampleType::f32, outside(0, 1));
    const double gain = std::abs(sum - 1) < nearly_one ? 1 : sum;
    const ValueId mean = chain_.points("divide", {{"scale", gain}}, {all, weights});
    const ValueId result = marked(stored(mean, 1, window_.delta));
    return sees_centre(window_) ? result : emptied(result, weights, 0);
  }

  // Sums in which missing samples count as the centre: the sum of what is there, plus the centre times the taps of what
  // is not. Where all samples are there, an infinite centre takes no part.
  ValueId difference() {
    const bool discards = centre_ != chain_input;
    const ValueId whole = filled(chain_input);
    const ValueId all = windows(whole, sums(format_.type), SampleType::f32, outside(0));
    const ValueId taps = windows(flags(true), sums(SampleType::u8), SampleType::f32, outside(1, 0));
    const ValueId centre = chain_.points("convert", {{"to", std::string("f32")}}, {discards ? filled(centre_) : whole});
    const ValueId product = chain_.points("multiply", {}, {centre, taps});
    const ValueId rest = chain_.points("blank", {{"value", 0.0}}, {product, taps});
    return marked(stored(chain_.points("add", {}, {all, rest}), window_.scale, window_.delta));
  }

  // The extreme of the samples that are there: missing samples get the opposite extreme of the type.
  ValueId extreme() {
    const bool least = window_.extreme == stencil::Extreme::least;
    const double fill = least ? (is_integer(format_.type) ? max_value(format_.type) : HUGE_VAL)
                              : (is_integer(format_.type) ? 0 : -HUGE_VAL);
    const ValueId found = windows(filled(chain_input, least ? "greatest" : "least"), window_, result_, outside(fill));
    const ValueId result = marked(found);
    if (sees_centre(window_)) return result;
    const ValueId any =
        windows(flags(least), stencil(SampleType::u8), SampleType::u8, outside(least ? 1 : 0, least ? 0 : 1));
    return emptied(result, any, least ? 1 : 0);
  }

  // Makes samples of the result from the f32 sums.
  ValueId stored(ValueId sums, double scale, double delta) {
    if (scale != 1 || delta != 0)
      sums = chain_.add({.op = "brightness",
                         .arguments = {{"scale", scale}, {"delta", delta}},
                         .depth = SampleType::f32,
                         .alpha = work_.options.alpha},
                        {sums});
    if (result_ == SampleType::f32) return sums;
    return chain_.points("convert", {{"to", std::string(name_of(result_))}}, {sums});
  }

  ValueId marked(ValueId result) {
    ArgumentMap arguments = gaps_.mark(gaps_.arguments());
    arguments["apart"] = true;
    return chain_.points("blank", std::move(arguments), {result, centre_});
  }

  // Marks results whose window has no sample. `flags` is an image that has the number `none` there.
  ValueId emptied(ValueId result, ValueId flags, double none) {
    return chain_.points("blank", gaps_.mark({{"value", none}}), {result, flags});
  }

  static constexpr double nearly_one = 1e-6;

  const op::OpPtr& op_;
  const Work& work_;
  PixelFormat format_;
  SampleType result_;
  Gaps gaps_;
  Chain chain_;
  stencil::Stencil window_;
  ValueId centre_;  // the image's pixel under each result's pixel
};

}  // namespace

op::ProblemPtr masked_windows(const op::OpPtr& op, const Work& work, SampleType result) {
  return MaskedFilter(op, work, result).problem();
}

}  // namespace lenslet::ops
