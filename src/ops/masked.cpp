// Windows see the image with numbers in the place of missing samples, and beside it an image that says which they are.
#include "ops/masked.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/missing_parameters.hpp"
#include "ops/weighted.hpp"
#include "pipeline/problem.hpp"
#include "point/point_op.hpp"
#include "stencil/image_problem.hpp"
#include "stencil/masks.hpp"
#include "system/shown_name.hpp"

namespace lenslet::ops {
namespace {

using pipeline::ValueId;
using ArgumentMap = std::map<std::string, Value>;

const ImageType& image_at(const std::vector<ValueType>& types, std::size_t place) {
  return std::get<ImageType>(types[place]);
}

// Which samples the call calls missing, and what they are in results.
class Gaps {
 public:
  explicit Gaps(const FilterOptions& options) : value_(options.nodata), nan_(options.nan == Nan::ignore) {
    if (!value_ || !std::isnan(*value_)) return;
    value_.reset();
    nan_ = true;
  }

  bool may_be_in(PixelType type) const { return value_ || !is_integer(type); }

  Missing in(PixelType type) const {
    Missing missing{.nan = nan_};
    if (value_) missing.value = store_value(*value_, type);
    return missing;
  }

  void check(const OpInfo& op, PixelType input) const {
    if (value_) held_value(system::shown_name(op.name), *value_, input);
  }
  void check_result(const OpInfo& op, PixelType type) const {
    check(op, type);
    if (!value_ && is_integer(type))
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("{}: missing samples are NaN, which a result of {} cannot hold; allowed: with a value of "
                              "them (nodata), or results of f16 and f32",
                              system::shown_name(op.name), name_of(type)));
  }

  ArgumentMap arguments() const {
    return {{"value", value_.value_or(0)}, {"missing", std::string(!value_ ? "nan" : nan_ ? "both" : "value")}};
  }

  // What blanks a result.
  ArgumentMap mark(ArgumentMap missing) const {
    missing["fill"] = std::string(value_ ? "number" : "nan");
    missing["number"] = value_.value_or(0);
    return missing;
  }

 private:
  std::optional<double> value_;
  bool nan_;
};

// A pipeline, node by node.
class Chain {
 public:
  // Of a call that keeps alpha, or filters it: it then is a channel like the others.
  Chain(std::size_t inputs, std::optional<Alpha> alpha) : alpha_(alpha) {
    for (std::size_t i = 0; i < inputs; ++i) all_.values.push_back(fmt::format("image{}", i));
    all_.inputs = inputs;
  }

  ValueId add(pipeline::Node node, std::vector<ValueId> inputs) {
    node.inputs = std::move(inputs);
    node.outputs = {all_.values.size()};
    all_.values.emplace_back();
    all_.nodes.push_back(std::move(node));
    return all_.values.size() - 1;
  }
  ValueId points(const char* op, ArgumentMap arguments, std::vector<ValueId> inputs) {
    return add({.op = op, .arguments = std::move(arguments), .alpha = alpha_}, std::move(inputs));
  }

  op::ProblemPtr problem(ValueId result, const std::string& name, Work work) && {
    all_.values[result] = name;
    all_.outputs = {result};
    work.options.nodata.reset();
    work.options.nan = Nan::spread;
    work.options.ddepth.reset();  // nodes have their own
    work.options.alpha.reset();
    work.options.accuracy = Accuracy::exact;
    const std::string op = work.call.op;
    return pipeline::make_problem(std::make_shared<const pipeline::Definition>(std::move(all_)), std::move(work), op);
  }

 private:
  std::optional<Alpha> alpha_;
  pipeline::Definition all_;
};

// Windows of a stencil that is no op's own.
struct MakeWindows {
  stencil::Stencil stencil;
  PixelType output;
  std::array<double, 4> outside;  // of a constant border

  op::ProblemPtr operator()(const Work& given) const {
    Work work = given;
    work.options.ddepth = output;
    work.options.accuracy = Accuracy::exact;
    work.options.border_value = outside;
    const PixelFormat input = image_at(work.inputs, 0).format;
    stencil::Problem problem;
    problem.stencil = stencil;
    problem.input = input;
    problem.output = output;
    problem.border = work.options.border;
    problem.border_value = outside;
    problem.keep_alpha = input.alpha && work.options.alpha == Alpha::keep;
    return stencil::make_image_problem(std::move(work), std::move(problem));
  }
};

bool has_negative_taps(const stencil::Mask& mask) {
  return std::ranges::any_of(mask.taps, [](double tap) { return tap < 0; }) || sum_of_taps(mask) <= 0;
}

// One sample, of a window as large as another's.
stencil::Stencil centre_of(const stencil::Stencil& window, PixelType type) {
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
  MaskedFilter(const Filter& filter, const Work& work, PixelType result)
      : filter_(filter),
        work_(work),
        format_(image_at(work.inputs, 0).format),
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

  stencil::Stencil stencil(PixelType type) const {
    return filter_.stencil(op::Arguments(filter_.info, work_.call.arguments), type);
  }

  // The same window for samples of a type, without scale and delta, so that sums of whole numbers are exact.
  stencil::Stencil sums(PixelType type) const {
    return window_.masks.empty() ? stencil(type) : stencil::linear(window_.masks, 1, 0, type);
  }

  // What lies outside the image: a missing sample is `gap`, another itself, or `there`.
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

  ValueId windows(ValueId of, stencil::Stencil seen, std::optional<PixelType> made,
                  std::optional<std::array<double, 4>> around = {}) {
    const PixelType type = made.value_or(format_.type);
    return chain_.add({.op = work_.call.op,
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

  // 1 where there is a sample, or where there is none.
  ValueId flags(bool absent) {
    ArgumentMap arguments = gaps_.arguments();
    arguments["absent"] = absent;
    return chain_.points("present", std::move(arguments), {chain_input});
  }

  // Sums of the samples that are there by those of their weights.
  ValueId mean() {
    const double sum = window_.masks.empty() ? 1 : sum_of_taps(window_.masks.front()) * window_.scale;
    const ValueId all = windows(filled(chain_input), sums(format_.type), PixelType::f32, outside(0));
    const ValueId weights = windows(flags(false), sums(PixelType::u8), PixelType::f32, outside(0, 1));
    const double gain = std::abs(sum - 1) < nearly_one ? 1 : sum;
    const ValueId mean = chain_.points("divide", {{"scale", gain}}, {all, weights});
    const ValueId result = marked(stored(mean, 1, window_.delta));
    return sees_centre(window_) ? result : emptied(result, weights, 0);
  }

  // Sums in which missing samples are the centre's: what is there, and the centre times the taps of what is not. Where
  // all is there, an infinite centre has no part in it.
  ValueId difference() {
    const bool discards = centre_ != chain_input;
    const ValueId whole = filled(chain_input);
    const ValueId all = windows(whole, sums(format_.type), PixelType::f32, outside(0));
    const ValueId taps = windows(flags(true), sums(PixelType::u8), PixelType::f32, outside(1, 0));
    const ValueId centre = chain_.points("convert", {{"to", std::string("f32")}}, {discards ? filled(centre_) : whole});
    const ValueId product = chain_.points("multiply", {}, {centre, taps});
    const ValueId rest = chain_.points("blank", {{"value", 0.0}}, {product, taps});
    return marked(stored(chain_.points("add", {}, {all, rest}), window_.scale, window_.delta));
  }

  // The least sample of those that are there is that of all, where the others are as great as can be.
  ValueId extreme() {
    const bool least = window_.extreme == stencil::Extreme::least;
    const double fill = least ? (is_integer(format_.type) ? max_value(format_.type) : HUGE_VAL)
                              : (is_integer(format_.type) ? 0 : -HUGE_VAL);
    const ValueId found = windows(filled(chain_input, least ? "greatest" : "least"), window_, result_, outside(fill));
    const ValueId result = marked(found);
    if (sees_centre(window_)) return result;
    const ValueId any =
        windows(flags(least), stencil(PixelType::u8), PixelType::u8, outside(least ? 1 : 0, least ? 0 : 1));
    return emptied(result, any, least ? 1 : 0);
  }

  // The f32 sums as samples of the result.
  ValueId stored(ValueId sums, double scale, double delta) {
    if (scale != 1 || delta != 0)
      sums = chain_.add({.op = "brightness",
                         .arguments = {{"scale", scale}, {"delta", delta}},
                         .depth = PixelType::f32,
                         .alpha = work_.options.alpha},
                        {sums});
    if (result_ == PixelType::f32) return sums;
    return chain_.points("convert", {{"to", std::string(name_of(result_))}}, {sums});
  }

  ValueId marked(ValueId result) {
    ArgumentMap arguments = gaps_.mark(gaps_.arguments());
    arguments["apart"] = true;
    return chain_.points("blank", std::move(arguments), {result, centre_});
  }

  // Marks where no sample of the window is there, which another image has a number for.
  ValueId emptied(ValueId result, ValueId flags, double none) {
    return chain_.points("blank", gaps_.mark({{"value", none}}), {result, flags});
  }

  static constexpr double nearly_one = 1e-6;

  const Filter& filter_;
  const Work& work_;
  PixelFormat format_;
  PixelType result_;
  Gaps gaps_;
  Chain chain_;
  stencil::Stencil window_;
  ValueId centre_;  // what a result's pixel is of the image
};

// Why a filter's windows cannot leave samples out; empty: they can.
std::string why_not_masked(const Filter& filter, const stencil::Stencil& window, const Work& work) {
  if (work.options.layered) return "images of several layers are filtered in one launch";
  if (window.outputs.size() != 1 || window.masks.size() > 1) return "it has several masks";
  if (window.masks.size() == 1 && !window.body.empty()) return "a function makes its result of the sum";
  if (window.masks.empty() && !filter.averages && window.extreme == stencil::Extreme::none)
    return "it needs all samples of a window";
  return {};
}

// The alpha of the call, for which missing samples have no weights.
Work with_alpha(const OpInfo& info, Work work) {
  constexpr Alpha kept[] = {Alpha::keep, Alpha::filter};
  work.options.alpha = op::alpha_of(info, work, kept, "missing samples have weights of their own");
  return work;
}

bool is_of_samples(const op::Op& op, const Work& work) {
  const auto function = point::function_of(op, op::instance_of(op, work.call, work.inputs));
  const auto& formats = work.inputs;
  if (!function || function->layout != point::Layout::samples || function->outputs.size() != 1) return false;
  return std::ranges::all_of(formats, [&](const ValueType& type) {
    const PixelFormat& format = std::get<ImageType>(type).format;
    return format.channels == function->outputs.front().channels && format.alpha == function->outputs.front().alpha;
  });
}

op::ProblemPtr points_problem(const op::Op& op, const Work& given) {
  const Work work = with_alpha(op.info, given);
  const Gaps gaps(work.options);
  const op::ProblemPtr whole = op::unmasked_problem(op, work);
  Chain chain(work.inputs.size(), work.options.alpha);
  std::vector<ValueId> images;
  for (ValueId id = 0; id < work.inputs.size(); ++id) images.push_back(id);
  ValueId result = chain.add(
      {.op = work.call.op, .arguments = work.call.arguments, .depth = work.options.ddepth, .alpha = work.options.alpha},
      images);
  ArgumentMap arguments = gaps.mark(gaps.arguments());
  arguments["apart"] = true;
  bool marks = false;
  for (const ValueId id : images) {
    const PixelType type = image_at(work.inputs, id).format.type;
    if (!gaps.may_be_in(type)) continue;
    gaps.check(op.info, type);
    result = chain.points("blank", arguments, {result, id});
    arguments["apart"] = false;  // what is marked stays
    marks = true;
  }
  if (!marks) return whole;
  gaps.check_result(op.info, std::get<ImageType>(whole->outputs().front()).format.type);
  return std::move(chain).problem(result, whole->output_names().front(), work);
}

}  // namespace

op::ProblemPtr masked_problem(const Filter& filter, const op::Op& op, const Work& given) {
  const Work work = with_alpha(filter.info, given);
  const PixelType type = image_at(work.inputs, 0).format.type;
  const op::ProblemPtr whole = op::unmasked_problem(op, work);
  const Gaps gaps(work.options);
  if (!gaps.may_be_in(type)) return whole;
  const stencil::Stencil window = filter.stencil(op::Arguments(filter.info, work.call.arguments), type);
  const std::string reason = why_not_masked(filter, window, work);
  if (!reason.empty()) op::refuse_missing(filter.info, reason);
  if (window.radius_x + window.radius_y == 0) return points_problem(op, given);
  const PixelType result = std::get<ImageType>(whole->outputs().front()).format.type;
  gaps.check(filter.info, type);
  gaps.check_result(filter.info, result);
  return MaskedFilter(filter, work, result).problem();
}

op::Op masked_points(op::Op op) {
  op.masked = [](const op::Op& self, const Work& work) {
    if (!is_of_samples(self, work)) op::refuse_missing(self.info, "it makes samples of several channels");
    return points_problem(self, work);
  };
  return op;
}

}  // namespace lenslet::ops
