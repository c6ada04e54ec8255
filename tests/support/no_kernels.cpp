// A layer over every driver (OPENCL_LAYERS) in which a program that compiles a kernel ends at once. Tests that do not
// take turns run with it, so that none of them is such a test by mistake: tests/kernel_tests.txt names those that
// compile. The file that LENSLET_KERNEL_MARKS names gets the command's line, for tests that bear the end of a process.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_layer.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "layer.hpp"

namespace {

cl_icd_dispatch layer{};

[[noreturn]] void end() {
  std::ifstream file("/proc/self/cmdline");
  std::string line{std::istreambuf_iterator<char>(file), {}};
  for (char& c : line)
    if (c == '\0') c = ' ';
  if (const char* marks = std::getenv("LENSLET_KERNEL_MARKS")) std::ofstream(marks, std::ios::app) << line << '\n';
  std::fprintf(stderr, "compiles a kernel, and so takes turns: name the test in tests/kernel_tests.txt (%s)\n",
               line.c_str());
  std::_Exit(86);
}

cl_int CL_API_CALL build(cl_program, cl_uint, const cl_device_id*, const char*, void(CL_CALLBACK*)(cl_program, void*),
                         void*) {
  end();
}

cl_int CL_API_CALL compile(cl_program, cl_uint, const cl_device_id*, const char*, cl_uint, const cl_program*,
                           const char**, void(CL_CALLBACK*)(cl_program, void*), void*) {
  end();
}

cl_program CL_API_CALL link(cl_context, cl_uint, const cl_device_id*, const char*, cl_uint, const cl_program*,
                            void(CL_CALLBACK*)(cl_program, void*), void*, cl_int*) {
  end();
}

}  // namespace

extern "C" {
cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, std::size_t size, void* to, std::size_t* needed) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  if (name == CL_LAYER_API_VERSION) return give(&version, sizeof version, size, to, needed);
  constexpr char own[] = "no kernels";
  return name == CL_LAYER_NAME ? give(own, sizeof own, size, to, needed) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target, cl_uint* own_entries,
                               const cl_icd_dispatch** own) {
  if (target == nullptr || own_entries == nullptr || own == nullptr ||
      entries < offsetof(cl_icd_dispatch, clLinkProgram) / sizeof(void*) + 1)
    return CL_INVALID_VALUE;
  layer.clBuildProgram = build;
  layer.clCompileProgram = compile;
  layer.clLinkProgram = link;
  *own_entries = sizeof layer / sizeof(void*);
  *own = &layer;
  return CL_SUCCESS;
}
}
