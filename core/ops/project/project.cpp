// Projects images and stacks along an axis.
#include "ops/project/project.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/work.hpp>

#include "op/dimensions.hpp"
#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

constexpr double most_pages = 1 << 30;
constexpr char project_details[] =
    "One sample of all that lie along an axis, each channel by itself. Along x each row becomes one pixel, along y "
    "each column, and along pages all pixels at one place of a stack: its pages lie one below the other in the image, "
    "as "
    "many as pages says, and the result is one page. Of a file of several pages --volume takes them so: along pages "
    "those of Z, or Q, or of the only axis there is; along z, t and c those of that axis, where others stay as they "
    "are. Without it each page is projected by itself, along x and y alone. min and max have the image's type; NaN "
    "wins, as in NumPy. They alone take integers of 64 bits. sum is of i32 for integers whose sum cannot exceed it, "
    "else of i64, "
    "always exact; of f32 for f16 and f32. mean, and deviation, the root of the mean square distance from the mean "
    "(ddof 0), are of f32. Integers are added exactly. Floats are added in f32 together with what rounding loses: "
    "sums and means are off by at most 4 u times the sum, or mean, of absolute values, u = 2^-24; deviations by 8 u "
    "times themselves and 2 u times the mean. The deviation of integers of 32 bits is refused. Equals NumPy's min, "
    "max, sum, mean and std along an axis, OpenCV's reduce, and the projections of ImageJ and CLIJ. It needs the "
    "whole image: no strips, no regions.";

std::vector<SampleType> projected_types() {
  std::vector<SampleType> types = types_to_32_bits();
  types.insert(types.end(), {SampleType::u64, SampleType::i64});
  return types;
}

OpInfo describe_project() {
  return {.name = "project",
          .summary = "Least, greatest, sum, mean or deviation along an axis of an image or a stack.",
          .details = project_details,
          .parameters = {{.name = "along",
                          .summary = "The axis that goes away.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("y"),
                          .choices = {"x", "y", "pages", "z", "t", "c"}},
                         {.name = "by",
                          .summary = "What becomes of the samples along it.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("max"),
                          .choices = {"min", "max", "sum", "mean", "deviation"}},
                         integer_parameter("pages", "Pages of the image, one below the other.", 1, 1, most_pages)},
          .outputs = {"out"},
          .inputs = {{"image", Reads::whole, projected_types()}},
          .synonyms = {"projection",
                       "zproject",
                       "maximumprojection",
                       "maxintensityprojection",
                       {"meanprojection", "by=mean"},
                       {"sumprojection", "by=sum"},
                       {"minimumprojection", "by=min"}}};
}

SampleType projected_type(Projection by, SampleType type, std::int64_t count) {
  if (by == Projection::least || by == Projection::greatest) return type;
  return by == Projection::sum && is_integer(type) ? added_in(type, count, false) : SampleType::f32;
}

// Sums of 64 bits may exceed 64 bits, squares of 32 bits do.
void check_summed(Projection by, SampleType type) {
  if (by == Projection::least || by == Projection::greatest || !is_integer(type)) return;
  const std::size_t most = by == Projection::deviation ? sizeof(std::int16_t) : sizeof(std::int32_t);
  if (size_of(type) <= most) return;
  throw SampleTypeError(fmt::format("project: the {} of {}; allowed: u8, i8, u16, i16, {}f16, f32",
                                    by == Projection::sum    ? "sum"
                                    : by == Projection::mean ? "mean"
                                                             : "deviation",
                                    name_of(type), by == Projection::deviation ? "" : "u32, i32, "));
}

op::Types project_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  const ImageType& image = inputs.image(0);
  const Projection by = projection_of(arguments);
  const Rays rays = rays_of(arguments, image.size);
  const SampleType type = image.format.type;
  check_summed(by, type);
  PixelFormat format = image.format;
  format.type = projected_type(by, type, rays.count);
  return std::vector<ValueType>{ImageType{format, rays.result}};
}

op::Dimensions project_space(const op::Instance&, const DeviceInfo&) {
  return {op::numbers("group", {1, 64, 128, 256}), op::numbers("v", {1, 4, 16})};
}

bool is_along_pages(const op::Arguments& arguments) {
  const std::string& along = arguments.text("along");
  return along != "x" && along != "y";
}

std::optional<char> axis_of_pages(const op::Arguments& arguments) {
  const std::string& along = arguments.text("along");
  return along == "z"   ? std::optional('Z')
         : along == "t" ? std::optional('T')
         : along == "c" ? std::optional('C')
                        : std::nullopt;
}

DimensionSchedule project_initial(const op::Instance&, const DeviceInfo& device) {
  const bool is_cpu = device.kind == DeviceKind::cpu;
  return DimensionSchedule({{"group", is_cpu ? "1" : "64"}, {"v", is_cpu ? "16" : "4"}});
}

}  // namespace

Projection projection_of(const op::Arguments& arguments) {
  const std::string& by = arguments.text("by");
  return by == "min"    ? Projection::least
         : by == "max"  ? Projection::greatest
         : by == "sum"  ? Projection::sum
         : by == "mean" ? Projection::mean
                        : Projection::deviation;
}

Rays rays_of(const op::Arguments& arguments, Size image) {
  const std::string& along = arguments.text("along");
  const std::int64_t pages = arguments.integer("pages"), height = image.height / pages;
  if (height * pages != image.height)
    throw Error(
        ErrorKind::invalid_argument,
        fmt::format("project: {} pages in {} rows; allowed: a number that divides the rows", pages, image.height));
  if (is_along_pages(arguments) && pages == 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("project: along {} of a single page; allowed: 2 or more, which --volume takes from a file "
                            "of several, and --pages from one tall image",
                            along == "pages" ? "the pages" : along));
  if (along == "x") return {true, image.width, 1, 1, {1, image.height}};
  if (along == "y") return {false, height, 1, height, {image.width, pages}};
  return {false, pages, height, 1, {image.width, height}};
}

SampleType added_in(SampleType type, std::int64_t count, bool squares) {
  const double most = std::max(max_value(type), -min_value(type));
  const double sum = (squares ? most * most : most) * static_cast<double>(count);
  return sum <= max_value(SampleType::i32) ? SampleType::i32 : SampleType::i64;
}

op::Op project() {
  op::Op op = op::whole_op(describe_project());
  op.outputs = project_outputs;
  op.space = project_space;
  op.initial = project_initial;
  op.depth_axis = axis_of_pages;
  op.make = project_make;
  op.mismatch = project_mismatch;
  op.cases = project_cases;
  op.typical.fills = {array::Fill::random, array::Fill::small};
  return op;
}

}  // namespace lenslet::ops
