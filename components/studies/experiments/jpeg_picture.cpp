// Makes the picture, reads its file by libjpeg-turbo, and computes the expected results by plain loops in double.
#include "studies/experiments/jpeg_picture.hpp"

#include <algorithm>
#include <numbers>
#include <random>

#include "jpeg/host_jpeg.hpp"
#include "jpeg/parse.hpp"

namespace lenslet::study {
namespace {

constexpr int tile_side = 512, discs = 16000;
constexpr double min_radius = 1.5, largest_radius = 120;

using Tile = std::vector<std::array<float, 3>>;

std::size_t place_in_tile(int x, int y) {
  return static_cast<std::size_t>((y & (tile_side - 1)) * tile_side + (x & (tile_side - 1)));
}

void paint_disc(Tile& tile, int x, int y, double radius, const std::array<float, 3>& color) {
  const int reach = static_cast<int>(radius);
  for (int dy = -reach; dy <= reach; ++dy)
    for (int dx = -reach; dx <= reach; ++dx)
      if (dx * dx + dy * dy <= radius * radius) tile[place_in_tile(x + dx, y + dy)] = color;
}

// Discs whose radii have a density that falls with their third power. The tile continues beyond its edges.
Tile dead_leaves() {
  std::mt19937 random(1);
  const auto uniform = [&] { return static_cast<double>(random()) / 4294967296.0; };
  const double least = 1 / (min_radius * min_radius), most = 1 / (largest_radius * largest_radius);
  Tile tile(std::size_t{tile_side} * tile_side);
  for (int i = 0; i < discs; ++i) {
    const double radius = 1 / std::sqrt(least - uniform() * (least - most)), light = 20 + 200 * uniform();
    const double hue = 2 * std::numbers::pi * uniform(), saturation = 40 * uniform();
    std::array<float, 3> color{};
    for (int c = 0; c < 3; ++c) color[c] = static_cast<float>(light + saturation * std::cos(hue + 2.1 * c));
    const int x = static_cast<int>(random() % tile_side), y = static_cast<int>(random() % tile_side);
    paint_disc(tile, x, y, radius, color);
  }
  return tile;
}

// A lens blurs over neighbouring pixels.
float blurred(const Tile& tile, int x, int y, std::size_t channel) {
  const auto at = [&](int dx, int dy) { return tile[place_in_tile(x + dx, y + dy)][channel]; };
  const float edges = at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1);
  const float corners = at(-1, -1) + at(1, -1) + at(-1, 1) + at(1, 1);
  return (4 * at(0, 0) + 2 * edges + corners) / 16;
}

std::array<double, 64> cosines() {
  std::array<double, 64> table{};
  for (std::size_t k = 0; k < 8; ++k)
    for (std::size_t j = 0; j < 8; ++j)
      table[8 * k + j] =
          k == 0 ? std::sqrt(0.125) : 0.5 * std::cos(static_cast<double>((2 * j + 1) * k) * std::numbers::pi / 16);
  return table;
}

const std::array<double, 64> table = cosines();

// Transforms rows and then columns. `weight` is the weight of input k for output j.
template <class Weight>
Block transformed(const Block& in, Weight weight) {
  Block rows{}, out{};
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < 8; ++j)
      for (std::size_t k = 0; k < 8; ++k) rows[8 * i + j] += weight(k, j) * in[8 * i + k];
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < 8; ++j)
      for (std::size_t k = 0; k < 8; ++k) out[8 * i + j] += weight(k, i) * rows[8 * k + j];
  return out;
}

std::vector<float> inverse_of(const std::vector<std::int16_t>& coefficients, const codec::QuantTable& quant) {
  std::vector<float> samples(coefficients.size());
  for (std::size_t at = 0; at < samples.size(); at += 64) {
    Block block{};
    for (std::size_t i = 0; i < 64; ++i) block[i] = quant[i] * coefficients[at + i];
    const Block made = inverse_transform(block);
    for (std::size_t i = 0; i < 64; ++i) samples[at + i] = static_cast<float>(made[i] + 128);
  }
  return samples;
}

}  // namespace

Image make_photograph(Size size) {
  const Tile tile = dead_leaves();
  Image image(size, {SampleType::u8, 3});
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x) {
      const double light = 12 * std::sin(static_cast<double>(x) / 311) * std::cos(static_cast<double>(y) / 257);
      for (std::size_t c = 0; c < 3; ++c) {
        const std::uint32_t random = scrambled(static_cast<std::size_t>((y * size.width + x) * 3) + c);
        const double noise = ((random & 1023) + (random >> 10 & 1023) + (random >> 20 & 1023)) / 512.0 - 3;
        const double value = blurred(tile, static_cast<int>(x), static_cast<int>(y), c) + light + noise;
        image.row(y)[3 * x + static_cast<std::int64_t>(c)] = static_cast<std::byte>(rounded_sample(value));
      }
    }
  return image;
}

std::uint8_t rounded_sample(double value) {
  return static_cast<std::uint8_t>(std::clamp(std::floor(value + 0.5), 0.0, 255.0));
}

std::size_t place_in_blocks(std::size_t component, std::size_t x, std::size_t y, std::size_t across) {
  const std::size_t side = component == 0 ? 16 : 8, mcu = y / side * across + x / side;
  const std::size_t block = component == 0 ? 4 * mcu + y / 8 % 2 * 2 + x / 8 % 2 : mcu;
  return 64 * block + 8 * (y % 8) + x % 8;
}

Block inverse_transform(const Block& coefficients) {
  return transformed(coefficients, [](std::size_t k, std::size_t j) { return table[8 * k + j]; });
}

Block forward_transform(const Block& samples) {
  return transformed(samples, [](std::size_t k, std::size_t j) { return table[8 * j + k]; });
}

JpegPicture::JpegPicture(Size of)
    : size(of), mcus{of.width / 16, of.height / 16}, pixels(make_photograph(of)), host(pixels, jpeg_options) {
  const codec::Frame frame = codec::frame_of(codec::parse_header(host.file()));
  const codec::HostCoefficients found = codec::host_coefficients(host.file(), frame, codec::BlockOrder::mcus);
  quant = {found.quant[0], found.quant[1]};
  for (std::size_t c = 0; c < jpeg_components; ++c) {
    const auto first = found.coefficients.begin() + frame.components[c].first_block * 64;
    coefficients[c].assign(first, first + frame.components[c].block_count() * 64);
    samples[c] = inverse_of(coefficients[c], found.quant[c]);
  }
}

std::vector<std::uint8_t> JpegPicture::planes(std::size_t spread) const {
  std::vector<std::uint8_t> all;
  for (std::size_t c = 0; c < jpeg_components; ++c) {
    const std::size_t times = c == 0 ? 1 : spread, half = c == 0 ? 1 : 2;
    const std::size_t width = static_cast<std::size_t>(size.width) / half * times;
    const std::size_t height = static_cast<std::size_t>(size.height) / half * times;
    for (std::size_t y = 0; y < height; ++y)
      for (std::size_t x = 0; x < width; ++x)
        all.push_back(
            rounded_sample(samples[c][place_in_blocks(c, x / times, y / times, static_cast<std::size_t>(mcus.width))]));
  }
  return all;
}

Mismatch JpegPicture::mismatch_in(const std::vector<std::uint8_t>& found, Size image, std::size_t spread) const {
  std::size_t at = 0;
  for (std::size_t c = 0; c < jpeg_components; ++c) {
    const std::size_t times = c == 0 ? 1 : spread, shift = c > 0 && spread == 1 ? 2 : 1;
    for (std::size_t y = 0; y < static_cast<std::size_t>(image.height) / shift; ++y)
      for (std::size_t x = 0; x < static_cast<std::size_t>(image.width) / shift; ++x, ++at) {
        const std::size_t place = place_in_blocks(c, x / times, y / times, static_cast<std::size_t>(mcus.width));
        const double should = std::clamp(static_cast<double>(samples[c][place]), 0.0, 255.0);
        if (std::abs(found[at] - should) > rounding)
          return fmt::format("component {}, sample {}, {} is {}, not {:.2f}", c, x, y, found[at], should);
      }
  }
  return {};
}

}  // namespace lenslet::study
