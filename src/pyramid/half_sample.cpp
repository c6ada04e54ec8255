// Launches the kernel of half_sample.cl.
#include "pyramid/half_sample.hpp"

#include <cctype>

#include <fmt/format.h>

#include "kernels.hpp"
#include "session/state.hpp"

namespace lenslet::pyramid {
namespace {

void set_rows(ocl::Kernel& kernel, unsigned argument, const DeviceImage& image) {
  kernel.set(argument, image.buffer());
  kernel.set(argument + 1, image.offset());
  kernel.set(argument + 2, image.stride());
}

}  // namespace

std::string source_of(const char* file, PixelFormat format, Storage storage) {
  std::string type(name_of(format.type));
  type.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(type.front())));
  return fmt::format("#define TYPE {}\n#define CHANNELS {}\n#define IMAGE_BUFFER {}\n{}\n{}", type, format.channels,
                     storage == Storage::image_buffer ? 1 : 0, kernel_source("samples.cl"), kernel_source(file));
}

DeviceImage half_sampled(const Session& session, const DeviceImage& image) {
  const DeviceImage result = session.allocate({image.size().width / 2, image.size().height / 2}, image.format());
  const ocl::Program program =
      state_of(session).build(source_of("half_sample.cl", image.format(), Storage::buffer)).program;
  ocl::Kernel kernel(program, "half_sample");
  set_rows(kernel, 0, image);
  set_rows(kernel, 3, result);
  const std::int64_t samples = result.size().width * result.format().channels;
  kernel.set(6, static_cast<std::int32_t>(samples));
  kernel.set(7, static_cast<std::int32_t>(result.size().height));
  state_of(session).queue.launch(kernel, {static_cast<std::size_t>(samples), static_cast<std::size_t>(result.size().height)}, {})
      .wait();
  return result;
}

}  // namespace lenslet::pyramid
