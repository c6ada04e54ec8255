// Text 004 on least squares: a parabola on the host, the sums of a line and of a parabola on the device, and what the
// host makes of them.
#include "listings/chapters.hpp"
#include "listings/host/functions.hpp"
#include "listings/host/parabola.hpp"
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

// The same formula of sums that are made by `sum`.
template <class Function>
std::vector<double> line_by(const Function& sum) {
  return line_of(sum(line_sums[0]), sum(line_sums[1]), sum(line_sums[2]), sum(line_sums[3]));
}

template <class Function>
std::vector<double> parabola_by(const Function& sum) {
  const auto& all = parabola_sums;
  return parabola_of({.n = points,
                      .x = sum(all[0]),
                      .xx = sum(all[4]),
                      .xxx = sum(all[5]),
                      .xxxx = sum(all[6]),
                      .y = sum(all[1]),
                      .xy = sum(all[2]),
                      .xxy = sum(all[3])});
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

std::vector<Listing> of_a_line() {
  return {{.name = "line-fit",
           .title = "A line by least squares on the host",
           .what = "Adds up x, y, x y and x x of points on the line 1 + 2 x, and finds a0 and a1.",
           .places = {{"004", 6617, 6641, "K01"}, {"004", 6661, 6684, "K01"}},
           .host = line_fit,
           .instead = "lenslet fit points.csv; array_ops::Fit",
           .faults = {
               {.what = "The square of sumX is printed sumX**2.",
                .cure = "sumX * sumX: C has no powers.",
                .effect = Effect::no_program,
                .host = line_fit_as_printed},
               {.what = "In floats the line of 10,000 points does not go through them: the sums have too many digits.",
                .cure = "Compute in doubles, or of x less its mean.",
                .host = line_fit_in_floats}}}};
}

std::vector<Listing> on_the_host() {
  return {
      {.name = "parabola-fit",
       .title = "A parabola by least squares on the host",
       .what = "Adds up the powers of x to the fourth and those to the second times y, and finds a0, a1 and a2.",
       .places = {{"004", 6643, 6657, "K02"}, {"004", 6687, 6725, "K02"}},
       .file = "parabola.cpp",
       .host = parabola_fit,
       .instead = "lenslet fit points.csv --degree 2; array_ops::Fit{.degree = 2}",
       .faults = {{.what = "sumXXY is declared and never added to.",
                   .cure = "sumXXY += x * x * y with the other sums.",
                   .host = parabola_fit_as_printed},
                  {.what = "What findParabola returns is ignored: points that lie on no one parabola get numbers.",
                   .cure = "Return it, and ask for it before a0, a1 and a2 are taken.",
                   .host = parabola_fit_unasked}}},
      {.name = "three-equations",
       .title = "Three equations by determinants",
       .what = "Solves the equations of a parabola by Cramer's rule, where their determinant is not zero.",
       .places = {{"004", 6728, 6794, "K03"}},
       .file = "parabola.cpp",
       .host = three_equations,
       .instead = "lenslet fit, which says where points do not determine a curve",
       .faults = {{.what = "The determinant is compared with 0: rounding leaves less than 1e-12, and any parabola is "
                           "found.",
                   .cure = "Compare it with the rounding of its six products.",
                   .host = three_equations_as_printed},
                  {.what = "In floats the parabola of points at 30 to 39 does not go through them: fourth powers have "
                           "too many digits.",
                   .cure = "Compute in doubles, or of x less its mean.",
                   .host = three_equations_in_floats}}}};
}

std::vector<Listing> on_the_device() {
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

}  // namespace

std::vector<Listing> regressions() {
  return listed<Listing>(of_a_line(), on_the_host(), on_the_device());
}

}  // namespace lenslet::listings
