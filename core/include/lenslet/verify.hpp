// Proves on the user's own device that ops are right: their outputs are compared with a double-precision reference.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/work.hpp>

namespace lenslet {

class Session;  // <lenslet/session.hpp>

// What came of trying a schedule. `timeout`: it took too long; `excluded`: a rule forbids it, so that it did not run.
enum class Outcome : std::uint8_t { correct, wrong, build_failed, launch_failed, timeout, excluded };

std::string_view name_of(Outcome outcome);  // "correct", "wrong", "build_failed", ...

// A work on inputs that are likely to show what is wrong.
struct VerifyCase {
  Work work;                           // without a schedule, the one that a session's plan takes is tried
  std::string what = {};               // says what is special: "u8 x 3, border wrap", "1000 f32, sorted"
  std::vector<Size> sizes = {};        // of images with random pixels, which are tried one after the other
  std::uint32_t seed = 1;              // of the pixels
  bool regions = false;                // computes regions of each result, too, which must have the bits of the whole
  std::vector<HostValue> values = {};  // the inputs, where no sizes are given
};

struct VerifyResult {
  Outcome outcome = Outcome::correct;
  std::string detail;  // the first wrong sample or element, the error, or the rule that excludes the schedule
};

// Runs a case on images whose surroundings are poisoned, with guards round every output, and compares with the op's
// plain reference. What goes wrong is an outcome; a work that makes no sense throws, as Session::plan does.
VerifyResult verify(const Session& session, const VerifyCase& request);

// Returns cases that prove an op, which `op` gives by its full name, on this device: awkward sizes and lengths with the
// default schedule, then a covering sample of arguments, types, channels, borders, output types, adversarial elements
// and schedules. With effort 0 it has every value of each axis; with 1 every pair of values, for images; with 2 also
// every border x type x channels, and every schedule of arrays; with 3 also every edges x vector x type and more.
std::vector<VerifyCase> verification_cases(const Session& session, const std::string& op, int effort = 1);

// Returns the same of a call. Where it is of a pipeline its cases have these arguments; ops choose their own. Throws
// invalid_argument for arguments of an op that is no pipeline.
std::vector<VerifyCase> verification_cases(const Session& session, const Call& call, int effort = 1);

// What a work makes of inputs that pass files on their way to it, and outputs of these types on their way back; nothing
// where no file can hold them. The number chooses among files. An Error is a wrong result.
using ResultsByFiles = std::function<std::optional<std::vector<HostValue>>(
    const Session& session, const Work& work, const std::vector<HostValue>& inputs,
    const std::vector<ValueType>& outputs, std::uint64_t number)>;

// What is drawn at random.
struct RandomOptions {
  std::uint64_t seed = 1;             // the same one draws the same again
  std::int64_t tries = 50;            // images that the program is tried on, at least 1
  std::vector<std::string> ops = {};  // full names of ops of images, one of which is drawn; empty: all there are
  ResultsByFiles by_files = {};       // where there are files: called for one image in so many:
  int images_per_file = 20;
};

struct RandomResult {
  Outcome outcome = Outcome::correct;
  Work work;               // that was drawn
  std::string what;        // says what is special: "u8 x 3, border wrap"
  std::int64_t tries = 0;  // that were made: fewer where one was wrong, or where the op takes no such image
  std::string detail;      // the first wrong sample, or the error
};

// Draws an op of images with arguments, formats, border, other options and a schedule, special or general, and tries
// that program on images of 1 to 40 pixels a side, with all else as verify() has it: as a whole, by a region, in strips
// or from an image object. Each must be what the reference says, to the bit where that is exact.
RandomResult verify_at_random(const Session& session, const RandomOptions& options);

}  // namespace lenslet
