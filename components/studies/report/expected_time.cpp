// A study's time has a part that grows with its work, and a constant part for compiling and proving.
#include "studies/report/expected_time.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace lenslet::report {
namespace {

constexpr double cpu_scale = 0.25, gpu_scale = 1;  // of StudyInfo's seconds
constexpr double fixed_share = 0.3;
constexpr double typical_seconds = 20;  // of a study whose time is not known

double expected_seconds(const StudyInfo& info, DeviceKind kind, const StudyOptions& options) {
  const bool cpu = kind == DeviceKind::cpu;
  const double scale = options.scale / (cpu ? cpu_scale : gpu_scale);
  const double work = scale * options.runs / StudyOptions().runs;
  const double known = cpu ? info.cpu_seconds : info.gpu_seconds;
  return (known > 0 ? known : typical_seconds) * (fixed_share + (1 - fixed_share) * work);
}

}  // namespace

ExpectedTime::ExpectedTime() : seconds_{typical_seconds} {}

ExpectedTime::ExpectedTime(const std::vector<std::string>& studies, DeviceKind kind, const StudyOptions& options) {
  for (const std::string& study : studies) seconds_.push_back(expected_seconds(find_study(study), kind, options));
}

void ExpectedTime::ended(double seconds) {
  took_ += seconds;
  place_ = std::min(place_ + 1, seconds_.size());
}

// Returns the remaining time. A study that takes longer than expected makes the others longer, too.
double ExpectedTime::left(double seconds) const {
  if (place_ == seconds_.size()) return 0;
  const auto at = seconds_.begin() + static_cast<std::ptrdiff_t>(place_);
  const double ended = std::accumulate(seconds_.begin(), at, 0.0);
  const double before = place_ == 0 ? 1 : took_ / ended;
  const double factor = std::max(before, (took_ + seconds) / (ended + *at));
  return std::max(factor * *at - seconds, 0.0) + factor * std::accumulate(at + 1, seconds_.end(), 0.0);
}

std::string rounded_time(double seconds) {
  if (seconds < 10) return fmt::format("{:.0f} s", std::max(std::ceil(seconds), 1.0));
  if (seconds < 90) return fmt::format("{:.0f} s", std::round(seconds / 5) * 5);
  const double minutes = seconds / 60;
  return minutes < 90 ? fmt::format("{:.0f} min", minutes) : fmt::format("{:.1f} h", minutes / 60);
}

}  // namespace lenslet::report
