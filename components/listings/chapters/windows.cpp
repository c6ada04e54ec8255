// Text 004 on images: filters by a square mask, the median, Sobel.
#include "listings/chapters.hpp"
#include "listings/host/functions.hpp"
#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

// A picture of 512 x 512: the text prints no size.
Size picture_size(double scale) {
  return {scaled(512, scale), scaled(512, scale)};
}

constexpr int window = 3;

std::vector<double> scaled_mask(std::vector<double> mask, double factor) {
  for (double& tap : mask) tap *= factor;
  return mask;
}

const std::vector<double> mean_mask(9, 1.0 / 9), gaussian_mask = scaled_mask({1, 2, 1, 2, 4, 2, 1, 2, 1}, 1.0 / 16),
                                                 sobel_x = {1, 0, -1, 2, 0, -2, 1, 0, -1}, sobel_y = {1, 2,  1,  0, 0,
                                                                                                      0, -1, -2, -1};

double masked(const Picture& from, std::int64_t x, std::int64_t y, const std::vector<double>& mask) {
  double sum = 0;
  for (int i = 0; i < window * window; ++i)
    sum += mask[static_cast<std::size_t>(i)] * from.nearest(x + i % window - 1, y + i / window - 1);
  return sum;
}

template <class Function>
Expected of_pictures(Size size, Function function) {
  return [=](const Values& before) {
    const Picture from(before.at("iImage"), size);
    return each_pixel(size, [&](auto x, auto y) { return function(from, x, y); });
  };
}

Memory mask_memory(const char* name, const std::vector<double>& mask) {
  return input(name, SampleType::f32, {window * window}, elements_of(mask));
}

std::function<Setup(double)> by_mask(const std::vector<double>& mask) {
  return [&mask](double scale) -> Setup {
    const Size size = picture_size(scale);
    return {
        .memory = {input_image("iImage", size, whole_numbers(256)), output_image("oImage", size),
                   mask_memory("filter", mask)},
        .steps = {{"filter_kernel", {.global = range_of(size)}, {Use{"iImage"}, Use{"oImage"}, Use{"filter"}, window}}},
        .checks = {
            {"oImage",
             of_pictures(size, [&mask](const Picture& from, auto x, auto y) { return masked(from, x, y, mask); }),
             1e-5}}};
  };
}

double median_of(const Picture& from, std::int64_t x, std::int64_t y) {
  std::vector<double> pixels;
  for (int i = 0; i < window * window; ++i) pixels.push_back(from.nearest(x + i % window - 1, y + i / window - 1));
  std::ranges::nth_element(pixels, pixels.begin() + window * window / 2);
  return pixels[window * window / 2];
}

std::function<Setup(double)> median_by(const char* kernel) {
  return [=](double scale) -> Setup {
    const Size size = picture_size(scale);
    return {.memory = {input_image("iImage", size, whole_numbers(256)), output_image("oImage", size)},
            .steps = {{kernel, {.global = range_of(size)}, {Use{"iImage"}, Use{"oImage"}}}},
            .checks = {{"oImage", of_pictures(size, median_of)}}};
  };
}

Setup sobel_of(double scale, const Numbered& pixels) {
  const Size size = picture_size(scale);
  const auto length = [](const Picture& from, auto x, auto y) {
    return std::hypot(masked(from, x, y, sobel_x), masked(from, x, y, sobel_y));
  };
  return {.memory = {input_image("iImage", size, pixels), output_image("oImage", size),
                     mask_memory("filter_x_grad", sobel_x), mask_memory("filter_y_grad", sobel_y)},
          .steps = {{"sobel_filter_kernel",
                     {.global = range_of(size)},
                     {Use{"iImage"}, Use{"oImage"}, Use{"filter_x_grad"}, Use{"filter_y_grad"}, window}}},
          .checks = {{"oImage", of_pictures(size, length), 1e-5}}};
}

// A picture that grows from left to right alone. As printed its gradient is 0.
Setup sobel_of_ramp(double scale) {
  const std::int64_t width = picture_size(scale).width;
  return sobel_of(scale, [=](std::int64_t i) { return static_cast<double>(i % width); });
}

const Fault wrong_rank{"The result is the element of index rank, the 6th smallest of 9.",
                       "The result is the element of index rank - 1, the 5th smallest."};

Counterpart op_of(Call call, double tolerance = 1e-5) {
  return {std::move(call), {"iImage"}, {.border = Border::replicate}, "oImage", tolerance};
}

std::vector<Listing> by_masks() {
  return {
      {.name = "mean-filter",
       .title = "The mean of 3 x 3 pixels",
       .what = "Nine coefficients of 1/9 in constant memory, the edge's pixels outside, which is neither of the two "
               "rules that the words have for borders: lenslet run mean --border discard or centre.",
       .places = {{"004", 5460, 5472, "G13"}, {"004", 5555, 5597, "G13"}},
       .setup = by_mask(mean_mask),
       .file = "window-filter.cl",
       .lenslet = op_of(ops::Mean{}),
       .faults = {{.what = "The mask is read with its rows as columns, which a symmetric one does not show.",
                   .cure = "Row j, column i for the pixel x + i, y + j.",
                   .effect = Effect::maybe}}},
      {.name = "gaussian-filter",
       .title = "The Gaussian of 3 x 3 pixels",
       .what = "1 2 1, 2 4 2, 1 2 1 over 16, which is a standard deviation of 0.85.",
       .places = {{"004", 5478, 5522, "G14"}, {"004", 5555, 5597, "G14"}},
       .setup = by_mask(gaussian_mask),
       .file = "window-filter.cl",
       .lenslet = op_of(ops::Filter2d{.mask = {3, 3, gaussian_mask}}),
       .faults = {{.what = "The mask is read with its rows as columns, which a symmetric one does not show.",
                   .cure = "Row j, column i for the pixel x + i, y + j.",
                   .effect = Effect::maybe}}},
      {.name = "mask-transposed",
       .title = "A filter by a mask that is not symmetric",
       .what = "filter_kernel with Sobel's mask for x, which shows how a mask is read.",
       .places = {{"004", 5555, 5597, "G13"}},
       .setup = by_mask(sobel_x),
       .file = "window-filter.cl",
       .lenslet = op_of(ops::Filter2d{.mask = {3, 3, sobel_x}}),
       .faults = {{"The mask is read with its rows as columns: the result is the derivative in y.",
                   "Row j, column i for the pixel x + i, y + j."}}}};
}

std::vector<Listing> medians() {
  return {{.name = "median-filter",
           .title = "The median of 3 x 3 pixels by a bubble sort",
           .what = "Nine pixels are sorted as far as their middle.",
           .places = {{"004", 5661, 5717, "G15"}},
           .setup = median_by("median_kernel"),
           .lenslet = op_of(ops::Median{}),
           .faults = {wrong_rank}},
          {.name = "median-branchless",
           .title = "The median of 3 x 3 pixels without branches",
           .what = "The same sort by least and greatest in the place of ifs, which the text leaves to the reader.",
           .places = {{"004", 5717, 0, "G15"}},
           .setup = median_by("median_kernel_branchless"),
           .file = "median-filter.cl",
           .lenslet = op_of(ops::Median{}),
           .faults = {wrong_rank}}};
}

std::vector<Listing> sobels() {
  return {
      {.name = "sobel-filter",
       .title = "The gradient's length by Sobel's masks",
       .what =
           "The root of the squares of two sums by masks of 3 x 3. The 1 that is written as alpha is lost: the image "
           "has one channel.",
       .places = {{"004", 5528, 5549, "G16"}, {"004", 5719, 5765, "G16"}},
       .setup = [](double scale) { return sobel_of(scale, whole_numbers(256)); },
       .lenslet = op_of(ops::Gradient{}),
       .faults = {{.what = "The sum of y takes the pixel's second channel, which is 0 in an image of one.",
                   .cure = "Both sums take the first channel.",
                   .options = "-D AS_PRINTED=1"},
                  {.what = "computedGradient is not declared, and a parenthesis of write_imagef is missing.",
                   .cure = "A float of that name, and the parenthesis.",
                   .effect = Effect::no_program,
                   .options = "-D AS_PRINTED=2"},
                  {.what = "The sampler has no filter mode, which leaves to the driver how texels are read.",
                   .cure = "CLK_FILTER_NEAREST.",
                   .effect = Effect::maybe,
                   .options = "-D AS_PRINTED=3"}}},
      {.name = "sobel-filter-ramp",
       .title = "The gradient's length of a ramp",
       .what = "The listing before this one, of a picture that grows by 1 from column to column: 8 inside.",
       .places = {{"004", 5719, 5765, "G16"}},
       .setup = sobel_of_ramp,
       .file = "sobel-filter.cl",
       .lenslet = op_of(ops::Gradient{}),
       .faults = {{.what = "The masks are read with their rows as columns: a ramp in x has no gradient.",
                   .cure = "Row j, column i for the pixel x + i, y + j.",
                   .options = "-D AS_PRINTED=1"}}}};
}

std::vector<Listing> memory_of_filters() {
  return {{.name = "grey-images",
           .title = "Image objects and a mask for filters of grey pictures",
           .what = "An image of CL_R that is read, one that is written, and a buffer for the mask.",
           .places = {{"004", 5606, 5659, "G17"}},
           .host = grey_images,
           .instead = "Session::convert() of <lenslet/session.hpp>; lenslet run --storage image",
           .faults = {{.what = "All channels of a texel but the first are 0, say the words.",
                       .cure = "Of an image of CL_R green and blue are 0, and alpha is 1.",
                       .host = grey_images_by_the_words}}}};
}

}  // namespace

std::vector<Listing> windows() {
  std::vector<Listing> all;
  for (const auto& part : {by_masks(), memory_of_filters(), medians(), sobels()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace lenslet::listings
