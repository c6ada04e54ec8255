// Proof on the user's own device: an op's output compared with its double-precision reference.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/work.hpp>

namespace lenslet {

enum class Outcome : std::uint8_t { correct, wrong, build_failed, launch_failed, timeout, excluded };

std::string_view name_of(Outcome outcome);

// A work on inputs that are likely to show what is wrong.
struct VerifyCase {
  Work work;                           // with the schedule that is tried; empty: the one that a session's plan takes
  std::string what = {};               // is special about it: "u8 x 3, border wrap", "1000 f32, sorted"
  std::vector<Size> sizes = {};        // of the image, which holds random pixels: one after the other
  std::uint32_t seed = 1;              // of the pixels
  bool regions = false;                // of each result are computed, too: they must have the bits of the whole
  std::vector<HostValue> values = {};  // that are the inputs, where no sizes are given
};

struct VerifyResult {
  Outcome outcome = Outcome::correct;
  std::string detail;  // the first wrong sample or element, the error, or the rule that excludes the schedule
};

// Runs a case on images whose surroundings are poisoned, with guards round every output, and compares with the op's
// plain reference.
VerifyResult verify(const Session& session, const VerifyCase& request);

// Cases that prove an op, by its full name, on this device: awkward sizes and lengths with the default schedule, then a
// covering sample of arguments, types, channels, borders, output types, adversarial elements and schedules. effort 0:
// every value of each axis; 1: every pair of values, for images; 2: also every border x type x channels, and every
// schedule of arrays; 3: also every edges x vector x type and more.
std::vector<VerifyCase> verification_cases(const Session& session, const std::string& op, int effort = 1);

}  // namespace lenslet
