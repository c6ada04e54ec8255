// CLBlast for bench/peers/arrays.py: `clblast DEVICE matmul RESULT A.npy B.npy`, as loops.cpp. Its parameters are those
// that it brings for the device. A product may be several kernels, so the host's clock counts, round a call that is
// waited for.
#include "opencl_device.hpp"

#include <clblast_c.h>

#include "array_files.hpp"

namespace {

cl::Buffer buffer_of(const cl::Context& context, std::vector<float>& elements) {
  return {context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, elements.size() * sizeof(float), elements.data()};
}

void multiply(const cl::Device& device, const std::string& result, const char* const* files) {
  auto a = peers::read<float>(files[0]), b = peers::read<float>(files[1]);
  std::vector<float> c(a.size());
  const std::size_t side = peers::side_of(a.size());
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Buffer a_buffer = buffer_of(context, a), b_buffer = buffer_of(context, b), c_buffer = buffer_of(context, c);
  cl_command_queue raw = queue();
  const auto call = [&] {
    const auto status = CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, side, side, side, 1,
                                     a_buffer(), 0, side, b_buffer(), 0, side, 0, c_buffer(), 0, side, &raw, nullptr);
    if (status != CLBlastSuccess)
      throw std::runtime_error("CLBlast: status " + std::to_string(static_cast<int>(status)));
    queue.finish();
  };
  peers::print_times([] {}, call);
  queue.enqueueReadBuffer(c_buffer, true, 0, c.size() * sizeof(float), c.data());
  peers::write(result, 0, c);
}

}  // namespace

int main(int count, char** words) {
  if (count != 2 && (count != 6 || std::string(words[2]) != "matmul")) {
    std::fprintf(stderr, "usage: clblast DEVICE [matmul RESULT A.npy B.npy]\n");
    return 2;
  }
  return peers::told([&] {
    const cl::Device device = device_named(words[1]);
    if (count == 2)
      std::printf("on %s\n", device.getInfo<CL_DEVICE_NAME>().c_str());
    else
      multiply(device, words[3], words + 4);
  });
}
