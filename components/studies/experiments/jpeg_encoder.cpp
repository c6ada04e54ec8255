// The encoder's kernels up to its zig-zag order: colour with sub-sampling, and the DCT with quantisation.
#include "studies/experiments/jpeg_rows.hpp"

namespace lenslet::study {
namespace {

// The samples of Y, Cb and Cr of a pixel, not rounded, by the book's formulas.
std::array<double, 3> color_of(const std::byte* pixel) {
  const auto r = static_cast<double>(pixel[0]), g = static_cast<double>(pixel[1]), b = static_cast<double>(pixel[2]);
  return {0.299 * r + 0.587 * g + 0.114 * b, -0.1687 * r - 0.3313 * g + 0.5 * b + 128,
          0.5 * r - 0.4187 * g - 0.0813 * b + 128};
}

// Samples of Y, and means of 2 x 2 pixels for Cb and Cr. The book does not say how to sub-sample.
std::vector<float> planes_of(const Image& image) {
  const auto width = static_cast<std::size_t>(image.size().width),
             height = static_cast<std::size_t>(image.size().height);
  std::vector<float> planes(width * height * 3 / 2);
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) {
      const auto color = color_of(image.row(static_cast<std::int64_t>(y)) + 3 * x);
      planes[y * width + x] = static_cast<float>(color[0]);
      const std::size_t chroma = width * height + y / 2 * (width / 2) + x / 2;
      planes[chroma] += static_cast<float>(color[1] / 4);
      planes[chroma + width * height / 4] += static_cast<float>(color[2] / 4);
    }
  return planes;
}

Samples rounded(const std::vector<float>& values) {
  return values_of(values.size(), [&](std::size_t i) { return rounded_sample(values[i]); });
}

Mismatch mismatch_of_planes(const std::vector<float>& should, const Samples& found) {
  for (std::size_t i = 0; i < should.size(); ++i)
    if (std::abs(found[i] - std::clamp(should[i], 0.f, 255.f)) > rounding)
      return fmt::format("sample {} is {}, not {:.2f}", i, found[i], should[i]);
  return {};
}

// Quantised coefficients in zig-zag order, MCU by MCU, component by component.
Mismatch mismatch_of_coefficients(const JpegPicture& picture, const Samples& planes,
                                  const std::vector<std::int16_t>& found) {
  const auto width = static_cast<std::size_t>(picture.size.width), across = width / 16;
  const std::size_t luma = width * static_cast<std::size_t>(picture.size.height);
  std::size_t first = 0, first_sample = 0;
  for (std::size_t c = 0; c < jpeg_components; ++c) {
    const std::size_t stride = c == 0 ? width : width / 2, count = c == 0 ? luma : luma / 4;
    std::vector<Block> blocks(count / 64);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t place = place_in_blocks(c, i % stride, i / stride, across);
      blocks[place / 64][place % 64] = planes[first_sample + i] - 128.0;
    }
    for (std::size_t block = 0; block < blocks.size(); ++block) {
      const Block made = forward_transform(blocks[block]);
      for (std::size_t i = 0; i < 64; ++i) {
        const std::size_t natural = codec::natural_order[i];
        const double should = made[natural] / picture.quant[c > 0][natural];
        const double is = found[first + 64 * block + i];
        if (std::abs(is - should) > rounding)
          return fmt::format("coefficient {} of block {} of component {} is {}, not {:.2f}", i, block, c, is, should);
      }
    }
    first += count;
    first_sample += count;
  }
  return {};
}

KernelRow planes_row(const Experiment& experiment, const LazyPicture& shared) {
  const JpegPicture& picture = *shared.get();
  const auto [width, height] = picture.size;
  std::vector<float> should = planes_of(picture.pixels);
  const std::size_t bytes = should.size();
  const auto check = [should = std::move(should)](const Samples& found) { return mismatch_of_planes(should, found); };
  return {
      "jpeg_encoder.cl",
      "to_planes",
      {{"GROUP", static_cast<std::int64_t>(jpeg_lines_group(experiment))}},
      {upload(experiment.queue(), bytes_of_pixels(picture.pixels)), u32(width), u32(height),
       output_for<std::uint8_t>(bytes, check)},
      whole_groups(experiment, {static_cast<std::size_t>(width) / 2, static_cast<std::size_t>(height) / 2}, {16, 4}),
      {},
      jpeg_lines_file};
}

KernelRow forward_row(const Experiment& experiment, const LazyPicture& shared) {
  const JpegPicture& picture = *shared.get();
  const Samples planes = rounded(planes_of(picture.pixels));
  const auto check = [shared, planes](const std::vector<std::int16_t>& found) {
    return mismatch_of_coefficients(*shared.get(), planes, found);
  };
  const ocl::Queue& queue = experiment.queue();
  const auto table = [&](std::size_t i) {
    return upload(queue, std::vector<std::uint16_t>(picture.quant[i].begin(), picture.quant[i].end()));
  };
  return {"jpeg_encoder.cl",
          "forward",
          {{"GROUP", static_cast<std::int64_t>(jpeg_lines_group(experiment))}},
          {upload(queue, planes), u32(picture.size.width), u32(picture.size.height), table(0), table(1),
           output_for<std::int16_t>(planes.size(), check)},
          jpeg_lines_launch(experiment, picture.mcus),
          {},
          jpeg_lines_file};
}

}  // namespace

void add_jpeg_encoder(Experiment& experiment, const JpegCharts& charts, double pixels, const LazyPicture& picture) {
  add(experiment, charts.planes, device_line, pixels,
      [&experiment, picture] { return planes_row(experiment, picture); });
  add(experiment, charts.forward, device_line, pixels,
      [&experiment, picture] { return forward_row(experiment, picture); });
  experiment.add(charts.planes, device_line + with_transfers, pixels, [&experiment, picture] {
    const Samples from = bytes_of_pixels(picture.get()->pixels);
    return with_transfers_ready(experiment, planes_row(experiment, picture),
                                {{{0, copy_of_bytes(from)}}, 3, from.size() / 2});
  });
  experiment.add(charts.forward, device_line + with_transfers, pixels, [&experiment, picture] {
    const Samples from = rounded(planes_of(picture.get()->pixels));
    return with_transfers_ready(experiment, forward_row(experiment, picture),
                                {{{0, copy_of_bytes(from)}}, 5, 2 * from.size()});
  });
}

}  // namespace lenslet::study
