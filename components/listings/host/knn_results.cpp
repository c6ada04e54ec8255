// What the host does with sorted points: it maps them, and lets the first K vote. The text maps them by CL_MAP_WRITE,
// so that all of them are written back although they are only read.
#include "listings/host/host.hpp"

#include <algorithm>
#include <cmath>

namespace lenslet::listings {
namespace {

constexpr std::size_t all_points = 1024;

struct Point {
  cl_int x, y, classification;
};

// Points on a line, the nearest first; two of three are of class 1.
std::vector<Point> sorted_points() {
  std::vector<Point> all;
  for (cl_int i = 0; i < static_cast<cl_int>(all_points); ++i) all.push_back({i, 0, i % 3 == 0 ? 2 : 1});
  return all;
}

constexpr const char* mapping_text = R"(
#define MAP_READ 1
typedef struct _cl_command_queue* cl_command_queue;
typedef struct _cl_mem* cl_mem;
void* map_buffer(cl_command_queue queue, cl_mem buffer, bool blocking, ulong flags, size_t bytes);  // clEnqueueMapBuffer

static float* map_distances(cl_command_queue queue, cl_mem distances, size_t bytes) {
#ifdef AS_PRINTED
  return (float*)map_buffer(queue, distances, true MAP_READ, bytes);
#else
  return (float*)map_buffer(queue, distances, true, MAP_READ, bytes);
#endif
}
)";

// The class of most of the first k points.
cl_int vote(const Session& session, std::size_t k) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  std::vector<Point> all = sorted_points();
  const std::size_t bytes = all.size() * sizeof(Point);
  const HeldMemory buffer = buffer_of(on.context, bytes, all.data());
  const HeldQueue queue = queue_of(on);
  cl_int code = CL_SUCCESS;
  void* mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 0, nullptr, nullptr, &code);
  need(code, "clEnqueueMapBuffer");
  int votes[3] = {};
  for (const Point& point : std::span(static_cast<const Point*>(mapped), k)) ++votes[point.classification];
  need(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
  need(clFinish(queue), "clFinish");
  return static_cast<cl_int>(std::max_element(votes, std::end(votes)) - votes);
}

// The text's rule: the root of all points.
std::size_t neighbours() {
  return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(all_points))));
}

}  // namespace

HostResult knn_results(const Session& session) {
  compile_host_code(session, mapping_text, "");
  Report report;
  report.equal("the class of most of the nearest", vote(session, neighbours()), 1);
  report.equal("neighbours by the text's rule, the root of 1024", neighbours(), 32);
  return report.take();
}

HostResult knn_results_without_comma(const Session& session) {
  compile_host_code(session, mapping_text, "-D AS_PRINTED");
  return {};
}

HostResult knn_results_of_16(const Session&) {
  constexpr std::size_t printed = 16;
  Report report;
  report.equal("neighbours in print, and by the text's rule", printed, neighbours());
  return report.take();
}

}  // namespace lenslet::listings
