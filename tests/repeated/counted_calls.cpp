// The functions that the linker puts in the place of SQLite's and OpenCL's: see CMakeLists.txt.
#include "counted_calls.hpp"

#include <sqlite3.h>

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

namespace lenslet {

CountedCalls& counted_calls() {
  static CountedCalls counts;
  return counts;
}

namespace {

template <class Function, class... Arguments>
auto counted(std::atomic<int>& count, Function function, Arguments... arguments) {
  ++count;
  return function(arguments...);
}

}  // namespace
}  // namespace lenslet

using lenslet::counted;
using lenslet::counted_calls;

// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names
extern "C" {
int __real_sqlite3_prepare_v2(sqlite3* database, const char* text, int bytes, sqlite3_stmt** made, const char** rest);
int __wrap_sqlite3_prepare_v2(sqlite3* database, const char* text, int bytes, sqlite3_stmt** made, const char** rest) {
  return counted(counted_calls().sqlite, __real_sqlite3_prepare_v2, database, text, bytes, made, rest);
}
int __real_sqlite3_step(sqlite3_stmt* statement);
int __wrap_sqlite3_step(sqlite3_stmt* statement) {
  return counted(counted_calls().sqlite, __real_sqlite3_step, statement);
}
cl_program __real_clCreateProgramWithSource(cl_context context, cl_uint count, const char** texts, const size_t* sizes,
                                            cl_int* error);
cl_program __wrap_clCreateProgramWithSource(cl_context context, cl_uint count, const char** texts, const size_t* sizes,
                                            cl_int* error) {
  return counted(counted_calls().programs, __real_clCreateProgramWithSource, context, count, texts, sizes, error);
}
cl_program __real_clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id* devices,
                                            const size_t* sizes, const unsigned char** binaries, cl_int* states,
                                            cl_int* error);
cl_program __wrap_clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id* devices,
                                            const size_t* sizes, const unsigned char** binaries, cl_int* states,
                                            cl_int* error) {
  return counted(counted_calls().programs, __real_clCreateProgramWithBinary, context, count, devices, sizes, binaries,
                 states, error);
}
using Told = void(CL_CALLBACK*)(cl_program, void*);
cl_int __real_clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                             Told told, void* data);
cl_int __wrap_clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                             Told told, void* data) {
  return counted(counted_calls().programs, __real_clBuildProgram, program, count, devices, options, told, data);
}
cl_kernel __real_clCreateKernel(cl_program program, const char* name, cl_int* error);
cl_kernel __wrap_clCreateKernel(cl_program program, const char* name, cl_int* error) {
  return counted(counted_calls().programs, __real_clCreateKernel, program, name, error);
}
cl_mem __real_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void* host, cl_int* error);
cl_mem __wrap_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void* host, cl_int* error) {
  return counted(counted_calls().buffers, __real_clCreateBuffer, context, flags, bytes, host, error);
}
cl_int __real_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem to, cl_bool waits, size_t offset, size_t bytes,
                                   const void* from, cl_uint count, const cl_event* after, cl_event* done);
cl_int __wrap_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem to, cl_bool waits, size_t offset, size_t bytes,
                                   const void* from, cl_uint count, const cl_event* after, cl_event* done) {
  return counted(counted_calls().transfers, __real_clEnqueueWriteBuffer, queue, to, waits, offset, bytes, from, count,
                 after, done);
}
cl_int __real_clEnqueueReadBuffer(cl_command_queue queue, cl_mem from, cl_bool waits, size_t offset, size_t bytes,
                                  void* to, cl_uint count, const cl_event* after, cl_event* done);
cl_int __wrap_clEnqueueReadBuffer(cl_command_queue queue, cl_mem from, cl_bool waits, size_t offset, size_t bytes,
                                  void* to, cl_uint count, const cl_event* after, cl_event* done) {
  return counted(counted_calls().transfers, __real_clEnqueueReadBuffer, queue, from, waits, offset, bytes, to, count,
                 after, done);
}
decltype(clEnqueueWriteBufferRect) __real_clEnqueueWriteBufferRect, __wrap_clEnqueueWriteBufferRect;
cl_int __wrap_clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem to, cl_bool waits, const size_t* origin,
                                       const size_t* host_origin, const size_t* region, size_t row, size_t slice,
                                       size_t host_row, size_t host_slice, const void* from, cl_uint count,
                                       const cl_event* after, cl_event* done) {
  return counted(counted_calls().transfers, __real_clEnqueueWriteBufferRect, queue, to, waits, origin, host_origin,
                 region, row, slice, host_row, host_slice, from, count, after, done);
}
decltype(clEnqueueReadBufferRect) __real_clEnqueueReadBufferRect, __wrap_clEnqueueReadBufferRect;
cl_int __wrap_clEnqueueReadBufferRect(cl_command_queue queue, cl_mem from, cl_bool waits, const size_t* origin,
                                      const size_t* host_origin, const size_t* region, size_t row, size_t slice,
                                      size_t host_row, size_t host_slice, void* to, cl_uint count,
                                      const cl_event* after, cl_event* done) {
  return counted(counted_calls().transfers, __real_clEnqueueReadBufferRect, queue, from, waits, origin, host_origin,
                 region, row, slice, host_row, host_slice, to, count, after, done);
}
}
// NOLINTEND(bugprone-reserved-identifier)
