// Correlates with any mask that the user writes.
#include <utility>

#include "ops/filter.hpp"
#include "ops/given_mask.hpp"
#include "ops/parameters.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

constexpr GivenMask given_mask{"filter2d", "mask", 31};

OpInfo describe_filter2d() {
  return {
      .name = "filter2d",
      .summary = "Correlate, or convolve, with a mask of your own.",
      .details =
          "out(x, y) = scale * sum of mask(i, j) * in(x + i - cx, y + j - cy) + delta, with (cx, cy) the mask's "
          "centre. Taps of zero do not exist. Equals OpenCV's filter2D and SciPy's correlate; with flip, "
          "SciPy's convolve. Colours are weighted by alpha, where the image has it and the taps have a positive sum.",
      .parameters = {{.name = "mask",
                      .summary = "Rows of taps; odd sides up to 31.",
                      .kind = ParameterKind::matrix,
                      .initial = Matrix(3, 3, {0, -1, 0, -1, 5, -1, 0, -1, 0})},
                     flag_parameter("flip", "Turn the mask by half a turn first: true convolution."),
                     scale_parameter(),
                     delta_parameter()},
      .outputs = {"out"},
      .synonyms = {"filter",
                   "correlate",
                   "correlate2d",
                   "imfilter",
                   "sepfilter",
                   "sepfilter2d",
                   {"convolve2d", "flip"},
                   {"convolution", "flip"},
                   {"conv", "flip"},
                   {"conv2", "flip"},
                   {"conv2d", "flip"}},
      .nearest_to = {"deconvolve", "emboss"}};
}

stencil::Stencil make_filter2d(const Arguments& args, SampleType type) {
  const stencil::Mask mask = mask_of(given_mask, args.matrix(given_mask.parameter));
  return stencil::linear({args.flag("flip") ? stencil::rotated(mask) : mask}, args.real("scale"), args.real("delta"),
                         type);
}

// Returns a mask without any symmetry, of whole numbers.
Matrix asymmetric_mask(int width, int height) {
  Numbers taps;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) taps.push_back((7 * x + 3 * y + x * y) % 11 - 5);
  return {height, width, std::move(taps)};
}

// A mask whose taps are 0 except every `step`-th one from this column and row on.
Matrix one_sided_mask(int width, int height, int column, int row, int step = 1) {
  Numbers taps;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      taps.push_back(x < column || y < row || (x + y) % step > 0 ? 0 : 0.5 * ((x + 2 * y + 2) % 5) - 0.5);
  return {height, width, std::move(taps)};
}

// Masks of even reach on one side of the centre: of one pixel, one row, one column; of rank 1 and of higher rank.
std::vector<ArgumentMap> reaching_masks() {
  const auto mask = [](Matrix matrix) { return ArgumentMap{{"mask", std::move(matrix)}}; };
  return {mask(one_sided_mask(5, 5, 2, 4, 3)),
          mask({1, 5, {0, 0, 0, 0, 1}}),
          mask({7, 1, {-1, 0, 0, 0, 0, 0, 0}}),
          mask({3, 5, {0, 0, 0, 0, .7, 0, 0, 0, 0, -.3, 0, 0, 0, 0, 0}}),
          mask({3, 3, {1, 1, 0, 1, 1, 0, 0, 0, 0}}),
          mask({3, 3, {0, .5, 0, 0, 0, 0, 0, .5, 0}}),
          mask(one_sided_mask(31, 31, 30, 30)),
          mask(one_sided_mask(7, 3, 4, 0)),
          mask({5, 5, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, .1, .2, .3, 0, 0, .03, .06, .09, 0, 0, .2, .4, .6}}),
          {{"mask", one_sided_mask(9, 9, 5, 6)}, {"flip", true}, {"scale", 0.5}, {"delta", 3.25}}};
}

}  // namespace

op::Op filter2d() {
  return filter_op(describe_filter2d(), make_filter2d,
                   {{{"mask", asymmetric_mask(3, 3)}},
                    {{"mask", asymmetric_mask(5, 5)}, {"flip", true}, {"scale", 0.037}, {"delta", 60.0}},
                    {{"mask", Matrix(1, 7, {.1, .2, -.4, .8, .3, 0, -.15})}},
                    {{"mask", asymmetric_mask(1, 31)}},
                    {{"mask", asymmetric_mask(31, 31)}, {"scale", 0.01}}},
                   reaching_masks());
}

}  // namespace lenslet::ops
