// Proof on the user's own device: an op's output compared with its double-precision reference.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <lenslet/op.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>

namespace lenslet {

enum class Outcome : std::uint8_t { correct, wrong, build_failed, launch_failed, timeout, excluded };

std::string_view name_of(Outcome outcome);

struct VerifyCase {
  Call call;
  PixelFormat format;
  FilterOptions options;  // with the schedule that is tried
  std::vector<Size> sizes;
  std::uint32_t seed = 1;  // of the pixels
};

struct VerifyRecord {
  VerifyCase request;
  Outcome outcome = Outcome::correct;
  std::string detail;  // the first wrong sample, the error, or the rule that excludes the schedule
};

// Runs a case on images whose surroundings are poisoned, with guards round every output buffer.
VerifyRecord verify(const Session& session, const VerifyCase& request);

// Cases that prove an op on this device, on awkward sizes: the default schedule, then a covering sample of arguments,
// types, channels, borders, output types and schedules. effort 0: every value of each axis; 1: every pair of values;
// 2: also every border x type x channels; 3: also every edges x vector x type and more.
std::vector<VerifyCase> verification_cases(const Session& session, const std::string& op, int effort = 1);

}  // namespace lenslet
