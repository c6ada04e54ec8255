// What it costs to filter a texture of OpenGL's, or an image of Vulkan's, in each way to share it: a picture of 4K goes
// to the session, through an op, and back. Prints a row of JSON for each way; one that is not there says why.
//
//   lenslet_bench_graphics [WIDTHxHEIGHT [ROUNDS]]
#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <lenslet/gl.hpp>
#include <lenslet/lenslet.hpp>
#include <lenslet/vulkan.hpp>

namespace {

using namespace lenslet;
using Clock = std::chrono::steady_clock;

constexpr PixelFormat format{PixelType::u8, 4, true};
constexpr int warm_up = 3;

struct Way {
  const char* name;
  Sharing sharing;
  bool semaphores;
};

constexpr Way ways[] = {{"copies", Sharing::copies, false},
                        {"memory, the host waits", Sharing::memory, false},
                        {"memory, semaphores", Sharing::memory, true},
                        {"objects", Sharing::objects, false}};

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

double median(std::vector<double> times) {
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  return times[times.size() / 2];
}

// One API with its values in one way.
struct Subject {
  std::function<void()> round;   // there, through the op, and back
  std::function<void()> finish;  // waits for the API
  std::function<Traffic()> traffic;
};

void measure(const char* api, const char* way, int rounds, const Subject& subject) {
  for (int i = 0; i < warm_up; ++i) subject.round();
  subject.finish();
  const Traffic before = subject.traffic();
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    const auto begin = Clock::now();
    subject.round();
    subject.finish();
    times.push_back(ms_since(begin));
  }
  const Traffic after = subject.traffic();
  const std::uint64_t bytes = after.to_session - before.to_session + after.from_session - before.from_session;
  fmt::print("{{\"api\": \"{}\", \"way\": \"{}\", \"ms\": {:.4f}, \"host_bytes\": {}}}\n", api, way, median(times),
             bytes / static_cast<std::uint64_t>(rounds));
}

// Both images go to the session, through the op, and back.
template <class SharedImage>
std::function<void()> round_of(const Plan& plan, SharedImage& input, SharedImage& output) {
  return [&] {
    input.acquire();
    output.acquire();
    plan.launch_into(input.image(), {output.image()});
    input.release();
    output.release();
  };
}

GLuint make_texture(Size size) {
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  glTextureStorage2D(name, 1, GL_RGBA8, static_cast<GLsizei>(size.width), static_cast<GLsizei>(size.height));
  return name;
}

void measure_opengl(const Session& session, const Plan& plan, Size size, int rounds, const Way& way,
                    const std::shared_ptr<const MemoryExporter>& exporter) {
  const gl::Options options{way.sharing, exporter, way.semaphores};
  const gl::Context context =
      way.sharing == Sharing::objects ? gl::Context::open({}, options) : gl::Context(session, options);
  const GLuint from = make_texture(size), to = make_texture(size);
  {
    gl::SharedImage input = context.texture(from, {.access = KernelAccess::read_only});
    gl::SharedImage output = context.texture(to, {.access = KernelAccess::write_only});
    measure("OpenGL", way.name, rounds,
            {round_of(plan, input, output), [] { glFinish(); }, [&] { return context.traffic(); }});
  }
  const GLuint names[] = {from, to};
  glDeleteTextures(2, names);
}

void measure_vulkan(const Session& session, const Plan& plan, Size size, int rounds, const Way& way) {
  const vulkan::Device device(session, {way.sharing, way.semaphores});
  const ImageType type{format, size};
  vulkan::SharedImage input = device.allocate(type, KernelAccess::read_only);
  vulkan::SharedImage output = device.allocate(type, KernelAccess::write_only);
  measure("Vulkan", way.name, rounds,
          {round_of(plan, input, output), [&] { vkQueueWaitIdle(device.handles().queue); },
           [&] { return device.traffic(); }});
}

void attempt(const char* api, const Way& way, const std::function<void()>& run) {
  try {
    run();
  } catch (const std::exception& error) {
    std::string reason = error.what();
    std::erase_if(reason, [](char c) { return c == '"' || c == '\\' || c == '\n'; });
    fmt::print("{{\"api\": \"{}\", \"way\": \"{}\", \"reason\": \"{}\"}}\n", api, way.name, reason);
  }
  std::fflush(stdout);
}

int run(int argc, char** argv) {
  Size size{3840, 2160};
  if (argc > 1 && std::sscanf(argv[1], "%ldx%ld", &size.width, &size.height) != 2) return 2;
  const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 50;
  const Session session;
  const gl::OffscreenContext opengl(uuid_of(session));
  const Plan plan = session.plan(ops::Threshold{}, format);
  const auto exporter = vulkan::exporter(session);
  const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  fmt::print("{{\"device\": \"{}\", \"driver\": \"{}\", \"renderer\": \"{}\", \"width\": {}, \"height\": {}}}\n",
             session.device().name, session.device().driver, renderer, size.width, size.height);
  for (const Way& way : ways)
    attempt("OpenGL", way, [&] { measure_opengl(session, plan, size, rounds, way, exporter); });
  for (const Way& way : ways)
    if (way.sharing != Sharing::objects)
      attempt("Vulkan", way, [&] { measure_vulkan(session, plan, size, rounds, way); });
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lenslet_bench_graphics: {}\n", error.what());
    return 1;
  }
}
