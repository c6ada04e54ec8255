// Text 004 on least squares: the sums of a line and of a parabola, and what the host makes of them.
#include "listings/chapters.hpp"
#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

constexpr std::int64_t group = 64, smallest_group = 8, points = 1000;  // the last group has 40
constexpr double rounding = 1e-4;                                      // of sums of floats

Memory x_memory() {
  return input("X", SampleType::f32, {points}, [](std::int64_t i) { return static_cast<double>(i) / points; });
}

// Points beside a curve, by a quarter at most.
Memory y_memory(double a0, double a1, double a2) {
  return input("Y", SampleType::f32, {points}, [=, noise = whole_numbers(100)](std::int64_t i) {
    const double x = static_cast<double>(i) / points;
    return a0 + a1 * x + a2 * x * x + noise(i) / 400;
  });
}

struct Sum {
  const char* name;
  int x, y;  // powers
};

constexpr Sum line_sums[] = {{"sumX", 1, 0}, {"sumY", 0, 1}, {"sumXX", 2, 0}, {"sumXY", 1, 1}};
constexpr Sum parabola_sums[] = {{"sumX", 1, 0},  {"sumY", 0, 1},   {"sumXY", 1, 1},  {"sumXXY", 2, 1},
                                 {"sumXX", 2, 0}, {"sumXXX", 3, 0}, {"sumXXXX", 4, 0}};

double total(const Values& values, const char* name) {
  double sum = 0;
  for (const double part : values.at(name)) sum += part;
  return sum;
}

double exact(const Values& before, const Sum& sum) {
  const std::vector<double>&x = before.at("X"), &y = before.at("Y");
  double all = 0;
  for (std::size_t i = 0; i < x.size(); ++i) all += std::pow(x[i], sum.x) * std::pow(y[i], sum.y);
  return all;
}

// Text 004:6617-6684: the line a0 + a1 x by its sums.
std::vector<double> line_of(double x, double y, double xx, double xy) {
  const double n = points, divisor = n * xx - x * x;
  return {(y * xx - x * xy) / divisor, (n * xy - x * y) / divisor};
}

double determinant(const double (&m)[3][3]) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

// Text 004:6728-6794: a parabola by Cramer's rule. `s` has the sums of the powers of x from 0, `t` those times y.
std::vector<double> parabola_of(const double (&s)[5], const double (&t)[3]) {
  const double m[3][3] = {{s[0], s[1], s[2]}, {s[1], s[2], s[3]}, {s[2], s[3], s[4]}};
  std::vector<double> a;
  for (int column = 0; column < 3; ++column) {
    double replaced[3][3];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) replaced[i][j] = j == column ? t[i] : m[i][j];
    a.push_back(determinant(replaced) / determinant(m));
  }
  return a;
}

// The same formula of sums that are made by `sum`.
template <class Function>
std::vector<double> line_by(const Function& sum) {
  return line_of(sum(line_sums[0]), sum(line_sums[1]), sum(line_sums[2]), sum(line_sums[3]));
}

template <class Function>
std::vector<double> parabola_by(const Function& sum) {
  const auto& all = parabola_sums;
  return parabola_of({points, sum(all[0]), sum(all[4]), sum(all[5]), sum(all[6])},
                     {sum(all[1]), sum(all[2]), sum(all[3])});
}

template <std::size_t count>
Setup sums(const char* kernel, const Sum (&all)[count], const Memory& y) {
  Setup setup{.memory = {x_memory(), y},
              .steps = {{kernel, {.global = {points}, .group = {group}, .round_up = true}, {Use{"X"}, Use{"Y"}}}},
              .side_macro = "GROUP"};
  for (const Sum& sum : all) {
    setup.memory.push_back(output(sum.name, SampleType::f32, {(points + smallest_group - 1) / smallest_group}));
    setup.steps[0].arguments.emplace_back(Use{sum.name});
    setup.checks.push_back({std::string("all of ") + sum.name,
                            [sum](const Values& before) { return std::vector{exact(before, sum)}; }, rounding,
                            [sum](const Values& after) { return std::vector{total(after, sum.name)}; }});
  }
  for (std::size_t i = 0; i < count; ++i) setup.steps[0].arguments.emplace_back(LocalMemory{group * sizeof(float)});
  setup.steps[0].arguments.emplace_back(static_cast<std::uint32_t>(points));
  return setup;
}

Setup line(double) {
  Setup setup = sums("linear_regression_kernel", line_sums, y_memory(2, 3, 0));
  const auto of = [](const auto& values, const auto& made) {
    return line_by([&](const Sum& sum) { return made(values, sum); });
  };
  setup.checks.push_back({"a0, a1", [of](const Values& before) { return of(before, exact); }, 1e-3,
                          [of](const Values& after) {
                            return of(after, [](const Values& v, const Sum& sum) { return total(v, sum.name); });
                          }});
  return setup;
}

Setup parabola(double) {
  Setup setup = sums("parabolic_regression_kernel", parabola_sums, y_memory(2, 3, -4));
  const auto of = [](const auto& values, const auto& made) {
    return parabola_by([&](const Sum& sum) { return made(values, sum); });
  };
  setup.checks.push_back({"a0, a1, a2", [of](const Values& before) { return of(before, exact); }, 1e-2,
                          [of](const Values& after) {
                            return of(after, [](const Values& v, const Sum& sum) { return total(v, sum.name); });
                          }});
  return setup;
}

// The mistake that the order of the arguments invites: global sums in the order of the local ones.
void swap_sums(Setup& setup) {
  std::vector<Argument>& arguments = setup.steps[0].arguments;
  const char* order[] = {"sumX", "sumY", "sumXX", "sumXY", "sumXXY", "sumXXX", "sumXXXX"};
  for (std::size_t i = 0; i < std::size(order); ++i) arguments[2 + i] = Use{order[i]};
}

}  // namespace

std::vector<Listing> regressions() {
  return {
      {.name = "regression-linear",
       .title = "The sums of a line by least squares",
       .what = "1000 points in groups of 64: each adds up X, Y, X X and X Y by a tree; the host adds up the groups "
               "and finds a0 and a1.",
       .places = {{"004", 6796, 6894, "K04"}, {"004", 6808, 6823, "K05"}, {"004", 6896, 6962, "K07"}},
       .setup = line,
       .lenslet = Counterpart{array_ops::Fit{}, {"X", "Y"}, {}, "a0, a1", 1e-3},
       .faults = {{"SUM_STEP is the parabola's macro, which names arrays that this kernel does not have.",
                   "A macro of its own.", Effect::no_program}}},
      {.name = "regression-parabolic",
       .title = "The sums of a parabola by least squares",
       .what = "1000 points in groups of 64: seven sums by a tree, of which the host finds a0, a1 and a2 by Cramer's "
               "rule.",
       .places = {{"004", 6964, 7049, "K06"}, {"004", 7051, 7070, "K05"}, {"004", 7072, 7128, "K07"}},
       .setup = parabola,
       .lenslet = Counterpart{array_ops::Fit{.degree = 2}, {"X", "Y"}, {}, "a0, a1, a2", 1e-2},
       .faults = {{.what = "The kernel's global sums stand in another order than its local ones; a host that takes "
                           "the latter's swaps XX and XY, and more.",
                   .cure = "X, Y, XY, XXY, XX, XXX, XXXX.",
                   .options = "",
                   .alter = swap_sums}}}};
}

}  // namespace lenslet::listings
