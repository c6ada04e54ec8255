// Vectors of halves at every address, by the macro that kernels load them with.
#include <gtest/gtest.h>

#include <span>
#include <vector>

#include <fmt/format.h>

#include <lenslet/sample.hpp>

#include "kernel_texts.hpp"
#include "ocl/program.hpp"
#include "ocl_test_support.hpp"

namespace lenslet::ocl {
namespace {

// The first vector is used twice, so that compilers keep it: a load that is part of its conversion faults nowhere.
constexpr char sums[] =
    "\n#define LOADED JOIN(float, COUNT)\n"
    "kernel void add_neighbours(global const half *in, global float *out, const int shift) {\n"
    "  const int i = get_global_id(0);\n"
    "  global const half *p = in + i * COUNT + shift;\n"
    "  const LOADED a = HALVES_AT(COUNT, p), b = HALVES_AT(COUNT, p + 3);\n"
    "  const LOADED c = a > 64 ? a - b : a + b;\n"
    "  JOIN(vstore, COUNT)(c + a, i, out);\n"
    "}\n";

class HalvesAt : public DeviceTest, public testing::WithParamInterface<int> {
 protected:
  static constexpr int items = 8;

  // 0, 1, 2 and so on.
  Buffer counted(int count) const {
    std::vector<std::uint16_t> halves;
    for (int i = 0; i < count; ++i) halves.push_back(to_half(static_cast<float>(i)));
    Buffer buffer = queue().allocate(std::span(halves).size_bytes());
    queue().write(buffer, 0, std::as_bytes(std::span(halves)));
    return buffer;
  }
  std::vector<float> sums_from(const Program& program, const Buffer& in, int shift) const {
    std::vector<float> result(static_cast<std::size_t>(items * GetParam()));
    const Buffer out = queue().allocate(std::span(result).size_bytes());
    Kernel kernel(program, "add_neighbours");
    kernel.set(0, in);
    kernel.set(1, out);
    kernel.set(2, shift);
    queue().launch(kernel, {items, 1}, {1, 1}).wait();
    queue().read(out, 0, std::as_writable_bytes(std::span(result)));
    return result;
  }
};

TEST_P(HalvesAt, EveryAddressAreLoaded) {
  BuildRequest request;
  request.source = fmt::format("#define TYPE F16\n#define COUNT {}\n{}{}", GetParam(), kernel_text("array.cl"), sums);
  const Program program = build(queue(), request).program;
  const Buffer in = counted((items + 1) * GetParam() + 3);
  for (int shift = 0; shift < GetParam(); ++shift) {
    const std::vector<float> found = sums_from(program, in, shift);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const float a = static_cast<float>(i) + static_cast<float>(shift);
      EXPECT_EQ(found[i], a > 64 ? a - 3 : 3 * a + 3) << "of " << i << ", moved by " << shift;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Counts, HalvesAt, testing::Values(2, 3, 4, 8, 16));

}  // namespace
}  // namespace lenslet::ocl
