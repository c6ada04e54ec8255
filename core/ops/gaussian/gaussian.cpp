// Blurs by a Gaussian, with OpenCV's relation of sigma and mask size.
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/filter.hpp"
#include "ops/mask_side.hpp"
#include "ops/parameters.hpp"
#include "ops/volume_passes.hpp"
#include "ops/wide_gaussian/wide_gaussian.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

Parameter sigma_parameter(std::string name, std::string summary, double initial) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .kind = ParameterKind::real,
          .initial = initial,
          .unit = "pixels",
          .minimum = 0,
          .maximum = 1000};
}

std::vector<Parameter> gaussian_parameters() {
  const double side = stencil::max_mask;
  std::vector<Parameter> list = pair_of(
      integer_parameter("ksize", "Width of the mask, odd; 0: from sigma.", 0, 0, side, "pixels"),
      integer_parameter("ksize_y", "Height of the mask, odd; 0: ksize's, else from sigma_y.", 0, 0, side, "pixels"));
  list.insert(list.begin(), {sigma_parameter("sigma", "Standard deviation in x; 0: from ksize.", 1),
                             sigma_parameter("sigma_y", "Standard deviation in y; 0: sigma's.", 0)});
  return list;
}

OpInfo describe_gaussian() {
  return {
      .name = "gaussian",
      .summary = "Gaussian blur.",
      .details =
          "Taps exp(-x^2 / (2 sigma^2)), normalised to 1. Without a ksize it is the odd number near 6 sigma + 1 "
          "for u8 and 8 sigma + 1 for the other types; without a sigma it is 0.3 ((ksize - 1) / 2 - 1) + 0.8, and "
          "for ksize 1, 3, 5, 7, 9 the taps are OpenCV's fixed tables (3: 1 2 1). Masks have up to 127 pixels a "
          "side. A wider one, of a sigma above 21 for u8 and 15.8 for the other types, ends at 4 sigma for all "
          "types, as SciPy's gaussian_filter. Unless the accuracy is 'exact', its samples are summed on a coarse grid, "
          "blurred there, and interpolated, each by a Gaussian, which costs the same for every sigma; results differ "
          "from "
          "the sums over all taps by less than 0.00012 of the distance between the least and the greatest sample: 0.03 "
          "levels of u8, 8 of u16 at worst, and less than one of u16 beside an edge and on photographs, since only the "
          "end of the taps is smoother. With accuracy 'exact' all taps are summed, in f32, at a cost that grows with "
          "sigma; 'level' allows the grid for u8. The borders 'centre' and 'discard' and missing samples are refused "
          "there. Equals OpenCV's GaussianBlur "
          "with masks up to 127, but for u8 and u16 within 1, since OpenCV computes in fixed point. "
          "Colours are weighted by alpha, where the image has it.",
      .parameters = gaussian_parameters(),
      .outputs = {"out"},
      .synonyms = {"gauss", "gaussianblur", "gaussblur", "gaussfilter", "gaussianfilter", "imgaussfilt"},
      .nearest_to = {"lowpass", "lensblur", "defocus"}};
}

stencil::Stencil make_gaussian(const Arguments& args, SampleType type) {
  const double sigma_x = args.real("sigma");
  const double sigma_y = args.real("sigma_y") > 0 ? args.real("sigma_y") : sigma_x;
  int width = mask_side("gaussian", args, "ksize");
  int height = mask_side("gaussian", args, "ksize_y");
  if (sigma_x == 0 && width == 0)
    throw Error(ErrorKind::invalid_argument, "gaussian: sigma is 0 and ksize is 0, allowed: at least one above 0");
  if (height == 0) height = width > 0 ? width : stencil::gaussian_ksize(sigma_y, type);
  if (width == 0) width = stencil::gaussian_ksize(sigma_x, type);
  return stencil::linear(
      {stencil::outer(stencil::gaussian_taps(width, sigma_x), stencil::gaussian_taps(height, sigma_y))}, 1, 0, type);
}

constexpr double no_sigma = 1e-3;  // of which a pixel sees only itself

// A sigma of 0 along depth, or a mask of one page, leaves the pages apart.
std::vector<op::VolumePass> gaussian_passes(const op::VolumeCall& volume) {
  const op::Arguments& args = volume.arguments;
  const double along_y = args.real("sigma_y") > 0 ? args.real("sigma_y") : args.real("sigma");
  const double sigma = volume.depth.value_or(along_y);
  if (!(sigma >= 0 && sigma <= 1000))
    throw Error(ErrorKind::invalid_argument,
                fmt::format("gaussian: the depth, a sigma, is {}; allowed: 0 to 1000", sigma));
  std::int64_t pages = args.integer("ksize_y") > 0 ? args.integer("ksize_y") : args.integer("ksize");
  std::vector<op::VolumePass> passes{fine_pass({"gaussian", volume.given}, op::VolumePass::Way::pages)};
  if (pages == 0 && is_wide_sigma(sigma, SampleType::f32)) {
    passes.push_back(fine_pass({"gaussian", {{"sigma", no_sigma}, {"sigma_y", sigma}}}, op::VolumePass::Way::depth));
    return passes;
  }
  if (pages == 0 && sigma > 0) pages = stencil::gaussian_ksize(sigma, SampleType::f32);
  if (volume.depth == 0.0) pages = 1;
  if (pages <= 1) return passes;
  passes.push_back(
      fine_pass({"gaussian", {{"sigma", sigma}, {"sigma_y", sigma}, {"ksize", std::int64_t{1}}, {"ksize_y", pages}}},
                op::VolumePass::Way::depth));
  return passes;
}

}  // namespace

op::Op gaussian() {
  op::Op op = filter_op(describe_gaussian(), make_gaussian,
                        {{{"sigma", 0.8}, {"ksize", 5L}},
                         {{"sigma", 0.0}, {"ksize", 3L}},
                         {{"sigma", 1.5}, {"sigma_y", 0.5}, {"ksize", 9L}, {"ksize_y", 3L}},
                         {{"sigma", 0.9}}});
  op.volume = gaussian_passes;
  return with_wide_gaussian(std::move(op));
}

}  // namespace lenslet::ops
