// The text of a mask: its numbers can be written as text, and are then the same.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <lenslet/argument_text.hpp>

#include "fuzz.hpp"
#include "ops/filter.hpp"

namespace lenslet::ops {
op::Op filter2d();
}  // namespace lenslet::ops

namespace {

lenslet::stencil::Stencil stencil_of(const std::string& mask) {
  static const lenslet::op::Op op = lenslet::ops::filter2d();
  const lenslet::Value value = lenslet::parse_argument(op.info.parameters.front(), mask);
  return op.stencil(lenslet::op::Arguments(op.info, {{"mask", value}}), lenslet::SampleType::u8);
}

std::string text_of(const lenslet::stencil::Mask& mask) {
  std::string text;
  for (int y = 0; y < mask.height; ++y) {
    for (int x = 0; x < mask.width; ++x) text += fmt::format("{} ", mask.at(x, y));
    text += ";";
  }
  return text;
}

// Factors stand for the mask in separated passes: to the rounding of a float.
bool stand_for(const lenslet::stencil::Factors& factors, const lenslet::stencil::Mask& mask) {
  double largest = 0;
  for (const double tap : mask.taps) largest = std::max(largest, std::abs(tap));
  for (int y = 0; y < mask.height; ++y)
    for (int x = 0; x < mask.width; ++x) {
      const double product = factors.row[static_cast<std::size_t>(x)] * factors.column[static_cast<std::size_t>(y)];
      if (!(std::abs(product - mask.at(x, y)) <= 1e-6 * largest)) return false;
    }
  return true;
}

}  // namespace

void lenslet::fuzz::run(std::string_view bytes) {
  const auto stencil = accepted([&] { return stencil_of(std::string(bytes)); });
  if (!stencil) return;
  const stencil::Mask& mask = stencil->masks.front();
  const stencil::Mask again = stencil_of(text_of(mask)).masks.front();
  expect(mask.taps == again.taps && mask.width == again.width && mask.height == again.height,
         "a mask comes back from text as it was");
  if (!stencil->factors.empty()) expect(stand_for(stencil->factors.front(), mask), "a mask's factors stand for it");
}
