// Point ops: random graphs of them in one launch give the bits of one op after the other, and what is refused. POINTS=N
// tries N graphs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>

#include <fmt/format.h>

#include <lenslet/ops.hpp>
#include <lenslet/pipeline.hpp>

#include "op/op_problem.hpp"
#include "op/random_value.hpp"
#include "point/group.hpp"
#include "point/point_op.hpp"
#include "point/schedules.hpp"
#include "refusal.hpp"
#include "session/plan.hpp"
#include "support.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr Size size{53, 19};
constexpr const char* schedules[] = {"chunk.group64.items4.v16.stream", "stride.group16.items2.v4.plain",
                                     "chunk.group1.items1.v1.plain", "stride.group64.items1.v8.plain"};

struct Known {
  Call call;
  std::size_t inputs;
};

const std::vector<Known>& known() {
  static const std::vector<Known> all{
      {ops::Threshold{.level = 77, .kind = ops::Threshold::Kind::tozero}, 1},
      {ops::Invert{}, 1},
      {ops::Gamma{.gamma = 0.5}, 1},
      {ops::Contrast{.amount = 1.3}, 1},
      {ops::Convert{.to = ops::Convert::To::u8, .scale = 0.9}, 1},
      {ops::Convert{.to = ops::Convert::To::u16, .scale = 1.7}, 1},
      {ops::Convert{.to = ops::Convert::To::f16}, 1},
      {ops::Convert{.to = ops::Convert::To::f32, .scale = 0.5}, 1},
      {ops::Grey{}, 1},
      {ops::RgbToYcrcb{}, 1},
      {ops::Split{}, 1},
      {ops::Inrange{.low = {3}, .high = {140}}, 1},
      {ops::Add{}, 2},
      {ops::Subtract{}, 2},
      {ops::Multiply{.scale = 0.01}, 2},
      {ops::Absdiff{}, 2},
      {ops::Merge{.channels = 2}, 2},
      {ops::Select{}, 3},
  };
  return all;
}

// A graph of random ops, with the values that its ops give one by one.
class RandomGroup {
 public:
  explicit RandomGroup(unsigned seed) : random_(seed) {
    for (std::size_t i = 0; i < 3; ++i) add_input();
    for (int tries = 0; tries < 400 && group_.nodes.size() < 6; ++tries) add_node();
    for (std::size_t i = group_.inputs.size(); i < images_.size(); ++i)
      if (!used_[i] || below(4) == 0) group_.outputs.push_back(i);
  }

  const point::Group& group() const { return group_; }
  const std::vector<Image>& images() const { return images_; }
  const std::string& text() const { return text_; }

 private:
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }

  void add_input() {
    PixelFormat format{filter_types[below(4)], static_cast<int>(below(4)) + 1};
    if (!images_.empty() && below(2) == 0) format = group_.inputs.front();
    format.alpha = format.channels % 2 == 0 && below(2) == 0;
    group_.inputs.push_back(format);
    add(std::get<Image>(
        op::random_value(ImageType{format, size}, array::Fill::random, static_cast<std::uint32_t>(random_()))));
  }

  void add(Image image) {
    images_.push_back(std::move(image));
    used_.push_back(false);
  }

  void add_node() {
    const Known& one = known()[below(known().size())];
    point::Node node;
    std::vector<Image> inputs;
    std::vector<ValueType> types;
    for (std::size_t i = 0; i < one.inputs; ++i) {
      node.inputs.push_back(below(images_.size()));
      inputs.push_back(images_[node.inputs.back()]);
      types.emplace_back(ImageType{inputs.back().format(), size});
    }
    const op::Op& op = *op::find(one.call.op, ValueKind::image);
    try {
      node.function = op.point(op::instance_of(op, one.call, types));
    } catch (const Error&) {
      return;  // the op does not take these
    }
    text_ += one.call.op + " ";
    for (const std::size_t input : node.inputs) used_[input] = true;
    for (Image& image : session().run(one.call, inputs).images) add(std::move(image));
    group_.nodes.push_back(std::move(node));
  }

  std::mt19937 random_;
  point::Group group_;
  std::vector<Image> images_;
  std::vector<bool> used_;
  std::string text_;
};

// The group as an op of its own.
op::Op op_of(const point::Group& group) {
  op::Op op;
  op.info.name = "group";
  op.info.inputs.clear();
  for (std::size_t i = 0; i < group.inputs.size(); ++i) op.info.inputs.emplace_back("image", Reads::same);
  op.info.outputs.assign(group.outputs.size(), Operand("out"));
  op.outputs = [group](const op::Arguments&, const op::Types&) {
    std::vector<ValueType> types;
    for (const std::size_t output : group.outputs) types.emplace_back(ImageType{formats_of(group)[output], size});
    return op::Types(types);
  };
  op.space = [group](const op::Instance&, const DeviceInfo& device) { return point::space(group, device); };
  op.make = [group](const op::Instance&, const DimensionSchedule& schedule, const op::Maker& maker) {
    return point::make_graph(group, schedule, maker);
  };
  return op;
}

// NaNs are all alike: which of its operands' bits one has is nobody's promise.
bool is_same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

std::string first_difference(const Image& got, const Image& wanted) {
  if (got.format() != wanted.format()) return "the format";
  for (std::int64_t y = 0; y < got.height(); ++y)
    for (std::int64_t x = 0; x < got.width(); ++x)
      for (int c = 0; c < got.format().channels; ++c)
        if (!is_same(got.at(x, y, c), wanted.at(x, y, c)))
          return fmt::format("({}, {}) channel {} is {}, one by one {}", x, y, c, got.at(x, y, c), wanted.at(x, y, c));
  return {};
}

class Points : public DeviceTest {};

TEST_F(Points, GroupsGiveTheBitsOfOneOpAfterTheOther) {
  const char* wanted = std::getenv("POINTS");
  const unsigned graphs = wanted ? static_cast<unsigned>(std::atoi(wanted)) : 6;
  for (unsigned seed = 1; seed <= graphs; ++seed) {
    const RandomGroup random(seed);
    const op::Op op = op_of(random.group());
    Work work{Call{"group"}, {}, {.schedule = schedules[seed % std::size(schedules)]}};
    if (point::is_of_bytes(random.group())) work.options.schedule += ".tabled";
    std::vector<DeviceValue> inputs;
    for (std::size_t i = 0; i < random.group().inputs.size(); ++i) {
      work.inputs.emplace_back(ImageType{random.group().inputs[i], size});
      inputs.emplace_back(session().upload(random.images()[i]));
    }
    const Plan plan = plan_of(session(), op::make_op_problem(std::make_shared<const op::Op>(op), work));
    const DeviceResults outputs = plan.run(inputs);
    ASSERT_EQ(outputs.size(), random.group().outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i)
      EXPECT_EQ(first_difference(session().download(outputs.image(i)), random.images()[random.group().outputs[i]]), "")
          << "seed " << seed << ", value " << random.group().outputs[i] << " of " << random.text();
  }
}

TEST_F(Points, SelectTakesEachPixelByItsMask) {
  Image a({3, 1}, {SampleType::u16, 2}), b({3, 1}, {SampleType::u16, 2}), mask({3, 1}, {SampleType::f32, 1});
  for (std::int64_t x = 0; x < 3; ++x)
    for (int c = 0; c < 2; ++c) a.set(x, 0, c, 10.0 + c), b.set(x, 0, c, 60000.0 + c);
  mask.set(1, 0, 0, 0.25);
  const Image got = session().run(ops::Select{}, {a, b, mask}).images.front();
  for (std::int64_t x = 0; x < 3; ++x)
    for (int c = 0; c < 2; ++c) EXPECT_EQ(got.at(x, 0, c), x == 1 ? 10 + c : 60000 + c);
}

// Differences of neighbours beyond 2^53, where doubles have only every second integer.
TEST_F(Points, SamplesOfOtherTypesPassByPipelinesAndStrips) {
  Image a({37, 23}, {SampleType::i64, 2}), b(a.size(), a.format());
  std::mt19937_64 random(3);
  for (Image* image : {&a, &b})
    for (std::int64_t i = 0; i < 37 * 23 * 2; ++i) {
      const auto sample = static_cast<std::int64_t>(random() >> (i % 60));
      std::memcpy(image->data() + 8 * i, &sample, sizeof sample);
    }
  const Call both = Pipeline::parse("in a, b; d = subtract a b; clip d low=-3e18 high=3e18 | invert");
  const Image whole = session().run(both, {a, b}).image();
  const Image strips = session().run(both, {a, b}, {.memory = 40'000}).image();
  for (std::int64_t i = 0; i < 37 * 23 * 2; ++i) {
    std::int64_t x = 0, y = 0, got = 0, part = 0, difference = 0;
    std::memcpy(&x, a.data() + 8 * i, 8);
    std::memcpy(&y, b.data() + 8 * i, 8);
    std::memcpy(&got, whole.data() + 8 * i, 8);
    std::memcpy(&part, strips.data() + 8 * i, 8);
    constexpr std::int64_t limit = 3'000'000'000'000'000'000;
    if (__builtin_sub_overflow(x, y, &difference)) difference = x < 0 ? -limit : limit;
    EXPECT_EQ(got, ~std::clamp(difference, -limit, limit)) << x << " - " << y;
    EXPECT_EQ(part, got);
  }
  EXPECT_THAT(refusal([&] {
                session().run(ops::Add{}, {a, b}, {.nodata = 3});
              }),
              HasSubstr("add: missing samples (nodata, or nan 'ignore') cannot be left out: samples of i64; allowed"));
}

TEST_F(Points, WhatDoesNotGoTogetherIsRefused) {
  const Image grey({2, 2}, {SampleType::u8, 1}), colour({2, 2}, {SampleType::u8, 3}), wide({3, 2}, {SampleType::u8, 1}),
      floats({2, 2}, {SampleType::f32, 1});
  const auto wrong = [](const Call& call, const std::vector<Image>& inputs) {
    return refusal([&] { session().run(call, inputs); });
  };
  EXPECT_THAT(wrong(ops::Add{}, {grey, colour}), HasSubstr("add: u8 x 1, u8 x 3; allowed: images of one format"));
  EXPECT_THAT(wrong(ops::Add{}, {grey, wide}), HasSubstr("images of 2 x 2 and 3 x 2; allowed: one size"));
  EXPECT_THAT(wrong(ops::RgbToHsv{}, {grey}), HasSubstr("rgb_to_hsv: u8 x 1; allowed: 3 channels, or 4 with alpha"));
  EXPECT_THAT(wrong(ops::Bitwise{}, {floats, floats}), HasSubstr("allowed: u8, i8, u16"));
  EXPECT_THAT(wrong(ops::Clip{.low = 3, .high = 2}, {grey}), HasSubstr("low is 3, high 2"));
  EXPECT_THAT(wrong({"inrange", {{"low", std::string("1,x")}}}, {grey}), HasSubstr("low is '1,x'"));
  EXPECT_THAT(wrong(ops::Inrange{.low = {1, 2}}, {colour}), HasSubstr("low has 2 numbers; allowed: 1, or 3"));
  EXPECT_THAT(wrong(ops::Lut{.values = Numbers{1, 2, 3}}, {grey}), HasSubstr("3 numbers for u8"));
  EXPECT_THAT(wrong(ops::Lut{.values = {{5, 1}, {5, 2}}}, {grey}),
              HasSubstr("values is '5:1,5:2', allowed: points from left to right"));
  EXPECT_THAT(wrong(ops::Merge{.channels = 3, .alpha = true}, {grey, grey, grey}), HasSubstr("alpha among 3"));
}

TEST(ConvertOp, AScaleIsF64WhereSamplesAre) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  Image image({1, 1}, {SampleType::i32, 1});
  image.set(0, 0, 0, 1e9);
  const Call call = ops::Convert{.to = ops::Convert::To::i32, .scale = 0.1, .delta = 0.3};
  EXPECT_EQ(session().run(call, {image}).images.front().at(0, 0, 0), 1e8);
  const Call slightly = ops::Convert{.to = ops::Convert::To::f64, .scale = 1 + 1e-9};
  EXPECT_EQ(session().run(slightly, {image}).images.front().at(0, 0, 0), 1e9 * (1 + 1e-9));
}

}  // namespace
}  // namespace lenslet
