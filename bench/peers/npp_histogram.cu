// NPP's histogram for bench/peers/arrays.py: `npp_histogram histogram RESULT IMAGE.npy`, as loops.cpp, of a square
// image of u8. Without arguments it names the device and NPP's version.
#include <nppi_statistics_functions.h>

#include "array_files.hpp"
#include "npp_context.hpp"

namespace {

constexpr int bins = 256;

// The type of a size differs between NPP's versions.
template <class Size>
std::size_t buffer_size(NppStatus (*function)(NppiSize, int, Size*, NppStreamContext), NppiSize image,
                        const NppStreamContext& context) {
  Size bytes = 0;
  check(function(image, bins + 1, &bytes, context));
  return static_cast<std::size_t>(bytes);
}

void histogram(const std::string& result, const std::string& file) {
  const NppStreamContext context = context_of(new_stream());
  const auto pixels = peers::read<Npp8u>(file);
  const int side = static_cast<int>(peers::side_of(pixels.size()));
  const NppiSize size{side, side};
  const DeviceArray<Npp8u> image(pixels), buffer(buffer_size(nppiHistogramEvenGetBufferSize_8u_C1R_Ctx, size, context));
  const DeviceArray<Npp32s> counts(bins);
  check(cudaDeviceSynchronize());  // the stream does not wait for the upload
  const auto launch = [&](int) {
    check(nppiHistogramEven_8u_C1R_Ctx(image.data(), side, size, counts.data(), bins + 1, 0, bins, buffer.data(),
                                       context));
  };
  warm_up(context.hStream, launch);
  peers::print(device_times(context.hStream, peers::most_repeats, launch));
  peers::write(result, 0, counts.download());
}

}  // namespace

int main(int count, char** words) {
  if (count != 1 && (count != 4 || words[1] != std::string("histogram"))) {
    std::fprintf(stderr, "usage: npp_histogram [histogram RESULT IMAGE.npy]\n");
    return 2;
  }
  return peers::told([&] {
    if (count == 1)
      describe();
    else
      histogram(words[2], words[3]);
  });
}
