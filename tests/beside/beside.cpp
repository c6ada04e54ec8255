// What a program in another language calls: it hands over its OpenCL handles as integers, and gets events as such.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>

#include <lenslet/opencl.hpp>
#include <lenslet/ops.hpp>

namespace {

constexpr lenslet::PixelFormat format{lenslet::SampleType::u8, 3};

template <class Handle>
Handle handle_from(std::uintptr_t number) {
  return reinterpret_cast<Handle>(number);
}

// Runs what may throw; says so, and returns `otherwise`.
template <class Call, class Value>
Value told(Value otherwise, const Call& call) noexcept {
  try {
    return call();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return otherwise;
  }
}

struct Beside {
  lenslet::Session session;
  lenslet::Plan plan;
};

}  // namespace

extern "C" {

// Returns null where something fails.
Beside* beside_open(std::uintptr_t context, std::uintptr_t device, std::uintptr_t queue) {
  return told(static_cast<Beside*>(nullptr), [&] {
    const lenslet::Session session = lenslet::opencl::session(
        handle_from<cl_context>(context), handle_from<cl_device_id>(device), handle_from<cl_command_queue>(queue));
    return std::make_unique<Beside>(Beside{session, session.plan(lenslet::ops::Gaussian{.sigma = 2}, format)})
        .release();
  });
}

void beside_close(Beside* beside) {
  delete beside;
}

// Puts a blur of a picture without gaps into the queue, after an event where `after` is not 0, and returns its event,
// which the caller releases. Does not wait. Returns 0 where something fails.
std::uintptr_t beside_blur(const Beside* beside, std::uintptr_t from, std::uintptr_t to, std::int64_t width,
                           std::int64_t height, std::uintptr_t after) {
  return told(std::uintptr_t{0}, [&] {
    const lenslet::Session& session = beside->session;
    const auto image = [&](std::uintptr_t buffer) {
      return lenslet::opencl::image(session, handle_from<cl_mem>(buffer), {format, {width, height}});
    };
    lenslet::RunOptions options;
    if (after != 0) options.after = {lenslet::opencl::event(session, handle_from<cl_event>(after))};
    const lenslet::Launch launch = beside->plan.launch_into(image(from), {image(to)}, options);
    return reinterpret_cast<std::uintptr_t>(lenslet::opencl::handle_of(session, launch.event()));
  });
}

// The same by a session of Lenslet's own, in memory of the host.
bool beside_blur_alone(const std::uint8_t* from, std::uint8_t* to, std::int64_t width, std::int64_t height) {
  return told(false, [&] {
    const lenslet::Image blurred =
        lenslet::Session()
            .run(lenslet::ops::Gaussian{.sigma = 2}, lenslet::ImageView(from, {width, height}, format))
            .images[0];
    for (std::int64_t i = 0; i < height * width * 3; ++i) to[i] = static_cast<std::uint8_t>(blurred.data()[i]);
    return true;
  });
}

}  // extern "C"
