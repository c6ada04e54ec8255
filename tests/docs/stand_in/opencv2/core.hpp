// What examples/cv_mat.hpp asks of OpenCV: the tests of documents need no OpenCV.
#pragma once

#include <cstddef>

constexpr int CV_8U = 0, CV_16U = 2, CV_32F = 5, CV_64F = 6, CV_16F = 7;

namespace cv {

struct Mat {
  int rows, cols;
  unsigned char* data;
  std::size_t step;
  int of_depth, of_channels;

  int depth() const { return of_depth; }
  int channels() const { return of_channels; }
};

}  // namespace cv
