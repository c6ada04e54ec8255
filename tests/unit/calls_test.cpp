// Calls: inputs of any kind from views, results into the caller's memory, and launches that outlive what they use.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>
#include <lenslet/session.hpp>
#include <lenslet/strips.hpp>

#include "image/transfer.hpp"
#include "image_support.hpp"
#include "op/op_problem.hpp"
#include "refusal.hpp"
#include "session/plan.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr std::byte guard{0xa5};

// Memory for an image that begins at an odd byte and has bytes between its rows. The rows lie from top to bottom, or
// the other way. Guards surround all of it.
class Framed {
 public:
  Framed(Size size, PixelFormat format, bool upwards)
      : size_(size),
        format_(format),
        row_(size.width * static_cast<std::int64_t>(format.bytes())),
        upwards_(upwards),
        bytes_(static_cast<std::size_t>(margin + pitch() * size.height), guard) {}

  MutableImageView view() {
    std::byte* const first = bytes_.data() + margin + (upwards_ ? (size_.height - 1) * pitch() : 0);
    return {first, size_, format_, upwards_ ? -pitch() : pitch()};
  }

  // Tells whether nothing has changed but the rows.
  bool is_guarded() const {
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(bytes_.size()); ++i) {
      const bool of_row = i >= margin && (i - margin) % pitch() < row_;
      if (!of_row && bytes_[static_cast<std::size_t>(i)] != guard) return false;
    }
    return true;
  }

 private:
  static constexpr std::int64_t margin = 33;
  std::int64_t pitch() const { return row_ + 7; }

  Size size_;
  PixelFormat format_;
  std::int64_t row_;
  bool upwards_;
  std::vector<std::byte> bytes_;
};

void copy_to(const Image& image, const MutableImageView& to) {
  for (std::int64_t y = 0; y < image.height(); ++y)
    std::copy_n(image.row(y), image.width() * static_cast<std::int64_t>(image.format().bytes()), to.row(y));
}

class Calls : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace();
  }

  std::optional<Session> session;
};

// An op that copies an image and an array.
op::ProblemPtr copy_of(const ImageType& image, const ArrayType& array) {
  op::Op op;
  op.info.name = "copies";
  op.info.inputs = {Operand("image"), Operand("array", ValueKind::array)};
  op.info.outputs = op.info.inputs;
  op.outputs = [](const op::Arguments&, const op::Types& inputs) { return inputs; };
  op.space = [](const op::Instance&, const DeviceInfo&) { return op::Dimensions{{"way", {"plain"}}}; };
  op.initial = [](const op::Instance&, const DeviceInfo&) {
    return DimensionSchedule(std::vector<DimensionSchedule::Chosen>{{"way", "plain"}});
  };
  op.make = [](const op::Instance& of, const DimensionSchedule&, const op::Maker& maker) {
    op::Graph graph(maker);
    graph.commands("rows", {}, [](const op::Graph& bound, op::Launches& launches) {
      const DeviceImage &from = bound.device_image(op::Graph::input(0)), &to = bound.device_image(op::Graph::output(0));
      op::append(bound.queue().copy_rows(from.buffer(), rows_of(from), to.buffer(), rows_of(to), row_bytes_of(from),
                                         static_cast<std::uint64_t>(from.size().height)),
                 launches);
    });
    graph.copy(op::Graph::input(1), op::Graph::output(1), of.inputs[1].bytes());
    return graph;
  };
  return op::make_op_problem(std::make_shared<const op::Op>(std::move(op)), {Call{"copies"}, {image, array}});
}

TEST(HostViewsTest, AreMadeOfValuesOfAnyKind) {
  const Image image = pattern({3, 2}, {SampleType::u8, 3});
  const Array array({SampleType::f32, {4}});
  const std::vector<HostValue> mixed{image, array};
  const std::vector<ValueType> types{ImageType{image.format(), image.size()}, array.type()};
  EXPECT_EQ((HostViews{image, array}).types(), types);
  EXPECT_EQ(HostViews(mixed).types(), types);
  EXPECT_EQ(HostViews(std::vector{image, image}).size(), 2u);
  EXPECT_EQ(HostViews(std::vector{array}).size(), 1u);
  EXPECT_EQ(std::get<ImageView>(HostViews(image)[0]).row(0), image.row(0)) << "not copied";
  EXPECT_EQ(std::get<ArrayView>(HostViews(mixed[1])[0]).bytes().data(), std::get<Array>(mixed[1]).bytes().data());
  EXPECT_EQ(HostViews().size(), 0u);
}

TEST(HostViewsTest, RefuseWhatIsNoMemory) {
  std::byte bytes[64] = {};
  const PixelFormat format{SampleType::u8, 3};
  EXPECT_THAT(refusal([&] {
                ImageView(bytes, {5, 2}, format, -14);
              }),
              HasSubstr("a stride of -14 bytes is too small for rows of 15 bytes"));
  EXPECT_THAT(refusal([&] { MutableImageView(nullptr, {5, 2}, format); }), HasSubstr("null pointer"));
  EXPECT_THAT(refusal([&] { Image({5, 2}, format, -15); }), HasSubstr("allowed: 0, or at least a row's bytes"));
  EXPECT_THAT(refusal([&] { ArrayView(nullptr, {SampleType::u8, {3}}); }), HasSubstr("u8 [3] is at a null pointer"));
  EXPECT_EQ(ArrayView(nullptr, {SampleType::u8, {0}}).count(), 0);
  const ImageView upwards(bytes + 20, {5, 2}, format, -20);
  bytes[3] = std::byte{9};
  EXPECT_EQ(upwards.at(1, 1, 0), 9);
  EXPECT_EQ(convert(upwards, SampleType::f32).at(1, 1, 0), 9);
}

TEST_F(Calls, TakeViewsWhereverTheyLie) {
  for (const PixelFormat format : {PixelFormat{SampleType::u8, 3}, PixelFormat{SampleType::f32, 1}})
    for (const bool upwards : {false, true}) {
      const Image image = pattern({37, 22}, format);
      Framed framed(image.size(), format, upwards);
      copy_to(image, framed.view());
      const ImageView view = framed.view();
      EXPECT_TRUE(equal(session->run(ops::Invert{}, view).image(), session->run(ops::Invert{}, image).image()));
      EXPECT_TRUE(equal(session->download(session->upload(view)), image));
      EXPECT_TRUE(equal(session->download(session->upload(view, Storage::image)), image));
      const DeviceImage later = session->allocate(image.size(), format);
      session->upload_later(view, later).wait();
      EXPECT_TRUE(equal(session->download(later), image));
    }
}

TEST_F(Calls, WriteIntoMemoryOfAnyAlignmentAndBetweenGuards) {
  for (const SampleType type : {SampleType::u8, SampleType::u16, SampleType::f32})
    for (const bool upwards : {false, true}) {
      const Image image = pattern({41, 19}, {type, 3});
      const Image wanted = session->run(ops::Invert{}, image).image();
      Framed framed(image.size(), image.format(), upwards);
      const Result result = session->run_into(ops::Invert{}, image, framed.view());
      EXPECT_TRUE(result.images.empty());
      EXPECT_FALSE(result.schedule.empty());
      EXPECT_TRUE(equal(convert(framed.view(), type), wanted)) << name_of(type) << (upwards ? ", upwards" : "");
      EXPECT_TRUE(framed.is_guarded());

      Framed other(image.size(), image.format(), upwards);
      const DeviceImage on_device = session->upload(wanted);
      session->download(on_device, other.view());
      EXPECT_TRUE(equal(convert(other.view(), type), wanted));
      Framed third(image.size(), image.format(), upwards);
      session->download_later(on_device, third.view()).wait();
      EXPECT_TRUE(equal(convert(third.view(), type), wanted));
      EXPECT_TRUE(other.is_guarded() && third.is_guarded());
    }
}

// A way to lay an image out: pixels may lie anywhere but on each other. Distances are in bytes.
struct Laid {
  const char* what;
  std::int64_t first, stride, pixel_stride;
};

// Layouts of 13 x 9 pixels of three bytes in 4096 bytes.
constexpr Laid layouts[] = {
    {"mirrored", 5 + 3 * 12, 3 * 13 + 2, -3}, {"turned by 180", 5 + 3 * 12 + 8 * 41, -41, -3},
    {"three channels of four", 1, 4 * 13, 4}, {"every second pixel", 7, 6 * 13, 6},
    {"columns as rows", 3, 3, 3 * 9 + 1},     {"columns from the right, upwards", 3 + 8 * 3 + 12 * 28, -3, -28}};

TEST_F(Calls, TakePixelsAtAnyDistance) {
  const PixelFormat format{SampleType::u8, 3};
  const Image image = pattern({13, 9}, format);
  const Image inverted = session->run(ops::Invert{}, image).image();
  for (const Laid& laid : layouts) {
    std::vector<std::byte> bytes(4096, guard), out = bytes;
    const MutableImageView view(bytes.data() + laid.first, image.size(), format, laid.stride, laid.pixel_stride);
    const MutableImageView target(out.data() + laid.first, image.size(), format, laid.stride, laid.pixel_stride);
    session->download(session->upload(image), view);
    EXPECT_TRUE(equal(convert(view, SampleType::u8), image)) << laid.what;
    EXPECT_EQ(std::ranges::count(bytes, guard), std::ranges::count(std::span(image.data(), 13 * 9 * 3), guard) +
                                                    static_cast<std::ptrdiff_t>(bytes.size()) - 13 * 9 * 3)
        << laid.what << ": nothing else was written";
    EXPECT_TRUE(equal(session->download(session->upload(ImageView(view))), image)) << laid.what;
    EXPECT_TRUE(equal(session->download(session->upload(ImageView(view), Storage::image)), image)) << laid.what;
    EXPECT_TRUE(equal(session->run(ops::Invert{}, ImageView(view)).image(), inverted)) << laid.what;
    session->run_into(ops::Invert{}, ImageView(view), target);
    EXPECT_TRUE(equal(convert(target, SampleType::u8), inverted)) << laid.what;
    std::ranges::fill(out, guard);
    session->run_into(ops::Invert{}, ImageView(view), target, {.memory = 1500});
    EXPECT_TRUE(equal(convert(target, SampleType::u8), inverted)) << laid.what << ", in strips";
    EXPECT_EQ(ImageView(view).at(4, 7, 2), image.at(4, 7, 2));
    EXPECT_THAT(refusal([&] { ImageView(view).row(0); }), HasSubstr("allowed here: pixels without gaps")) << laid.what;
    EXPECT_THAT(refusal([&] { session->upload_later(ImageView(view), session->allocate(image.size(), format)); }),
                HasSubstr("a view with pixels of 3 bytes every "));
  }
}

TEST(HostViewsTest, RefusePixelsThatOverlap) {
  std::byte bytes[400] = {};
  const PixelFormat format{SampleType::u8, 3};
  const auto refused = [&](std::int64_t stride, std::int64_t pixel_stride) {
    return refusal([&] { ImageView(bytes, {5, 4}, format, stride, pixel_stride); });
  };
  EXPECT_EQ(refused(0, 2), "a pixel stride of 2 bytes is too small for pixels of 3 bytes");
  EXPECT_EQ(refused(20, -2), "a pixel stride of -2 bytes is too small for pixels of 3 bytes");
  EXPECT_EQ(refused(18, 4), "a stride of 18 bytes is too small for rows of 19 bytes");
  EXPECT_EQ(refused(3, 11), "a stride of 3 bytes is too small for rows of 47 bytes") << "columns of 12 bytes";
  EXPECT_EQ(refused(2, 12), "a stride of 2 bytes is too small for rows of 51 bytes");
  EXPECT_EQ(ImageView(bytes, {5, 4}, format, 3, 12).stride(), 3);
  EXPECT_EQ(ImageView(bytes, {5, 4}, format, 0, 4).stride(), 20);
  EXPECT_TRUE(ImageView(bytes, {1, 4}, format, 9, 7).has_whole_rows()) << "a column has no gaps";
}

TEST_F(Calls, WriteOverTheirInput) {
  Image image = pattern({41, 19}, {SampleType::u8, 1});
  const Image wanted = session->run(ops::Invert{}, image).image();
  session->run_into(ops::Invert{}, image, image);
  EXPECT_TRUE(equal(image, wanted));
}

TEST_F(Calls, WriteStripsIntoMemoryOfTheCaller) {
  const Image image = pattern({64, 300}, {SampleType::u8, 1});
  const Image wanted = session->run(ops::Invert{}, image).image();
  const OpOptions little{.memory = 30'000};
  for (const bool upwards : {false, true}) {
    Framed input(image.size(), image.format(), upwards), output(image.size(), image.format(), !upwards);
    copy_to(image, input.view());
    session->run_into(ops::Invert{}, ImageView(input.view()), output.view(), little);
    EXPECT_TRUE(equal(convert(output.view(), SampleType::u8), wanted));
    EXPECT_TRUE(output.is_guarded());
    EXPECT_THAT(refusal([&] { session->run_into(ops::Invert{}, ImageView(input.view()), input.view(), little); }),
                HasSubstr("target 0 overlaps an input of a call that is computed in strips"));
  }
}

TEST_F(Calls, WriteArraysOfAnyAlignment) {
  const Array x = Array::of<float>({4, 1, 3});
  const Result wanted = session->run(array_ops::Sum{}, x);
  std::vector<std::byte> bytes(64, guard);
  session->run_into(array_ops::Sum{}, x, MutableArrayView(bytes.data() + 13, wanted.array().type()));
  const auto given = wanted.array().bytes();
  EXPECT_TRUE(std::equal(given.begin(), given.end(), bytes.begin() + 13));
  EXPECT_EQ(bytes[12], guard);
  EXPECT_EQ(bytes[13 + given.size()], guard);
  Array into(wanted.array().type());
  session->run_into(array_ops::Sum{}, x, into);
  EXPECT_EQ(into.at(0), 8);

  std::copy_n(x.bytes().data(), 12, bytes.data() + 1);
  const ArrayView odd(bytes.data() + 1, x.type());
  EXPECT_EQ(session->run(array_ops::Sum{}, odd).array().at(0), 8);
  const DeviceArray on_device = session->upload(odd);
  std::vector<std::byte> back(14, guard);
  session->download(on_device, MutableArrayView(back.data() + 1, x.type()));
  EXPECT_TRUE(std::equal(x.bytes().begin(), x.bytes().end(), back.begin() + 1));
  EXPECT_EQ(back[0], guard);
  EXPECT_EQ(back[13], guard);
}

TEST_F(Calls, TakeAndMakeImagesAndArraysMixed) {
  const Image image = pattern({41, 19}, {SampleType::u16, 2});
  const Array array = Array::of<float>({4, 1, 3});
  const op::ProblemPtr problem = copy_of({image.format(), image.size()}, array.type());
  const Result made = run_problem(*session, problem, {image, array}, nullptr);
  EXPECT_TRUE(equal(made.image(), image));
  EXPECT_EQ(made.array().at(2), 3);

  Framed framed(image.size(), image.format(), true);
  Array into(array.type());
  const HostTargets targets{framed.view(), into};
  run_problem(*session, problem, std::vector<HostValue>{image, array}, &targets);
  EXPECT_TRUE(equal(convert(framed.view(), SampleType::u16), image));
  EXPECT_TRUE(framed.is_guarded());
  EXPECT_EQ(into.at(2), 3);
  const HostTargets swapped{into, framed.view()};
  EXPECT_EQ(refusal([&] {
              run_problem(*session, problem, {image, array}, &swapped);
            }),
            "target 0 is f32 [3], the result of copies is u16 x 2 of 41 x 19");

  const Plan plan = plan_of(*session, problem);
  const DeviceImage on_device = session->upload(image);
  const DeviceArray elements = session->upload(array);
  const DeviceResults results = plan.run({on_device, elements});
  EXPECT_TRUE(equal(session->download(results.image(0)), image));
  EXPECT_EQ(session->download(results.array(1)).at(1), 1);
  EXPECT_THAT(refusal([&] { plan.run({elements, on_device}); }), HasSubstr("the input is f32 [3], this plan is for"));
  EXPECT_EQ(refusal([&] { results.images(); }), "result 1 is f32 [3]: call array() for it");
}

TEST_F(Calls, RefuseWrongTargetsBeforeAnythingRuns) {
  const PixelFormat format{SampleType::u8, 1};
  const Image image = pattern({9, 5}, format);
  Image right({9, 5}, format), small({9, 4}, format), other({9, 5}, {SampleType::u8, 3});
  Array array({SampleType::u8, {45}});
  const auto refused = [&](const HostTargets& targets) {
    return refusal([&] { session->run_into(ops::Invert{}, image, targets); });
  };
  EXPECT_EQ(refused({}), "0 targets for invert, which makes 1");
  EXPECT_EQ(refused({right, right}), "2 targets for invert, which makes 1");
  EXPECT_EQ(refused(small), "target 0 is u8 x 1 of 9 x 4, the result of invert is u8 x 1 of 9 x 5");
  EXPECT_EQ(refused(other), "target 0 is u8 x 3 of 9 x 5, the result of invert is u8 x 1 of 9 x 5");
  EXPECT_EQ(refused(array), "target 0 is u8 [45], the result of invert is u8 x 1 of 9 x 5");
  EXPECT_TRUE(equal(right, Image({9, 5}, format)));
  const DeviceImage on_device = session->upload(image);
  EXPECT_THAT(refusal([&] { session->download(on_device, small); }), HasSubstr("u8 x 1 of 9 x 4 for a layer of u8"));
  EXPECT_THAT(refusal([&] { session->download(session->upload(array), MutableArrayView(array.bytes().data(), {})); }),
              HasSubstr("memory for f32"));
}

TEST_F(Calls, RefuseWrongInputs) {
  const Image image = pattern({9, 5}, {SampleType::u8, 1});
  const Array array({SampleType::u8, {45}});
  EXPECT_FALSE(refusal([&] { session->run(ops::Add{}, {image, array}); }).empty());
  EXPECT_FALSE(refusal([&] { session->run(array_ops::Sum{}, image); }).empty());
  EXPECT_FALSE(refusal([&] { session->run(ops::Invert{}, HostViews{}); }).empty());
  const Plan plan = session->plan(ops::Invert{}, image.format());
  const DeviceImage on_device = session->upload(image), out = session->allocate(image.size(), image.format());
  const DeviceArray elements = session->upload(array);
  EXPECT_THAT(refusal([&] { plan.run(elements); }), HasSubstr("u8 [45]"));
  EXPECT_THAT(refusal([&] { plan.run({on_device, elements}); }), HasSubstr("2 inputs"));
  EXPECT_THAT(refusal([&] { plan.run({}); }), HasSubstr("0 inputs"));
  EXPECT_THAT(refusal([&] { plan.run_into(on_device, elements); }), HasSubstr("the output is u8 [45]"));
  EXPECT_THAT(refusal([&] { plan.launch_into(on_device, {out, out}); }), HasSubstr("2 output"));
}

TEST_F(Calls, ResultsSayTheirKind) {
  const Image image = pattern({9, 5}, {SampleType::u8, 1});
  const Result of_image = session->run(ops::Invert{}, image);
  const Result of_array = session->run(array_ops::Sum{}, Array::of<float>({4, 1, 3}));
  EXPECT_EQ(of_image.image().size(), image.size());
  EXPECT_EQ(refusal([&] { of_image.array(); }), "the result is u8 x 1 of 9 x 5: call image() for it");
  EXPECT_THAT(refusal([&] { of_array.image(); }), HasSubstr("call array() for it"));
  EXPECT_EQ(refusal([&] { Result().image(); }), "a result without values");

  const DeviceResults results = session->plan(ops::Invert{}, image.format()).run(session->upload(image));
  EXPECT_EQ(results.size(), 1u);
  EXPECT_EQ(results.image().size(), image.size());
  EXPECT_EQ(results.images().size(), 1u);
  EXPECT_EQ(refusal([&] { results.array(); }), "result 0 is u8 x 1 of 9 x 5: call image() for it");
  EXPECT_EQ(refusal([&] { results.image(1); }), "result 1 of 1, the first is 0");
}

TEST_F(Calls, PlansTakeWhatPlansMade) {
  const Image image = pattern({9, 5}, {SampleType::u8, 1});
  const Plan invert = session->plan(ops::Invert{}, image.format());
  const DeviceImage twice = invert.run(invert.run(session->upload(image))).image();
  EXPECT_TRUE(equal(session->download(twice), image));
}

TEST_F(Calls, LaunchesOutliveThePlanAndTheValues) {
  const Image image = pattern({640, 480}, {SampleType::u8, 3});
  std::vector<Launch> launches;
  DeviceImage last = session->upload(image);
  for (int i = 0; i < 6; ++i) {
    const DeviceImage next =
        session->allocate(image.size(), image.format(), i % 2 ? Storage::buffer : Storage::image_buffer);
    launches.push_back(session->plan(ops::Invert{}, image.format()).launch_into(last, next));
    last = next;
  }
  for (const Launch& launch : launches) launch.wait();
  EXPECT_TRUE(equal(session->download(last), image));
}

// A mean ends on the host, after the plan, its inputs and the launch are gone.
TEST_F(Calls, TheHostsPartOutlivesThePlan) {
  const ArrayType type{SampleType::f32, {1000}};
  Array x(type);
  for (std::int64_t i = 0; i < x.count(); ++i) x.set(i, 5);
  std::optional<Launch> launch;
  std::optional<DeviceArray> mean;
  {
    const Plan plan = session->plan(array_work({"reduce.mean"}, {type}));
    mean = session->allocate(std::get<ArrayType>(plan.outputs().front()));
    launch = plan.launch_into(session->upload(x), *mean);
  }
  launch.reset();
  EXPECT_EQ(session->download(*mean).at(0), 5);
}

}  // namespace
}  // namespace lenslet
