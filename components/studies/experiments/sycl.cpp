// sycl: a convolution in one dimension in SYCL and in OpenCL C, and a dilation in SYCL and by the library, in turns on
// one device and in one context. SYCL's kernels use the same buffers.
#include "studies/experiments/sycl.hpp"

#include <algorithm>

#include "ocl/foreign.hpp"
#include "rounding.hpp"
#include "studies/experiments/convolution.hpp"
#include "studies/op_work.hpp"

namespace lenslet::study {
namespace {

using Kernels = Lazy<std::shared_ptr<sycl::StudyKernels>>;

constexpr Size high_definition{1920, 1080};

template <class T>
sycl::Memory<T> memory_of(const ocl::Buffer& buffer, bool written = false) {
  return {ocl::handle_of(buffer), buffer.bytes() / sizeof(T), written};
}

// A launch by SYCL, with its output and the expected values.
template <class T>
struct SyclRow {
  sycl::KernelLaunch launch;
  ocl::Buffer out;
  std::function<std::vector<T>()> expected;
};

// Uploads must have ended before another queue reads them.
template <class T>
Ready ready_row(const Experiment& experiment, const std::shared_ptr<sycl::StudyKernels>& kernels,
                const SyclRow<T>& row) {
  experiment.queue().finish();
  const auto& [items, group] = std::pair(row.launch.items, row.launch.group);
  const std::string how = fmt::format("SYCL kernel {}, {} x {} items in groups of {} x {}, {}", row.launch.kernel,
                                      items[0], items[1], group[0], group[1], kernels->compiler());
  return {[kernels, row] { return kernels->run_ms(row.launch); }, how, kernels->source(),
          [&experiment, row] {
            return first_difference(download<T>(experiment.queue(), row.out, row.out.bytes() / sizeof(T)),
                                    row.expected());
          }};
}

struct ConvolutionWay {
  const char* name;
  const char* sycl;
  const char* opencl;  // the listing
};

constexpr ConvolutionWay ways[] = {{"nested ifs", "nested_ifs", "convolve-ifs"},
                                   {"padded", "padded", "convolve-padded"},
                                   {"min/max bounds", "bounded", "convolve-bounded"}};

SyclRow<std::uint32_t> convolution_row(const Experiment& experiment, const Lazy<Signal>& shared,
                                       const std::string& kernel) {
  const Signal& signal = shared.get();
  const ocl::Buffer out = upload(experiment.queue(), Numbers(signal.count, ~0u));
  const ocl::Buffer& in = kernel == "padded" ? signal.in_padded : signal.in;
  return {{kernel,
           {memory_of<std::uint32_t>(in), memory_of<std::uint32_t>(signal.taps), memory_of<std::uint32_t>(out, true),
            static_cast<std::int32_t>(signal.count), static_cast<std::int32_t>(signal.mask.size())},
           {signal.count, 1},
           {Signal::group, 1}},
          out,
          [shared] { return convolved(shared.get()); }};
}

void add_convolution(Experiment& experiment, const Kernels& kernels) {
  add_convolutions(experiment, [&](std::size_t chart, double taps, const Lazy<Signal>& signal) {
    for (const ConvolutionWay& way : ways) {
      experiment.add(chart, fmt::format("SYCL, {}", way.name), taps, [&experiment, &way, signal, kernels] {
        return ready_row(experiment, kernels.get(), convolution_row(experiment, signal, way.sycl));
      });
      add(experiment, chart, fmt::format("OpenCL, {}", way.name), taps,
          [&experiment, &way, signal] { return convolution_rows(experiment, signal, way.opencl, false); });
    }
  });
}

struct Picture {
  int width, height;
  std::vector<float> pixels;
  ocl::Buffer buffer;
};

Picture make_picture(const ocl::Queue& queue, Size size) {
  const auto count = static_cast<std::size_t>(size.width * size.height);
  const auto pixels = values_of(count, [](std::size_t i) { return static_cast<float>(scrambled(i) % 4096); });
  return {static_cast<int>(size.width), static_cast<int>(size.height), pixels, upload(queue, pixels)};
}

std::vector<float> dilated(const Picture& p) {
  return values_of(p.pixels.size(), [&](std::size_t i) {
    const int x = static_cast<int>(i) % p.width, y = static_cast<int>(i) / p.width;
    float largest = 0;
    for (int row = std::max(y - 1, 0); row <= std::min(y + 1, p.height - 1); ++row)
      for (int column = std::max(x - 1, 0); column <= std::min(x + 1, p.width - 1); ++column)
        largest = std::max(largest, p.pixels[static_cast<std::size_t>(row * p.width + column)]);
    return largest;
  });
}

SyclRow<float> dilation_row(const Experiment& experiment, const Lazy<Picture>& shared) {
  constexpr std::size_t columns = 64, rows = 4;
  const Picture& p = shared.get();
  const ocl::Buffer out = upload(experiment.queue(), std::vector<float>(p.pixels.size(), -1.0f));
  const auto whole = [](int items, std::size_t group) { return round_up(static_cast<std::size_t>(items), group); };
  return {{"dilation",
           {memory_of<float>(p.buffer), memory_of<float>(out, true), p.width, p.height},
           {whole(p.width, columns), whole(p.height, rows)},
           {columns, rows}},
          out,
          [shared] { return dilated(shared.get()); }};
}

void add_dilation(Experiment& experiment, const Kernels& kernels) {
  const Size size = experiment.scaled(high_definition);
  const std::size_t chart =
      experiment.add_chart(fmt::format("Dilation by 3 x 3, {} x {} f32", size.width, size.height), "", {"dilate"});
  const auto picture = lazy([&experiment, size] { return make_picture(experiment.queue(), size); });
  experiment.add(chart, "SYCL", 0, [&experiment, kernels, picture] {
    return ready_row(experiment, kernels.get(), dilation_row(experiment, picture));
  });
  const OpWork own(experiment, image_work({"dilate"}, {SampleType::f32, 1}, size, {.border = Border::replicate}));
  own.add(chart, "lenslet, a pixel an item", 0, "buffer.direct.single.literal.clamp.v1.x1.y1.gauto");
  own.add(chart, "lenslet, untuned", 0, "");
}

}  // namespace

void sycl(Experiment& experiment) {
  const auto kernels = lazy([&experiment] { return load_sycl(experiment); });
  add_convolution(experiment, kernels);
  experiment.measure();
  add_dilation(experiment, kernels);
  experiment.measure();
}

}  // namespace lenslet::study
