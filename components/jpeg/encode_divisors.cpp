// The DCT's results are eight times the coefficients, so each divisor d is eight times a table entry. For 2^s <= d <
// 2^(s + 1) the reciprocal r = floor(2^(16 + s) / d) + 1 has 16 bits (for a power of two take s - 1). Then floor(n r /
// 2^(16 + s)) = floor(n / d) for n < 2^15: r is too large by at most 1, and n < 2^(16 + s) / d. The second factor is
// 2^(16 - s). AVX2 cannot shift 16-bit lanes by different numbers, but it has the upper half of this product.
#include "jpeg/encode_divisors.hpp"

#include <algorithm>
#include <bit>

namespace lenslet::codec {
namespace {

// The DCT's results have magnitudes below 2^14. This entry makes all of them zero, as larger ones do, and keeps sums
// below 2^15.
constexpr unsigned max_entry = 2100;

}  // namespace

std::vector<std::uint16_t> divisors_of(const std::vector<QuantTable>& tables) {
  std::vector<std::uint16_t> all;
  for (const QuantTable& table : tables) {
    std::vector<std::uint16_t> second, halves;
    for (const unsigned entry : table) {
      const unsigned divisor = 8 * std::min(entry, max_entry);
      const auto width = static_cast<unsigned>(std::bit_width(divisor));
      const unsigned shift = std::has_single_bit(divisor) ? width - 2 : width - 1;
      const bool exact = std::has_single_bit(divisor);
      all.push_back(static_cast<std::uint16_t>((1U << (16 + shift)) / divisor + (exact ? 0 : 1)));
      second.push_back(static_cast<std::uint16_t>(1U << (16 - shift)));
      halves.push_back(static_cast<std::uint16_t>(divisor / 2));
    }
    all.insert(all.end(), second.begin(), second.end());
    all.insert(all.end(), halves.begin(), halves.end());
  }
  return all;
}

}  // namespace lenslet::codec
