// How much faster n processors are: by Amdahl's law for work of one size, by Gustafson's for work that grows with them.
#include "listings/host/host.hpp"

#include <cmath>

namespace lenslet::listings {
namespace {

double amdahl_speed_up(double serial, double processors) {
  return 1 / (serial + (1 - serial) / processors);
}

double gustafson_speed_up(double serial, double processors) {
  return processors - serial * (processors - 1);
}

// The text cuts 1.778 to 1.77.
void compare_with_text(Report& report, const std::string& what, double value, double text) {
  report.fact(what, fmt::format("{:.3f}", value), fmt::format("{}", text));
  if (std::abs(value - text) >= 0.01) report.wrong(fmt::format("{}: {:.3f}, not {}", what, value, text));
}

}  // namespace

HostResult amdahl(const Session&) {
  Report report;
  const double processors[] = {2, 4, 8}, by_amdahl[] = {1.33, 1.6, 1.77}, by_gustafson[] = {1.5, 2.5, 4.5};
  for (int i = 0; i < 3; ++i) {
    compare_with_text(report, fmt::format("Amdahl, half of it serial, {} processors", processors[i]),
                      amdahl_speed_up(0.5, processors[i]), by_amdahl[i]);
    compare_with_text(report, fmt::format("Gustafson, half of it serial, {} processors", processors[i]),
                      gustafson_speed_up(0.5, processors[i]), by_gustafson[i]);
  }
  return report.take();
}

}  // namespace lenslet::listings
