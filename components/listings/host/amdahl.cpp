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

// As the text prints numbers, whose last digits are cut and not rounded.
double cut(double value) {
  return std::floor(value * 100 + 1e-9) / 100;
}

}  // namespace

HostResult amdahl(const Session&) {
  Report report;
  const double processors[] = {2, 4, 8}, by_amdahl[] = {1.33, 1.6, 1.77}, by_gustafson[] = {1.5, 2.5, 4.5};
  for (int i = 0; i < 3; ++i) {
    report.equal(fmt::format("Amdahl, half of it serial, {} processors", processors[i]),
                 cut(amdahl_speed_up(0.5, processors[i])), by_amdahl[i]);
    report.equal(fmt::format("Gustafson, half of it serial, {} processors", processors[i]),
                 cut(gustafson_speed_up(0.5, processors[i])), by_gustafson[i]);
  }
  return report.take();
}

}  // namespace lenslet::listings
