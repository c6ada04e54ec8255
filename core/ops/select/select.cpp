// Takes each pixel from one of two images.
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_select() {
  return {
      .name = "select",
      .summary = "Each pixel from one of two images, by a mask.",
      .details =
          "A pixel is a's where the mask is not 0, else b's, with all channels. a and b have one size and format; the "
          "mask has one channel of any type. Equals NumPy's where, and OpenCV's copyTo of a onto b with a mask.",
      .parameters = {},
      .outputs = {"out"},
      .inputs = point::images({"a", "b", "mask"}, point::all_types()),
      .synonyms = {"where", "mask", "copyto", "ifthenelse"}};
}

void check_selected(const std::vector<PixelFormat>& formats) {
  if (formats[0] != formats[1] || formats[2].channels != 1)
    point::refuse("select", formats, "two images of one format, and a mask of 1 channel");
}

point::Function make_select(const Arguments&, const std::vector<PixelFormat>& formats) {
  check_selected(formats);
  return {.file = "select.cl",
          .name = "select_pixel",
          .layout = point::Layout::pixels,
          .arithmetic = point::Arithmetic::native,
          .outputs = {formats[0]},
          .reference =
              [](std::span<const double> in, std::span<op::Range> out) {
                const std::size_t channels = in.size() / 2;
                for (std::size_t c = 0; c < channels; ++c)
                  out[c] = point::exactly(in.back() != 0 ? in[c] : in[channels + c]);
              },
          .keeps_alpha = false};
}

point::AnyFunction make_any_select(const Arguments&, const std::vector<PixelFormat>& formats) {
  check_selected(formats);
  const SampleType type = formats.front().type;
  return {.file = "select.cl",
          .name = "select_pixel",
          .arithmetic = type == SampleType::f16 ? SampleType::f32 : type,
          .outputs = {formats.front()},
          .layout = point::Layout::pixels,
          .keeps_alpha = false,
          .reference = [](std::span<const op::Exact> in, std::span<point::ExactRange> out) {
            const std::size_t channels = in.size() / 2;
            for (std::size_t c = 0; c < channels; ++c)
              out[c].low = out[c].high = in.back() != 0 ? in[c] : in[channels + c];
          }};
}

point::Sample select_sample(PixelFormat image, SampleType mask) {
  return {{}, {image, image, {mask, 1}}};
}

}  // namespace

// Random masks of u8 have one zero in 256 samples, those of other types none. tests/ops has other masks.
op::Op select() {
  return point::PointOp{.info = describe_select(),
                        .make = make_select,
                        .samples = {select_sample({SampleType::u8, 3}, SampleType::u8),
                                    select_sample({SampleType::f32, 1}, SampleType::u8),
                                    select_sample({SampleType::u16, 4, true}, SampleType::u16),
                                    select_sample({SampleType::f16, 2}, SampleType::f32)},
                        .any = make_any_select,
                        .any_samples = {select_sample({SampleType::i32, 3}, SampleType::u8),
                                        select_sample({SampleType::i64, 1}, SampleType::f32),
                                        select_sample({SampleType::u32, 2}, SampleType::i16)}};
}

}  // namespace lenslet::ops
