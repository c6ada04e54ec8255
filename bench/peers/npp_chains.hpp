// The pipelines of the photograph matrix by NPP's calls, of u8 with one or three channels.
#pragma once

#include <nppi_data_exchange_and_initialization.h>
#include <nppi_filtering_functions.h>
#include <nppi_threshold_and_compare_operations.h>

#include "npp_picture.hpp"

constexpr Npp16s edge_level = 40;     // LEVEL of photo_chains.py
constexpr Npp32f sharp_sigma = 1;     // its SIGMA
constexpr Npp32f sharp_amount = 1.5;  // its AMOUNT

inline Order of_one_channel(Order order) {
  order.channels = 1;
  return order;
}

// Gaussian, gradient's magnitude, threshold. NPP's magnitudes of three channels are their largest, so that channels are
// taken apart for them.
template <int C>
class Edges {
 public:
  explicit Edges(const Order& order)
      : context_(context_of(new_stream())),
        size_{order.width, order.height},
        line_(read<Npp32f>(order.mask)),
        blurred_(order) {
    for (int channel = 0; channel < C; ++channel) {
      planes_.emplace_back(of_one_channel(order));
      levels_.emplace_back(of_one_channel(order));
      magnitudes_.emplace_back(of_one_channel(order));
    }
  }

  cudaStream_t stream() const { return context_.hStream; }

  void launch(const Picture<Npp8u>& in, const Picture<Npp8u>& out) const {
    blur(in);
    if constexpr (C == 1) return edges_of(blurred_, magnitudes_[0], out);
    Npp8u* const planes[3] = {planes_[0].data(), planes_[1].data(), planes_[2].data()};
    const Npp8u* const levels[3] = {levels_[0].data(), levels_[1].data(), levels_[2].data()};
    check(nppiCopy_8u_C3P3R_Ctx(blurred_.data(), blurred_.step(), planes, planes_[0].step(), size_, context_));
    for (int channel = 0; channel < C; ++channel) edges_of(planes_[channel], magnitudes_[channel], levels_[channel]);
    check(nppiCopy_8u_P3C3R_Ctx(levels, levels_[0].step(), out.data(), out.step(), size_, context_));
  }

 private:
  void blur(const Picture<Npp8u>& in) const {
    constexpr auto function =
        C == 1 ? nppiFilterGaussAdvancedBorder_8u_C1R_Ctx : nppiFilterGaussAdvancedBorder_8u_C3R_Ctx;
    check(function(in.data(), in.step(), size_, NppiPoint{0, 0}, blurred_.data(), blurred_.step(), size_,
                   static_cast<int>(line_.size()), line_.data(), NPP_BORDER_REPLICATE, context_));
  }

  void edges_of(const Picture<Npp8u>& in, const Picture<Npp16s>& magnitude, const Picture<Npp8u>& out) const {
    check(nppiGradientVectorSobelBorder_8u16s_C1R_Ctx(in.data(), in.step(), size_, NppiPoint{0, 0}, nullptr, 0, nullptr,
                                                      0, magnitude.data(), magnitude.step(), nullptr, 0, size_,
                                                      NPP_MASK_SIZE_3_X_3, nppiNormL2, NPP_BORDER_REPLICATE, context_));
    check(nppiCompareC_16s_C1R_Ctx(magnitude.data(), magnitude.step(), edge_level, out.data(), out.step(), size_,
                                   NPP_CMP_GREATER, context_));
  }

  NppStreamContext context_;
  NppiSize size_;
  DeviceArray<Npp32f> line_;
  Picture<Npp8u> blurred_;
  std::vector<Picture<Npp8u>> planes_, levels_;
  std::vector<Picture<Npp16s>> magnitudes_;
};

// One function of NPP, which does not round between its steps.
template <int C>
class Unsharp {
 public:
  explicit Unsharp(const Order& order)
      : context_(context_of(new_stream())),
        size_{order.width, order.height},
        radius_(static_cast<Npp32f>(read<Npp32f>(order.mask).size() / 2)),
        buffer_(buffer_bytes(radius_)) {}

  cudaStream_t stream() const { return context_.hStream; }

  void launch(const Picture<Npp8u>& in, const Picture<Npp8u>& out) const {
    constexpr auto function = C == 1 ? nppiFilterUnsharpBorder_8u_C1R_Ctx : nppiFilterUnsharpBorder_8u_C3R_Ctx;
    check(function(in.data(), in.step(), NppiPoint{0, 0}, out.data(), out.step(), size_, radius_, sharp_sigma,
                   sharp_amount, 0, NPP_BORDER_REPLICATE, buffer_.data(), context_));
  }

 private:
  static std::size_t buffer_bytes(Npp32f radius) {
    constexpr auto function = C == 1 ? nppiFilterUnsharpGetBufferSize_8u_C1R : nppiFilterUnsharpGetBufferSize_8u_C3R;
    int bytes = 0;
    check(function(radius, sharp_sigma, &bytes));
    return static_cast<std::size_t>(bytes);
  }

  NppStreamContext context_;
  NppiSize size_;
  Npp32f radius_;
  DeviceArray<Npp8u> buffer_;
};
