// What a call of a session costs, beside OpenCL's write, kernels and read of the same bytes by the same program. The
// program serves bench/calls.py:
//
//   lenslet_bench_calls OP TYPE SIDE    OP: gaussian, mean, median, sobel, brightness; TYPE: u8, u16, f32
//
// prints one line of microseconds, "first second 300th", for Session::run() in a session that has no program yet. Then
// it answers each line of standard input with "raw run run_into sized unsized", the lower quartiles of one turn.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <lenslet/lenslet.hpp>
#include <lenslet/opencl.hpp>

namespace {

// A launch as OpenCL saw it. The kernel has kept its arguments.
struct Enqueued {
  cl_kernel kernel;
  std::size_t offset[3], global[3], local[3];
  bool has_offset, has_local;
  cl_uint dimensions;
};

std::vector<Enqueued>* recorded = nullptr;  // of the launch that is looked at

}  // namespace

// The library's own launches come here, and go on to OpenCL.
extern "C" cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                         const std::size_t* offset, const std::size_t* global, const std::size_t* local,
                                         cl_uint waits, const cl_event* after, cl_event* event) {
  static const auto next = reinterpret_cast<decltype(&clEnqueueNDRangeKernel)>(dlsym(RTLD_NEXT, __func__));
  if (recorded) {
    Enqueued one{kernel, {}, {}, {}, offset != nullptr, local != nullptr, dimensions};
    if (offset) std::copy_n(offset, dimensions, one.offset);
    if (local) std::copy_n(local, dimensions, one.local);
    std::copy_n(global, dimensions, one.global);
    recorded->push_back(one);
  }
  return next(queue, kernel, dimensions, offset, global, local, waits, after, event);
}

namespace lenslet {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double turn_seconds = 0.05;  // of each way
constexpr int calls_before = 300;

template <class Work>
double microseconds(const Work& work) {
  const auto begin = Clock::now();
  work();
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

// The lower quartile of the calls of a turn, so that other work of the machine counts little. Some calls are not
// counted: caches of the way before are cold.
template <class Work>
double quartile(const Work& work) {
  for (int i = 0; i < 3; ++i) work();
  std::vector<double> times;
  double all = 0;
  while (times.size() < 5 || (all < turn_seconds * 1e6 && times.size() < 1000)) {
    times.push_back(microseconds(work));
    all += times.back();
  }
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 4));
  return times[times.size() / 4];
}

Call call_of(const std::string& name) {
  const std::map<std::string, Call> calls{{"gaussian", {"gaussian", {{"ksize", std::int64_t{5}}, {"sigma", 1.0}}}},
                                          {"mean", {"mean", {{"ksize", std::int64_t{3}}}}},
                                          {"median", {"median", {{"ksize", std::int64_t{3}}}}},
                                          {"sobel", {"sobel", {}}},
                                          {"brightness", {"brightness", {{"scale", 1.2}, {"delta", 10.0}}}}};
  return calls.at(name);
}

Image noise(Size size, SampleType type) {
  Image image(size, {type, 1});
  std::uint32_t state = 1;
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      image.set(x, y, 0, static_cast<double>((state = state * 1664525 + 1013904223) >> 24));
  return image;
}

// OpenCL's own calls for the program and the groups of a plan, with rows without gaps on both sides.
class Raw {
 public:
  Raw(const Session& session, const Plan& plan, const Image& image)
      : plan_(plan),
        queue_(opencl::handles_of(session).queue),
        bytes_(static_cast<std::size_t>(image.stride() * image.height())),
        result_(image.size(), plan.output_format()),
        result_bytes_(static_cast<std::size_t>(result_.stride() * result_.height())) {
    const DeviceImage input = dense(session, {image.format(), image.size()}, bytes_, input_);
    const DeviceImage output = dense(session, {result_.format(), result_.size()}, result_bytes_, output_);
    recorded = &launches_;
    plan.launch_into(input, output).wait();
    recorded = nullptr;
    clFinish(queue_);
  }
  Raw(const Raw&) = delete;
  Raw& operator=(const Raw&) = delete;
  ~Raw() {
    clReleaseMemObject(input_);
    clReleaseMemObject(output_);
  }

  void operator()(const Image& image) {
    clEnqueueWriteBuffer(queue_, input_, CL_TRUE, 0, bytes_, image.data(), 0, nullptr, nullptr);
    for (const Enqueued& one : launches_)
      clEnqueueNDRangeKernel(queue_, one.kernel, one.dimensions, one.has_offset ? one.offset : nullptr, one.global,
                             one.has_local ? one.local : nullptr, 0, nullptr, nullptr);
    clEnqueueReadBuffer(queue_, output_, CL_TRUE, 0, result_bytes_, result_.data(), 0, nullptr, nullptr);
  }

  // Throws unless the result has the bits of a call's.
  void check(const Image& wanted) const {
    if (!std::equal(result_.data(), result_.data() + result_bytes_, wanted.data()))
      throw Error(ErrorKind::device, "OpenCL's own calls have another result");
  }

 private:
  static DeviceImage dense(const Session& session, const ImageType& type, std::size_t bytes, cl_mem& memory) {
    memory = clCreateBuffer(opencl::handles_of(session).context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
    return opencl::image(session, memory, type,
                         {.stride = type.size.width * static_cast<std::int64_t>(type.format.bytes())});
  }

  Plan plan_;
  cl_command_queue queue_;
  std::size_t bytes_;
  Image result_;
  std::size_t result_bytes_;
  cl_mem input_ = nullptr, output_ = nullptr;
  std::vector<Enqueued> launches_;
};

void run_plan(const Session& session, const Plan& plan, const Image& image) {
  session.download(plan.run(session.upload(image)).image());
}

void first_calls(const Session& session, const Call& call, const Image& image) {
  std::vector<double> times;
  for (int i = 0; i < calls_before; ++i) times.push_back(microseconds([&] { session.run(call, image); }));
  std::printf("%.1f %.1f %.1f\n", times[0], times[1], times.back());
  std::fflush(stdout);
}

void serve(const Call& call, SampleType type, std::int64_t side) {
  const Size size{side, side};
  const Image image = noise(size, type);
  const Session session({.cache = false});
  first_calls(session, call, image);
  OpOptions sized_options;
  sized_options.size = size;
  const Plan sized = session.plan(call, image.format(), sized_options);
  const Plan unsized = session.plan(call, image.format());
  const Plan alone = session.plan(call, image.format(), sized_options);
  Raw raw(session, alone, image);
  Image target = session.run(call, image).image();
  raw(image);
  raw.check(target);
  for (int i = 0; i < 20; ++i) run_plan(session, unsized, image);
  std::this_thread::sleep_for(std::chrono::seconds(2));  // what a session does in the background is done
  for (std::string line; std::getline(std::cin, line);) {
    const double of_raw = quartile([&] { raw(image); });
    const double of_run = quartile([&] { session.run(call, image); });
    const double of_run_into = quartile([&] { session.run_into(call, image, target); });
    const double of_sized = quartile([&] { run_plan(session, sized, image); });
    const double of_unsized = quartile([&] { run_plan(session, unsized, image); });
    std::printf("%.1f %.1f %.1f %.1f %.1f\n", of_raw, of_run, of_run_into, of_sized, of_unsized);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace lenslet

int main(int count, char** words) {
  if (count != 4) return std::fputs("usage: lenslet_bench_calls OP TYPE SIDE\n", stderr), EXIT_FAILURE;
  try {
    lenslet::serve(lenslet::call_of(words[1]), lenslet::parse_sample_type(words[2]), std::stol(words[3]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
