// What it costs to filter a texture of OpenGL's, or an image of Vulkan's, in each way to share it: a picture of 4K goes
// to the session, through an op, and back. Prints a row of JSON for each way; one that is not there says why. The two
// ways to copy texels, by shaders and by pixel buffers, take turns.
//
//   lenslet_bench_graphics [WIDTHxHEIGHT [ROUNDS]]
#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <lenslet/gl.hpp>
#include <lenslet/lenslet.hpp>
#include <lenslet/vulkan.hpp>

namespace {

using namespace lenslet;
using Clock = std::chrono::steady_clock;

constexpr PixelFormat format{SampleType::u8, 4, true};
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
  std::string texels;            // what copies them; empty where nothing does
  std::function<void()> round;   // there, through the op, and back
  std::function<void()> finish;  // waits for the API
  std::function<Traffic()> traffic;
};

struct Found {
  std::vector<double> times;
  Traffic before;
};

// The subjects take turns, so that what else goes on delays all alike.
std::vector<Found> in_turns(const std::vector<Subject>& subjects, int rounds) {
  std::vector<Found> found(subjects.size());
  for (int i = -warm_up; i < rounds; ++i)
    for (std::size_t k = 0; k < subjects.size(); ++k) {
      if (i == 0) found[k].before = subjects[k].traffic();
      const auto begin = Clock::now();
      subjects[k].round();
      subjects[k].finish();
      if (i >= 0) found[k].times.push_back(ms_since(begin));
    }
  return found;
}

void measure(const char* api, const char* way, int rounds, const std::vector<Subject>& subjects) {
  const std::vector<Found> found = in_turns(subjects, rounds);
  for (std::size_t k = 0; k < subjects.size(); ++k) {
    const Traffic before = found[k].before, after = subjects[k].traffic();
    const std::uint64_t bytes = after.to_session - before.to_session + after.from_session - before.from_session;
    fmt::print("{{\"api\": \"{}\", \"way\": \"{}\", \"texels\": \"{}\", \"ms\": {:.4f}, \"host_bytes\": {}}}\n", api,
               way, subjects[k].texels, median(found[k].times), bytes / static_cast<std::uint64_t>(rounds));
  }
}

// Both images go to the session, through the op, and back.
template <class SharedImage>
std::function<void()> round_of(const Plan& plan, SharedImage& input, SharedImage& output) {
  return [plan, &input, &output] {
    input.acquire();
    output.acquire();
    plan.launch_into(input.image(), {output.image()});
    input.release();
    output.release();
  };
}

class Texture {
 public:
  explicit Texture(Size size) {
    glCreateTextures(GL_TEXTURE_2D, 1, &name_);
    glTextureStorage2D(name_, 1, GL_RGBA8, static_cast<GLsizei>(size.width), static_cast<GLsizei>(size.height));
  }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  ~Texture() { glDeleteTextures(1, &name_); }

  GLuint name() const { return name_; }

 private:
  GLuint name_ = 0;
};

// Two textures in a context of OpenGL's.
class Textures {
 public:
  Textures(const gl::Context& context, Size size)
      : context_(context),
        from_(size),
        to_(size),
        input_(context.texture(from_.name(), {.access = KernelAccess::read_only})),
        output_(context.texture(to_.name(), {.access = KernelAccess::write_only})) {}

  Subject subject() {
    return {input_.texel_copy() == gl::TexelCopy::shaders ? "shaders" : "pixel buffers",
            round_of(context_.session().plan(ops::Threshold{}, format), input_, output_), [] { glFinish(); },
            [this] { return context_.traffic(); }};
  }

 private:
  gl::Context context_;
  Texture from_, to_;
  gl::SharedImage input_, output_;
};

void measure_opengl(const Session& session, Size size, int rounds, const Way& way,
                    const std::shared_ptr<const MemoryExporter>& exporter) {
  std::vector<std::unique_ptr<Textures>> textures;
  std::vector<Subject> subjects;
  for (const gl::TexelCopy copy : {gl::TexelCopy::shaders, gl::TexelCopy::pixel_buffers}) {
    const gl::Options options{way.sharing, exporter, way.semaphores, copy};
    const gl::Context context =
        way.sharing == Sharing::objects ? gl::Context::open({}, options) : gl::Context(session, options);
    textures.push_back(std::make_unique<Textures>(context, size));
    subjects.push_back(textures.back()->subject());
  }
  measure("OpenGL", way.name, rounds, subjects);
}

void measure_vulkan(const Session& session, const Plan& plan, Size size, int rounds, const Way& way) {
  const vulkan::Device device(session, {way.sharing, way.semaphores});
  const ImageType type{format, size};
  vulkan::SharedImage input = device.allocate(type, KernelAccess::read_only);
  vulkan::SharedImage output = device.allocate(type, KernelAccess::write_only);
  measure("Vulkan", way.name, rounds,
          {{"", round_of(plan, input, output), [&] { vkQueueWaitIdle(device.handles().queue); },
            [&] { return device.traffic(); }}});
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
  for (const Way& way : ways) attempt("OpenGL", way, [&] { measure_opengl(session, size, rounds, way, exporter); });
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
