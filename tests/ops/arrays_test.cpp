// Every op of arrays against its plain reference: types, awkward lengths, adversarial elements and schedules, on the
// device that LENSLET_DEVICE names.
#include <algorithm>

#include <gtest/gtest.h>

#include <lenslet/session.hpp>
#include <lenslet/verify.hpp>

#include "effort.hpp"
#include "support.hpp"

namespace lenslet {
namespace {

class Arrays : public testing::TestWithParam<std::string> {};

TEST_P(Arrays, MatchTheReference) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const std::vector<VerifyCase> cases = verification_cases(session(), GetParam(), std::min(effort(), 2));
  ASSERT_GT(cases.size(), 3u);
  std::size_t correct = 0;
  for (const VerifyCase& one : cases) {
    const VerifyResult verdict = verify(session(), one);
    EXPECT_TRUE(verdict.outcome == Outcome::correct || verdict.outcome == Outcome::excluded)
        << GetParam() << ", " << one.what << ", schedule '" << one.work.options.schedule
        << "': " << name_of(verdict.outcome) << ": " << verdict.detail;
    correct += verdict.outcome == Outcome::correct;
  }
  EXPECT_GT(correct, cases.size() / 2);
}

constexpr int parts = 4;  // of the ops: daily tests take one of them, another each day

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const OpInfo& info : ops_of_arrays()) names.push_back(full_name(info));
  return names;
}

INSTANTIATE_TEST_SUITE_P(Registry, Arrays, testing::ValuesIn(names()), [](const auto& test) {
  std::string name = test.param.substr(test.param.find('.') + 1);
  return name + "_" + std::to_string(test.index % parts);
});

}  // namespace
}  // namespace lenslet
