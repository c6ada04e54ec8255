// The median's networks by the 0-1 principle: minima and maxima that find the middle of all inputs of zeros and ones
// find it of all inputs. The kernel's own file is compiled here, on words of 64 such inputs: minimum is AND.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#define PIXEL std::uint64_t
#define WINDOW const PIXEL *window, [[maybe_unused]] const int item_row
#define AT(dx, dy) window[((dy) + RADIUS_Y) * KSIZE_X + (dx) + RADIUS_X]
#define LESSER(a, b) ((a) & (b))
#define GREATER(a, b) ((a) | (b))
#define UNROLL
#define INLINE inline

namespace lenslet {
namespace {

namespace side3 {
#define RADIUS_X 1
#define RADIUS_Y 1
#define KSIZE_X 3
#define KSIZE_Y 3
#include "ops/median/median.cl"
#undef RADIUS_X
#undef RADIUS_Y
#undef KSIZE_X
#undef KSIZE_Y
}  // namespace side3

#undef ORDER
#undef SORT3
#undef SORT5
#undef MIDDLE

namespace side5 {
#define RADIUS_X 2
#define RADIUS_Y 2
#define KSIZE_X 5
#define KSIZE_Y 5
#include "ops/median/median.cl"
}  // namespace side5

// Lane i of value k: bit k of the number 64 * word + i.
std::uint64_t lanes_of(int k, std::uint64_t word) {
  constexpr std::uint64_t low[] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                   0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
  if (k < 6) return low[k];
  return word >> (k - 6) & 1 ? ~std::uint64_t{0} : 0;
}

std::uint64_t majority(int values, std::uint64_t word) {
  std::uint64_t result = 0;
  for (std::uint64_t i = 0; i < 64; ++i)
    if (2 * std::popcount((64 * word + i) & ((std::uint64_t{1} << values) - 1)) > values)
      result |= std::uint64_t{1} << i;
  return result;
}

template <int values, class Network>
int wrong_words(Network network) {
  int wrong = 0;
  for (std::uint64_t word = 0; word < std::uint64_t{1} << (values - 6); ++word) {
    std::uint64_t window[values];
    for (int k = 0; k < values; ++k) window[k] = lanes_of(k, word);
    for (const int item_row : {0, 1})
      if (network(window, item_row) != majority(values, word)) ++wrong;
  }
  return wrong;
}

TEST(MedianNetwork, FindsTheMiddleOf9) {
  EXPECT_EQ(wrong_words<9>(side3::median), 0);
}

TEST(MedianNetwork, FindsTheMiddleOf25) {
  EXPECT_EQ(wrong_words<25>(side5::median), 0);
}

}  // namespace
}  // namespace lenslet
