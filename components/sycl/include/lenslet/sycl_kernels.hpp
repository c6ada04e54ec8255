// Kernels in SYCL 2020, for any SYCL compiler: a one-dimensional convolution with three ways to treat its ends, and a
// dilation. Lenslet compiles this text at run time. A single-source program with a SYCL compiler can say
//
//   queue.parallel_for(sycl::nd_range<1>(count, 256),
//                      lenslet::sycl::Convolution{lenslet::sycl::NestedIfs{}, in, mask, out, count, taps});
//
// with pointers to USM, or with accessors in a command group. Elements outside the input count as 0. The number of
// elements must be a multiple of the group's size. Sums of unsigned elements are modulo 2^32.
#pragma once

#include <type_traits>

#include <sycl/sycl.hpp>

#pragma GCC visibility push(default)
namespace lenslet::sycl {

// Sums in[k], in[k + 1], ... times mask[j], mask[j + 1], ..., up to mask[end - 1].
template <class Sum, class In, class Mask>
Sum sum_of(const In& in, const Mask& mask, int j, int k, int end) {
  Sum sum = 0;
  for (; j < end; ++j, ++k) sum += in[k] * mask[j];
  return sum;
}

// An item's index, and the range [first, end) of its group.
struct Place {
  int i, first, end;
};

// Only items of groups that reach an end of the input test their place.
struct NestedIfs {
  template <class Sum, class In, class Mask>
  Sum sum(const In& in, const Mask& mask, Place at, int count, int taps) const {
    const int half = taps / 2;
    if (at.first < half || at.end + taps - half > count) {
      if (at.i < half) return sum_of<Sum>(in, mask, half - at.i, 0, ::sycl::min(half + count - at.i, taps));
      if (at.i + taps - half > count) return sum_of<Sum>(in, mask, 0, at.i - half, half + count - at.i);
    }
    return sum_of<Sum>(in, mask, 0, at.i - half, taps);
  }
};

// The input is padded: `in` begins half a mask before the first element and ends half a mask after the last one, with
// zeros.
struct Padded {
  template <class Sum, class In, class Mask>
  Sum sum(const In& in, const Mask& mask, Place at, int, int taps) const {
    return sum_of<Sum>(in, mask, 0, at.i, taps);
  }
};

// The bounds of the loop come from minima and maxima.
struct Bounded {
  template <class Sum, class In, class Mask>
  Sum sum(const In& in, const Mask& mask, Place at, int count, int taps) const {
    const int half = taps / 2;
    return sum_of<Sum>(in, mask, ::sycl::max(half - at.i, 0), ::sycl::max(at.i - half, 0),
                       ::sycl::min(half + count - at.i, taps));
  }
};

// out[i] is the sum of mask[j] * in[i - taps / 2 + j] over 0 <= j < taps.
template <class Way, class In, class Mask, class Out>
struct Convolution {
  Way way;
  In in;
  Mask mask;
  Out out;
  int count, taps;

  void operator()(const ::sycl::nd_item<1>& item) const {
    const int i = static_cast<int>(item.get_global_id(0)), size = static_cast<int>(item.get_local_range(0));
    const int first = static_cast<int>(item.get_group(0)) * size;
    using Sum = ::std::remove_reference_t<decltype(out[0])>;
    out[i] = way.template sum<Sum>(in, mask, Place{i, first, first + size}, count, taps);
  }
};

template <class Way, class In, class Mask, class Out>
Convolution(Way, In, Mask, Out, int, int) -> Convolution<Way, In, Mask, Out>;

// Returns the largest of the 3 x 3 pixels round (x, y). A pixel outside has the value of the nearest one inside.
template <class In>
auto largest_near(const In& in, int x, int y, int width, int height) {
  auto largest = in[y * width + x];
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const int column = ::sycl::clamp(x + dx, 0, width - 1), row = ::sycl::clamp(y + dy, 0, height - 1);
      largest = ::sycl::max(largest, in[row * width + column]);
    }
  return largest;
}

// One item for each pixel. Items outside the image do nothing. Dimension 1 is x.
template <class In, class Out>
struct Dilation {
  In in;
  Out out;
  int width, height;

  void operator()(const ::sycl::nd_item<2>& item) const {
    const int x = static_cast<int>(item.get_global_id(1)), y = static_cast<int>(item.get_global_id(0));
    if (x < width && y < height) out[y * width + x] = largest_near(in, x, y, width, height);
  }
};

template <class In, class Out>
Dilation(In, Out, int, int) -> Dilation<In, Out>;

}  // namespace lenslet::sycl
#pragma GCC visibility pop
