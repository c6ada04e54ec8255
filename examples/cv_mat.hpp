// A cv::Mat as Lenslet reads or writes it, without a copy, as long as the matrix lives.
#pragma once

#include <lenslet/lenslet.hpp>
#include <opencv2/core.hpp>

// Throws invalid_argument for a depth that Lenslet's images have not.
inline lenslet::PixelFormat format_of(const cv::Mat& mat) {
  using enum lenslet::SampleType;
  constexpr lenslet::SampleType types[] = {u8, i8, u16, i16, i32, f32, f64, f16};  // CV_8U, CV_8S, ..., CV_16F
  if (mat.depth() < 0 || mat.depth() > CV_16F)
    throw lenslet::Error(lenslet::ErrorKind::invalid_argument, "a cv::Mat of another depth than CV_8U to CV_16F");
  return {types[mat.depth()], mat.channels()};
}

inline lenslet::ImageView view_of(const cv::Mat& mat) {
  return {mat.data, {mat.cols, mat.rows}, format_of(mat), static_cast<std::int64_t>(mat.step)};
}

inline lenslet::MutableImageView target_of(cv::Mat& mat) {
  return {mat.data, {mat.cols, mat.rows}, format_of(mat), static_cast<std::int64_t>(mat.step)};
}
