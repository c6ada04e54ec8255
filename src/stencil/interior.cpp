// Which blocks need no checks.
#include "stencil/interior.hpp"

#include <algorithm>

#include "rounding.hpp"

namespace lenslet::stencil {
namespace {

// Whether rows begin at multiples of the plan's vectors, as those of images made by the library do.
bool is_aligned(const DeviceImage& image, int vector) {
  return image.offset() % vector == 0 && image.stride() % vector == 0;
}

bool all_aligned(const Step& step, const Images& images, int vector) {
  const auto aligned = [&](int place) { return is_aligned(images.at(place), vector); };
  return aligned(step.input) && std::ranges::all_of(step.outputs, aligned);
}

}  // namespace

Int4 interior_of(const Computation& computation, const Step& step, Size size) {
  const int channels = computation.problem.input.channels;
  const auto samples = static_cast<std::int32_t>(size.width * channels);
  const auto rows = static_cast<std::int32_t>(size.height);
  const bool padded = computation.schedule.edges == Edges::pad;
  const int left = padded ? 0 : step.radius_x * channels;
  const int top = padded ? 0 : step.radius_y;
  const Int4 interior{left, top, samples - left, rows - top};
  const bool room = interior[2] - interior[0] >= computation.schedule.vector &&
                    interior[3] - interior[1] >= computation.schedule.items_y;
  if (leaves_edges(computation.schedule.edges) && !room) return {0, rows, samples, rows};
  return interior;
}

Int4 interior_of(const Computation& computation, const Step& step, const Images& images) {
  const DeviceImage& input = images.at(step.input);
  Int4 interior = interior_of(computation, step, input.size());
  if (computation.schedule.staging != Staging::aligned) return interior;
  const int vector = computation.schedule.vector;
  if (!all_aligned(step, images, vector)) return {interior[2], interior[3], interior[2], interior[3]};
  const std::int64_t span = round_up(interior[0], vector);  // SPAN vectors of edges.cl
  interior[2] = static_cast<std::int32_t>(std::min<std::int64_t>(interior[2], input.stride() - span));
  interior[0] = static_cast<std::int32_t>(span);
  return interior;
}

}  // namespace lenslet::stencil
