// Calls that leave missing samples out.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/plan.hpp>

#include "names.hpp"
#include "op/op.hpp"
#include "op/op_problem.hpp"
#include "system/printable.hpp"

namespace lenslet {

namespace op {

bool leaves_out(const OpOptions& options) {
  return options.nodata || options.nan == Nan::ignore;
}

bool may_miss(const Op& op, const Work& work) {
  const bool has_value = work.options.nodata && !std::isnan(*work.options.nodata);
  const auto has_integers = [](const ValueType& type) {
    const auto* image = std::get_if<ImageType>(&type);
    return image && is_integer(image->format.type);
  };
  if (has_value || op.info.pipeline) return leaves_out(work.options);
  return leaves_out(work.options) && !std::ranges::all_of(work.inputs, has_integers);
}

ProblemPtr unmasked_problem(const OpPtr& op, Work work) {
  work.options.nodata.reset();
  work.options.nan = Nan::spread;
  if (!op->problem) return make_op_problem(op, std::move(work));
  check_inputs(*op, names_of(op->info.inputs), work.inputs);
  return op->problem(op, work);
}

void refuse_missing(const OpInfo& op, std::string_view reason) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: missing samples (nodata, or nan 'ignore') cannot be left out: {}; allowed: ops by one "
                          "mask, erode, dilate, open, close, unsharp, ops of single samples, and crop, flip, rotate "
                          "and transpose",
                          system::shown_name(full_name(op)), reason));
}

}  // namespace op

std::string_view name_of(Nan nan) {
  return nan == Nan::spread ? "spread" : "ignore";
}

Nan parse_nan(std::string_view word) {
  return parse_name("unknown nan", word, nan_modes);
}

}  // namespace lenslet
