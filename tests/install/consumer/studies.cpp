// Uses the component of studies: its list, and one study where there is a device.
#include <lenslet/device.hpp>
#include <lenslet/study.hpp>

int main() {
  if (lenslet::find_study("vector-add").claims.empty()) return 1;
  if (lenslet::devices().empty()) return 0;
  const lenslet::Session session({.cache = false});
  const lenslet::StudyReport report = lenslet::run_study(session, "vector-add", {.scale = 0.0001, .runs = 3});
  return report.ended_early.empty() && !report.claims.empty() ? 0 : 1;
}
