// Calls the function for errors in a context as a driver would.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "toolkit/ocl/shared_context.hpp"

namespace lenslet::ocl {
namespace {

using testing::ElementsAre;

TEST(ContextNotice, HandsTheDriversWordsOn) {
  std::vector<std::string> told, others;
  const ContextNotice notice = notice_of([&](std::string_view text) { told.emplace_back(text); });
  const ContextNotice other = notice_of([&](std::string_view text) { others.emplace_back(text); });
  ASSERT_NE(notice.call, nullptr);
  const char details[] = {1, 2};
  notice.call("out of resources", details, sizeof details, notice.data);
  notice.call(nullptr, nullptr, 0, notice.data);
  other.call("lost", nullptr, 0, other.data);
  EXPECT_THAT(told, ElementsAre("out of resources", ""));
  EXPECT_THAT(others, ElementsAre("lost"));
}

TEST(ContextNotice, IsNoneWhereNobodyAsks) {
  const ContextNotice none = notice_of({});
  EXPECT_EQ(none.call, nullptr);
  EXPECT_EQ(none.data, nullptr);
}

}  // namespace
}  // namespace lenslet::ocl
