// Point functions of samples of any type, which function.hpp's do not compute: of i8 and i16, and of u32, i32, u64, i64
// and f64, which floats do not hold. One plain kernel computes them, and only calls with such images compile it.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "op/exact_sample.hpp"
#include "op/op.hpp"
#include "point/function.hpp"

namespace lenslet::point {

struct PointOp;

// An interval of the true values that rounding may reach. Both ends are NaN where the truth is NaN.
struct ExactRange {
  op::Exact low = 0, high = 0;
};

// What the function gets and makes, and which channels, is as in Function.
struct AnyFunction {
  std::string file = {};  // the .cl file with the function
  std::string name = {};  // its name in the file; see any_points.cl
  SampleType arithmetic;  // what it computes in: the samples' own type, or one that holds what is made of them
  std::vector<PixelFormat> outputs;  // of one type
  std::vector<op::Exact> numbers = {};
  Layout layout = Layout::samples;
  bool keeps_alpha = true;
  bool masks = true;  // of inputs of another type than the first the function gets 1 where they are not 0
  std::function<void(std::span<const op::Exact> in, std::span<ExactRange> out)> reference = {};
};

// Tells whether any of the images has a type that Function does not compute.
bool has_other_type(const std::vector<PixelFormat>& formats);

// The type in which results are computed that integers do not hold: f32 for i8 and i16, else f64.
SampleType floats_for(SampleType type);

// The interval of a result of at most `roundings` roundings, each of a number up to `magnitude`, in that arithmetic.
ExactRange near(op::Exact value, op::Exact magnitude, int roundings, SampleType arithmetic);

// A function of pixels that moves samples as they are: the result has the channels of all inputs, one after the other.
AnyFunction moved_samples(std::string file, std::string name, SampleType type, std::vector<PixelFormat> outputs);

// The function NAME_samples() of NAME.cl in the samples' own type. `result` is exact but for one rounding, and takes
// doubles for f64, and else Exact.
template <class Result>
AnyFunction exact_pair(const std::string& name, const PixelFormat& format, Result result) {
  return {.file = name + ".cl",
          .name = name + "_samples",
          .arithmetic = format.type,
          .outputs = {format},
          .reference = [result, doubles = format.type == SampleType::f64](std::span<const op::Exact> in,
                                                                          std::span<ExactRange> out) {
            const op::Exact value =
                doubles ? result(static_cast<double>(in[0]), static_cast<double>(in[1])) : result(in[0], in[1]);
            out[0] = {value, value};
          }};
}

// Returns the op for images of all types that its inputs name: those of `point.any` where `op`, which is made of
// `point`, does not take them.
op::Op with_other_types(op::Op op, std::shared_ptr<const PointOp> point);

// The proofs of `narrow`, and cases of other types for `op`, which run untuned.
std::vector<VerifyCase> proofs_with(const op::Op& op, const op::Op& narrow, const std::vector<op::Case>& others,
                                    const DeviceInfo& device, int effort);

}  // namespace lenslet::point
