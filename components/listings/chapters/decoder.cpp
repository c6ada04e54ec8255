// Text 004's JPEG decoder: what it leaves to the device.
#include <numbers>

#include "listings/chapters.hpp"
#include "listings/contents.hpp"
#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

constexpr std::int64_t side = 8, block = side * side, mcu = 16;

std::vector<double> cosines() {
  return each_pixel({side, side}, [](std::int64_t j, std::int64_t k) {
    if (k == 0) return std::sqrt(1.0 / 8);
    return 0.5 * std::cos(static_cast<double>((2 * j + 1) * k) * std::numbers::pi / 16);
  });
}

// Cosine k at sample j.
double cosine(std::int64_t k, std::int64_t j) {
  static const std::vector<double> table = cosines();
  return table[static_cast<std::size_t>(side * k + j)];
}

// A block's sample as a real number, shifted by 128. `coefficient` gives the block's coefficients, row by row.
template <class Coefficients>
double sample(const Coefficients& coefficient, std::int64_t x, std::int64_t y) {
  double sum = 128;
  for (std::int64_t i = 0; i < side; ++i)
    for (std::int64_t k = 0; k < side; ++k) sum += cosine(i, y) * cosine(k, x) * coefficient(side * i + k);
  return sum;
}

double rounded(double sample) {
  return std::clamp(std::floor(sample + 0.5), 0.0, 255.0);
}

// A check of bytes whose real numbers `exact` computes, but for those so near to a half that floats may round them
// either way.
Check check_of_bytes(const char* result, const Setup& setup, const Expected& exact) {
  constexpr double near = 1e-3;
  Values before;
  for (const Memory& memory : setup.memory) before[memory.name] = numbers_of(made(memory));
  const std::vector<double> numbers = exact(before);
  Check check{.what = result, .expected = [exact](const Values& values) {
                std::vector<double> bytes = exact(values);
                std::ranges::transform(bytes, bytes.begin(), rounded);
                return bytes;
              }};
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (std::abs(numbers[i] - std::floor(numbers[i]) - 0.5) > near) check.only.push_back(i);
  return check;
}

Setup checked(Setup setup, const char* result, const Expected& exact) {
  setup.checks.push_back(check_of_bytes(result, setup, exact));
  return setup;
}

std::size_t index(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

// The samples of block `which`, of coefficients that are multiplied by a table.
double sample_of(const std::vector<double>& blocks, const std::vector<double>& quants, std::int64_t which,
                 std::int64_t x, std::int64_t y) {
  return sample([&](std::int64_t i) { return blocks[index(which * block + i)] * quants[index(i % block)]; }, x, y);
}

// Few coefficients are not 0, the less the higher their frequency, as in photographs.
Numbered coefficients(std::uint32_t seed) {
  return [any = whole_numbers(1000, seed)](std::int64_t i) {
    const std::int64_t frequency = i % block / side + i % side;
    const double size = any(i) - 500;
    return frequency == 0  ? std::round(size / 8)
           : frequency < 4 ? std::round(size / 40 / static_cast<double>(frequency))
                           : 0;
  };
}

// The upper left of ITU T.81's table K.1 for the luma grows much like this.
Numbered quants(int step) {
  return [=](std::int64_t i) {
    const std::int64_t row = i / side, column = i % side;
    return static_cast<double>(4 + step * (row + column));
  };
}

Expected transformed() {
  return [](const Values& before) {
    const std::vector<double>& src = before.at("src");
    const std::vector<double> ones(block, 1);
    return each_of(src.size(), [&](std::size_t i) {
      const auto at = static_cast<std::int64_t>(i);
      return sample_of(src, ones, at / block, at % side, at % block / side);
    });
  };
}

Setup transform(double scale) {
  const std::int64_t blocks = scaled(256, scale);
  const auto value = [small = coefficients(1)](std::int64_t i) { return 7 * small(i); };
  return checked({.memory = {input("src", SampleType::i16, {blocks, block}, value),
                             output("dst", SampleType::u8, {blocks, block})},
                  .steps = {{"idct_blocks", {.global = {index(blocks)}}, {Use{"src"}, Use{"dst"}}}}},
                 "dst", transformed());
}

Expected dequantized() {
  return [](const Values& before) {
    const std::vector<double>&src = before.at("src"), &table = before.at("quant");
    return each_of(src.size(), [&](std::size_t i) {
      const auto at = static_cast<std::int64_t>(i);
      return sample_of(src, table, at / block, at % side, at % block / side);
    });
  };
}

Setup dequantization(double scale) {
  const std::int64_t blocks = scaled(256, scale);
  return checked(
      {.memory = {input("src", SampleType::i16, {blocks, block}, coefficients(1)),
                  input("quant", SampleType::u16, {block}, quants(3)), output("dst", SampleType::u8, {blocks, block})},
       .steps = {{"dequantize_blocks", {.global = {index(blocks)}}, {Use{"src"}, Use{"quant"}, Use{"dst"}}}}},
      "dst", dequantized());
}

// Plane 0 has four blocks of each MCU, planes 1 and 2 one, with each sample repeated twice across and down.
double decoded_at(const Values& before, int plane, std::int64_t x, std::int64_t y, std::int64_t mcu_width) {
  constexpr const char* data[] = {"pYData", "pCbData", "pCrData"};
  constexpr const char* tables[] = {"pYQuant", "pCbQuant", "pCrQuant"};
  const std::int64_t unit = y / mcu * mcu_width + x / mcu, part_x = x % mcu, part_y = y % mcu;
  const std::vector<double>&blocks = before.at(data[plane]), &table = before.at(tables[plane]);
  if (plane > 0) return sample_of(blocks, table, unit, part_x / 2, part_y / 2);
  return sample_of(blocks, table, 4 * unit + part_y / side * 2 + part_x / side, part_x % side, part_y % side);
}

Expected decoded(Size size) {
  return [=](const Values& before) {
    std::vector<double> planes;
    for (int plane = 0; plane < 3; ++plane) {
      const std::vector<double> samples =
          each_pixel(size, [&](auto x, auto y) { return decoded_at(before, plane, x, y, size.width / mcu); });
      planes.insert(planes.end(), samples.begin(), samples.end());
    }
    return planes;
  };
}

Setup decoding(double scale) {
  const Size mcus{scaled(16, scale), scaled(12, scale)}, size{mcu * mcus.width, mcu * mcus.height};
  const std::int64_t count = mcus.width * mcus.height;
  const auto table = [](const char* name, int step) { return input(name, SampleType::u16, {block}, quants(step)); };
  const auto number = [](std::int64_t value) { return static_cast<int>(value); };
  return checked(
      {.memory = {input("pYData", SampleType::i16, {4 * count, block}, coefficients(1)), table("pYQuant", 3),
                  input("pCbData", SampleType::i16, {count, block}, coefficients(2)), table("pCbQuant", 5),
                  input("pCrData", SampleType::i16, {count, block}, coefficients(3)), table("pCrQuant", 5),
                  output("pDst", SampleType::u8, {3, size.height, size.width})},
       .steps = {{"JPEGdecoder_MCU",
                  {.global = range_of(mcus)},
                  {Use{"pYData"}, Use{"pYQuant"}, Use{"pCbData"}, Use{"pCbQuant"}, Use{"pCrData"}, Use{"pCrQuant"},
                   Use{"pDst"}, number(size.width), number(size.height), number(mcus.width), number(mcus.height)}}}},
      "pDst", decoded(size));
}

}  // namespace

std::vector<Listing> decoder() {
  return {
      {.name = "jpeg-idct",
       .title = "The inverse DCT of 8 x 8 blocks",
       .what = "The rows of a block, then its columns, rounded and shifted by 128 into bytes.",
       .places = {{"004", 5805, 5874, "I08"}},
       .setup = transform,
       .file = "jpeg-decoder.cl",
       .instead = "lenslet study jpeg; jpeg.hpp decode",
       .faults = {{.what = "(int)(p + 0.5) + 128 rounds negative numbers upwards: -0.7 becomes 128.",
                   .cure = "floor(p + 128.5), which is 127.",
                   .options = "-D AS_PRINTED=1"}}},
      {.name = "jpeg-dequantize",
       .title = "Coefficients times their table, transformed back",
       .what = "DCTQuantInv8x8LS_JPEG_16s8u, which the text calls and does not print: 64 products, then the inverse "
               "DCT.",
       .places = {{"004", 6019, 6037, "I09"}},
       .setup = dequantization,
       .file = "jpeg-decoder.cl",
       .instead = "lenslet study jpeg; jpeg.hpp decode",
       .faults = {{.what = "The text transforms first and multiplies then.",
                   .cure = "Products first.",
                   .options = "-D AS_PRINTED=2"}}},
      {.name = "jpeg-decoder",
       .title = "The decoder's kernel for MCUs",
       .what = "An item for each MCU of 16 x 16 pixels: four blocks of Y, one of Cb and one of Cr, in three planes.",
       .places = {{"004", 5876, 6017, "I10"}},
       .setup = decoding,
       .instead = "lenslet study jpeg; jpeg.hpp decode",
       .faults = {
           {"The kernel begins with one underscore: _kernel.", "__kernel.", Effect::no_program, "-D AS_PRINTED=3"}}}};
}

}  // namespace lenslet::listings
