// What every family promises of its problems, asked of each op of the registry.
#include "op/problem.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/ops.hpp>
#include <lenslet/pipeline.hpp>
#include <lenslet/session.hpp>

#include "op/op.hpp"
#include "refusal.hpp"
#include "session/problem.hpp"

namespace lenslet {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// A few pixels or elements, and arguments with which the op runs.
Work work_of(const OpInfo& op) {
  const Call call = typical_call(op);
  for (const PixelFormat& format : {PixelFormat{SampleType::u8, 3}, {SampleType::u8, 4, true}, {SampleType::u8, 1}}) {
    if (op.of_arrays()) break;
    const Work work = image_work(call, format, {40, 30});
    if (format.channels == 1 || refusal([&] { op::problem_of(work); }) == "nothing was thrown") return work;
  }
  return array_work(call, typical_array_inputs(call, {}, 1000));
}

std::vector<ValueType> types_of_values(const std::vector<HostValue>& values) {
  std::vector<ValueType> types;
  for (const HostValue& value : values) types.push_back(type_of(value));
  return types;
}

void expect_work(const op::Problem& problem) {
  EXPECT_EQ(problem.output_names().size(), problem.outputs().size());
  EXPECT_FALSE(problem.outputs().empty());
  EXPECT_GT(problem.effort().bytes, 0u);
  EXPECT_GE(problem.effort().elements, 1);
  EXPECT_GE(problem.extent().width * problem.extent().height, 1);
  EXPECT_EQ(types_of_values(problem.typical()), problem.inputs());
}

void expect_schedules(const op::Problem& problem, const DeviceInfo& device) {
  const op::AnySchedule untuned = problem.untuned(device).schedule;
  const auto space = problem.space(device);
  EXPECT_EQ(problem.excluded(untuned, device), std::nullopt) << untuned.spelling();
  EXPECT_EQ(problem.parse_schedule(untuned.spelling(), device), untuned);
  for (const op::AnySchedule& schedule : problem.promising(device))
    EXPECT_TRUE(space->has(schedule)) << schedule.spelling();
  EXPECT_THAT(space->beside(untuned), Not(testing::Contains(untuned)));
  EXPECT_THAT(refusal([&] { problem.parse_schedule("tape.recorder", device); }), HasSubstr("tape.recorder"));
  const op::AnySchedule foreign(DimensionSchedule({DimensionSchedule::Chosen("tape", "recorder")}));
  EXPECT_THAT(refusal([&] { problem.excluded(foreign, device); }), HasSubstr("'recorder' is one of another"));
}

// Whether the first and the last value of an axis are two schedules. Some axes count in a part of the space alone,
// which the first axis chooses: those of a pipeline's arrangement.
bool tells_schedules_apart(const op::Space& space, std::size_t axis) {
  const std::vector<int> values = space.values();
  for (int part = 0; part < values.front(); ++part) {
    std::vector<int> row(values.size(), 0);
    row.front() = part;
    row[axis] = 0;
    const auto first = space.at(row);
    row[axis] = values[axis] - 1;
    const auto last = space.at(row);
    EXPECT_TRUE(!last || space.has(*last)) << last->spelling();
    if (!first || !last || *first != *last) return true;
  }
  return false;
}

void expect_rows(const op::Space& space) {
  const std::vector<int> values = space.values();
  ASSERT_EQ(values.size(), space.axes());
  for (std::size_t axis = 0; axis < values.size(); ++axis)
    EXPECT_TRUE(values[axis] == 1 || tells_schedules_apart(space, axis)) << "axis " << axis;
}

void expect_samples(const op::Problem& problem, const DeviceInfo& device) {
  const auto samples = problem.small_samples(problem.untuned(device).schedule);
  EXPECT_FALSE(samples.empty());
  for (const op::Sample& sample : samples) {
    EXPECT_EQ(sample.problem->op(), problem.op());
    EXPECT_EQ(types_of_values(sample.inputs), sample.problem->inputs());
  }
}

TEST(Problems, OfEveryOpKeepTheirPromises) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session{{.cache = false}};
  for (const OpInfo& op : all_ops()) {
    SCOPED_TRACE(full_name(op));
    const op::ProblemPtr problem = op::problem_of(work_of(op));
    EXPECT_EQ(problem->op(), full_name(op));
    expect_work(*problem);
    expect_schedules(*problem, session.device());
    expect_rows(*problem->space(session.device()));
    expect_samples(*problem, session.device());
  }
}

std::vector<std::string> full_names() {
  std::vector<std::string> names;
  for (const OpInfo& op : all_ops()) names.push_back(full_name(op));
  return names;
}

TEST(Registry, HasEachOpOnceByItsFullName) {
  const std::vector<std::string> names = full_names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_EQ(ops_of_images().size() + ops_of_arrays().size(), all_ops().size());
  for (const OpInfo& op : all_ops()) EXPECT_EQ(full_name(find_op(full_name(op))), full_name(op));
  for (const OpInfo& op : ops_of_images()) EXPECT_FALSE(op.of_arrays()) << op.name;
  for (const OpInfo& op : ops_of_arrays()) EXPECT_TRUE(op.of_arrays()) << op.name;
  EXPECT_FALSE(find_op("mean").of_arrays()) << "an op of images has the name";
  EXPECT_EQ(full_name(find_op("sum")), "reduce.sum");
  EXPECT_THAT(refusal([] { find_op("gausian"); }), HasSubstr("did you mean 'gaussian'?"));
}

TEST(MakeProblem, RefusesWhatAnOpDoesNotTake) {
  const ImageType picture{{SampleType::u8, 3}, {8, 8}};
  const ArrayType numbers{SampleType::f32, {8}};
  const auto refused = [](const Work& work) { return refusal([&] { op::problem_of(work); }); };
  EXPECT_THAT(refused({{"median"}, {picture, picture}}), HasSubstr("median: 2 inputs, allowed: 1"));
  EXPECT_EQ(refused({{"median"}, {numbers}}), "median: image is an array, f32 [8]; allowed: an image");
  EXPECT_EQ(refused({{"sum"}, {picture}}), "sum: x is an image, u8 x 3 of 8 x 8; allowed: an array");
  EXPECT_THAT(refused({{"dot"}, {numbers, picture}}), HasSubstr("y is an image, u8 x 3 of 8 x 8; allowed: an array"));
  EXPECT_THAT(refused({{"sum"}, {}}), HasSubstr("0 inputs"));
  EXPECT_THAT(refused(image_work({"median"}, {SampleType::u8, 5}, {8, 8})), HasSubstr("5"));
  EXPECT_THAT(refused({{"median"}, {ImageType{{SampleType::u8, 1}, {8, 8}, 2}}}), HasSubstr("2 layers"));
}

const ImageType& image_type(const ValueType& type) {
  return std::get<ImageType>(type);
}

TEST(WorkForAFormat, IsThatOfOpsForEverySizeAlone) {
  for (const OpInfo& op : ops_of_images()) {
    const Work sized = work_of(op);
    const auto [format, size, layers] = image_type(sized.inputs.front());
    const bool every_size = op::problem_of(sized)->serves_every_size();
    if (every_size)
      EXPECT_TRUE(op::problem_of(work_for_format(sized.call, format, {}))->serves_every_size()) << op.name;
    else
      EXPECT_THAT(refusal([&] { work_for_format(sized.call, format, {}); }),
                  HasSubstr(op.name + ": its plans are for images of one size"));
    EXPECT_EQ(work_for_format(sized.call, format, {.size = size}).inputs, sized.inputs) << op.name;
  }
}

TEST(WorkForAFormat, SpeaksOfNoSizeThatNobodyGave) {
  const PixelFormat grey{SampleType::u8, 1};
  const auto refused = [&](const Call& call, const OpOptions& options = {}) {
    return refusal([&] { work_for_format(call, grey, options); });
  };
  const char* one_size =
      "plans are for images of one size, and a plan for a format alone knows no size; allowed: with "
      "OpOptions::size, or for a Work";
  const Call large = ops::Crop{.x = 0, .y = 0, .width = 5000, .height = 10};
  EXPECT_THAT(refused(large), AllOf(HasSubstr(one_size), Not(HasSubstr("2048"))));
  EXPECT_THAT(refused(large | ops::Gaussian{}), AllOf(HasSubstr(one_size), Not(HasSubstr("2048"))));
  EXPECT_THAT(refused(ops::Gaussian{} | ops::Equalize{}), HasSubstr(one_size));
  EXPECT_THAT(refused(ops::Mean{}, {.border = Border::discard}), HasSubstr("with the border 'discard' its plans"));
  EXPECT_EQ(refused(ops::Gaussian{} | ops::Invert{}), "nothing was thrown");
  EXPECT_EQ(refused(ops::Open{}), "nothing was thrown");
  EXPECT_THAT(refused({"gausian"}), HasSubstr("unknown op 'gausian'"));
}

// How many taps a mask must have, untuned, for its blocks to be transformed.
TEST(Convolve, TransformsBlocksForLongMasks) {
  const auto transforms = [](DeviceKind kind, std::int64_t elements, std::int64_t taps) {
    DeviceInfo device;
    device.kind = kind;
    device.max_group = 1024;
    device.max_group_sides = {1024, 1024, 64};
    device.local_memory = 48 * 1024;
    const ArrayType x{SampleType::f32, {elements}}, mask{SampleType::f32, {taps}};
    return op::problem_of({{"convolve"}, {x, mask}})->untuned(device).schedule.spelling().starts_with("fft");
  };
  constexpr std::int64_t million = 1 << 20;
  EXPECT_TRUE(transforms(DeviceKind::gpu, million, 192));
  EXPECT_FALSE(transforms(DeviceKind::gpu, million, 191));
  EXPECT_TRUE(transforms(DeviceKind::cpu, million, 96));
  EXPECT_FALSE(transforms(DeviceKind::cpu, million, 95));
  EXPECT_FALSE(transforms(DeviceKind::gpu, 2000, 192)) << "few sums";
}

}  // namespace
}  // namespace lenslet
