// Rows of geometry, of one image on another, and of levels, by NPP's calls. NPP writes no pixel that lies outside of
// the image.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>

#include <nppi_arithmetic_and_logical_operations.h>
#include <nppi_color_conversion.h>
#include <nppi_data_exchange_and_initialization.h>
#include <nppi_geometry_transforms.h>

#include "npp_job.hpp"

template <class T, int C>
struct Geometry;

#define GEOMETRY(T, C, NAME)                                              \
  template <>                                                             \
  struct Geometry<T, C> {                                                 \
    static constexpr auto affine = nppiWarpAffine_##NAME##_Ctx;           \
    static constexpr auto perspective = nppiWarpPerspective_##NAME##_Ctx; \
    static constexpr auto remap = nppiRemap_##NAME##_Ctx;                 \
    static constexpr auto resize = nppiResize_##NAME##_Ctx;               \
    static constexpr auto pad = nppiCopyReplicateBorder_##NAME##_Ctx;     \
  };
GEOMETRY(Npp8u, 1, 8u_C1R)
GEOMETRY(Npp8u, 3, 8u_C3R)
GEOMETRY(Npp16u, 1, 16u_C1R)
GEOMETRY(Npp32f, 1, 32f_C1R)
#undef GEOMETRY

inline int interpolation_of(const std::string& name) {
  static const std::map<std::string, int> known{{"nearest", NPPI_INTER_NN},
                                                {"linear", NPPI_INTER_LINEAR},
                                                {"cubic", NPPI_INTER_CUBIC},
                                                {"super", NPPI_INTER_SUPER},
                                                {"lanczos", NPPI_INTER_LANCZOS}};
  return known.at(name);
}

// Row by row, behind the first value.
template <int Rows>
struct Matrix {
  double rows[Rows][3];
  explicit Matrix(const RowOrder& order) {
    for (int i = 0; i < Rows * 3; ++i) rows[i / 3][i % 3] = order.number(1 + i);
  }
};

// Values: the interpolation, and the matrix from the image's pixels to the result's.
template <class T, int C>
Job warp_affine(const RowOrder& order, const NppStreamContext& context) {
  const Matrix<2> matrix(order);
  return job_of<T, T>(
      order, order.size(),
      [=, size = order.size(), how = interpolation_of(order.text(0))](const Picture<T>& in, const Picture<T>& out) {
        check(Geometry<T, C>::affine(in.data(), size, in.step(), all_of(size), out.data(), out.step(), all_of(size),
                                     matrix.rows, how, context));
      });
}

template <class T, int C>
Job warp_perspective(const RowOrder& order, const NppStreamContext& context) {
  const Matrix<3> matrix(order);
  return job_of<T, T>(
      order, order.size(),
      [=, size = order.size(), how = interpolation_of(order.text(0))](const Picture<T>& in, const Picture<T>& out) {
        check(Geometry<T, C>::perspective(in.data(), size, in.step(), all_of(size), out.data(), out.step(),
                                          all_of(size), matrix.rows, how, context));
      });
}

// Values: the interpolation.
template <class T, int C>
Job remap(const RowOrder& order, const NppStreamContext& context) {
  const auto x = more_input<Npp32f>(order, 0, order.size()), y = more_input<Npp32f>(order, 1, order.size());
  return job_of<T, T>(
      order, order.size(),
      [=, size = order.size(), how = interpolation_of(order.text(0))](const Picture<T>& in, const Picture<T>& out) {
        check(Geometry<T, C>::remap(in.data(), size, in.step(), all_of(size), x->data(), x->step(), y->data(),
                                    y->step(), out.data(), out.step(), size, how, context));
      });
}

// Values: the interpolation, the result's width and height.
template <class T, int C>
Job resize(const RowOrder& order, const NppStreamContext& context) {
  const NppiSize to{order.whole(1), order.whole(2)};
  return job_of<T, T>(
      order, to,
      [=, size = order.size(), how = interpolation_of(order.text(0))](const Picture<T>& in, const Picture<T>& out) {
        check(Geometry<T, C>::resize(in.data(), in.step(), size, all_of(size), out.data(), out.step(), to, all_of(to),
                                     how, context));
      });
}

// Values: as of `resize`. Its filter is Lanczos's, wider where the result is smaller.
inline Job resize_advanced(const RowOrder& order, const NppStreamContext& context) {
  constexpr int how = NPPI_INTER_LANCZOS3_ADVANCED;
  const NppiSize from = order.size(), to{order.whole(1), order.whole(2)};
  int bytes = 0;
  check(nppiResizeAdvancedGetBufferHostSize_8u_C1R(from, to, &bytes, how));
  const Buffer buffer = new_buffer(static_cast<std::size_t>(bytes));
  const double across = static_cast<double>(to.width) / from.width, down = static_cast<double>(to.height) / from.height;
  return job_of<Npp8u, Npp8u>(order, to, [=](const auto& in, const auto& out) {
    check(nppiResizeSqrPixel_8u_C1R_Advanced_Ctx(in.data(), from, in.step(), all_of(from), out.data(), out.step(),
                                                 all_of(to), across, down, buffer->data(), how, context));
  });
}

// Values: left, right, top, bottom.
template <class T, int C>
Job pad(const RowOrder& order, const NppStreamContext& context) {
  const int left = order.whole(0), top = order.whole(2);
  const NppiSize to{left + order.width + order.whole(1), top + order.height + order.whole(3)};
  return job_of<T, T>(order, to, [=, size = order.size()](const Picture<T>& in, const Picture<T>& out) {
    check(Geometry<T, C>::pad(in.data(), in.step(), size, out.data(), out.step(), to, top, left, context));
  });
}

// Values: the picture's alpha from 0 to 255. The image's is 255.
template <int C>
Job composite(const RowOrder& order, const NppStreamContext& context) {
  constexpr auto function = C == 1 ? nppiAlphaCompC_8u_C1R_Ctx : nppiAlphaCompC_8u_C3R_Ctx;
  const auto picture = more_input<Npp8u>(order, 0, order.size(), C);
  const auto alpha = static_cast<Npp8u>(order.whole(0));
  return job_of<Npp8u, Npp8u>(order, order.size(), [=, size = order.size()](const auto& in, const auto& out) {
    check(function(picture->data(), picture->step(), alpha, in.data(), in.step(), 255, out.data(), out.step(), size,
                   NPPI_OP_ALPHA_OVER, context));
  });
}

// Values: the levels that become 0 and 255. NPP looks each sample up in a table.
template <int C>
Job levels(const RowOrder& order, const NppStreamContext& context) {
  const double low = order.number(0), scale = 255 / (order.number(1) - low);
  std::vector<Npp8u> values(256);
  for (int i = 0; i < 256; ++i) values[i] = static_cast<Npp8u>(std::lrint(std::clamp((i - low) * scale, 0.0, 255.0)));
  const auto table = std::make_shared<DeviceArray<Npp8u>>(values);
  return job_of<Npp8u, Npp8u>(order, order.size(), [=, size = order.size()](const auto& in, const auto& out) {
    if constexpr (C == 1) {
      check(nppiLUTPalette_8u_C1R_Ctx(in.data(), in.step(), out.data(), out.step(), size, table->data(), 8, context));
    } else {
      const Npp8u* tables[3] = {table->data(), table->data(), table->data()};
      check(nppiLUTPalette_8u_C3R_Ctx(in.data(), in.step(), out.data(), out.step(), size, tables, 8, context));
    }
  });
}
