// Each op of the registry and random pipelines have the bits of the whole, whatever computes their parts: one device in
// strips, or several devices together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <lenslet/device_group.hpp>
#include <lenslet/error.hpp>
#include <lenslet/merging.hpp>

#include "cases.hpp"
#include "op/op.hpp"
#include "refusal.hpp"
#include "strips_support.hpp"

namespace lenslet {
namespace {

// Devices are opened once for all cases.
struct Machine {
  Session session{{.cache = false}};
  std::vector<DeviceGroup> parts;    // of this device, as several
  std::optional<DeviceGroup> kinds;  // a device of each platform
};

std::string parts_of(const DeviceInfo& device, int parts) {
  return std::to_string(device.index) + "/" + std::to_string(parts);
}

// Leaves out what the driver cannot: rusticl does not divide a device.
std::vector<DeviceGroup> divided(const DeviceInfo& device) {
  std::vector<DeviceGroup> groups;
  for (const int parts : {2, 4}) try {
      groups.emplace_back(SessionOptions{.device = parts_of(device, parts), .cache = false});
    } catch (const Error& error) {
      std::printf("%s: %s\n", parts_of(device, parts).c_str(), error.what());
    }
  return groups;
}

std::optional<DeviceGroup> one_of_each_kind() {
  std::set<std::string> platforms;
  std::string list;
  for (const DeviceInfo& device : devices())
    if (platforms.insert(device.platform).second) list += (list.empty() ? "" : ",") + std::to_string(device.index);
  if (platforms.size() < 2) return {};
  return DeviceGroup({.device = list, .cache = false});
}

Machine& machine() {
  static Machine all = [] {
    print_seeds();
    Machine made;
    made.parts = divided(made.session.device());
    made.kinds = one_of_each_kind();
    return made;
  }();
  return all;
}

std::vector<ReadRows> sources_of(const std::vector<Image>& images) {
  std::vector<ReadRows> sources;
  for (const Image& image : images) sources.push_back(rows_of_again(image));
  return sources;
}

std::vector<Image> in_strips(const BitsCase& one, const StripOptions& options) {
  const Session& session = machine().session;
  const Work work = merged(session, one.work, sources_of(one.inputs), options);
  return joined(Strips(session, session.plan(work), types_of(one.inputs), sources_of(one.inputs), options));
}

// PoCL's parts have no image objects.
bool can_run(const DeviceGroup& group, const BitsCase& one) {
  const std::string& schedule = one.work.options.schedule;
  const bool has_objects = schedule.starts_with("image") || schedule.find("to_image") != std::string::npos;
  return group.sessions().front().device().images || !has_objects;
}

Way on(const DeviceGroup& group) {
  return [&group](const BitsCase& one, const StripOptions& options) {
    const Work work = merged(group, one.work, sources_of(one.inputs), options);
    Strips strips(group.plan(work), types_of(one.inputs), sources_of(one.inputs), options);
    return joined(strips);
  };
}

// Devices of several kinds may round a sum of fractions differently, each with its own schedule: a row has the bits of
// what one of them makes. An op that counts what such sums make sees a mixture, as no device alone does.
void expect_same_bits_of_kinds(BitsCase one, Wholes wholes) {
  if (passes_before(one.work) > 0 && find_op(one.work.call.op).pipeline) return;
  one.work.options.schedule.clear();
  for (const Session& session : machine().kinds->sessions())
    wholes.push_back(as_whole(session, session.plan(one.work), one.inputs));
  expect_same_bits(one, wholes, "devices of all kinds", on(*machine().kinds));
}

// `kinds`: on devices of all kinds, too, which takes the slowest compiler.
void expect_same_bits_in_all_ways(const BitsCase& one, bool kinds) try {
  const Session& session = machine().session;
  const Plan plan = session.plan(one.work);
  const bool integers = is_of_integers(plan);
  if (session.device().platform.find("rusticl") != std::string::npos && !integers) return;
  const Wholes whole{as_whole(session, plan, one.inputs)};
  expect_same_bits(one, whole, "one device", in_strips);
  expect_same_bits_of_memory(one, whole, "one device", in_strips);
  for (const DeviceGroup& group : machine().parts)
    if (can_run(group, one)) expect_same_bits(one, whole, "parts of a device", on(group));
  if (kinds && integers && machine().kinds) expect_same_bits_of_kinds(one, whole);
} catch (const Error& error) {
  ADD_FAILURE() << one.what << ": " << error.what();
}

class SameBits : public testing::TestWithParam<std::string> {};

TEST_P(SameBits, InPartsAsWhole) {
  const OpInfo op = find_op(GetParam());
  const bool kinds =
      seeds().all_of_ops || (static_cast<unsigned>(&op - ops_of_images().data()) + seeds().first) % 16 == 0;
  for (const BitsCase& one : cases_of_op(machine().session, op)) expect_same_bits_in_all_ways(one, kinds);
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const op::Op& op : op::registry())
    if (!op.info.of_arrays() && !op.whole) all.push_back(op.info.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Of, SameBits, testing::ValuesIn(names()), [](const auto& test) { return test.param; });

TEST(SameBitsOf, RandomPipelines) {
  for (unsigned seed = seeds().first; seed <= seeds().last; ++seed)
    expect_same_bits_in_all_ways(random_case(machine().session, seed), true);
}

// They need their images whole, and say so.
TEST(SameBitsOf, NoOpOfWholeImages) {
  const Session& session = machine().session;
  for (const op::Op& op : op::registry()) {
    if (!op.whole) continue;
    const Work work = verification_cases(session, op.info.name, 0).front().work;
    std::vector<ImageType> types;
    for (const ValueType& type : work.inputs) types.push_back(std::get<ImageType>(type));
    const Plan plan = session.plan(work);
    const auto strips = [&] { Strips(session, plan, types, std::vector<ReadRows>(types.size())); };
    const bool makes_images = std::ranges::all_of(
        work_outputs(work), [](const WorkOutput& output) { return std::holds_alternative<ImageType>(output.type); });
    EXPECT_THAT(refusal(strips, makes_images ? ErrorKind::invalid_argument : ErrorKind::unsupported),
                testing::HasSubstr(makes_images ? "must see its input whole" : "allowed are ops that make images"))
        << op.info.name;
  }
}

// They have no rows, and say so.
TEST(SameBitsOf, NoOpOfArrays) {
  const Session& session = machine().session;
  const Plan sum = session.plan(array_work({"reduce.sum"}, {{SampleType::f32, {64}}}));
  const auto strips = [&] { Strips(session, sum, {{{SampleType::u8, 1}, {8, 8}}}, {ReadRows()}); };
  EXPECT_THAT(refusal(strips, ErrorKind::unsupported), testing::HasSubstr("allowed are ops that make images"));
}

}  // namespace
}  // namespace lenslet
