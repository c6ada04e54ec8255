// The decoder's kernels: dequantisation and inverse transform in several ways, and colour.
#include <algorithm>

#include "studies/experiments/jpeg_rows.hpp"

namespace lenslet::study {
namespace {

constexpr Size cut_off{5, 3};  // taken off a picture, for the kernel of any size

const InverseKernel inverse_kernels[] = {
    {"an item an MCU, as printed", "decode_mcu", {{"TABLES", 0}}},
    {"an item an MCU, __constant tables", "decode_mcu", {{"TABLES", 1}}},
    {"an item an MCU, packed stores", "decode_mcu", {{"TABLES", 1}, {"PACKED", 1}}},
    {"an item a block, packed stores", "decode_blocks", {{"TABLES", 1}, {"PACKED", 1}}},
    {"an item a block, any size", "decode_blocks", {{"TABLES", 1}, {"PACKED", 1}, {"ANY_SIZE", 1}}},
    {"eight items a block, packed stores", "decode_lines", {{"TABLES", 1}, {"PACKED", 1}}},
};

std::size_t spread_of(const InverseKernel& way) {
  for (const auto& [name, value] : way.defines)
    if (name == "SPREAD") return static_cast<std::size_t>(value);
  return 2;
}

bool takes_any_size(const InverseKernel& way) {
  return std::ranges::count(way.defines, Define{"ANY_SIZE", 1}) > 0;
}

std::size_t plane_bytes(Size size, std::size_t spread) {
  return static_cast<std::size_t>(size.width * size.height) * (spread == 2 ? 6 : 3) / 2;
}

Launch inverse_launch(const Experiment& experiment, const InverseKernel& way, Size mcus) {
  const auto width = static_cast<std::size_t>(mcus.width), height = static_cast<std::size_t>(mcus.height);
  if (way.kernel == "decode_mcu") return whole_groups(experiment, {width, height}, {8, 8});
  if (way.kernel == "decode_blocks") return whole_groups(experiment, {2 * width, 4 * height}, {64, 1});
  return jpeg_lines_launch(experiment, mcus);
}

// Compares with the colours of samples of Y, Cb and Cr. A result more than half from the exact one is rounded wrongly.
Mismatch mismatch_of_colors(Size size, std::size_t spread, const Samples& planes, const Samples& found) {
  const auto width = static_cast<std::size_t>(size.width), luma = width * static_cast<std::size_t>(size.height);
  const std::size_t half = spread == 1 ? 2 : 1, plane = luma / half / half;
  for (std::size_t at = 0; at < luma; ++at) {
    const std::size_t chroma = luma + at / width / half * (width / half) + at % width / half;
    const double y = planes[at], cb = planes[chroma] - 128.0, cr = planes[chroma + plane] - 128.0;
    const std::array<double, 3> should = {y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb};
    for (std::size_t c = 0; c < 3; ++c)
      if (std::abs(found[3 * at + c] - std::clamp(should[c], 0.0, 255.0)) > rounding)
        return fmt::format("pixel {}, channel {} is {}, not {:.2f}", at, c, found[3 * at + c], should[c]);
  }
  return {};
}

Ready inverse_with_transfers(const Experiment& experiment, const InverseKernel& way, const LazyPicture& shared) {
  const JpegPicture& picture = *shared.get();
  Transfers transfers{{}, 6, plane_bytes(picture.size, spread_of(way))};
  for (std::size_t c = 0; c < jpeg_components; ++c)
    transfers.inputs.emplace_back(2 * c, copy_of_bytes(picture.coefficients[c]));
  return with_transfers_ready(experiment, inverse_row(experiment, way, shared), std::move(transfers));
}

InverseKernel with_half_planes(InverseKernel way) {
  way.defines.emplace_back("SPREAD", 1);
  return way;
}

}  // namespace

const InverseKernel& printed_inverse() {
  return inverse_kernels[0];
}

const InverseKernel& inverse_by_lines() {
  return inverse_kernels[std::size(inverse_kernels) - 1];
}

KernelRow inverse_row(const Experiment& experiment, const InverseKernel& way, const LazyPicture& shared) {
  const JpegPicture& picture = *shared.get();
  const std::size_t spread = spread_of(way);
  Size size = picture.size;
  if (takes_any_size(way)) size = {size.width - cut_off.width, size.height - cut_off.height};
  const ocl::Queue& queue = experiment.queue();
  KernelRow row{"jpeg.cl", way.kernel, way.defines};
  row.before = jpeg_lines_file;
  if (way.kernel == "decode_lines") row.defines.emplace_back("GROUP", jpeg_lines_group(experiment));
  for (std::size_t c = 0; c < jpeg_components; ++c) {
    const codec::QuantTable& quant = picture.quant[c > 0];
    row.arguments.emplace_back(upload(queue, picture.coefficients[c]));
    row.arguments.emplace_back(upload(queue, std::vector<std::uint16_t>(quant.begin(), quant.end())));
  }
  const auto check = [shared, size, spread](const Samples& found) {
    return shared.get()->mismatch_in(found, size, spread);
  };
  row.arguments.emplace_back(output_for<std::uint8_t>(plane_bytes(size, spread), check));
  for (const std::int64_t number : {size.width, size.height, picture.mcus.width, picture.mcus.height})
    row.arguments.emplace_back(u32(number));
  row.launch = inverse_launch(experiment, way, picture.mcus);
  return row;
}

KernelRow color_row(const Experiment& experiment, Size size, std::size_t spread, const ocl::Buffer& planes) {
  const auto pixels = static_cast<std::size_t>(size.width * size.height);
  Output out{std::vector<std::byte>(3 * pixels), [=](const ocl::Queue& queue, const ocl::Buffer& found) {
               return mismatch_of_colors(size, spread, download<std::uint8_t>(queue, planes, planes.bytes()),
                                         download<std::uint8_t>(queue, found, 3 * pixels));
             }};
  return {
      "jpeg.cl",
      "to_rgb",
      {{"SPREAD", static_cast<std::int64_t>(spread)}},
      {planes, u32(size.width), u32(size.height), std::move(out)},
      whole_groups(experiment, {static_cast<std::size_t>(size.width), static_cast<std::size_t>(size.height)}, {64, 1}),
      {},
      jpeg_lines_file};
}

void add_jpeg_decoder(Experiment& experiment, const JpegCharts& charts, double pixels, const LazyPicture& picture) {
  for (const InverseKernel& way : inverse_kernels)
    add(experiment, charts.kernels, way.line, pixels,
        [&experiment, &way, picture] { return inverse_row(experiment, way, picture); });
  const InverseKernel lines = with_half_planes(inverse_by_lines());
  const auto color = [&experiment, picture] {
    return color_row(experiment, picture.get()->size, 1, upload(experiment.queue(), picture.get()->planes(1)));
  };
  add(experiment, charts.inverse, device_line, pixels,
      [&experiment, lines, picture] { return inverse_row(experiment, lines, picture); });
  add(experiment, charts.color, device_line, pixels, color);
  experiment.add(charts.inverse, device_line + with_transfers, pixels,
                 [&experiment, lines, picture] { return inverse_with_transfers(experiment, lines, picture); });
  experiment.add(charts.color, device_line + with_transfers, pixels, [&experiment, color, picture] {
    const std::size_t bytes = bytes_of_pixels(picture.get()->pixels).size();
    return with_transfers_ready(experiment, color(), {{{0, copy_of_bytes(picture.get()->planes(1))}}, 3, bytes});
  });
}

}  // namespace lenslet::study
