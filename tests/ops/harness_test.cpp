// Every op of the registry against its double-precision reference: borders, types, channels, output types, schedules
// and awkward sizes, on the device that LENSLET_DEVICE names. LENSLET_EFFORT=3 runs the long matrix.

#include <gtest/gtest.h>

#include <lenslet/argument_text.hpp>
#include <lenslet/op.hpp>
#include <lenslet/verify.hpp>

#include "effort.hpp"
#include "support.hpp"

namespace lenslet {
namespace {

constexpr int parts = 8;  // daily tests take one of them, another each day, and several processes can share an op

std::string describe(const VerifyCase& request) {
  std::string text = request.work.call.op;
  for (const auto& [name, value] : request.work.call.arguments) text += " --" + name + "=" + value_text(value);
  return text + " " + request.what + " " + request.work.options.schedule + " seed " + std::to_string(request.seed);
}

// Whether the device lacks f64, which the call needs.
bool lacks_doubles(const VerifyResult& verdict) {
  return verdict.outcome == Outcome::excluded && !session().device().fp64 && verdict.detail.ends_with("has no f64");
}

class Harness : public testing::TestWithParam<std::tuple<std::string, int>> {};

TEST_P(Harness, MatchesReference) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const auto [op, part] = GetParam();
  const std::vector<VerifyCase> cases = verification_cases(session(), op, effort());
  ASSERT_GE(cases.size(), 10u);
  for (std::size_t i = static_cast<std::size_t>(part); i < cases.size(); i += parts) {
    const VerifyResult verdict = verify(session(), cases[i]);
    if (lacks_doubles(verdict)) continue;
    EXPECT_EQ(verdict.outcome, Outcome::correct) << describe(cases[i]) << ": " << verdict.detail;
  }
}

std::vector<std::string> op_names() {
  std::vector<std::string> names;
  for (const OpInfo& op : ops_of_images()) names.push_back(op.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Registry, Harness, testing::Combine(testing::ValuesIn(op_names()), testing::Range(0, parts)),
                         [](const auto& test) {
                           return std::get<0>(test.param) + "_" + std::to_string(std::get<1>(test.param));
                         });

}  // namespace
}  // namespace lenslet
