// The module lenslet-sycl.so: kernels of the study `sycl`, on buffers of the caller's OpenCL context.
#include "sycl/module.hpp"

#include <utility>

#include "sycl/compile.hpp"
#include "sycl/study_source.hpp"

namespace lenslet::sycl {
namespace {

using Buffers = std::vector<std::shared_ptr<void>>;  // live until the kernel has ended

class Kernels : public StudyKernels {
 public:
  Kernels(const ::sycl::context& context, const ::sycl::device& device)
      : context_(context),
        queue_(context, device, {::sycl::property::queue::in_order{}, ::sycl::property::queue::enable_profiling{}}),
        bundle_(compile_source(context, device, study_source(), {})) {}

  double run_ms(const KernelLaunch& launch) override {
    return checked("the SYCL kernel " + launch.kernel, [&] {
      const ::sycl::kernel kernel = bundle_.ext_oneapi_get_kernel(launch.kernel);
      Buffers buffers;
      ::sycl::event event = queue_.submit([&](::sycl::handler& handler) {
        int index = 0;
        for (const Argument& argument : launch.arguments)
          std::visit([&](const auto& one) { set(handler, index++, one, buffers); }, argument);
        start(handler, launch, kernel);
      });
      event.wait_and_throw();
      using Profile = ::sycl::info::event_profiling::command_start;
      const auto begin = event.get_profiling_info<Profile>();
      return static_cast<double>(event.get_profiling_info<::sycl::info::event_profiling::command_end>() - begin) / 1e6;
    });
  }

  std::string compiler() const override {
    return "DPC++ " + std::to_string(__LIBSYCL_MAJOR_VERSION) + "." + std::to_string(__LIBSYCL_MINOR_VERSION);
  }
  std::string source() const override { return study_source(); }

 private:
  template <class T>
  void set(::sycl::handler& handler, int index, const Memory<T>& memory, Buffers& buffers) const {
    using Mode = ::sycl::access_mode;
    auto buffer = ::sycl::make_buffer<::sycl::backend::opencl, T>(static_cast<cl_mem>(memory.buffer), context_);
    buffers.push_back(std::make_shared<decltype(buffer)>(buffer));
    if (memory.written)
      handler.set_arg(index, ::sycl::accessor<T, 1, Mode::read_write>(buffer, handler));
    else
      handler.set_arg(index, ::sycl::accessor<T, 1, Mode::read>(buffer, handler));
  }
  static void set(::sycl::handler& handler, int index, std::int32_t number, Buffers&) {
    handler.set_arg(index, number);
  }

  static void start(::sycl::handler& handler, const KernelLaunch& launch, const ::sycl::kernel& kernel) {
    const auto& [items, group] = std::pair(launch.items, launch.group);
    if (items[1] == 1)
      handler.parallel_for(::sycl::nd_range<1>(items[0], group[0]), kernel);
    else
      handler.parallel_for(::sycl::nd_range<2>({items[1], items[0]}, {group[1], group[0]}), kernel);
  }

  ::sycl::context context_;
  ::sycl::queue queue_;
  Executable bundle_;
};

}  // namespace
}  // namespace lenslet::sycl

extern "C" lenslet::sycl::StudyKernels* lenslet_sycl_open_study_kernels_1(void* context, void* device) {
  using lenslet::sycl::checked;
  return checked("SYCL on an OpenCL context", [&]() -> lenslet::sycl::StudyKernels* {
    const auto sycl_context = sycl::make_context<sycl::backend::opencl>(static_cast<cl_context>(context));
    const auto sycl_device = sycl::make_device<sycl::backend::opencl>(static_cast<cl_device_id>(device));
    return new lenslet::sycl::Kernels(sycl_context, sycl_device);
  });
}
