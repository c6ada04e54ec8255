// One filter of a photograph through NVIDIA's NPP:
//
//   npp_photos TASK SIDE TYPE CHANNELS WIDTH HEIGHT SECONDS IMAGES IMAGE MASK RESULT
//
// IMAGE, MASK (f32) and RESULT are files of samples and nothing else. It writes the result, then prints times as JSON:
// by the device's clock over calls in a row, and by the host's round calls that are waited for; with 0 seconds it only
// writes. Without arguments it names the device and NPP's version. Several images take turns.
#include <algorithm>
#include <cstdio>

#include <nppi_filtering_functions.h>
#include <nppi_morphological_operations.h>

#include "npp_chains.hpp"
#include "npp_times.hpp"

namespace {

// NPP's functions for a type and a number of channels.
template <class T, int C>
struct Functions;

#define FUNCTIONS(T, C, NAME, WITH_MASK)                                                    \
  template <>                                                                               \
  struct Functions<T, C> {                                                                  \
    static constexpr auto box = nppiFilterBoxBorder_##NAME##_Ctx;                           \
    static constexpr auto gaussian = nppiFilterGaussAdvancedBorder_##NAME##_Ctx;            \
    static constexpr auto median = nppiFilterMedianBorder_##NAME##_Ctx;                     \
    static constexpr auto median_buffer = nppiFilterMedianBorderGetBufferSize_##NAME##_Ctx; \
    static constexpr auto dilate = nppiDilateBorder_##NAME##_Ctx;                           \
    static constexpr auto correlate = WITH_MASK##_##NAME##_Ctx;                             \
  };
FUNCTIONS(Npp8u, 1, 8u_C1R, nppiFilterBorder32f)
FUNCTIONS(Npp8u, 3, 8u_C3R, nppiFilterBorder32f)
FUNCTIONS(Npp16u, 1, 16u_C1R, nppiFilterBorder32f)
FUNCTIONS(Npp32f, 1, 32f_C1R, nppiFilterBorder)
#undef FUNCTIONS

// The type of a size differs between NPP's versions.
template <class Size>
std::size_t buffer_size(NppStatus (*function)(NppiSize, NppiSize, Size*, NppStreamContext), NppiSize image,
                        NppiSize mask, const NppStreamContext& context) {
  Size bytes = 0;
  check(function(image, mask, &bytes, context));
  return static_cast<std::size_t>(bytes);
}

// Newer ones ask for the border, too.
template <class Size>
std::size_t buffer_size(NppStatus (*function)(NppiSize, NppiSize, Size*, NppiBorderType, NppStreamContext),
                        NppiSize image, NppiSize mask, const NppStreamContext& context) {
  Size bytes = 0;
  check(function(image, mask, &bytes, NPP_BORDER_REPLICATE, context));
  return static_cast<std::size_t>(bytes);
}

// NPP convolves: it gets the mask turned by half a circle.
std::vector<Npp32f> turned(std::vector<Npp32f> mask) {
  std::reverse(mask.begin(), mask.end());
  return mask;
}

// A dilation's element is 0 and 1.
std::vector<Npp8u> bytes_of(const std::vector<Npp32f>& mask) {
  return {mask.begin(), mask.end()};
}

template <class T, int C>
class Filter {
 public:
  explicit Filter(const Order& order)
      : order_(order),
        context_(context_of(new_stream())),
        size_{order.width, order.height},
        mask_size_{order.side, order.side},
        middle_{order.side / 2, order.side / 2},
        mask_(turned(read<Npp32f>(order.mask))),
        element_(bytes_of(read<Npp32f>(order.mask))),
        buffer_(order.task == "median" ? buffer_size(F::median_buffer, size_, mask_size_, context_) : 0) {}

  cudaStream_t stream() const { return context_.hStream; }

  void launch(const Picture<T>& in, const Picture<T>& out) const {
    const auto run = [&](auto function, auto... more) {
      check(function(in.data(), in.step(), size_, NppiPoint{0, 0}, out.data(), out.step(), size_, more...,
                     NPP_BORDER_REPLICATE, context_));
    };
    if (order_.task == "mean")
      run(F::box, mask_size_, middle_);
    else if (order_.task == "gaussian")
      run(F::gaussian, order_.side, mask_.data());
    else if (order_.task == "median")
      run(F::median, mask_size_, middle_, buffer_.data());
    else if (order_.task.rfind("dilate", 0) == 0)
      run(F::dilate, element_.data(), mask_size_, middle_);
    else
      run(F::correlate, mask_.data(), mask_size_, middle_);
  }

 private:
  using F = Functions<T, C>;
  const Order& order_;
  NppStreamContext context_;
  NppiSize size_, mask_size_;
  NppiPoint middle_;
  DeviceArray<Npp32f> mask_;
  DeviceArray<Npp8u> element_, buffer_;
};

template <class T, class Function>
void work(const Order& order) {
  const Function filter(order);
  std::vector<Picture<T>> in, out;
  for (int i = 0; i < order.images; ++i) {
    in.emplace_back(order);
    out.emplace_back(order);
    in.back().upload(read<T>(order.image));
  }
  const auto launch = [&](int i) { filter.launch(in[i % order.images], out[i % order.images]); };
  prove_and_time(filter.stream(), order.seconds, launch, [&] { write(order.result, out[0].download()); });
}

template <int C>
void dispatch_u8(const Order& order) {
  if (order.task == "edges") return work<Npp8u, Edges<C>>(order);
  if (order.task == "unsharp") return work<Npp8u, Unsharp<C>>(order);
  work<Npp8u, Filter<Npp8u, C>>(order);
}

void dispatch(const Order& order) {
  if (order.type == "u8" && order.channels == 3) return dispatch_u8<3>(order);
  if (order.channels != 1) throw std::runtime_error("of several channels only u8 x 3");
  if (order.type == "u8") return dispatch_u8<1>(order);
  if (order.type == "u16") return work<Npp16u, Filter<Npp16u, 1>>(order);
  work<Npp32f, Filter<Npp32f, 1>>(order);
}

}  // namespace

int main(int count, char** words) {
  try {
    if (count == 1) return describe(), 0;
    if (count != 12) throw std::runtime_error("it takes 11 words: see the head of npp_photos.cu");
    dispatch({words[1], words[3], words[9], words[10], words[11], std::stoi(words[2]), std::stoi(words[4]),
              std::stoi(words[5]), std::stoi(words[6]), std::stoi(words[8]), std::stod(words[7])});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
