// Rows of labels, distances and sums by NPP's calls, which look at the whole image.
#pragma once

#include <nppi_filtering_functions.h>
#include <nppi_statistics_functions.h>

#include "npp_job.hpp"

// Labels lie without gaps between rows: that is what NPP's renumbering wants.
class Labels {
 public:
  Labels(NppiSize size, int neighbours, bool numbered, const NppStreamContext& context)
      : size_(size),
        pixels_(size.width * size.height),
        norm_(neighbours == 8 ? nppiNormInf : nppiNormL1),
        context_(context),
        buffer_(new_buffer(nppiLabelMarkersUFGetBufferSize_32u_C1R, size)) {
    if (numbered) numbers_ = new_buffer(nppiCompressMarkerLabelsGetBufferSize_32u_C1R, pixels_);
  }

  // NPP does not change the image, whose pointer it takes as one to what it may.
  void launch(const Picture<Npp8u>& in, Npp32u* out) const {
    const int step = size_.width * static_cast<int>(sizeof(Npp32u));
    check(nppiLabelMarkersUF_8u32u_C1R_Ctx(in.data(), in.step(), out, step, size_, norm_, buffer_->data(), context_));
    if (!numbers_) return;
    int count = 0;
    check(nppiCompressMarkerLabelsUF_32u_C1IR_Ctx(out, step, size_, pixels_, &count, numbers_->data(), context_));
  }

 private:
  NppiSize size_;
  int pixels_;
  NppiNorm norm_;
  NppStreamContext context_;
  Buffer buffer_, numbers_;
};

// Values: 4 or 8 neighbours, and whether labels are numbered without gaps.
inline Job label(const RowOrder& order, const NppStreamContext& context) {
  const auto labels = std::make_shared<Labels>(order.size(), order.whole(0), order.text(1) == "numbered", context);
  const auto in = inputs_of<Npp8u>(order);
  const auto out = std::make_shared<std::vector<DeviceArray<Npp32u>>>();
  for (int i = 0; i < order.images; ++i) out->emplace_back(static_cast<std::size_t>(order.width) * order.height);
  return {[=, count = order.images](int i) { labels->launch((*in)[i % count], (*out)[i % count].data()); },
          [=, name = order.file("result")] { write(name, (*out)[0].download()); }};
}

// To the nearest pixel of 0.
inline Job distance(const RowOrder& order, const NppStreamContext& context) {
  const Buffer buffer = new_buffer(nppiDistanceTransformPBAGetBufferSize, order.size());
  return job_of<Npp8u, Npp32f>(order, order.size(), [=, size = order.size()](const auto& in, const auto& out) {
    check(nppiDistanceTransformPBA_8u32f_C1R_Ctx(in.data(), in.step(), 0, 0, nullptr, 0, nullptr, 0, nullptr, 0,
                                                 out.data(), out.step(), size, buffer->data(), context));
  });
}

// The result has a column and a row more than the image.
inline Job integral(const RowOrder& order, const NppStreamContext& context) {
  const NppiSize to{order.width + 1, order.height + 1};
  return job_of<Npp8u, Npp32s>(order, to, [=, size = order.size()](const auto& in, const auto& out) {
    check(nppiIntegral_8u32s_C1R_Ctx(in.data(), in.step(), out.data(), out.step(), size, 0, context));
  });
}

// Values: the picture's width and height. Of its two kinds it is the one that takes means away.
inline Job match_template(const RowOrder& order, const NppStreamContext& context) {
  const NppiSize part{order.whole(0), order.whole(1)};
  const auto picture = more_input<Npp8u>(order, 0, part);
  const Buffer buffer = new_buffer(nppiValidNormLevelGetBufferHostSize_8u32f_C1R_Ctx, order.size(), context);
  const NppiSize to{order.width - part.width + 1, order.height - part.height + 1};
  return job_of<Npp8u, Npp32f>(order, to, [=, size = order.size()](const auto& in, const auto& out) {
    check(nppiCrossCorrValid_NormLevel_8u32f_C1R_Ctx(in.data(), in.step(), size, picture->data(), picture->step(), part,
                                                     out.data(), out.step(), buffer->data(), context));
  });
}

// The same by NPP's newer function, which takes more memory.
inline Job match_template_advanced(const RowOrder& order, const NppStreamContext& context) {
  const NppiSize part{order.whole(0), order.whole(1)};
  const auto picture = more_input<Npp8u>(order, 0, part);
  const Buffer buffer = new_buffer(nppiValidNormLevelGetBufferHostSize_8u32f_C1R_Ctx, order.size(), context);
  std::size_t bytes = 0;
  check(nppiCrossCorrValid_NormLevel_GetAdvancedScratchBufferSize(order.size(), part, sizeof(Npp32f), 1, &bytes));
  const Buffer more = new_buffer(bytes);
  const NppiSize to{order.width - part.width + 1, order.height - part.height + 1};
  return job_of<Npp8u, Npp32f>(order, to, [=, size = order.size()](const auto& in, const auto& out) {
    check(nppiCrossCorrValid_NormLevelAdvanced_8u32f_C1R_Ctx(in.data(), in.step(), size, picture->data(),
                                                             picture->step(), part, out.data(), out.step(),
                                                             buffer->data(), more->data(), context));
  });
}

template <class T>
struct Extremes;

#define EXTREMES(T, NAME)                                                             \
  template <>                                                                         \
  struct Extremes<T> {                                                                \
    static constexpr auto find = nppiMinMaxIndx_##NAME##_Ctx;                         \
    static constexpr auto buffer_size = nppiMinMaxIndxGetBufferHostSize_##NAME##_Ctx; \
  };
EXTREMES(Npp8u, 8u_C1R)
EXTREMES(Npp16u, 16u_C1R)
EXTREMES(Npp32f, 32f_C1R)
#undef EXTREMES

// The result is the least and the greatest sample, then column and row of both, as f64.
template <class T>
Job minmaxloc(const RowOrder& order, const NppStreamContext& context) {
  const auto in = inputs_of<T>(order);
  const Buffer buffer = new_buffer(Extremes<T>::buffer_size, order.size(), context);
  const auto values = std::make_shared<DeviceArray<T>>(2);
  const auto places = std::make_shared<DeviceArray<NppiPoint>>(2);
  const auto launch = [=, count = order.images, size = order.size()](int i) {
    const Picture<T>& image = (*in)[i % count];
    check(Extremes<T>::find(image.data(), image.step(), size, values->data(), values->data() + 1, places->data(),
                            places->data() + 1, buffer->data(), context));
  };
  return {launch, [=, name = order.file("result")] {
            const auto found = values->download();
            const auto at = places->download();
            write(name, std::vector<double>{static_cast<double>(found[0]), static_cast<double>(found[1]),
                                            static_cast<double>(at[0].x), static_cast<double>(at[0].y),
                                            static_cast<double>(at[1].x), static_cast<double>(at[1].y)});
          }};
}
