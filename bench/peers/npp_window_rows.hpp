// Rows of windows by NPP's calls; replicate border.
#pragma once

#include <nppi_filtering_functions.h>
#include <nppi_morphological_operations.h>

#include "npp_job.hpp"

template <class T, int C>
struct Windows;

#define WINDOWS(T, C, NAME)                                                      \
  template <>                                                                    \
  struct Windows<T, C> {                                                         \
    static constexpr auto mean = nppiFilterBoxBorder_##NAME##_Ctx;               \
    static constexpr auto gaussian = nppiFilterGaussAdvancedBorder_##NAME##_Ctx; \
    static constexpr auto erode = nppiErodeBorder_##NAME##_Ctx;                  \
    static constexpr auto dilate = nppiDilateBorder_##NAME##_Ctx;                \
    static constexpr auto tophat = nppiMorphTopHatBorder_##NAME##_Ctx;           \
    static constexpr auto blackhat = nppiMorphBlackHatBorder_##NAME##_Ctx;       \
    static constexpr auto buffer_size = nppiMorphGetBufferSize_##NAME;           \
  };
WINDOWS(Npp8u, 1, 8u_C1R)
WINDOWS(Npp8u, 3, 8u_C3R)
WINDOWS(Npp16u, 1, 16u_C1R)
WINDOWS(Npp32f, 1, 32f_C1R)
#undef WINDOWS

// Calls a function of an image and a result of one size with its own words between the sizes and the border.
template <class From, class To, class Function, class... Words>
Job bordered(const RowOrder& order, const NppStreamContext& context, Function function, Words... words) {
  return job_of<From, To>(order, order.size(), [=, size = order.size()](const auto& in, const auto& out) {
    check(function(in.data(), in.step(), size, NppiPoint{0, 0}, out.data(), out.step(), size, words...,
                   NPP_BORDER_REPLICATE, context));
  });
}

// The middle of an even side is right of the centre, or below it.
struct Window {
  NppiSize size;
  NppiPoint middle;
  explicit Window(int side) : size{side, side}, middle{side / 2, side / 2} {}
};

// Values: the window's side.
template <class T, int C>
Job mean(const RowOrder& order, const NppStreamContext& context) {
  const Window window(order.whole(0));
  return bordered<T, T>(order, context, Windows<T, C>::mean, window.size, window.middle);
}

// Values: the number of taps, which are the first image behind the image.
template <class T, int C>
Job gaussian(const RowOrder& order, const NppStreamContext& context) {
  const int taps = order.whole(0);
  const auto line = more_input<Npp32f>(order, 0, {taps, 1});
  return job_of<T, T>(order, order.size(), [=, size = order.size()](const auto& in, const auto& out) {
    check(Windows<T, C>::gaussian(in.data(), in.step(), size, {0, 0}, out.data(), out.step(), size, taps, line->data(),
                                  NPP_BORDER_REPLICATE, context));
  });
}

// Values: the element's side. All of it counts.
template <class T, int C>
Job morphology(const RowOrder& order, const NppStreamContext& context) {
  using F = Windows<T, C>;
  const Window window(order.whole(0));
  const auto element = std::make_shared<DeviceArray<Npp8u>>(
      std::vector<Npp8u>(static_cast<std::size_t>(window.size.width) * window.size.height, 1));
  const bool hat = order.task == "tophat" || order.task == "blackhat";
  const Buffer buffer = hat ? new_buffer(F::buffer_size, order.size()) : nullptr;
  const bool first = order.task == "erode" || order.task == "tophat";
  return job_of<T, T>(order, order.size(), [=, size = order.size()](const Picture<T>& in, const Picture<T>& out) {
    const auto call = [&](auto function, auto... more) {
      check(function(in.data(), in.step(), size, NppiPoint{0, 0}, out.data(), out.step(), size, element->data(),
                     window.size, window.middle, more..., NPP_BORDER_REPLICATE, context));
    };
    if (hat)
      call(first ? F::tophat : F::blackhat, buffer->data());
    else
      call(first ? F::erode : F::dilate);
  });
}

// Values: the radius, and the sigmas of values and of places.
template <int C>
Job bilateral(const RowOrder& order, const NppStreamContext& context) {
  constexpr auto function =
      C == 1 ? nppiFilterBilateralGaussBorder_8u_C1R_Ctx : nppiFilterBilateralGaussBorder_8u_C3R_Ctx;
  return bordered<Npp8u, Npp8u>(order, context, function, order.whole(0), 1, static_cast<Npp32f>(order.number(1)),
                                static_cast<Npp32f>(order.number(2)));
}

// Values: the window's side, and the offset.
inline Job adaptive_threshold(const RowOrder& order, const NppStreamContext& context) {
  return bordered<Npp8u, Npp8u>(order, context, nppiFilterThresholdAdaptiveBoxBorder_8u_C1R_Ctx,
                                Window(order.whole(0)).size, static_cast<Npp32f>(order.number(1)), Npp8u{255},
                                Npp8u{0});
}

// Calls a function as `bordered`, which takes a buffer behind the border.
template <class From, class To, class Function, class... Words>
Job buffered(const RowOrder& order, const NppStreamContext& context, const Buffer& buffer, Function function,
             Words... words) {
  return job_of<From, To>(order, order.size(), [=, size = order.size()](const auto& in, const auto& out) {
    check(function(in.data(), in.step(), size, NppiPoint{0, 0}, out.data(), out.step(), size, words...,
                   NPP_BORDER_REPLICATE, buffer->data(), context));
  });
}

// Values: the low and the high level.
inline Job canny(const RowOrder& order, const NppStreamContext& context) {
  const Buffer buffer = new_buffer(nppiFilterCannyBorderGetBufferSize, order.size());
  return buffered<Npp8u, Npp8u>(order, context, buffer, nppiFilterCannyBorder_8u_C1R_Ctx, NPP_FILTER_SOBEL,
                                NPP_MASK_SIZE_3_X_3, static_cast<Npp16s>(order.whole(0)),
                                static_cast<Npp16s>(order.whole(1)), nppiNormL1);
}

// Values: Harris's constant, and what the response is multiplied by.
inline Job harris_response(const RowOrder& order, const NppStreamContext& context) {
  const Buffer buffer = new_buffer(nppiFilterHarrisCornersBorderGetBufferSize, order.size());
  return buffered<Npp8u, Npp32f>(order, context, buffer, nppiFilterHarrisCornersBorder_8u32f_C1R_Ctx, NPP_FILTER_SOBEL,
                                 NPP_MASK_SIZE_3_X_3, NPP_MASK_SIZE_3_X_3, static_cast<Npp32f>(order.number(0)),
                                 static_cast<Npp32f>(order.number(1)));
}
