// Private to this folder: OpenCL's objects behind the handles of the public headers. OpenCL counts the references.
#pragma once

#include <array>
#include <vector>

#include "ocl/cl.hpp"
#include "ocl/compiler_watch.hpp"
#include "ocl/device.hpp"
#include "ocl/host_work.hpp"
#include "ocl/image_object.hpp"
#include "ocl/program.hpp"
#include "ocl/queue.hpp"

#pragma GCC visibility push(default)
namespace lenslet::ocl {

struct Device::Handle {
  cl::Platform platform;
  cl::Device device;
};

struct Queue::Handle {
  cl::Context context;
  cl::CommandQueue queue;
  std::unique_ptr<UnsettledWork> unsettled = std::make_unique<UnsettledWork>();
  std::unique_ptr<CompilerWatch> watch = std::make_unique<CompilerWatch>();
};

struct Buffer::Handle {
  cl::Buffer buffer;
  cl::Buffer whole = {};     // the buffer that it is a part of; null where it is none
  std::uint64_t origin = 0;  // bytes from that buffer's start

  // The whole memory. Copies to and from image objects must use it with `origin`: Mesa 22.3 reads wrong bytes from a
  // part, and PoCL 3.1 crashes where a part is the target.
  const cl::Buffer& memory() const { return whole() != nullptr ? whole : buffer; }
};

struct ImageObject::Handle {
  std::shared_ptr<const cl::Image> image;  // of any of OpenCL's kinds
};

struct Program::Handle {
  cl::Program program;
  cl::Device device;
};

struct Kernel::Handle {
  cl::Kernel kernel;
  cl::Device device;
  std::string name;
  mutable std::vector<std::array<std::size_t, 3>> groups = {};  // groups in which it was launched
};

// Tells the queue's watch where this is the kernel's first launch in such groups. Returns the event.
Event noted(const Queue& queue, const Kernel& kernel, const cl::NDRange& group, Event event);

// The access of an object with these flags, and the flags for an access.
KernelAccess access_of(cl_mem_flags flags);
cl_mem_flags flags_of(KernelAccess access);

cl_map_flags map_flags_of(HostAccess access);

// Makes a buffer with these flags. Throws unsupported where it is larger than the device's largest allocation.
Buffer create(const Queue& queue, std::uint64_t bytes, cl_mem_flags flags, void* host);

// How a texel holds a sample's bits, see image_object.hpp.
cl::ImageFormat texel_format(SampleType type);

std::vector<cl::Event> wait_list(const After& after);

// Waits until the command has ended, and returns its status. PoCL's device `basic` returns from a wait while another
// thread still runs the command.
cl_int wait_whole(const cl::Event& event);

// Waits for the command that `enqueue` puts into a queue. Blocking commands need this wait, too: Mesa 22.3's rusticl
// returns from a blocking command at once where another thread has just flushed the queue.
template <class Enqueue>
void until_done(const Enqueue& enqueue) {
  cl::Event done;
  enqueue(&done);
  wait_whole(done);
}

// Throws build with the compiler's log.
[[noreturn]] void throw_build_error(const cl::BuildError& error, const std::string& options, const std::string& device,
                                    std::string_view source = {});

// Returns the device with what only a context can tell: the sample types of its image objects.
Device with_texel_types(const Device& device, const cl::Context& context);

}  // namespace lenslet::ocl
#pragma GCC visibility pop
