// Sharing OpenGL's own objects: which devices do, who waits, and what drivers refuse. In the layer sharing_layer.cpp
// all of it runs; on drivers without cl_khr_gl_sharing the reasons are tested.
#include <cstdlib>
#include <numeric>
#include <utility>

#include <lenslet/opencl.hpp>

#include "gl/cl_objects.hpp"
#include "gl/context_state.hpp"
#include "gl_support.hpp"
#include "ocl/foreign.hpp"
#include "refusal.hpp"

namespace lenslet::gl {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const ArrayType hundred_floats{SampleType::f32, {100}};

class SharedObjects : public GlTest {
 protected:
  const ocl::Queue& queue() const { return queue_of(*context.state()); }
  bool has_events() const { return ocl::has_gl_events(queue().device()); }

  static std::vector<float> values_in(GLuint name) {
    std::vector<float> values(100);
    glGetNamedBufferSubData(name, 0, 400, values.data());
    return values;
  }
};

TEST_F(SharedObjects, AreOfDevicesThatKnowTheContext) {
  const std::vector<DeviceInfo> devices = sharing_devices();
  EXPECT_EQ(devices.empty(), !shares_objects());
  for (const DeviceInfo& device : devices) EXPECT_EQ(device.name, session.device().name);
}

TEST_F(SharedObjects, AreNotOfAContextThatNoDeviceKnows) {
  if (!shares_objects()) return;
  setenv("SHARING_LAYER_OF", "nothing", 1);
  const Context opened = Context::open();
  unsetenv("SHARING_LAYER_OF");
  EXPECT_EQ(opened.sharing(), Sharing::copies);
  EXPECT_THAT(opened.reason(), HasSubstr("is none of the devices that share the objects of this OpenGL context"));
}

TEST_F(SharedObjects, NeedASessionThatWasOpenedForThem) {
  if (!shares_objects()) return;
  EXPECT_EQ(context.reason(), "");
  const Session plain;
  EXPECT_EQ(refusal([&] { const Context beside(plain, {.sharing = Sharing::objects}); }, ErrorKind::unsupported),
            "OpenGL and OpenCL do not share objects: the session was opened without OpenGL's context; "
            "gl::Context::open() does it; copies always work");
}

TEST_F(SharedObjects, AreWaitedForInEachWay) {
  for (const Waits way : {Waits::host, Waits::implicit, Waits::fences}) {
    if (way != Waits::host && !has_events()) continue;
    if (way != Waits::host && !shares_objects()) continue;
    const Context waiting(session, {.sharing = context.sharing(), .exporter = context.state()->exporter, .waits = way});
    EXPECT_EQ(waiting.waits(), way);
    SharedArray shared = waiting.allocate(hundred_floats);
    for (int turn = 0; turn < 3; ++turn) {
      const std::vector<float> before(100, static_cast<float>(turn));
      glNamedBufferSubData(shared.buffer(), 0, 400, before.data());
      shared.acquire();
      EXPECT_EQ(session.download(shared.array()).at(99), turn) << name_of(way);
      session.fill(shared.array(), turn + 10);
      shared.release();
      EXPECT_EQ(values_in(shared.buffer()), std::vector<float>(100, static_cast<float>(turn + 10))) << name_of(way);
    }
  }
}

GLsync GLAPIENTRY no_fence(struct _cl_context*, struct _cl_event*, GLbitfield) {
  return nullptr;
}

// The object is released by then, and would be released twice if release() threw and were called again.
TEST_F(SharedObjects, AreWaitedForByTheHostWhereAFenceFails) {
  if (context.waits() != Waits::fences) return;
  SharedArray shared = context.allocate(hundred_floats);
  shared.acquire();
  session.fill(shared.array(), 7);
  const auto fence = std::exchange(epoxy_glCreateSyncFromCLeventARB, no_fence);
  EXPECT_NO_THROW(shared.release());
  epoxy_glCreateSyncFromCLeventARB = fence;
  EXPECT_EQ(values_in(shared.buffer()), std::vector<float>(100, 7.0F));
}

TEST_F(SharedObjects, AreWaitedForByTheHostWhereNothingElseCan) {
  EXPECT_EQ(context.waits(), shares_objects() && has_events() ? Waits::fences : Waits::host);
  if (shares_objects() && has_events()) return;
  const std::string reason = shares_objects() ? session.device().name + " has no cl_khr_gl_event"
                                              : "the way is '" + std::string(name_of(context.sharing())) + "'";
  for (const Waits way : {Waits::implicit, Waits::fences})
    EXPECT_EQ(refusal(
                  [&] {
                    const Context none(
                        session, {.sharing = context.sharing(), .exporter = context.state()->exporter, .waits = way});
                  },
                  ErrorKind::unsupported),
              "OpenGL and OpenCL do not wait by '" + std::string(name_of(way)) + "': " + reason + "; allowed: host");
}

// The layer's process fails where an object stays acquired.
TEST_F(SharedObjects, AreReleasedByTheirDestructor) {
  GLuint buffer = 0;
  glCreateBuffers(1, &buffer);
  glNamedBufferData(buffer, 400, nullptr, GL_STATIC_DRAW);
  {
    SharedArray shared = context.array(buffer, hundred_floats);
    shared.acquire();
    session.fill(shared.array(), 7);
  }
  if (shares_objects()) {
    EXPECT_EQ(values_in(buffer), std::vector<float>(100, 7));
  }
  glDeleteBuffers(1, &buffer);
}

TEST_F(SharedObjects, WithoutMemoryAreRefused) {
  if (!shares_objects()) return;
  EXPECT_EQ(
      refusal([&] { ocl::buffer_of_gl(queue(), 12345, 4); }, ErrorKind::device),
      "clCreateFromGLBuffer failed: CL_INVALID_GL_OBJECT (-60), of buffer 12345: OpenGL has no such object, or it "
      "is incomplete, or has no memory");
  const Session plain;
  const ocl::Queue beside =
      ocl::adopt(opencl::handles_of(plain).context, opencl::handles_of(plain).device, nullptr, false);
  EXPECT_THAT(
      refusal([&] { ocl::buffer_of_gl(beside, 1, 4); }, ErrorKind::device),
      HasSubstr("CL_INVALID_CONTEXT (-34), of buffer 1: the session's context does not share OpenGL's objects"));
}

TEST_F(SharedObjects, AreAcquiredOnce) {
  if (!shares_objects()) return;
  SharedArray shared = context.allocate(hundred_floats);
  _cl_mem* const memory = opencl::memory_of(shared.array());
  const auto turn = [&](auto call) { return refusal([&] { call(queue(), memory); }, ErrorKind::device); };
  const auto release = [](const ocl::Queue& on, _cl_mem* what) { ocl::release_to_gl(on, what); };
  const auto acquire = [](const ocl::Queue& on, _cl_mem* what) { ocl::acquire_from_gl(on, what); };
  EXPECT_EQ(turn(release), "clEnqueueReleaseGLObjects failed: CL_INVALID_GL_OBJECT (-60)");
  shared.acquire();
  EXPECT_EQ(turn(acquire), "clEnqueueAcquireGLObjects failed: CL_INVALID_GL_OBJECT (-60)");
  shared.release();
  if (!has_events()) return;
  EXPECT_THAT(refusal([&] { ocl::acquire_from_gl(queue(), memory, nullptr); }, ErrorKind::device),
              StartsWith("clCreateEventFromGLsyncKHR failed: CL_INVALID_GL_OBJECT"));
}

TEST_F(SharedObjects, NeedTheContextThatIsCurrent) {
  if (!shares_objects()) return;
  ocl::GlContext other = context.state()->context;
  other.context = &other;
  EXPECT_THAT(refusal([&] { ocl::open_sharing(queue().device(), false, other); }, ErrorKind::device),
              HasSubstr("CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR (-1000), for the OpenGL context that is current, on "));
  EXPECT_TRUE(ocl::sharing_problem(queue().device()).empty());
  EXPECT_THAT(ocl::sharing_problem(queue().device(), other), HasSubstr("is none of the devices that share"));
}

TEST_F(SharedObjects, FencesOfEventsNeedAnEvent) {
  if (!shares_objects() || !has_fences_of_events()) return;
  EXPECT_THAT(refusal([&] { Fence::of_event(nullptr, nullptr); }, ErrorKind::device),
              StartsWith("glCreateSyncFromCLeventARB failed: "));
}

}  // namespace
}  // namespace lenslet::gl
