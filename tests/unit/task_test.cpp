// What a worker process is told is what was meant, whatever it contains.
#include "tune/task.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <lenslet/error.hpp>

namespace lenslet::tune {
namespace {

Work parsed(const std::string& line) {
  std::vector<op::OpPtr> brought;
  return parse_work(line, brought);
}

RC_GTEST_PROP(Fields, ComeBackAsTheyWere, (const std::vector<std::string>& fields)) {
  RC_PRE(!fields.empty());
  const std::string line = join_fields(fields);
  RC_ASSERT(line.find('\n') == std::string::npos);
  RC_ASSERT(split_fields(line) == fields);
}

TEST(Task, OfImagesComesBackAsItWas) {
  Work work;
  work.call = {
      "filter2d",
      {{"mask", Matrix(2, 3, {1, 2, 0.1, 3, 4, 1e-300})}, {"flip", true}, {"scale", 0.1}, {"delta", std::int64_t{-3}}}};
  work.inputs = {ImageType{{SampleType::f16, 4, true}, {123456789012, 7}, 3}};
  work.options.border = Border::constant;
  work.options.border_value = {0.1, -2, 1e300, 4};
  work.options.ddepth = SampleType::u16;
  work.options.alpha = Alpha::filter;
  work.options.nodata = -9999.1;
  work.options.nan = Nan::ignore;
  work.options.accuracy = Accuracy::level;
  work.options.layered = true;
  const Work back = parsed(to_line(work));
  EXPECT_EQ(back.call.op, work.call.op);
  EXPECT_EQ(back.call.arguments, work.call.arguments);
  EXPECT_EQ(back.inputs, work.inputs);
  EXPECT_EQ(back.options.border, work.options.border);
  EXPECT_EQ(back.options.border_value, work.options.border_value);
  EXPECT_EQ(back.options.ddepth, work.options.ddepth);
  EXPECT_EQ(back.options.alpha, work.options.alpha);
  EXPECT_EQ(back.options.nodata, work.options.nodata);
  EXPECT_EQ(back.options.nan, work.options.nan);
  EXPECT_EQ(back.options.accuracy, work.options.accuracy);
  EXPECT_EQ(back.options.layered, work.options.layered);
}

TEST(Task, OfArraysComesBackAsItWas) {
  const Work work = array_work({"map", {{"expression", std::string("a*x + y\t")}, {"a", 0.1}}},
                               {{SampleType::f16, {123456789012, 0}}, {SampleType::u64, {}}});
  const Work back = parsed(to_line(work));
  EXPECT_EQ(back.call.op, work.call.op);
  EXPECT_EQ(back.call.arguments, work.call.arguments);
  EXPECT_EQ(back.inputs, work.inputs);
}

TEST(Task, RefusesALineThatIsNone) {
  const std::string options = "\twrap\t0\t0\t0\t0\t\tkeep\t\tspread\texact\t0\t0\t";
  EXPECT_NO_THROW(parsed("sum" + options + "1\tf32 1"));
  for (const char* wrong :
       {"2\tf32 1", "1", "1\t", "1\timage u8 1", "1\timage u8 1 0 8 8 1\tksize\ti", "-1\tf32 1", "1\tf33 1"})
    EXPECT_THROW(parsed("sum" + options + wrong), Error) << wrong;
  EXPECT_THROW(parsed(""), Error);
  EXPECT_THROW(parsed("sharpen\tf32\t1"), Error);
}

}  // namespace
}  // namespace lenslet::tune
