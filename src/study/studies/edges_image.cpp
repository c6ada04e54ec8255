// The smooth filter in plain C++.
#include "study/studies/edges_image.hpp"

#include <algorithm>

namespace lenslet::study::border {
namespace {

bool is_inside(const Problem& p, int x, int y) {
  return x >= 0 && x < p.width && y >= 0 && y < p.height;
}

float mean_at(const Problem& p, int x, int y, Rule rule) {
  if (rule == Rule::nearest_centre) {
    x = std::clamp(x, 1, p.width - 2);
    y = std::clamp(y, 1, p.height - 2);
  }
  constexpr int plus[][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
  float sum = 0;
  int count = 0;
  for (const auto& [dx, dy] : plus) {
    const bool inside = is_inside(p, x + dx, y + dy);
    if (rule == Rule::shrink && !inside) continue;
    ++count;
    if (rule == Rule::zeros && !inside) continue;
    sum += p.pixels[static_cast<std::size_t>(y + dy) * p.extent()[0] + static_cast<std::size_t>(x + dx)];
  }
  return sum / static_cast<float>(count);
}

}  // namespace

SharedProblem make_problem(const ocl::Queue& queue, Size size) {
  const auto width = static_cast<std::size_t>(size.width), height = static_cast<std::size_t>(size.height);
  const std::size_t stride = width + 2;
  Pixels pixels(width * height), padded(stride * (height + 2));
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    pixels[i] = static_cast<float>(scrambled(static_cast<std::uint32_t>(i)) % 256);
    padded[(i / width + 1) * stride + i % width + 1] = pixels[i];
  }
  return std::make_shared<const Problem>(Problem{static_cast<int>(size.width), static_cast<int>(size.height), pixels,
                                                 upload(queue, pixels), upload(queue, padded)});
}

Pixels smoothed(const Problem& problem, Rule rule) {
  Pixels result;
  result.reserve(problem.area());
  for (int y = 0; y < problem.height; ++y)
    for (int x = 0; x < problem.width; ++x) result.push_back(mean_at(problem, x, y, rule));
  return result;
}

Pixels inner_part(const Problem& problem, int end) {
  Pixels result = smoothed(problem, Rule::shrink);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const int x = static_cast<int>(i) % problem.width, y = static_cast<int>(i) / problem.width;
    if (x < 1 || x >= end || y < 1 || y >= problem.height - 1) result[i] = unwritten;
  }
  return result;
}

}  // namespace lenslet::study::border
