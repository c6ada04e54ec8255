// Measures the stages of both codecs at some sizes. Sizes come one after the other, since the larger ones fill memory.
#include <algorithm>

#include "studies/experiments/jpeg_parts.hpp"

namespace lenslet::study {
namespace {

constexpr Size full_sizes[] = {{640, 480}, {1152, 864}, {2304, 1728}, {4000, 3008}};

// Rounds to multiples of 16, which the printed kernel needs.
Size whole_mcus(Size size) {
  const auto rounded = [](std::int64_t side) { return std::max<std::int64_t>((side + 8) / 16, 1) * 16; };
  return {rounded(size.width), rounded(size.height)};
}

}  // namespace

JpegCharts::JpegCharts(Experiment& experiment) {
  const auto add = [&](const char* title) { return experiment.add_chart(title, "pixels"); };
  decoder = add("Decoder, from bytes to pixels in host memory");
  encoder = add("Encoder, from pixels to bytes in host memory");
  kernels = add("Dequantisation and inverse DCT by kernel, on the device");
  entropy = add("Decoder's stage: Huffman codes to coefficients");
  inverse = add("Decoder's stage: dequantisation and inverse DCT");
  color = add("Decoder's stage: up-sampling and colour");
  planes = add("Encoder's stage: colour and sub-sampling");
  forward = add("Encoder's stage: DCT, quantisation and zig-zag");
  coding = add("Encoder's stage: coefficients to Huffman codes");
}

void measure_jpeg(Experiment& experiment) {
  const JpegCharts charts(experiment);
  std::vector<double> sizes;
  for (const Size& full : full_sizes) {
    const Size size = whole_mcus(experiment.scaled(full));
    const auto pixels = static_cast<double>(size.width * size.height);
    if (!sizes.empty() && pixels <= sizes.back()) continue;
    sizes.push_back(pixels);
    const LazyPicture picture = lazy([size] { return std::make_shared<JpegPicture>(size); });
    add_jpeg_host(experiment, charts, pixels, picture);
    add_jpeg_decoder(experiment, charts, pixels, picture);
    add_jpeg_split(experiment, charts, pixels, picture);
    add_jpeg_codec(experiment, charts, pixels, picture);
    add_jpeg_encoder(experiment, charts, pixels, picture);
    experiment.measure();
  }
  conclude_jpeg(experiment, charts, sizes);
  measure_jpeg_loss(experiment);
}

}  // namespace lenslet::study
