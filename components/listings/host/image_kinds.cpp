// An image object of each kind, written and read back whole.
#include "listings/host/host.hpp"

#include <algorithm>

namespace lenslet::listings {
namespace {

constexpr std::size_t kind_width = 4, kind_height = 3, kind_slices = 2;

// Sides that the kind has.
struct Kind {
  const char* name;
  cl_mem_object_type type;
  std::size_t height, depth, layers;
};

constexpr Kind kinds[] = {
    {"image1d_t", CL_MEM_OBJECT_IMAGE1D, 0, 0, 0},
    {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER, 0, 0, 0},
    {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, 0, 0, kind_slices},
    {"image2d_t", CL_MEM_OBJECT_IMAGE2D, kind_height, 0, 0},
    {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, kind_height, 0, kind_slices},
    {"image3d_t", CL_MEM_OBJECT_IMAGE3D, kind_height, kind_slices, 0},
};

cl_image_desc description_of(const Kind& kind, cl_mem buffer) {
  cl_image_desc description{};
  description.image_type = kind.type;
  description.image_width = kind_width;
  description.image_height = kind.height;
  description.image_depth = kind.depth;
  description.image_array_size = kind.layers;
  description.buffer = kind.type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? buffer : nullptr;
  return description;
}

// Unused sides are 1, and an array of rows counts its layers along y.
std::vector<std::size_t> region_of(const Kind& kind) {
  if (kind.type == CL_MEM_OBJECT_IMAGE1D_ARRAY) return {kind_width, kind.layers, 1};
  return {kind_width, std::max<std::size_t>(kind.height, 1), std::max<std::size_t>({kind.depth, kind.layers, 1})};
}

bool keeps_texels(const opencl::SessionHandles& on, cl_command_queue queue, const Kind& kind) {
  const HeldMemory buffer = buffer_of(on.context, 4 * kind_width * sizeof(cl_float));
  const HeldMemory image = image_of(on, CL_MEM_READ_WRITE, {CL_RGBA, CL_FLOAT}, description_of(kind, buffer));
  const std::vector<std::size_t> region = region_of(kind);
  const std::size_t origin[3] = {0, 0, 0};
  const std::vector<cl_float> values = counted_from<cl_float>(1, 4 * region[0] * region[1] * region[2]);
  std::vector<cl_float> read(values.size());
  need(clEnqueueWriteImage(queue, image, CL_TRUE, origin, region.data(), 0, 0, values.data(), 0, nullptr, nullptr),
       "clEnqueueWriteImage");
  need(clEnqueueReadImage(queue, image, CL_TRUE, origin, region.data(), 0, 0, read.data(), 0, nullptr, nullptr),
       "clEnqueueReadImage");
  return read == values;
}

}  // namespace

HostResult image_kinds(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  Report report;
  for (const Kind& kind : kinds) {
    const bool kept = keeps_texels(on, queue, kind);
    if (kind.type == CL_MEM_OBJECT_IMAGE1D_BUFFER)  // of which Mesa's rusticl reaches only some texels
      report.open(kind.name, kept ? "yes" : "no", "yes");
    else
      report.holds(kind.name, kept);
  }
  return report.take();
}

}  // namespace lenslet::listings
