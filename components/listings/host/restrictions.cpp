// What OpenCL C has not of C, and what kernels may be: small programs that a compiler refuses or takes.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

struct Small {
  const char* what;
  const char* text;
  bool has_image = false;
};

constexpr Small refused_programs[] = {
    {"an argument of type bool", "__kernel void k(bool x) {}"},
    {"an argument of type size_t", "__kernel void k(size_t x) {}"},
    {"an argument of type ptrdiff_t", "__kernel void k(ptrdiff_t x) {}"},
    {"an argument that points to no address space", "__kernel void k(int* x) {}"},
    {"a pointer to global memory for one to local", "__kernel void k(__global int* x) { __local int* y = x; *y = 1; }"},
    {"a pointer to a function",
     "int f(int x) { return x; } __kernel void k(__global int* x) { int (*g)(int) = f; *x = g(1); }"},
    {"an argument that points to pointers", "__kernel void k(__global int* __global* x) {}"},
    {"an image as a variable", "__kernel void k(__read_only image2d_t x) { image2d_t y = x; }", true},
    {"an image that is read and written, before OpenCL C 2.0", "__kernel void k(__read_write image2d_t x) {}", true},
    {"a kernel that returns a number", "__kernel int k(__global int* x) { return 1; }"},
    {"a variable of class auto", "__kernel void k(__global int* x) { auto int y = 1; *x = y; }"},
    {"a variable of class register", "__kernel void k(__global int* x) { register int y = 1; *x = y; }"},
    {"a header of C", "#include <math.h>\n__kernel void k(__global float* x) { *x = M_PI_F; }"},
};

constexpr Small taken_programs[] = {
    {"a kernel that calls another",
     "__kernel void one(__global int* x) { *x = 1; } __kernel void k(__global int* x) { one(x); }"},
    {"a list of attributes",
     "__kernel __attribute__((vec_type_hint(int), reqd_work_group_size(8, 1, 1))) void k(__global int* x) { *x = 1; }"},
    {"functions of class static and extern",
     "extern int given(int x); static int own(int x) { return x; } __kernel void k(__global int* x) { *x = own(1); }"},
};

bool compiles(const Session& session, const Small& program) {
  try {
    compile_host_code(session, program.text, "-cl-std=CL1.2");
    return true;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::build) throw;
    return false;
  }
}

}  // namespace

HostResult restrictions(const Session& session) {
  const bool has_images = session.device().images;
  Report report;
  for (const Small& program : refused_programs)
    if (has_images || !program.has_image)
      report.open(program.what, compiles(session, program) ? "compiles" : "refused", "refused");
  for (const Small& program : taken_programs)
    report.equal(program.what, compiles(session, program) ? "compiles" : "refused", "compiles");
  return report.take();
}

}  // namespace lenslet::listings
