// Calls libjpeg-turbo, as host_calls.hpp says.
#include "jpeg/host_jpeg.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "jpeg/host_calls.hpp"

namespace lenslet::codec {
namespace {

// Bytes after a file's only scan change no pixel, and so are never read.
void end_behind_scan(j_common_ptr jpeg) {
  auto* file = reinterpret_cast<j_decompress_ptr>(jpeg);
  if (file->input_iMCU_row >= file->total_iMCU_rows) file->unread_marker = JPEG_EOI;
}

void start(Decompressor& from, int scale, J_COLOR_SPACE space) {
  if (setjmp(from.back)) from.fail();
  from.jpeg.out_color_space = space;
  from.jpeg.dct_method = JDCT_ISLOW;
  from.jpeg.scale_num = 1;
  from.jpeg.scale_denom = static_cast<unsigned>(scale);
  jpeg_start_decompress(&from.jpeg);
}

// Reads all rows into `to`. Rows are `stride` bytes apart.
void read_rows(Decompressor& from, unsigned char* to, std::size_t stride) {
  if (setjmp(from.back)) from.fail();
  while (from.jpeg.output_scanline < from.jpeg.output_height) {
    JSAMPROW row = to + from.jpeg.output_scanline * stride;
    jpeg_read_scanlines(&from.jpeg, &row, 1);
  }
}

// Multiplies inks by black. Like Adobe's, they are stored inverted.
void multiply_inks(const std::vector<unsigned char>& inks, Image& image) {
  const auto [width, height] = image.size();
  const unsigned char* ink = inks.data();
  for (std::int64_t y = 0; y < height; ++y) {
    std::byte* to = image.row(y);
    for (std::int64_t x = 0; x < width; ++x, ink += 4)
      for (int c = 0; c < 3; ++c) *to++ = static_cast<std::byte>((ink[c] * ink[3] * 2 + 255) / 510);
  }
}

// Refuses the processes that no libjpeg-turbo of 8 bits decodes.
void check_process(const Header& header) {
  constexpr int processes[] = {0xc0, 0xc1, 0xc2, 0xc9, 0xca};
  if (std::ranges::find(processes, header.marker) == std::end(processes))
    throw Error(ErrorKind::unsupported, fmt::format("a JPEG file that is {}; allowed: baseline, extended, progressive "
                                                    "and arithmetic",
                                                    kind_of(header.marker)));
  if (header.precision != 8)
    throw Error(ErrorKind::unsupported, fmt::format("a JPEG file of {} bits a sample; allowed: 8", header.precision));
}

J_COLOR_SPACE space_for(Color color, std::size_t components) {
  if (color == Color::grey) return JCS_GRAYSCALE;
  if (color == Color::ycc || color == Color::rgb) return JCS_RGB;
  if (color == Color::cmyk || color == Color::ycck) return JCS_CMYK;
  throw Error(ErrorKind::unsupported, fmt::format("a JPEG file of {} components; allowed: 1, 3 and 4", components));
}

jvirt_barray_ptr* read_coefficients(Decompressor& from) {
  if (setjmp(from.back)) from.fail();
  from.progress.progress_monitor = end_behind_scan;
  return jpeg_read_coefficients(&from.jpeg);
}

JBLOCKROW row_of_blocks(Decompressor& from, jvirt_barray_ptr blocks, JDIMENSION row) {
  if (setjmp(from.back)) from.fail();
  auto* common = reinterpret_cast<j_common_ptr>(&from.jpeg);
  return from.jpeg.mem->access_virt_barray(common, blocks, row, 1, FALSE)[0];
}

// Copies a row of blocks to its place among those of its component.
void copy_row(JBLOCKROW blocks, const Component& component, std::int64_t row, BlockOrder order, std::int16_t* to) {
  const std::int64_t width = component.blocks.width, h = component.h, v = component.v;
  if (order == BlockOrder::rows) {
    std::copy_n(blocks[0], width * block_samples, to + row * width * block_samples);
    return;
  }
  for (std::int64_t x = 0; x < width; ++x) {
    const std::int64_t mcu = row / v * (width / h) + x / h;
    std::copy_n(blocks[x], block_samples, to + (mcu * h * v + row % v * h + x % h) * block_samples);
  }
}

}  // namespace

HostPixels host_pixels(std::span<const std::byte> file, const Header& header, int scale) {
  check_process(header);
  const J_COLOR_SPACE space = space_for(header.color, header.components.size());
  Decompressor from(file);
  start(from, scale, space);
  HostPixels result{
      Image({from.jpeg.output_width, from.jpeg.output_height}, {SampleType::u8, space == JCS_GRAYSCALE ? 1 : 3}), {}};
  const std::size_t stride =
      std::size_t{from.jpeg.output_width} * static_cast<std::size_t>(from.jpeg.output_components);
  if (space == JCS_CMYK) {
    std::vector<unsigned char> inks(stride * from.jpeg.output_height);
    read_rows(from, inks.data(), stride);
    multiply_inks(inks, result.image);
  } else {
    read_rows(from, reinterpret_cast<unsigned char*>(result.image.data()),
              static_cast<std::size_t>(result.image.stride()));
  }
  result.warnings = std::move(from.warnings);
  return result;
}

HostCoefficients host_coefficients(std::span<const std::byte> file, const Frame& frame, BlockOrder order) {
  Decompressor from(file);
  jvirt_barray_ptr* arrays = read_coefficients(from);
  HostCoefficients result;
  result.coefficients.resize(static_cast<std::size_t>(frame.blocks * block_samples));
  for (std::size_t c = 0; c < frame.components.size(); ++c) {
    const Component& component = frame.components[c];
    std::int16_t* to = result.coefficients.data() + component.first_block * block_samples;
    for (std::int64_t row = 0; row < component.blocks.height; ++row)
      copy_row(row_of_blocks(from, arrays[c], static_cast<JDIMENSION>(row)), component, row, order, to);
    QuantTable& quant = result.quant.emplace_back();
    if (const JQUANT_TBL* table = from.jpeg.comp_info[c].quant_table)
      std::copy_n(table->quantval, block_samples, quant.data());
  }
  result.warnings = std::move(from.warnings);
  return result;
}

}  // namespace lenslet::codec
