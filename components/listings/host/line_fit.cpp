// A line by least squares on the host: four sums, and a0 and a1 of them. (The print also counts with an int up to a
// size_t, which never ends where there are more than 2^31 points.)
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

constexpr const char* divisor_text = R"(
static float divisor(float N, float sumX, float sumXX) {
#ifdef AS_PRINTED
  return N * sumXX - sumX**2;
#else
  return N * sumXX - sumX * sumX;
#endif
}
)";

template <class Real>
struct Line {
  Real a0 = 0, a1 = 0;
};

// Of `count` points at 0, 1, 2, ... on the line 1 + 2 x.
template <class Real>
Line<Real> linearApproximation(std::size_t count) {
  Real sumX = 0, sumY = 0, sumXY = 0, sumXX = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Real x = static_cast<Real>(i), y = 1 + 2 * x;
    sumX += x;
    sumY += y;
    sumXY += x * y;
    sumXX += x * x;
  }
  const Real n = static_cast<Real>(count), divisor = n * sumXX - sumX * sumX;
  return {(sumY * sumXX - sumX * sumXY) / divisor, (n * sumXY - sumX * sumY) / divisor};
}

template <class Real>
void report_line(Report& report, std::size_t count) {
  const Line<Real> line = linearApproximation<Real>(count);
  report.equal(fmt::format("a0 and a1 of {} points", count), fmt::format("{:.2f} and {:.2f}", line.a0, line.a1),
               "1.00 and 2.00");
}

}  // namespace

HostResult line_fit(const Session& session) {
  compile_host_code(session, divisor_text, "");
  Report report({"what", "here", "right"});
  report_line<float>(report, 10);
  report_line<double>(report, 10'000);
  return report.take();
}

HostResult line_fit_as_printed(const Session& session) {
  compile_host_code(session, divisor_text, "-D AS_PRINTED");
  return {};
}

HostResult line_fit_in_floats(const Session&) {
  Report report({"what", "here", "right"});
  report_line<float>(report, 10'000);
  return report.take();
}

}  // namespace lenslet::listings
