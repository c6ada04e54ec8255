// What a helper process is told is what was meant, whatever it contains.
#include "tune/task.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <lenslet/error.hpp>

#include "tune/fields.hpp"

namespace lenslet::tune {
namespace {

RC_GTEST_PROP(Fields, ComeBackAsTheyWere, (const std::vector<std::string>& fields)) {
  RC_PRE(!fields.empty());
  const std::string line = join_fields(fields);
  RC_ASSERT(line.find('\n') == std::string::npos);
  RC_ASSERT(split_fields(line) == fields);
}

TEST(Task, OfImagesComesBackAsItWas) {
  ImageTask task;
  task.call = {
      "filter2d",
      {{"mask", std::string("1 2\t1\n3 4 3\\n")}, {"flip", true}, {"scale", 0.1}, {"delta", std::int64_t{-3}}}};
  task.format = {PixelType::f16, 4, true};
  task.options.border = Border::constant;
  task.options.border_value = {0.1, -2, 1e300, 4};
  task.options.ddepth = PixelType::u16;
  task.options.alpha = Alpha::filter;
  task.size = {123456789012, 7};
  const auto back = std::get<ImageTask>(parse_task(to_line(task)));
  EXPECT_EQ(back.call.op, task.call.op);
  EXPECT_EQ(back.call.arguments, task.call.arguments);
  EXPECT_EQ(back.format, task.format);
  EXPECT_EQ(back.options.border, task.options.border);
  EXPECT_EQ(back.options.border_value, task.options.border_value);
  EXPECT_EQ(back.options.ddepth, task.options.ddepth);
  EXPECT_EQ(back.options.alpha, task.options.alpha);
  EXPECT_EQ(back.size, task.size);
}

TEST(Task, OfArraysComesBackAsItWas) {
  const ArrayTask task{{"map", {{"expression", std::string("a*x + y\t")}, {"a", 0.1}}},
                       {{ElementType::f16, {123456789012, 0}}, {ElementType::u64, {}}}};
  const auto back = std::get<ArrayTask>(parse_task(to_line(task)));
  EXPECT_EQ(back.call.op, task.call.op);
  EXPECT_EQ(back.call.arguments, task.call.arguments);
  EXPECT_EQ(back.inputs, task.inputs);
}

TEST(Task, RefusesALineThatIsNone) {
  EXPECT_THROW(parse_task("image\tsharpen\tf32\t1"), Error);
  EXPECT_THROW(parse_task("array\tsum\t2\tf32 1"), Error);
  EXPECT_THROW(parse_task(""), Error);
  EXPECT_THROW(parse_task("sharpen\tf32\t1"), Error);
}

}  // namespace
}  // namespace lenslet::tune
