// How groups are spread over compute units: in rounds, of which the last one may leave units idle.
#include "listings/host/host.hpp"

#include <algorithm>

namespace lenslet::listings {
namespace {

// The groups of each round, where a unit takes one at a time.
std::vector<int> rounds_of(int groups, int units) {
  std::vector<int> rounds;
  for (int left = groups; left > 0; left -= units) rounds.push_back(std::min(left, units));
  return rounds;
}

std::string rounds_text(int groups, int units) {
  return fmt::format("{}", fmt::join(rounds_of(groups, units), " + "));
}

std::size_t times_as_fast(int groups, int units, int more_units) {
  return rounds_of(groups, units).size() / rounds_of(groups, more_units).size();
}

}  // namespace

HostResult groups_on_units(const Session& session) {
  constexpr int groups = 16, units = 12;
  Report report;
  report.equal(fmt::format("{} groups on {} units", groups, units), rounds_text(groups, units), "12 + 4");
  report.fact(fmt::format("{} groups, twice as many as units", 2 * units), rounds_text(2 * units, units));
  for (const int few : {2, 4})
    report.equal(fmt::format("{} groups on {} units and on {}: times as fast", groups, few, 2 * few),
                 times_as_fast(groups, few, 2 * few), 2);
  const int own = session.device().compute_units;
  report.fact(fmt::format("{} groups on the {} of this device", groups, own), rounds_text(groups, std::max(own, 1)));
  return report.take();
}

}  // namespace lenslet::listings
