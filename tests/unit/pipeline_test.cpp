// Pipelines: their language, C++ and text alike, what is refused, and that they give the bits of their ops one by one.
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/lenslet.hpp>

#include "effort.hpp"
#include "image_support.hpp"
#include "op/op.hpp"
#include "pipeline_support.hpp"
#include "random_pipeline.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string refusal_of(const std::string& text) {
  try {
    Pipeline::parse(text);
  } catch (const Error& error) {
    return std::string(error.what()) + '\n' + error.detail();
  }
  return "accepted";
}

TEST(PipelineText, IsAsInCpp) {
  const Pipeline edges = ops::Gaussian{.sigma = 2} | ops::Gradient{} | ops::Threshold{.level = 40};
  EXPECT_EQ(edges.text(), "gaussian sigma=2 | gradient | threshold level=40");
  EXPECT_EQ(Pipeline::parse(edges.text()).text(), edges.text());
  const Call call = edges;
  EXPECT_EQ(call.op, "gaussian | gradient | threshold");
  EXPECT_EQ(call.arguments.at("gaussian.sigma"), Value(2.0));
  EXPECT_EQ(call.arguments.at("threshold.level"), Value(40.0));
}

TEST(PipelineText, HasNamesInputsAndOutputs) {
  const Pipeline detail = Pipeline::parse(R"(
    in photo, mask                       # two images
    smooth = gaussian photo sigma=3
    edges = absdiff photo smooth
          | invert                       # goes on
    mixed = blend smooth edges mask weighted
    out mixed, smooth)");
  EXPECT_THAT(detail.inputs(), ElementsAre("photo", "mask"));
  EXPECT_THAT(detail.outputs(), ElementsAre("mixed", "smooth"));
  EXPECT_EQ(detail.size(), 4u);
  EXPECT_EQ(Pipeline::parse(detail.text()).text(), detail.text());
  EXPECT_EQ(Call(Pipeline::parse(detail.text())).op, Call(detail).op);
}

TEST(PipelineText, PipesSeveralImagesAndPutsThemWhereItIsTold) {
  EXPECT_EQ(Pipeline::parse("split | merge").size(), 2u);
  const Pipeline sharp = Pipeline::parse("in a; gaussian a | subtract a _");
  EXPECT_EQ(sharp.text(), "in a; v1 = gaussian a; v2 = subtract a v1; out v2");
}

TEST(PipelineText, OfOneOpIsThatOp) {
  const Call call = Pipeline::parse("gaussian sigma=2");
  EXPECT_EQ(call.op, "gaussian");
  EXPECT_EQ(call.arguments.at("sigma"), Value(2.0));
  EXPECT_EQ(Call(Pipeline::parse("scharr both")).op, "scharr both=on");
}

TEST(PipelineText, IsNotKeptForEver) {
  std::vector<std::weak_ptr<const op::Op>> all;
  for (int i = 0; i < 10'000; ++i) {
    const std::string text = fmt::format("in a; x{0} = gaussian a; out x{0}", i);
    const op::OpPtr op = op::find(text);
    EXPECT_EQ(op::find(text, ValueKind::image), op) << "the text is read again";
    if (i % 10 == 0) op::problem_of(image_work({text}, {SampleType::u8, 1}, {64, 64}));
    all.push_back(op);
  }
  const auto is_kept = [](const auto& op) { return !op.expired(); };
  EXPECT_LE(std::ranges::count_if(all, is_kept), 100);
  EXPECT_TRUE(is_kept(all.back()));
}

// Which inputs bitwise has, and how many images scharr makes, is part of the name.
TEST(PipelineText, KeepsWhatDecidesOperands) {
  const Call call = Pipeline::parse("mean ksize=5 | bitwise by=not");
  EXPECT_EQ(call.op, "mean | bitwise by=not");
  EXPECT_EQ(call.arguments.size(), 1u);
  EXPECT_EQ(find_op(call.op).inputs.size(), 1u);
  EXPECT_EQ(Call(Pipeline::parse("in a; x, y = scharr a both; z = addweighted x y; out z")).op,
            "in a; x, y = scharr a both=on; z = addweighted x y; out z");
}

// What no word may have stands in quotes.
TEST(PipelineText, OfSeveralNumbersComesBack) {
  for (const char* mask : {"1 2 1", "1,2,1", "0 1 0; 1 1 1; 0 1 0", "1 2 1\n0 0 0\n-1 -2.5 1e-9"}) {
    const Pipeline given = Pipeline::parse(fmt::format("gaussian | filter2d mask='{}'", mask));
    EXPECT_EQ(Pipeline::parse(given.text()).text(), given.text()) << mask;
    EXPECT_EQ(Call(Pipeline::parse(given.text())).arguments, Call(given).arguments) << mask;
  }
}

TEST(PipelineText, CountsTheOpsOfOneKind) {
  const Call call = Pipeline::parse("mean ksize=3 | mean ksize=5");
  EXPECT_EQ(call.arguments.at("mean.ksize"), Value(std::int64_t{3}));
  EXPECT_EQ(call.arguments.at("mean2.ksize"), Value(std::int64_t{5}));
}

TEST(PipelineText, RefusesWithTheLineAndAMark) {
  EXPECT_EQ(refusal_of("gaussian | gausian"),
            "pipeline: unknown op 'gausian': did you mean 'gaussian'?\n  gaussian | gausian\n             ^");
  EXPECT_THAT(refusal_of("gaussian sigma 2"), HasSubstr("no value is called 'sigma'; did you mean 'sigma=2'?"));
  EXPECT_THAT(refusal_of("gaussian\nout a"), HasSubstr("pipeline, line 2: no value is called 'a'\n  out a\n      ^"));
  EXPECT_THAT(refusal_of("a = gaussian b; b = gaussian a"), HasSubstr("'b' is used before it is made"));
  EXPECT_THAT(refusal_of("in a; b = mean a; b = mean a"), HasSubstr("'b' is the name of another value"));
  EXPECT_THAT(refusal_of("in a, b; c = mean a"), HasSubstr("nothing uses the input 'b'"));
  EXPECT_THAT(refusal_of("in a; b = mean a; c = mean a; out c"), HasSubstr("nothing uses the value 'b'"));
  EXPECT_THAT(refusal_of("in a; mean a; c = mean a"), HasSubstr("nothing uses what mean makes"));
  EXPECT_THAT(refusal_of("mean ksiz=3"), HasSubstr("unknown parameter 'ksiz'"));
  EXPECT_THAT(refusal_of("mean ksize=x"), HasSubstr("ksize is 'x'"));
  EXPECT_THAT(refusal_of("mean ksize=3 ksize=5"), HasSubstr("ksize has two values"));
  EXPECT_THAT(refusal_of("mean |"), HasSubstr("an op is missing"));
  EXPECT_THAT(refusal_of("| mean"), HasSubstr("an op is missing"));
  EXPECT_THAT(refusal_of("mean | blend"), HasSubstr("blend takes 2 inputs (a, b), here are 1"));
  EXPECT_THAT(refusal_of("mean mask='1 2"), HasSubstr("a quote that does not end"));
  EXPECT_THAT(refusal_of("mean ! mean"), HasSubstr("'!' has no meaning here"));
  EXPECT_THAT(refusal_of("in a; out a"), HasSubstr("the input 'a' as an output"));
  EXPECT_THAT(refusal_of("# nothing"), HasSubstr("a pipeline without an op"));
  EXPECT_THAT(refusal_of("reduce.sum | mean"), HasSubstr("an op of arrays"));
}

TEST(PipelineBuilder, MakesGraphs) {
  PipelineBuilder graph;
  const auto photo = graph.input("photo");
  const auto smooth = graph.add(ops::Gaussian{.sigma = 3}, {photo});
  graph.output("detail", graph.add(ops::Subtract{}, {photo, smooth}));
  EXPECT_EQ(graph.build().text(), "in photo; v1 = gaussian photo sigma=3; detail = subtract photo v1; out detail");
  EXPECT_THAT(refusal([&] { graph.input("late"); }), HasSubstr("after the first op"));
  EXPECT_THAT(refusal([&] { graph.add(ops::Blend{}, {photo}); }), HasSubstr("takes 2 inputs, here are 1"));
  EXPECT_THAT(refusal([] { PipelineBuilder().build(); }), HasSubstr("without an op"));
}

Placement placement_of(const char* text, std::optional<Border> border = {}) {
  Work work = image_work(Pipeline::parse(text), {SampleType::u8, 1}, {8, 4});
  work.options.border = border;
  return work_outputs(work).front().placement;
}

// Of an image of 8 x 4.
TEST(PipelineOutputs, KnowWhereTheyLie) {
  const Placement quarter{.xx = 0, .xy = 1, .yx = -1, .yy = 0, .y0 = 4};
  EXPECT_EQ(placement_of("mean | invert"), Placement());
  EXPECT_EQ(placement_of("mean | rotate | invert"), quarter);
  EXPECT_TRUE(placement_of("rotate degrees=270").turned());
  EXPECT_EQ(placement_of("rotate | rotate degrees=270"), Placement());
  EXPECT_EQ(placement_of("flip"), (Placement{.xx = -1, .x0 = 8}));
  EXPECT_EQ(placement_of("crop x=2 y=1 | resize scale=2"), (Placement{.xx = 0.5, .x0 = 2, .yy = 0.5, .y0 = 1}));
  EXPECT_EQ(placement_of("resize scale=2 | crop x=2 y=1"), (Placement{.xx = 0.5, .x0 = 1, .yy = 0.5, .y0 = 0.5}));
  EXPECT_EQ(placement_of("mean ksize=3 | invert | crop x=1", Border::discard), (Placement{.x0 = 2, .y0 = 1}));
}

TEST(PipelineOutputs, LieWhereTheirOperandsDo) {
  EXPECT_EQ(placement_of("in a; b = crop a x=1; c = crop a x=1; d = invert b; e = add d c"), (Placement{.x0 = 1}));
  EXPECT_FALSE(placement_of("in a; b = flip a; c = add a b").is_known);
  EXPECT_EQ(placement_of("in a, b; c = crop b x=1; d = invert a; out c, d"), (Placement{.x0 = 1}));
  Work work = image_work(Pipeline::parse("in a, b; c = resize b size=8x4; d = add c a"), {SampleType::u8, 1}, {8, 4});
  std::get<ImageType>(work.inputs[1]).size = {5, 3};
  EXPECT_EQ(work_outputs(work).front().placement, Placement()) << "the second input lies anywhere";
}

using Pipelines = PipelineTest;

TEST_F(Pipelines, RunAsTheirOpsDo) {
  const Image photo = pattern({61, 47}, {SampleType::u8, 3}, 1);
  const Image smooth = session->run(ops::Gaussian{.sigma = 2}, photo).images[0];
  const Image edges = session->run(ops::Gradient{}, smooth).images[0];
  const Image wanted = session->run(ops::Threshold{.level = 40}, edges).images[0];
  const auto pipeline = ops::Gaussian{.sigma = 2} | ops::Gradient{} | ops::Threshold{.level = 40};
  EXPECT_TRUE(equal(session->run(pipeline, photo).images[0], wanted));
  const Plan plan = session->plan(pipeline, photo.format());
  EXPECT_TRUE(plan.serves_every_size());
  EXPECT_TRUE(equal(session->download(plan.run(session->upload(photo)).image()), wanted));
  EXPECT_THAT(plan.schedule(), testing::AnyOf(testing::StartsWith("fused.."), testing::StartsWith("windows..")));
  EXPECT_THAT(plan.source(), HasSubstr("threshold_cut"));
}

// Opening and unsharp masking are pipelines themselves.
TEST_F(Pipelines, HavePipelinesForOps) {
  const Image photo = pattern({41, 33}, {SampleType::u8, 3}, 1);
  Work work = image_work(Pipeline::parse("open ksize=3 | unsharp amount=2 | close"), photo.format(), photo.size());
  const Plan plan = session->plan(work);
  work.options.schedule = plan.schedule();
  EXPECT_EQ(session->plan(work).schedule(), plan.schedule());
  const VerifyResult result = verify(*session, {.work = work, .regions = true, .values = {photo}});
  EXPECT_EQ(result.outcome, Outcome::correct) << result.detail;
}

// A picture and its thumbnail, or a filter's result and what it lacks at the edges. Parts of such results are no parts
// of one image.
TEST_F(Pipelines, HaveOutputsOfSeveralSizes) {
  const Image photo = pattern({67, 43}, {SampleType::u8, 3}, 4);
  const Image inverted = session->run(ops::Invert{}, photo).images[0];
  OpOptions options{.tune = Tune::off};
  for (const char* op : {"resize a size=20x30", "gaussian a sigma=1.2", "crop a x=2 y=3 width=20 height=9"}) {
    SCOPED_TRACE(op);
    options.border.reset();
    if (std::string_view(op).starts_with("gaussian")) options.border = Border::discard;
    const Image alone = session->run(Pipeline::parse(std::string("in a; b = ") + op), photo, options).images[0];
    const std::string text = std::string("in a; c = invert a; b = ") + op;
    const std::vector<Image> two = session->run(Pipeline::parse(text + "; out b, c"), photo, options).images;
    EXPECT_TRUE(equal(two.at(0), alone));
    EXPECT_TRUE(equal(two.at(1), inverted));
    Work work = image_work(Pipeline::parse(text + "; out c, b"), photo.format(), photo.size());
    work.options = options;
    const Plan plan = session->plan(work);
    const DeviceResults turned = plan.run(session->upload(photo));
    EXPECT_TRUE(equal(session->download(turned.image(1)), alone));
    EXPECT_THAT(refusal([&] {
                  plan.run(session->upload(photo), {.region = Rect{0, 0, 5, 5}});
                }),
                HasSubstr("makes results of several sizes: it computes no region 5x5+0+0"));
    for (const VerifyCase& one : verification_cases(*session, Call(Pipeline::parse(text + "; out c, b")), 0))
      EXPECT_EQ(one.regions, std::string_view(op).starts_with("gaussian")) << "which has one size without 'discard'";
  }
}

TEST_F(Pipelines, ThatAnOpIsRefuseBordersByItsName) {
  EXPECT_THAT(refusal([&] {
                session->run(ops::Unsharp{}, pattern({30, 20}, {SampleType::u8, 1}), {.border = Border::discard});
              }),
              testing::StartsWith("unsharp: the border 'discard'"));
}

TEST_F(Pipelines, RefuseTypesThatDoNotFit) {
  const Image grey = pattern({9, 9}, {SampleType::u8, 1}, 1);
  try {
    session->run(Pipeline::parse("gaussian | rgb_to_hsv"), grey);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("rgb_to_hsv: u8 x 1; allowed: 3 channels"));
    EXPECT_EQ(error.detail(), "  gaussian | rgb_to_hsv\n             ^");
  }
}

// SEEDS=11-1000 tries these, for several processes at a time; 1 to 10 without it, to 1000 with LENSLET_EFFORT=3.
std::pair<int, int> seeds() {
  int first = 1, last = 10;
  if (effort() >= 3) last = 1000;
  if (const char* range = std::getenv("SEEDS")) std::sscanf(range, "%d-%d", &first, &last);
  return {first, last};
}

TEST_F(Pipelines, OfAllKindsGiveTheBitsOfTheirOps) {
  const auto [first, last] = seeds();
  for (int seed = first; seed <= last; ++seed) {
    const VerifyCase one = random_pipeline_case(static_cast<unsigned>(seed), session->device());
    SCOPED_TRACE(one.what);
    const VerifyResult result = verify(*session, one);
    EXPECT_EQ(result.outcome, Outcome::correct) << result.detail;
  }
}

TEST_F(Pipelines, InStripsGiveTheSameBits) {
  const Image photo = pattern({97, 150}, {SampleType::u8, 3}, 5);
  Work work = image_work(Pipeline::parse("in a; b = gaussian a sigma=2; c = gradient b; d = absdiff b c; out d, b"),
                         photo.format(), photo.size());
  const Plan whole = session->plan(work);
  std::string schedule = whole.schedule();
  schedule.insert(schedule.find(".."), ".strips16");
  work.options.schedule = schedule;
  const VerifyResult result = verify(*session, {.work = work, .regions = true, .values = {photo}});
  EXPECT_EQ(result.outcome, Outcome::correct) << result.detail;
}

}  // namespace
}  // namespace lenslet
