// Launches that wait for events, tell whether they have ended, and call when they end.
#include <chrono>
#include <functional>
#include <future>
#include <map>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/kernel.hpp>
#include <lenslet/session.hpp>

#include "opencl_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

class Launches : public BesideOpenCl {
 protected:
  void SetUp() override {
    BesideOpenCl::SetUp();
    if (IsSkipped()) return;
    plan.emplace(blur());
    input.emplace(session->upload(image));
    output.emplace(session->allocate(image.size(), grey8));
    gate.emplace(clCreateUserEvent(*context, nullptr));
  }

  // This launch does not end before the caller lets it.
  Launch launch_behind_gate() const {
    return plan->launch_into(*input, {*output}, {.after = {opencl::event(*session, *gate)}});
  }

  const Image image = pattern({67, 31}, grey8);
  std::optional<Plan> plan;
  std::optional<DeviceImage> input, output;
  std::optional<OwnEvent> gate;
};

TEST_F(Launches, BeginAfterTheCallersEvents) {
  const Launch launch = launch_behind_gate();
  EXPECT_FALSE(launch.done());
  EXPECT_FALSE(launch.event().done());
  clSetUserEventStatus(*gate, CL_COMPLETE);
  launch.wait();
  EXPECT_TRUE(launch.done());
  EXPECT_TRUE(equal(session->download(*output), blurred(image)));
}

TEST_F(Launches, BeginAfterLaunchesOfAnotherSession) {
  const Session beside = opencl::session(*context, device);
  const Launch first = launch_behind_gate();
  const DeviceImage twice = beside.allocate(image.size(), grey8);
  const Plan again = beside.plan(ops::Gaussian{.sigma = 1}, grey8);
  const Launch second = again.launch_into(*output, {twice}, {.after = {first.event()}});
  EXPECT_FALSE(second.done());
  clSetUserEventStatus(*gate, CL_COMPLETE);
  EXPECT_TRUE(equal(beside.download(twice), blurred(blurred(image))));
}

TEST_F(Launches, EndEventsOfTheCallersOwn) {
  const Launch launch = launch_behind_gate();
  const OwnEvent ended = opencl::handle_of(*session, launch.event());
  const OwnQueue other = make_queue(*context, device);
  const opencl::ImageMemory memory = opencl::memory_of(*output);
  std::vector<std::uint8_t> row(67);
  const OwnEvent read = [&] {
    cl_event event = nullptr;
    const cl_event after = ended;
    clEnqueueReadBuffer(other, memory.memory, CL_FALSE, 0, row.size(), row.data(), 1, &after, &event);
    return OwnEvent(event);
  }();
  clSetUserEventStatus(*gate, CL_COMPLETE);
  const cl_event all = read;
  clWaitForEvents(1, &all);
  std::vector<std::uint8_t> wanted = samples_of(blurred(image));
  wanted.resize(67);
  EXPECT_EQ(row, wanted);
}

TEST_F(Launches, CallBackWhenTheyAreDone) {
  std::promise<std::exception_ptr> told;
  {
    const Launch launch = launch_behind_gate();
    launch.when_done([&](std::exception_ptr failure) { told.set_value(failure); });
  }
  auto answer = told.get_future();
  EXPECT_EQ(answer.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  clSetUserEventStatus(*gate, CL_COMPLETE);
  EXPECT_EQ(answer.get(), nullptr);
}

TEST_F(Launches, FailWithWhatTheyWaitFor) {
  std::promise<std::exception_ptr> told;
  const Launch launch = launch_behind_gate();
  launch.when_done([&](std::exception_ptr failure) { told.set_value(failure); });
  clSetUserEventStatus(*gate, -5);
  EXPECT_THAT(refusal([&] { launch.wait(); }, ErrorKind::device), HasSubstr("failed"));
  EXPECT_NE(told.get_future().get(), nullptr);
  EXPECT_TRUE(launch.done());
  EXPECT_TRUE(equal(session->run(ops::Gaussian{.sigma = 1}, image).images[0], blurred(image)));
}

TEST_F(Launches, RefuseEventsOfAnotherContext) {
  const OwnContext other = make_context(device);
  const OwnEvent foreign = clCreateUserEvent(other, nullptr);
  EXPECT_THAT(refusal([&] { opencl::event(*session, foreign); }), HasSubstr("an event of another context"));
  EXPECT_THAT(refusal([&] { opencl::event(*session, nullptr); }), HasSubstr("the event is null"));
  const Event elsewhere = opencl::event(opencl::session(other, device), foreign);
  EXPECT_THAT(refusal([&] { plan->run_into(*input, {*output}, {.after = {elsewhere}}); }),
              HasSubstr("an event of another context"));
  plan->run_into(*input, {*output});
}

// Each has its own session and queue: in one queue all would wait for the first. It keeps alive what launches use.
struct OwnValues {
  Session session;
  DeviceArray array = session.upload(Array::of<std::int32_t>({5, 6, 7, 8}));
  DeviceArray other = session.allocate(array.type());
  DeviceImage image = session.upload(pattern({67, 31}, grey8));
  Program program = Program::from_text(session, "kernel void one(global int* a) { a[0] = 1; }");
  Kernel kernel = program.kernel("one");
};

TEST_F(Launches, OfTransfersAndKernelsBeginAfterTheCallersEvents) {
  Image pixels(image.size(), grey8);
  std::vector<std::int32_t> numbers{1, 2, 3, 4};
  const auto bytes = std::as_writable_bytes(std::span(numbers));
  using After = std::vector<Event>;
  const std::map<std::string, std::function<Launch(const OwnValues&, const After&)>> calls{
      {"fill", [](auto& its, auto& after) { return its.session.fill(its.array, 7, after); }},
      {"fill image", [](auto& its, auto& after) { return its.session.fill(its.image, {7}, after); }},
      {"copy", [](auto& its, auto& after) { return its.session.copy(its.array, its.other, after); }},
      {"box",
       [](auto& its, auto& after) {
         return its.session.copy(its.array, {{0}, {2}}, its.other, {1}, after);
       }},
      {"upload", [&](auto& its, auto& after) { return its.session.upload_later(bytes, its.other, after); }},
      {"download", [&](auto& its, auto& after) { return its.session.download_later(its.array, bytes, after); }},
      {"upload image", [&](auto& its, auto& after) { return its.session.upload_later(image, its.image, after); }},
      {"download image", [&](auto& its, auto& after) { return its.session.download_later(its.image, pixels, after); }},
      {"kernel",
       [](auto& its, auto& after) { return its.kernel.launch(KernelRange::one_item(), {its.array}, after); }}};
  for (const auto& [name, begin] : calls) {
    const OwnValues its{opencl::session(*context, device)};
    const OwnEvent behind = clCreateUserEvent(*context, nullptr);
    const Launch launch = begin(its, {opencl::event(its.session, behind)});
    EXPECT_FALSE(launch.done()) << name;
    clSetUserEventStatus(behind, CL_COMPLETE);
    launch.wait();
    EXPECT_TRUE(launch.done()) << name;
  }
  EXPECT_TRUE(equal(pixels, image));
  EXPECT_EQ(numbers, (std::vector<std::int32_t>{5, 6, 7, 8}));
}

// The last step is the host's, and only a caller that asks for the end does it.
TEST_F(Launches, OfWhichTheHostHasAPartEndAllTheSame) {
  const Array numbers = Array::of(std::vector<float>{1, 2, 6});
  const DeviceValue x = session->upload(numbers);
  const Plan mean = session->plan(array_work(array_ops::Mean{}, {numbers.type()}));
  const DeviceValue out = session->allocate(std::get<ArrayType>(mean.outputs()[0]));
  const Launch polled = mean.launch_into(x, out);
  while (!polled.done()) std::this_thread::yield();
  EXPECT_EQ(session->download(std::get<DeviceArray>(out)).at(0), 3);
  const Launch asked = mean.launch_into(x, out);
  asked.event().wait();
  EXPECT_TRUE(asked.done());
  bool told = false;
  const OwnEvent handle = opencl::handle_of(*session, asked.event());
  std::promise<void> called;
  asked.when_done([&](std::exception_ptr failure) {
    told = failure == nullptr;
    called.set_value();
  });
  called.get_future().wait();
  EXPECT_TRUE(told);
}

}  // namespace
}  // namespace lenslet
