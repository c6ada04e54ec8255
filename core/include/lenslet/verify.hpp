// Proves on the user's own device that ops are right, by comparison with a double-precision reference.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/work.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

class Session;  // <lenslet/session.hpp>

// What came of trying a schedule. `timeout`: it took too long. `excluded`: a rule forbids it, and it did not run.
enum class Outcome : std::uint8_t { correct, wrong, build_failed, launch_failed, timeout, excluded };

std::string_view name_of(Outcome outcome);  // "correct", "wrong", "build_failed", ...

// A work and inputs that are likely to show errors.
struct VerifyCase {
  Work work;                           // without a schedule in its options, a session's plan chooses one
  std::string what = {};               // what is special: "u8 x 3, border wrap", "1000 f32, sorted"
  std::vector<Size> sizes = {};        // of images with random pixels, tried one after the other
  std::uint32_t seed = 1;              // of the pixels
  bool regions = false;                // also compute regions of each result; these must have the bits of the whole
  std::vector<HostValue> values = {};  // the inputs, where `sizes` is empty
};

struct VerifyResult {
  Outcome outcome = Outcome::correct;
  std::string detail;  // the first wrong sample or element, the error, or the rule that excludes the schedule
};

// Runs a case and compares the outputs with the op's plain reference. The surroundings of the inputs are poisoned, and
// guards lie round every output. Errors are outcomes, but a work that makes no sense throws as Session::plan() does.
VerifyResult verify(const Session& session, const VerifyCase& request);

// Returns cases that prove an op on this device. `op` is its full name. The first cases have awkward sizes and lengths,
// with the default schedule. The others sample arguments, types, channels, borders, output types, difficult elements
// and schedules. With effort 0 each value of each axis occurs. With 1 each pair of values occurs, for images. With 2
// also each combination of border, type and channels, and every schedule of arrays. With 3 also each combination of
// edges, vector and type, and more.
std::vector<VerifyCase> verification_cases(const Session& session, const std::string& op, int effort = 1);

// Returns cases that prove a call. The cases of a pipeline have the call's arguments; those of an op choose their own.
// Throws invalid_argument for a call with arguments whose op is no pipeline.
std::vector<VerifyCase> verification_cases(const Session& session, const Call& call, int effort = 1);

// Runs a work on inputs that were written to files and read again, and does the same with its results. `outputs` has
// the results' types. Absent where no file can hold the values. `number` chooses among kinds of files. An Error counts
// as a wrong result.
using ResultsByFiles = std::function<std::optional<std::vector<HostValue>>(
    const Session& session, const Work& work, const std::vector<HostValue>& inputs,
    const std::vector<ValueType>& outputs, std::uint64_t number)>;

// What verify_at_random() draws from.
struct RandomOptions {
  std::uint64_t seed = 1;             // the same seed draws the same again
  std::int64_t tries = 50;            // images on which the program is tried, at least 1
  std::vector<std::string> ops = {};  // full names of ops of images, one of which is drawn; empty: all of them
  ResultsByFiles by_files = {};       // may be absent
  int images_per_file = 20;           // by_files is called for one image in so many
};

struct RandomResult {
  Outcome outcome = Outcome::correct;
  Work work;         // the work that was drawn
  std::string what;  // what is special: "u8 x 3, border wrap"
  // Images that were tried: fewer after a wrong result, or where the op does not take such an image.
  std::int64_t tries = 0;
  std::string detail;  // the first wrong sample, or the error
};

// Draws an op of images with arguments, formats, border and other options, and a special or general schedule. Tries it
// on images of 1 to 40 pixels a side, guarded as in verify(): as a whole, by a region, in strips or from an image
// object. Each result must agree with the reference, to the bit where the reference is exact.
RandomResult verify_at_random(const Session& session, const RandomOptions& options);

}  // namespace lenslet
#pragma GCC visibility pop
