// examples/cv_mat.hpp with rows that have gaps, and with a depth that images have not.
#include "../../examples/cv_mat.hpp"

int main() {
  unsigned char bytes[40] = {};
  bytes[20 + 3 * 2 + 1] = 9;
  cv::Mat mat{2, 5, bytes, 20, CV_8U, 3};
  const lenslet::ImageView view = view_of(mat);
  if (view.size() != lenslet::Size{5, 2} || view.at(2, 1, 1) != 9) return 1;
  if (target_of(mat).row(1) != reinterpret_cast<std::byte*>(bytes + 20)) return 1;
  if (view_of({2, 5, bytes, 20, CV_32F, 1}).format().type != lenslet::SampleType::f32) return 1;
  if (view_of({2, 2, bytes, 20, CV_64F, 1}).format().type != lenslet::SampleType::f64) return 1;
  try {
    view_of({2, 2, bytes, 20, CV_16F + 1, 1});
    return 1;
  } catch (const lenslet::Error& error) {
    return error.kind() == lenslet::ErrorKind::invalid_argument ? 0 : 1;
  }
}
