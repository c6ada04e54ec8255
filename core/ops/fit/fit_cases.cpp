// Makes points to prove fits with.
#include <cmath>

#include <fmt/format.h>

#include "array/fill.hpp"
#include "ops/fit/fit.hpp"

namespace lenslet::ops {
namespace {

constexpr std::string_view placings[] = {"even", "random", "reversed", "far away", "repeated", "with an outlier"};
constexpr std::string_view heights[] = {"exact", "random", "cancelling", "huge", "tiny", "equal"};

// Returns a place. The places of all i differ enough for a polynomial of the degree.
double place(std::string_view how, double share, double random, std::int64_t i, std::int64_t count, int degree) {
  if (how == "random" && count > 100) return random;
  if (how == "reversed") return -3 * share + 1;
  if (how == "far away") return (degree > 2 ? 0.5 : 1000) + share;  // high powers lose their digits there
  if (how == "repeated") return static_cast<double>(i % (degree + 3));
  if (how == "with an outlier" && i == count / 2 && degree < 2) return 50;
  return 2 * share - 1;
}

double height(std::string_view how, double x, double random, double cancelling) {
  if (how == "exact") return 1 + x * (2 - x * 0.5);
  if (how == "huge") return random * 1e30;
  if (how == "tiny") return random * 1e-33;
  if (how == "cancelling") return cancelling;
  return how == "equal" ? 0.1 : random;
}

op::Case case_of(SampleType type, std::int64_t count, int degree, std::uint32_t seed) {
  const std::string_view placing = placings[seed % std::size(placings)], rise = heights[seed / 2 % std::size(heights)];
  const bool weighted = seed % 3 == 1, f16 = type == SampleType::f16;
  const ArrayType shape{type, {count}};
  const Array random = array::filled(shape, array::Fill::random, seed),
              weights = array::filled(shape, array::Fill::small, seed);
  const Array y_random = array::filled(shape, array::Fill::random, seed + 1),
              cancelling = array::filled(shape, array::Fill::cancel, seed);
  Array x(shape), y(shape), w(shape);
  for (std::int64_t i = 0; i < count; ++i) {
    const double share = count > 1 ? static_cast<double>(i) / static_cast<double>(count - 1) : 0;
    x.set(i, place(f16 ? "even" : placing, share, random.at(i), i, count, degree));
    y.set(i, height(f16 ? "random" : rise, x.at(i), y_random.at(i), cancelling.at(i)));
    w.set(i, count > 100 ? weights.at(i) : 1 + weights.at(i));
  }
  op::Case one{{"fit", {{"degree", std::int64_t{degree}}, {"weighted", weighted}}}, {x, y}, {}};
  if (weighted) one.inputs.push_back(w);
  one.what = fmt::format("{} {}, degree {}, x {}, y {}{}", count, name_of(type), degree, placing, rise,
                         weighted ? ", weighted" : "");
  return one;
}

}  // namespace

// The longest case of f32 comes first: its degree compiles quickly, for many schedules.
std::vector<op::Case> fit_cases(int effort) {
  const std::int64_t longest = array::awkward_lengths(effort).back();
  std::vector<op::Case> cases{case_of(SampleType::f32, longest, 2, 1)};
  std::uint32_t seed = 2;
  for (const SampleType type : {SampleType::f32, SampleType::f64, SampleType::f16})
    for (const int degree : {0, 1, 2, 3, 5, 8})
      for (const std::int64_t length : array::awkward_lengths(effort)) {
        const std::int64_t count = std::max<std::int64_t>(length, degree + 1);
        if (++seed % 5 != 0 && effort < 2 && (effort < 1 || count != 1000)) continue;
        cases.push_back(case_of(type, count, degree, seed));
      }
  return cases;
}

}  // namespace lenslet::ops
