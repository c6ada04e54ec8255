// A cv::Mat as Lenslet reads it, without a copy, as long as the matrix lives.
#pragma once

#include <lenslet/lenslet.hpp>
#include <opencv2/core.hpp>

// Throws invalid_argument for a matrix of integers with a sign or of doubles, which Lenslet's images have not.
inline lenslet::ImageView view_of(const cv::Mat& mat) {
  const auto type = [&mat] {
    switch (mat.depth()) {
      case CV_8U:
        return lenslet::SampleType::u8;
      case CV_16U:
        return lenslet::SampleType::u16;
      case CV_16F:
        return lenslet::SampleType::f16;
      case CV_32F:
        return lenslet::SampleType::f32;
      default:
        throw lenslet::Error(lenslet::ErrorKind::invalid_argument, "a cv::Mat of another type than 8U, 16U, 16F, 32F");
    }
  };
  return {mat.data, {mat.cols, mat.rows}, {type(), mat.channels()}, static_cast<std::int64_t>(mat.step)};
}
