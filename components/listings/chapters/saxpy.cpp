// Text 004's first program: SAXPY, from source and profiled.
#include "listings/chapters.hpp"
#include "listings/host/functions.hpp"

namespace lenslet::listings {
namespace {

Setup saxpy_setup(double scale) {
  constexpr float alpha = 2;
  const std::int64_t n = scaled(1024, scale, 64);
  const ArrayType type{SampleType::f32, {n}};
  const auto sum = [](const Values& before) {
    const std::vector<double>&a = before.at("A"), &b = before.at("B");
    std::vector<double> c(a.size());
    for (std::size_t i = 0; i < c.size(); ++i) c[i] = alpha * a[i] + b[i];
    return c;
  };
  return {.memory = {{"A", type, [](std::int64_t i) { return i; }},
                     {"B", type, [n](std::int64_t i) { return n - i; }},
                     {"C", type, {}, true}},
          .steps = {{"saxpy_kernel",
                     {.global = {static_cast<std::size_t>(n)}, .group = {64}},
                     {alpha, Use{"A"}, Use{"B"}, Use{"C"}},
                     true}},
          .checks = {{"C", sum}}};
}

}  // namespace

std::vector<Listing> saxpy() {
  return {
      {.name = "saxpy",
       .title = "SAXPY of 1024 elements",
       .what = "C[i] = alpha A[i] + B[i] in 16 groups of 64 items, which gives i + 1024.",
       .places = {{"004", 868, 1050, "O02"}},
       .setup = saxpy_setup,
       .lenslet = Counterpart{{"saxpy", {{"a", 2.0}}}, {"A", "B"}, {}, "C"},
       .faults = {{"The kernel is a string of the host's, and the quote of its line with the brace is printed behind "
                   "the brace.",
                   "Each line of the string begins and ends with a quote.", Effect::no_program}}},
      {.name = "saxpy-sequential",
       .title = "SAXPY by a loop on the host",
       .what = "y[i] = a x[i] + y[i] for each i.",
       .places = {{"004", 854, 866, "O01"}},
       .file = "sequential.cpp",
       .host = saxpy_sequential,
       .instead = "lenslet map saxpy --a 2",
       .faults = {{.what = "The parameters are named b and c, and the loop takes x and y, which nothing declares.",
                   .cure = "Parameters named x and y.",
                   .effect = Effect::no_program,
                   .host = saxpy_sequential_as_printed},
                  {.what = "The words have A = alpha B + C, where the code has C = alpha A + B.",
                   .cure = "C = alpha A + B, as the device's kernel has it.",
                   .host = saxpy_sequential_by_the_words}}}};
}

}  // namespace lenslet::listings
