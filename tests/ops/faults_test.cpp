// Faults in kernels that the cases of `verify` must find: each test puts one into a kernel's text.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <lenslet/verify.hpp>

#include "kernel_texts.hpp"
#include "support.hpp"

namespace lenslet {
namespace {

// A process has one text of a name: each test has a process of its own.
void put_fault(const std::string& file, const std::string& right, const std::string& wrong) {
  std::string text(kernel_text(file));
  const std::size_t place = text.find(right);
  ASSERT_NE(place, text.npos) << file << " has no '" << right << "'";
  static const auto kept = keep_kernel_text(file, text.replace(place, right.size(), wrong));
  ASSERT_EQ(kernel_text(file), text) << "another test had it before in this process";
}

// Of a quick look, by general programs alone.
bool finds_fault(const std::string& op) {
  return std::ranges::any_of(verification_cases(session(), op, 0), [](const VerifyCase& each) {
    return each.work.options.schedule.find(".general.") != std::string::npos &&
           verify(session(), each).outcome == Outcome::wrong;
  });
}

class Faults : public DeviceTest {};

// The general programs of masks that a CPU's first call takes read rows one after the other; others do not.
class FaultsOfRows : public Faults {
 protected:
  void SetUp() override {
    Faults::SetUp();
    if (!IsSkipped() && session().device().kind != DeviceKind::cpu) GTEST_SKIP() << "first calls here read no rows";
  }
};

// What a first call of a mask whose taps lie below its centre had: zeros, or reads out of bounds.
TEST_F(FaultsOfRows, ARowThatCountsAsReadIsFound) {
  put_fault("listed_rows.cl", "of->read = false;", "of->read = true; of->dy = height; of->row = 0; of->whole = false;");
  EXPECT_TRUE(finds_fault("filter2d"));
}

TEST_F(FaultsOfRows, ARowOfAnotherPlaceIsFound) {
  put_fault("general.cl", "LOAD(place + j * stride)", "LOAD(place + min(j, 1) * stride)");
  EXPECT_TRUE(finds_fault("filter2d"));
}

TEST_F(Faults, AStepOfANetworkLeftOutIsFound) {
  put_fault("general_network.cl", "t < tap_counts.y", "t < tap_counts.y - 1");
  EXPECT_TRUE(finds_fault("median"));
}

}  // namespace
}  // namespace lenslet
