// Private to this folder: what the handles of its headers hold. OpenCL counts the references.
#pragma once

#include "ocl/cl.hpp"
#include "ocl/device.hpp"
#include "ocl/program.hpp"
#include "ocl/queue.hpp"

namespace lenslet::ocl {

struct Device::Handle {
  cl::Platform platform;
  cl::Device device;
};

struct Queue::Handle {
  cl::Context context;
  cl::CommandQueue queue;
};

struct Buffer::Handle {
  cl::Buffer buffer;
};

struct Program::Handle {
  cl::Program program;
  cl::Device device;
};

struct Kernel::Handle {
  cl::Kernel kernel;
  cl::Device device;
  std::string name;
};

}  // namespace lenslet::ocl
