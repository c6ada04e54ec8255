// Text 003: a convolution in one dimension with conditions and without. The text has it in SYCL; these kernels have its
// structure in OpenCL C.
#include "listings/chapters.hpp"
#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

constexpr std::uint32_t seed = 2009;  // the text's srand(2009)
constexpr std::int64_t elements = 2048, usual_taps = 257, many_taps = 515;

Numbered random_input() {
  return elements_of(rand_numbers(seed, elements));
}

Numbered random_mask(std::int64_t taps) {
  const std::vector<double> all = rand_numbers(seed, elements + taps);
  return elements_of({all.begin() + elements, all.end()});
}

std::uint32_t word(double number) {
  return static_cast<std::uint32_t>(number);
}

// Sums modulo 2^32 of what lies inside.
std::vector<double> convolved(const Values& before) {
  const std::vector<double>&in = before.at("signal"), &mask = before.at("ker");
  const auto n = static_cast<std::int64_t>(in.size()), taps = static_cast<std::int64_t>(mask.size());
  return each_of(in.size(), [&](std::size_t i) {
    std::uint32_t sum = 0;
    for (std::int64_t j = 0; j < taps; ++j) {
      const std::int64_t k = static_cast<std::int64_t>(i) - taps / 2 + j;
      if (k >= 0 && k < n) sum += word(in[static_cast<std::size_t>(k)]) * word(mask[static_cast<std::size_t>(j)]);
    }
    return static_cast<double>(sum);
  });
}

const KernelRange range{.global = {elements}, .group = {256}};

Setup of_taps(std::int64_t taps) {
  return {
      .memory = {input("signal", SampleType::u32, {elements}, random_input()),
                 input("ker", SampleType::u32, {taps}, random_mask(taps)), output("out", SampleType::u32, {elements})},
      .steps = {{"convolve",
                 range,
                 {Use{"signal"}, Use{"ker"}, Use{"out"}, static_cast<int>(elements), static_cast<int>(taps)},
                 true}},
      .checks = {{"out", convolved}}};
}

Setup with_usual_taps(double) {
  return of_taps(usual_taps);
}

Setup padded(double scale) {
  Setup setup = with_usual_taps(scale);
  const auto with_zeros = [value = random_input()](std::int64_t i) {
    const std::int64_t k = i - usual_taps / 2;
    return k >= 0 && k < elements ? value(k) : 0;
  };
  setup.memory.push_back(input("in", SampleType::u32, {elements + usual_taps / 2 * 2}, with_zeros));
  setup.steps[0].arguments = {Use{"in"}, Use{"ker"}, Use{"out"}, static_cast<int>(usual_taps)};
  return setup;
}

// Integers wrap in Lenslet as in the listings.
Counterpart convolve_op() {
  Counterpart op{array_ops::Convolve{.correlate = true}, {"signal", "ker"}};
  op.options.border = Border::constant;
  op.result = "out";
  op.tolerance = 0;
  return op;
}

std::vector<Listing> with_ifs() {
  return {
      {.name = "convolve-ifs",
       .title = "A convolution with nested ifs",
       .what = "2048 numbers by a mask of 257, with zeros outside; ifs in the first and the last group alone.",
       .places = {{"003", 7, 8, "F07"}},
       .setup = with_usual_taps,
       .lenslet = convolve_op(),
       .faults = {{.what = "Only the first and the last group test their items, which is all that a mask of 257 needs: "
                           "this size is right as printed.",
                   .cure = "Any group that reaches an end tests its items: convolve-ifs-wide.",
                   .effect = Effect::maybe}}},
      {.name = "convolve-ifs-wide",
       .title = "A convolution with nested ifs, of more taps than two groups",
       .what = "The listing before this one by a mask of 515, half of which is more than a group.",
       .places = {{"003", 7, 8, "F07"}},
       .setup = [](double) { return of_taps(many_taps); },
       .file = "convolve-ifs.cl",
       .lenslet = convolve_op(),
       .faults = {{"Only the first and the last group test their items: others read from before the input and from "
                   "behind it.",
                   "Any group that reaches an end tests its items."}}}};
}

std::vector<Listing> without_ifs() {
  return {
      {.name = "convolve-padded",
       .title = "A convolution of a padded input",
       .what = "2048 numbers between 128 zeros on each side, by a mask of 257, without ifs.",
       .places = {{"003", 9, 10, "F08"}},
       .setup = padded,
       .lenslet = convolve_op(),
       .faults = {{.what = "Products of rand() overflow the sums of int, which C leaves undefined.",
                   .cure = "Sums are of uint, modulo 2^32.",
                   .effect = Effect::maybe}}},
      {.name = "convolve-bounded",
       .title = "A convolution with minima and maxima as bounds",
       .what = "2048 numbers by a mask of 257; the loop begins and ends where the input does, without ifs.",
       .places = {{"003", 11, 14, "F09"}},
       .setup = with_usual_taps,
       .lenslet = convolve_op(),
       .faults = {{.what = "Bounds are differences of size_t, which wrap round before they become int: the numbers are "
                           "right after all.",
                   .cure = "Bounds are of int.",
                   .effect = Effect::maybe}}}};
}

}  // namespace

std::vector<Listing> convolution() {
  std::vector<Listing> all = with_ifs();
  for (Listing& listing : without_ifs()) all.push_back(std::move(listing));
  return all;
}

}  // namespace lenslet::listings
